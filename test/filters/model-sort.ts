import { miss, countKeys } from './model-path.ts'
import type { Yielded } from './model-path.ts'
import { orderOfScalars } from './model-values.ts'
import { isObject, leafOf } from './shape.ts'
import type { Json, JsonObject, Leaf, Shape } from './shape.ts'

/** Fields and 1 or -1, the most significant first. */
export type SortKeys = readonly (readonly [path: string, direction: 1 | -1])[]

/** The sort value of an empty array at the end of a path, below everything. */
const nothing = Symbol('empty array')
type SortValue = Json | typeof nothing

/** The sort value of a document. */
interface Ranked {
  readonly value: SortValue | undefined
  readonly rank: number
}

/**
 * Compares two documents; less than 0 means the left one is first. Undefined when the order is not specified: two
 * different objects, or two different arrays within an array.
 */
export function sortOrder(
  left: JsonObject,
  right: JsonObject,
  keys: SortKeys,
  shape: Shape,
): number | undefined {
  const withId = keys.some(([path]) => path === '_id') ? keys : [...keys, ['_id', 1] as const]
  for (const [path, direction] of withId) {
    const leaf = leafOf(path.split('.'), shape)
    if (leaf === undefined) throw new Error(`no such path: ${path}`)
    const values = [left, right].map((document) => sortValue(document, path, direction, leaf))
    const order = orderOf(values[0]!, values[1]!)
    if (order === undefined) return undefined
    if (order !== 0) return order * direction
  }
  return 0
}

/**
 * Returns the least value of the path in ascending order, else the greatest. Undefined within its rank when several
 * objects or arrays are candidates.
 */
function sortValue(document: JsonObject, path: string, direction: 1 | -1, leaf: Leaf): Ranked {
  const values = countKeys(document, path.split('.')).ends.flatMap(membersOf)
  const ranked = (values.length === 0 ? [null] : values).map((value): Ranked => ({
    value,
    rank: rankOf(value, leaf),
  }))
  const rank =
    ranked.map((one) => one.rank * direction).reduce((least, one) => Math.min(least, one)) * direction
  const [first, ...rest] = ranked.filter((one) => one.rank === rank)
  return rest.reduce<Ranked>((best, one) => {
    const order = orderOf(one, best)
    if (order === undefined) return { value: undefined, rank }
    return order * direction < 0 ? one : best
  }, first!)
}

function membersOf(value: Yielded): SortValue[] {
  if (value === miss) return [null]
  if (!Array.isArray(value)) return [value]
  return value.length === 0 ? [nothing] : value
}

function orderOf(left: Ranked, right: Ranked): number | undefined {
  if (left.rank !== right.rank) return left.rank - right.rank
  if (left.value === undefined || right.value === undefined) return undefined
  if (left.value === nothing || right.value === nothing || left.value === null || right.value === null)
    return 0
  if (typeof left.value === 'object')
    return JSON.stringify(left.value) === JSON.stringify(right.value) ? 0 : undefined
  return orderOfScalars(left.value, right.value)
}

function rankOf(value: SortValue, leaf: Leaf): number {
  if (value === nothing) return 0
  if (value === null) return 1
  if (typeof value === 'number') return 2
  if (typeof value === 'string') return leaf.kind === 'timestamp' ? 7 : 3
  if (typeof value === 'boolean') return 6
  return isObject(value) ? 4 : 5
}
