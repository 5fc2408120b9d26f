import { fault } from './fault.ts'
import { isJsonObject } from './json-text.ts'
import type { JsonObject } from './json-text.ts'
import { finite, parseOperand } from './operand.ts'
import { at, countCondition, countMembers, deeper, unknownOperator } from './parse-context.ts'
import type { ParseContext } from './parse-context.ts'
import { parseRegex } from './parse-regex.ts'
import { parseTypes } from './parse-types.ts'
import type { Target } from './paths.ts'
import type { Comparison, Operand, Test } from './tree.ts'

/** Parses the operand of `$elemMatch`. It is passed in because it parses whole filters, which import this file. */
export type ParseElemMatch = (value: unknown, target: Target, context: ParseContext) => Test

/** Returns the tests of an object of operators, all of which must pass. */
export function parseOperators(
  operators: JsonObject,
  target: Target,
  context: ParseContext,
  parseElemMatch: ParseElemMatch,
): Test[] {
  return Object.entries(operators).flatMap(([name, value]): Test[] => {
    const here = at(context, name)
    if (name === '$options') {
      if (!Object.hasOwn(operators, '$regex'))
        throw fault('filters', here.place, '$options needs $regex beside it')
      return []
    }
    countCondition(here)
    if (name === '$regex') return [parseRegex(value, operators.$options, target.holds, context)]
    if (name === '$elemMatch') return [parseElemMatch(value, target, here)]
    if (name === '$all') return [parseAll(value, target, here, parseElemMatch)]
    if (name === '$not') return [parseNot(value, target, here, parseElemMatch)]
    return [parseTest(name, value, target, here)]
  })
}

function parseTest(name: string, value: unknown, target: Target, context: ParseContext): Test {
  switch (name) {
    case '$eq':
      return { kind: 'equals', operands: [parseOperand(value, target.holds, context.place)] }
    case '$ne':
      return not({ kind: 'equals', operands: [parseOperand(value, target.holds, context.place)] })
    case '$in':
      return { kind: 'equals', operands: parseList(name, value, target, context) }
    case '$nin':
      return not({ kind: 'equals', operands: parseList(name, value, target, context) })
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return parseComparison(name, value, target, context)
    case '$exists':
      return parseExists(value, context)
    case '$type':
      return { kind: 'type', types: parseTypes(value, context.place) }
    case '$mod':
      return parseMod(value, context)
    case '$size':
      return parseSize(value, context)
    default:
      throw unknownOperator(context, name)
  }
}

function not(...tests: Test[]): Test {
  return { kind: 'not', tests }
}

const comparisons = { $gt: 'gt', $gte: 'gte', $lt: 'lt', $lte: 'lte' } as const satisfies Record<
  string,
  Comparison
>

/** With null, `$gte` and `$lte` mean equality, and `$gt` and `$lt` never match. */
function parseComparison(
  name: keyof typeof comparisons,
  value: unknown,
  target: Target,
  context: ParseContext,
): Test {
  const operand = parseOperand(value, target.holds, context.place)
  if (operand.kind === 'json')
    throw fault('filters', context.place, `${name} takes a number, a string, a boolean, a timestamp or null`)
  if (operand.kind !== 'null') return { kind: 'compares', operator: comparisons[name], operand }
  return name === '$gte' || name === '$lte' ? { kind: 'equals', operands: [operand] } : { kind: 'never' }
}

function listOf(name: string, value: unknown, context: ParseContext): unknown[] {
  if (!Array.isArray(value)) throw fault('filters', context.place, `${name} takes an array`)
  countMembers(context, value.length)
  return value
}

function parseList(name: string, value: unknown, target: Target, context: ParseContext): Operand[] {
  return listOf(name, value, context).map((member, index) =>
    parseOperand(member, target.holds, at(context, index).place),
  )
}

/** Requires each value by equality, or each `$elemMatch`. An empty list never matches. */
function parseAll(
  value: unknown,
  target: Target,
  context: ParseContext,
  parseElemMatch: ParseElemMatch,
): Test {
  const members = listOf('$all', value, context)
  if (members.length === 0) return { kind: 'never' }
  const elements = members.filter(isElemMatch)
  if (elements.length > 0 && elements.length < members.length)
    throw fault('filters', context.place, '$all takes either values or objects of one $elemMatch, not both')
  const tests = members.map((member, index): Test => {
    const here = at(context, index)
    if (isElemMatch(member)) return parseElemMatch(member.$elemMatch, target, at(here, '$elemMatch'))
    return { kind: 'equals', operands: [parseOperand(member, target.holds, here.place)] }
  })
  return { kind: 'every', tests }
}

function isElemMatch(value: unknown): value is { $elemMatch: unknown } {
  return isJsonObject(value) && Object.hasOwn(value, '$elemMatch') && Object.keys(value).length === 1
}

function parseNot(
  value: unknown,
  target: Target,
  context: ParseContext,
  parseElemMatch: ParseElemMatch,
): Test {
  const below = deeper(context)
  const names = isJsonObject(value) ? Object.keys(value) : []
  if (!isJsonObject(value) || names.length === 0 || !names.every((name) => name.startsWith('$')))
    throw fault('filters', context.place, '$not takes a non-empty object of operators')
  return not(...parseOperators(value, target, below, parseElemMatch))
}

function parseExists(value: unknown, { place }: ParseContext): Test {
  const exists: Test = { kind: 'exists' }
  if (value === true || value === 1) return exists
  if (value === false || value === 0) return not(exists)
  throw fault('filters', place, '$exists takes true or false')
}

function parseMod(value: unknown, context: ParseContext): Test {
  const { place } = context
  const [divisor, remainder] =
    Array.isArray(value) && value.length === 2
      ? value.map((number, index) => truncated(number, at(context, index).place))
      : []
  if (divisor === undefined || divisor === 0 || remainder === undefined)
    throw fault(
      'filters',
      place,
      '$mod takes an array of two numbers, divisor and remainder; the divisor is not 0',
    )
  return { kind: 'mod', divisor, remainder }
}

function truncated(value: unknown, place: string): number | undefined {
  return typeof value === 'number' ? Math.trunc(finite(value, place)) : undefined
}

const sizeMax = 2_147_483_647

function parseSize(value: unknown, { place }: ParseContext): Test {
  if (typeof value === 'number') finite(value, place)
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > sizeMax)
    throw fault('filters', place, `$size takes a whole number from 0 to ${sizeMax}`)
  return { kind: 'size', size: value }
}
