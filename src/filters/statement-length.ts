import { fault } from './fault.ts'
import type { Parameter } from './fault.ts'
import { foldEqualities } from './fold-equalities.ts'
import { takesArrays } from './jsonb/path-condition.ts'
import { isIndex } from './paths.ts'
import type { Condition, Filter, Operand, Test } from './tree.ts'

/**
 * The most characters of a statement for all conditions of a filter, or for all keys of a sort. Most need a few hundred
 * each. A number in a path below an open object can be an index or a key, so each number doubles the text, with
 * everything inside of an `$elemMatch` there. The length is computed before the text exists, because making megabytes
 * of text holds up the whole process.
 */
const charactersMax = 1_000_000

/** What a condition or a sort key applies to. */
type FieldPath = Pick<Condition, 'field' | 'path'>

/**
 * Checks how long the text of the conditions will be.
 *
 * @throws a refusal (400) that names the condition with which it becomes too long.
 */
export function checkFilterLength(filter: Filter): void {
  let total = 0
  const add = (part: Filter): void => {
    if (part.kind !== 'condition') return foldEqualities(part).forEach(add)
    total += lengthOfCondition(part)
    check('filters', part, total)
  }
  add(filter)
}

/**
 * Checks how long the text of the keys will be.
 *
 * @throws a refusal (400) that names the key with which it becomes too long.
 */
export function checkSortLength(parameter: 'sort' | 'sort_field', keys: readonly FieldPath[]): void {
  let total = 0
  for (const key of keys) {
    total += lengthOfSortKey(key)
    check(parameter, key, total)
  }
}

function check(parameter: Parameter, { field, path }: FieldPath, length: number): void {
  if (length > charactersMax)
    throw fault(
      parameter,
      [field, ...path].join('.'),
      `too long as a statement, at most ${charactersMax} characters; use fewer numbers in paths, each of which doubles the text, or fewer values`,
    )
}

/** What is written for a path, or for a single value, which has one route. The lengths are upper bounds. */
interface Place {
  /** The number of ways to follow the path. */
  routes: number
  /** The length of what leads to the value by one route. */
  reach: number
  /** The length of the value in its test. */
  value: number
  /** The length of the test whether the path is missing. */
  misses: number
}

/** The value `@`. */
const element: Place = { routes: 1, reach: 0, value: 1, misses: 0 }

/** Covers the brackets, operators and names that are written around a part. */
const around = 60

/** Returns an upper bound of the length of what `jsonbCondition` makes of the condition. */
export function lengthOfCondition({ field, path, test }: Condition): number {
  return lengthOfTest(test, placeOf(field, path))
}

/** Returns an upper bound of the length of the SQL/JSON paths that `jsonbSortKey` makes of the key. */
export function lengthOfSortKey({ field, path }: FieldPath): number {
  const { routes, reach, value, misses } = placeOf(field, path)
  return routes * 2 * (reach + value + 2 * around) + misses
}

/** Mirrors `routesOf` and `somewhereMissing`. The field is a column or a member of an object, and never an index. */
function placeOf(field: string, path: readonly string[]): Place {
  let [routes, reach, misses] = [1, 1, 0]
  // The last key with the numbers after it. An index is guarded by a test of all that comes before it there.
  let run = 0
  for (const [index, segment] of [field, ...path].entries()) {
    const name = JSON.stringify(segment).length + 1
    misses += routes * 2 * (reach + name + around)
    const isNumber = index > 0 && isIndex(segment)
    if (isNumber) {
      routes *= 2
      reach += run + around
    }
    reach += name
    run = isNumber ? run + name : name
  }
  return { routes, reach, value: 1 + run, misses }
}

function lengthOfTest(test: Test, place: Place): number {
  const { routes, reach, value, misses } = place
  switch (test.kind) {
    case 'never':
      return around
    case 'not':
    case 'every':
      return around + lengthOfAll(test.tests, place)
    case 'exists':
      return routes * (reach + around)
    case 'elemTests':
      return routes * (reach + 2 * value + 2 * around + lengthOfAll(test.tests, element))
    case 'elemFilter':
      return routes * (reach + 2 * value + 3 * around + lengthOfFilter(test.filter))
    case 'equals': {
      const hasNull = test.operands.some(({ kind }) => kind === 'null')
      const ways = takesArrays(test) ? 2 : 1
      return routes * ways * (reach + lengthOfMembers(test.operands, value)) + (hasNull ? misses : 0)
    }
    case 'type':
      return routes * 2 * (reach + around + test.types.length * (5 * value + 2 * around))
    case 'compares':
      return routes * (reach + around + lengthOfMembers([test.operand], value))
    case 'regex':
      return routes * (reach + 2 * value + 2 * around + JSON.stringify(test.pattern).length)
    case 'mod':
      return routes * (reach + 5 * value + 5 * around)
    case 'size':
      return routes * (reach + 2 * value + 2 * around)
  }
}

function lengthOfAll(tests: readonly Test[], place: Place): number {
  return sum(tests, (test) => lengthOfTest(test, place) + around)
}

/** Returns an upper bound for a filter on the object `@`. */
function lengthOfFilter(filter: Filter): number {
  if (filter.kind === 'condition') return lengthOfCondition(filter)
  return around + sum(foldEqualities(filter), (part) => lengthOfFilter(part) + around)
}

/** Each type is tested once for all members of a list. */
function lengthOfMembers(operands: readonly Operand[], value: number): number {
  const types = Math.min(operands.length, 7)
  return 2 * around + types * (value + around) + sum(operands, (operand) => lengthOfOperand(operand, value))
}

function lengthOfOperand(operand: Operand, value: number): number {
  switch (operand.kind) {
    case 'instant':
    case 'day':
      return 4 * value + 3 * around
    case 'null':
    case 'boolean':
    case 'number':
    case 'string':
      return lengthOfScalar('value' in operand ? operand.value : null, value)
    case 'json':
      return lengthOfLiteral(operand.value, value)
  }
}

/** A member of a list is found by binary search, which repeats it. */
function lengthOfScalar(scalar: unknown, value: number): number {
  return 3 * (value + JSON.stringify(scalar).length) + 40
}

/** Returns an upper bound for an array or object: each value inside is compared on its own, by its whole path. */
function lengthOfLiteral(literal: unknown, value: number): number {
  if (typeof literal !== 'object' || literal === null) return value + around + lengthOfScalar(literal, value)
  const own = 4 * value + 2 * around
  if (Array.isArray(literal))
    return own + sum(literal, (each, index) => lengthOfLiteral(each, value + `[${index}]`.length))
  return (
    own +
    sum(Object.entries(literal), ([key, each]) => {
      const name = JSON.stringify(key).length + 1
      return name + around + lengthOfLiteral(each, value + name)
    })
  )
}

function sum<Item>(items: readonly Item[], lengthOf: (item: Item, index: number) => number): number {
  return items.reduce((total, item, index) => total + lengthOf(item, index), 0)
}
