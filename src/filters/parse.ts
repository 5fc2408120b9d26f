import { fault } from './fault.ts'
import type { Fields } from './fields.ts'
import { isJsonObject, parseJsonObject } from './json-text.ts'
import type { JsonObject } from './json-text.ts'
import { parseOperand } from './operand.ts'
import { at, countCondition, deeper, misplacedOperator, startOfFilter } from './parse-context.ts'
import type { ParseContext } from './parse-context.ts'
import { parseOperators } from './parse-operators.ts'
import { resolvePath } from './paths.ts'
import type { Scope, Target } from './paths.ts'
import { checkFilterLength } from './statement-length.ts'
import type { Combination, Condition, Filter, Test } from './tree.ts'

const combinations: ReadonlyMap<string, Combination['kind']> = new Map([
  ['$and', 'and'],
  ['$or', 'or'],
  ['$nor', 'nor'],
])

/**
 * Parses the `filters` parameter. Without it the filter matches everything (Rule 9).
 *
 * @throws a refusal (400) that names the place, the fault and what is expected.
 */
export function parseFilters(text: string | undefined, fields: Fields): Filter {
  if (text === undefined) return { kind: 'and', parts: [] }
  const filter = parseFilter(parseJsonObject('filters', text), { kind: 'fields', fields }, startOfFilter())
  checkFilterLength(filter)
  return filter
}

function parseFilter(value: JsonObject, scope: Scope, context: ParseContext): Filter {
  const parts = Object.entries(value).flatMap(([name, member]): Filter[] => {
    const kind = combinations.get(name)
    if (kind !== undefined) return [parseCombination(kind, member, scope, at(context, name))]
    if (name.startsWith('$')) throw misplacedOperator(at(context, name), name)
    return parseField(name, member, scope, at(context, name))
  })
  const [first] = parts
  return parts.length === 1 && first !== undefined ? first : { kind: 'and', parts }
}

function parseCombination(
  kind: Combination['kind'],
  value: unknown,
  scope: Scope,
  context: ParseContext,
): Combination {
  const inside = deeper(context)
  if (!Array.isArray(value) || value.length === 0 || !value.every(isJsonObject))
    throw fault('filters', context.place, `$${kind} takes a non-empty array of filter objects`)
  return { kind, parts: value.map((part, index) => parseFilter(part, scope, at(inside, index))) }
}

/** Returns a condition for each operator. All must match, but each may match by another of the path's values. */
function parseField(name: string, value: unknown, scope: Scope, context: ParseContext): Condition[] {
  const target = resolvePath('filters', context.place, name, scope)
  const { field, path, holds } = target
  return testsOf(value, target, context).map((test) => ({ kind: 'condition', field, path, holds, test }))
}

function testsOf(value: unknown, target: Target, context: ParseContext): Test[] {
  if (isOperators(value, context)) return parseOperators(value, target, context, parseElemMatch)
  countCondition(context)
  return [{ kind: 'equals', operands: [parseOperand(value, target.holds, context.place)] }]
}

/** Returns whether the value is an object of operators, and not a value to compare with. */
function isOperators(value: unknown, context: ParseContext): value is JsonObject {
  if (!isJsonObject(value) || Object.hasOwn(value, '$date')) return false
  const names = Object.keys(value)
  const dollars = names.filter((name) => name.startsWith('$'))
  if (dollars.length > 0 && dollars.length < names.length)
    throw fault('filters', context.place, 'an object holds either operators or fields, not both')
  return dollars.length > 0
}

/**
 * Parses `$elemMatch`: operators for the element itself, or a filter on the element. Operands for a scalar element have
 * its type.
 */
function parseElemMatch(value: unknown, { holds, inside }: Target, context: ParseContext): Test {
  const below = deeper(context)
  if (!isJsonObject(value))
    throw fault('filters', context.place, '$elemMatch takes an object of operators or a filter object')
  const [first] = Object.keys(value)
  if (first === undefined || !first.startsWith('$') || combinations.has(first))
    return { kind: 'elemFilter', filter: parseFilter(value, inside, below) }
  isOperators(value, context)
  // Elements of a declared array of objects are never arrays themselves; below an open object they can be anything.
  const nested: Scope = inside.kind === 'open' ? inside : { kind: 'closed' }
  const element: Target = { field: '', path: [], holds, inside: nested }
  return { kind: 'elemTests', tests: parseOperators(value, element, below, parseElemMatch) }
}
