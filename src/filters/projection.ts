import { fault } from './fault.ts'
import type { Fields } from './fields.ts'
import { isJsonObject, parseJsonObject } from './json-text.ts'
import type { JsonObject } from './json-text.ts'
import { resolvePath } from './paths.ts'

/** Which paths of an item are shown: only these, or all but these. */
export interface Projection {
  kind: 'only' | 'allBut'
  paths: PathTree
}

/** Paths by their first segments; null marks the end of a path. */
type PathTree = Map<string, PathTree | null>

/**
 * Parses the `projection` parameter; without it everything is shown. With `lists`, text that does not begin with `{` or
 * `[` is a comma-separated list of names.
 *
 * @throws a refusal (400) that names the path and the fault.
 */
export function parseProjection(
  text: string | undefined,
  fields: Fields,
  { lists }: { lists: boolean },
): Projection {
  if (text === undefined) return everything
  const marks = lists && !/^[{[]/.test(text.trim()) ? parseList(text) : parseJson(text)
  const named = [...marks].filter(([path]) => path !== '_id')
  const kinds = new Set(named.map(([, shown]) => shown))
  if (kinds.size > 1) throw fault('projection', '', 'cannot mix 1 and 0')
  for (const path of marks.keys()) resolvePath('projection', path, path, { kind: 'fields', fields })
  const id = marks.get('_id')
  const shown = named[0]?.[1] ?? id
  if (shown === undefined) return everything
  const paths = named.map(([path]) => path)
  // `_id` is shown unless it is excluded.
  if (shown !== (id === false)) paths.push('_id')
  return { kind: shown ? 'only' : 'allBut', paths: pathTree(paths) }
}

const everything: Projection = { kind: 'allBut', paths: new Map() }

function parseList(text: string): Map<string, boolean> {
  const names = text.split(',').map((name) => name.trim())
  if (names.includes('')) throw fault('projection', '', 'a name in the list is empty')
  return new Map(names.map((name) => [name, true]))
}

function parseJson(text: string): Map<string, boolean> {
  return new Map(
    Object.entries(parseJsonObject('projection', text)).map(([path, mark]) => {
      if (mark !== 1 && mark !== true && mark !== 0 && mark !== false)
        throw fault('projection', path, 'must be 1 or 0')
      return [path, mark === 1 || mark === true]
    }),
  )
}

function pathTree(paths: readonly string[]): PathTree {
  const tree: PathTree = new Map()
  // Shorter paths first, so that a longer path inside one of them finds it and is refused.
  for (const path of paths.toSorted((a, b) => a.length - b.length)) {
    let below = tree
    const segments = path.split('.')
    const last = segments.pop()!
    for (const segment of segments) {
      const next = below.get(segment)
      if (next === null) throw fault('projection', path, 'lies inside another path of the projection')
      if (next !== undefined) below = next
      else {
        const made: PathTree = new Map()
        below.set(segment, made)
        below = made
      }
    }
    below.set(last, null)
  }
  return tree
}

/** Returns the shown part of an item, with members in the item's order. It never adds anything (Promise 36). */
export function project(projection: Projection, item: JsonObject): JsonObject {
  return projection.kind === 'only' ? pick(item, projection.paths) : omit(item, projection.paths)
}

function pick(item: JsonObject, tree: PathTree): JsonObject {
  const members: [string, unknown][] = []
  for (const [name, value] of Object.entries(item)) {
    const below = tree.get(name)
    if (below === undefined) continue
    if (below === null) members.push([name, value])
    else if (isContainer(value)) members.push([name, pickInside(value, below)])
  }
  return Object.fromEntries(members)
}

/** Drops scalars where the path goes on, in objects and in arrays. */
function pickInside(value: object, tree: PathTree): unknown {
  if (!Array.isArray(value)) return pick(value as JsonObject, tree)
  return value.filter(isContainer).map((element) => pickInside(element, tree))
}

function isContainer(value: unknown): value is object {
  return Array.isArray(value) || isJsonObject(value)
}

function omit(item: JsonObject, tree: PathTree): JsonObject {
  const members: [string, unknown][] = []
  for (const [name, value] of Object.entries(item)) {
    const below = tree.get(name)
    if (below === undefined) members.push([name, value])
    else if (below !== null) members.push([name, omitInside(value, below)])
  }
  return Object.fromEntries(members)
}

function omitInside(value: unknown, tree: PathTree): unknown {
  if (Array.isArray(value)) return value.map((element) => omitInside(element, tree))
  return isJsonObject(value) ? omit(value, tree) : value
}
