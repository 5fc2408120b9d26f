import { isIndex } from '../paths.ts'

/**
 * One way that a path can go through a document, in the language of SQL/JSON paths (lax mode). A number in a path is an
 * index where it meets an array and a key where it meets objects, so that there can be several.
 *
 * Lax mode opens one level of arrays before a key and before a filter, which is what a path here does too. It also takes
 * a value that is no array for an array of one: hence the guards before an index. `origin` and `guards` are what must
 * lie behind for `chain` to be followed from one object; no origin means from the start.
 */
export interface Route {
  start: '$' | '@'
  origin: string | null
  guards: readonly string[]
  chain: string
  ends: 'start' | 'key' | 'index'
}

/** The ways from a start that is known to be an object or null, or an array of objects. */
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

/** Whether an array can be so long; beyond, the path language has no index to write. */
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

/** All values at the end of the route, arrays not opened. */
export function reached({ start, origin, guards, chain }: Route): string {
  if (origin === null) return start + chain
  if (guards.length === 0) return origin + chain
  return `${origin} ? (${['@.type() == "object"', ...guards].join(' && ')})${chain}`
}

/** That the predicate holds for some value at the end of the route, arrays as a whole. */
export function someWhole(route: Route, predicate: (value: string) => string): string {
  const { start, origin, guards, chain } = route
  if (origin === null) return predicate(start + chain)
  return `exists(${origin} ? (${['@.type() == "object"', ...guards, `(${predicate(`@${chain}`)})`].join(' && ')}))`
}

/** That it holds for some member of an array at the end of the route, or for what stands there and is no array. */
export function someMember(route: Route, predicate: (value: string) => string): string {
  return route.ends === 'index'
    ? someWhole(route, predicate)
    : `exists(${reached(route)} ? (${predicate('@')}))`
}

/**
 * That the path misses somewhere: an object on the way lacks the next key, or a plain value stands where the path goes
 * on. What an index finds and is plain is passed over.
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
      // A bag may be null as a whole.
      if (route.ends === 'key' || (route.ends === 'start' && startsOn === 'object'))
        misses.add(`exists(${values}.type() ? (@ != "object" && @ != "array"))`)
    }
  })
  return misses.size === 0 ? null : [...misses].join(' || ')
}

/** A string of the path language, which writes them as JSON does. */
export function quoted(text: string): string {
  return JSON.stringify(text)
}
