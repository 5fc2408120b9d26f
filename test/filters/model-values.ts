import { extendedDateMs, spanOf } from './model-instant.ts'
import type { Span } from './model-instant.ts'
import { miss } from './model-path.ts'
import type { Yielded } from './model-path.ts'
import { isObject } from './shape.ts'
import type { Json, Leaf } from './shape.ts'

/** An operand: a JSON value, or a span on a timestamp. */
export type Operand = { span: Span } | { value: Json }

/** Reads an operand by the type of the field. */
export function operandOf(json: Json, leaf: Leaf): Operand {
  const ms = extendedDateMs(json)
  if (leaf.kind !== 'timestamp') return { value: ms === undefined ? json : new Date(ms).toISOString() }
  if (ms !== undefined) return { span: { from: ms, to: ms + 1 } }
  if (typeof json !== 'string') return { value: json }
  const span = spanOf(json)
  if (span === undefined) throw new Error('not an instant: a filter like this is refused')
  return { span }
}

/** Implements `$eq` for one value of the path. */
export function equals(value: Yielded, operand: Operand): boolean {
  if ('span' in operand) {
    if (typeof value !== 'string') return false
    const ms = Date.parse(value)
    return operand.span.from <= ms && ms < operand.span.to
  }
  if (operand.value === null) return value === null || value === miss
  return value !== miss && sameJson(value, operand.value)
}

/** Compares JSON: numbers by value, arrays in order, objects with keys in any order. */
function sameJson(left: Json, right: Json): boolean {
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((member, index) => sameJson(member, right[index]))
  if (isObject(left) && isObject(right)) {
    const keys = Object.keys(left)
    return (
      keys.length === Object.keys(right).length &&
      keys.every((key) => Object.hasOwn(right, key) && sameJson(left[key]!, right[key]!))
    )
  }
  return left === right
}

export type RangeOperator = '$gt' | '$gte' | '$lt' | '$lte'

/** Implements a range for one value of the path: only values of the operand's type compare. */
export function inRange(value: Yielded, operator: RangeOperator, operand: Operand): boolean {
  if ('span' in operand) {
    if (typeof value !== 'string') return false
    const { from, to } = operand.span
    const ms = Date.parse(value)
    return { $gt: ms >= to, $gte: ms >= from, $lt: ms < from, $lte: ms < to }[operator]
  }
  if (operand.value === null) return (operator === '$gte' || operator === '$lte') && equals(value, operand)
  if (value === miss || typeof value !== typeof operand.value) return false
  const order = orderOfScalars(value, operand.value)
  return { $gt: order > 0, $gte: order >= 0, $lt: order < 0, $lte: order <= 0 }[operator]
}

/** Returns less than, equal to or greater than 0, for two strings, numbers or booleans. */
export function orderOfScalars(left: Json, right: Json): number {
  if (typeof left === 'string' && typeof right === 'string')
    return left === right ? 0 : Buffer.compare(Buffer.from(left), Buffer.from(right))
  return Number(left) - Number(right)
}

const typeCodes = new Map<Json, string>([
  [1, 'double'],
  [2, 'string'],
  [3, 'object'],
  [4, 'array'],
  [8, 'bool'],
  [9, 'date'],
  [10, 'null'],
  [16, 'int'],
  [18, 'long'],
  [19, 'decimal'],
])

/** Returns the name of a type from its name or code, or undefined. */
export function typeNameOf(type: Json): string | undefined {
  const isName = typeof type === 'string' && (type === 'number' || [...typeCodes.values()].includes(type))
  return isName ? type : typeCodes.get(type)
}

/** Returns whether the value has the type with this name. */
export function isOfType(value: Yielded, type: string, leaf: Leaf): boolean {
  if (value === miss) return false
  if (value === null) return type === 'null'
  if (typeof value === 'boolean') return type === 'bool'
  if (typeof value === 'string') return type === (leaf.kind === 'timestamp' ? 'date' : 'string')
  if (typeof value === 'object') return type === (Array.isArray(value) ? 'array' : 'object')
  if (type === 'number') return true
  if (!Number.isInteger(value)) return type === 'double'
  return type === (value >= -(2 ** 31) && value < 2 ** 31 ? 'int' : 'long')
}

/** Implements `$mod` on the number as JSON writes it, which beyond 2^53 differs from the double. */
export function hasRemainder(value: Yielded, divisor: number, remainder: number): boolean {
  return typeof value === 'number' && wholeOf(value) % wholeOf(divisor) === wholeOf(remainder)
}

/** Returns the number as JSON writes it, truncated. */
export function wholeOf(value: number): bigint {
  const [digits = '', exponent = '0'] = JSON.stringify(value).split('e')
  const [whole = '', fraction = ''] = digits.split('.')
  const places = Number(exponent)
  const moved = places < 0 ? whole.slice(0, places) : whole + fraction.padEnd(places, '0').slice(0, places)
  return moved === '' || moved === '-' ? 0n : BigInt(moved)
}
