import { isIndex } from '../paths.ts'

/**
 * One way to follow a path through a document, as an SQL/JSON path (lax mode). A number in a path is an index in an
 * array and a key in an object, so a path can have several routes.
 *
 * Lax mode unwraps one level of arrays before a key and before a filter, which is what the query language does too. Lax
 * mode also treats a value that is not an array as an array of one, so an index needs a guard. `origin` is the path
 * before `chain`, null when the chain begins at the start. `guards` must hold for an object at the origin before the
 * chain is followed.
 */
export interface Route {
  start: '$' | '@'
  origin: string | null
  guards: readonly string[]
  chain: string
  ends: 'start' | 'key' | 'index'
}

/** Returns all routes of a path. The start is an object or null, or it is an array of objects. */
export function routesOf(
  start: Route['start'],
  startsOn: 'object' | 'array',
  path: readonly string[],
): Route[] {
  let routes: Route[] = [{ start, origin: null, guards: [], chain: '', ends: 'start' }]
  for (const segment of path)
    routes = routes.flatMap((route) =>
      canBeReached(segment) && (route.ends !== 'start' || startsOn === 'array')
        ? [byKey(route, segment), byIndex(route, segment)]
        : [byKey(route, segment)],
    )
  return routes
}

/** Returns whether an array can be that long. SQL/JSON paths have no larger indexes. */
function canBeReached(segment: string): boolean {
  return isIndex(segment) && Number(segment) < 2 ** 31
}

function byKey(route: Route, key: string): Route {
  return { ...route, origin: reached(route), guards: [], chain: `.${quoted(key)}`, ends: 'key' }
}

function byIndex(route: Route, index: string): Route {
  const guards = route.origin === null ? [] : [...route.guards, `@${route.chain}.type() == "array"`]
  return { ...route, guards, chain: `${route.chain}[${index}]`, ends: 'index' }
}

/** Returns the path to all values at the end of the route, without unwrapping arrays. */
export function reached({ start, origin, guards, chain }: Route): string {
  if (origin === null) return start + chain
  if (guards.length === 0) return origin + chain
  return `${origin} ? (${['@.type() == "object"', ...guards].join(' && ')})${chain}`
}

/**
 * Returns a predicate that holds when `predicate` holds for a value at the end of the route. Arrays are tested as a
 * whole.
 */
export function someWhole(route: Route, predicate: (value: string) => string): string {
  const { start, origin, guards, chain } = route
  if (origin === null) return predicate(start + chain)
  return `exists(${origin} ? (${['@.type() == "object"', ...guards, `(${predicate(`@${chain}`)})`].join(' && ')}))`
}

/**
 * Returns a predicate that holds when `predicate` holds for an element of an array at the end of the route, or for a
 * value there that is not an array.
 */
export function someMember(route: Route, predicate: (value: string) => string): string {
  return route.ends === 'index'
    ? someWhole(route, predicate)
    : `exists(${reached(route)} ? (${predicate('@')}))`
}

/**
 * Returns a predicate that the path is missing in some part of the document: an object lacks the next key, or a scalar
 * is where the path goes on. A scalar found by an index doesn't count.
 */
export function somewhereMissing(
  start: Route['start'],
  startsOn: 'object' | 'array',
  path: readonly string[],
): string | null {
  const misses = new Set<string>()
  path.forEach((segment, index) => {
    for (const route of routesOf(start, startsOn, path.slice(0, index))) {
      const values = reached(route)
      misses.add(`exists(${values} ? (@.type() == "object" && !exists(@.${quoted(segment)})))`)
      // The whole document may be JSON null.
      if (route.ends === 'key' || (route.ends === 'start' && startsOn === 'object'))
        misses.add(`exists(${values}.type() ? (@ != "object" && @ != "array"))`)
    }
  })
  return misses.size === 0 ? null : [...misses].join(' || ')
}

/** Quotes a string for an SQL/JSON path, which has the syntax of JSON. */
export function quoted(text: string): string {
  return JSON.stringify(text)
}
