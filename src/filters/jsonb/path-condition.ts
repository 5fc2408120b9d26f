import { foldEqualities } from '../fold-equalities.ts'
import type { Filter, Holds, Test } from '../tree.ts'
import { reached, routesOf, somewhereMissing, someMember, someWhole } from './path-routes.ts'
import type { Route } from './path-routes.ts'
import { allOf, anyOf, anything, nothing } from './predicates.ts'
import { valueTest } from './value-condition.ts'
import type { LeafTest } from './value-condition.ts'

/** What a test applies to: the values of a path, or one value, such as the element in `$elemMatch`. */
type Place =
  | { kind: 'path'; routes: readonly Route[]; missing: string | null }
  | { kind: 'value'; value: string }

/**
 * Returns a test on a path into a `jsonb` column as a predicate of SQL/JSON paths. It is true or false and never
 * unknown, because a type test comes before each comparison. It is bound as a parameter; names and values inside it are
 * written as JSON.
 */
export function jsonbCondition(
  test: Test,
  path: readonly string[],
  holds: Holds,
  startsOn: 'object' | 'array',
): string {
  return placed(test, holds, pathPlace('$', startsOn, path))
}

function pathPlace(start: Route['start'], startsOn: 'object' | 'array', path: readonly string[]): Place {
  const missing = somewhereMissing(start, startsOn, path)
  return { kind: 'path', routes: routesOf(start, startsOn, path), missing }
}

function placed(test: Test, holds: Holds, place: Place): string {
  switch (test.kind) {
    case 'never':
      return nothing
    case 'not':
      return `!(${allPlaced(test.tests, holds, place)})`
    case 'every':
      return allPlaced(test.tests, holds, place)
    case 'exists':
      return place.kind === 'value'
        ? anything
        : anyOf(place.routes.map((route) => `exists(${reached(route)})`))
    case 'elemTests':
      return someArray(place, allPlaced(test.tests, 'json', { kind: 'value', value: '@' }))
    case 'elemFilter':
      return someArray(place, `@.type() == "object" && (${filterOnElement(test.filter)})`)
    case 'equals':
      return test.operands.some((operand) => operand.kind === 'null')
        ? anyOf([...some(place, test, holds), ...misses(place)])
        : anyOf(some(place, test, holds))
    case 'size':
    case 'compares':
    case 'type':
    case 'regex':
    case 'mod':
      return anyOf(some(place, test, holds))
  }
}

function allPlaced(tests: readonly Test[], holds: Holds, place: Place): string {
  return allOf(tests.map((test) => placed(test, holds, place)))
}

/** Returns a predicate that an array at the place has an element for which the predicate on `@` holds. */
function someArray(place: Place, predicate: string): string {
  const hasElement = (value: string) => `${value}.type() == "array" && exists(${value} ? (${predicate}))`
  if (place.kind === 'value') return hasElement(place.value)
  return anyOf(place.routes.map((route) => someWhole(route, hasElement)))
}

/** Returns the ways in which a value can pass: as an array's element or a single value, as a whole array, or both. */
function some(place: Place, test: LeafTest, holds: Holds): string[] {
  const passes = (value: string) => valueTest(test, holds, value)
  if (place.kind === 'value') return [passes(place.value)]
  return place.routes.flatMap((route) => {
    const ways: string[] = []
    if (test.kind !== 'size') ways.push(someMember(route, passes))
    if (takesArrays(test) && (route.ends !== 'index' || test.kind === 'size'))
      ways.push(someWhole(route, passes))
    return ways
  })
}

/** Returns whether whole arrays can pass the test. */
export function takesArrays(test: LeafTest): boolean {
  switch (test.kind) {
    case 'size':
      return true
    case 'equals':
      return test.operands.some((operand) => operand.kind === 'json' && Array.isArray(operand.value))
    case 'type':
      return test.types.includes('array')
    case 'compares':
    case 'regex':
    case 'mod':
      return false
  }
}

function misses(place: Place): string[] {
  return place.kind === 'path' && place.missing !== null ? [place.missing] : []
}

/** Returns the predicate for a filter on the object `@`. */
function filterOnElement(filter: Filter): string {
  if (filter.kind === 'condition') {
    const path = [filter.field, ...filter.path]
    return placed(filter.test, filter.holds, pathPlace('@', 'object', path))
  }
  const parts = foldEqualities(filter).map(filterOnElement)
  if (filter.kind === 'and') return allOf(parts)
  return filter.kind === 'or' ? anyOf(parts) : `!(${anyOf(parts)})`
}
