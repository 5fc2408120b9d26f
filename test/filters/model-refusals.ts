import { extendedDateMs, spanOf } from './model-instant.ts'
import { finderOf } from './model-pattern.ts'
import { typeNameOf } from './model-values.ts'
import { isObject, leafOf } from './shape.ts'
import type { Json, JsonObject, Leaf, Shape } from './shape.ts'

/**
 * Returns whether the text is refused as a filter, by the forms of operands, fields, names, strings and depth. It does
 * not know every limit, and of regular expressions only those in `generate-malformed.ts`.
 */
export function refuses(text: string, shape: Shape): boolean {
  let filter: Json
  try {
    filter = JSON.parse(text) as Json
  } catch {
    return true
  }
  return !isFilter(filter, shape, 0)
}

const levelsMax = 10

function isFilter(filter: Json | undefined, shape: Shape, level: number): filter is JsonObject {
  if (filter === undefined || !isObject(filter) || level > levelsMax) return false
  return Object.entries(filter).every(([key, operand]) => {
    if (['$and', '$or', '$nor'].includes(key))
      return (
        Array.isArray(operand) &&
        operand.length > 0 &&
        operand.every((part: Json) => isFilter(part, shape, level + 1))
      )
    if (key.startsWith('$')) return false
    const segments = key.split('.')
    const leaf = leafOf(segments, shape)
    if (leaf === undefined || segments.length > 10 || !segments.every(isSegment)) return false
    return isOperandOrOperators(operand, leaf, level)
  })
}

function isSegment(segment: string): boolean {
  return segment !== '' && !segment.startsWith('$') && isName(segment)
}

function isName(name: string): boolean {
  return !['__proto__', 'constructor', 'prototype'].includes(name) && isText(name)
}

function isText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed() && text.length <= 1024
}

function isOperandOrOperators(operand: Json, leaf: Leaf, level: number): boolean {
  const bears = isObject(operand) && Object.keys(operand).some((key) => key.startsWith('$'))
  return bears && !('$date' in operand) ? areOperators(operand, leaf, level) : isOperand(operand, leaf)
}

function isOperand(operand: Json, leaf: Leaf): boolean {
  if (isObject(operand) && '$date' in operand) return extendedDateMs(operand) !== undefined
  if (leaf.kind === 'timestamp' && typeof operand === 'string') return spanOf(operand) !== undefined
  return isLiteral(operand, 0)
}

function isLiteral(value: Json, level: number): boolean {
  if (level > levelsMax) return false
  if (typeof value === 'string') return isText(value)
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every((member: Json) => isLiteral(member, level + 1))
  if (!isObject(value)) return true
  return Object.entries(value).every(
    ([key, member]) => isName(key) && !key.startsWith('$') && isLiteral(member, level + 1),
  )
}

function areOperators(operators: Json | undefined, leaf: Leaf, level: number): operators is JsonObject {
  if (operators === undefined || !isObject(operators) || level > levelsMax) return false
  const entries = Object.entries(operators)
  return (
    entries.length > 0 && entries.every(([key, operand]) => isOperator(key, operand, operators, leaf, level))
  )
}

function isOperator(key: string, operand: Json, beside: JsonObject, leaf: Leaf, level: number): boolean {
  const list: readonly Json[] | undefined = Array.isArray(operand) ? operand : undefined
  switch (key) {
    case '$eq':
    case '$ne':
      return isOperand(operand, leaf)
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return (
        isOperand(operand, leaf) && (typeof operand !== 'object' || operand === null || '$date' in operand)
      )
    case '$in':
    case '$nin':
      return list !== undefined && list.every((member) => isOperand(member, leaf))
    case '$all': {
      const isMatch = (member: Json): boolean => isObject(member) && '$elemMatch' in member
      if (list === undefined || (list.some(isMatch) && !list.every(isMatch))) return false
      return list.every((member) =>
        isMatch(member) ? areOperators(member, leaf, level) : isOperand(member, leaf),
      )
    }
    case '$exists':
      return [true, false, 0, 1].includes(operand as number)
    case '$type':
      return (
        (list ?? [operand]).length > 0 && (list ?? [operand]).every((type) => typeNameOf(type) !== undefined)
      )
    case '$size':
      return Number.isInteger(operand) && Number(operand) >= 0 && Number(operand) <= 2147483647
    case '$mod':
      return (
        list?.length === 2 &&
        list.every((member) => Number.isFinite(member)) &&
        Math.trunc(list[0] as number) !== 0
      )
    case '$not':
      return areOperators(operand, leaf, level + 1)
    case '$regex':
      return leaf.kind !== 'timestamp' && isPattern(operand)
    case '$options':
      return '$regex' in beside && typeof operand === 'string' && /^(?!.*(.).*\1)[ims]*$/.test(operand)
    case '$elemMatch':
      return isElementCondition(operand, leaf, level + 1)
    default:
      return false
  }
}

function isElementCondition(operand: Json, leaf: Leaf, level: number): boolean {
  if (!isObject(operand)) return false
  const [first = ''] = Object.keys(operand)
  if (first.startsWith('$') && !['$and', '$or', '$nor'].includes(first))
    return areOperators(operand, leaf, level)
  return isFilter(operand, leaf.kind === 'elements' ? leaf.shape : 'open', level)
}

function isPattern(pattern: Json): boolean {
  if (typeof pattern !== 'string' || !isText(pattern) || pattern.length > 256) return false
  try {
    finderOf(pattern, '')
    return true
  } catch {
    return false
  }
}
