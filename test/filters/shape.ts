/** What JSON holds, as `JSON.parse` gives it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

export type ScalarKind = 'string' | 'number' | 'boolean' | 'timestamp'

/** The fields of a resource, or of the elements of one of its arrays. An id is a string, as the API shows it. */
export interface Fields {
  readonly [name: string]:
    | ScalarKind
    | 'bag'
    | { readonly type: 'array'; readonly items: Readonly<Record<string, ScalarKind>> }
}

/** What an object may hold: the fields that are declared, or, below a bag, anything. */
export type Shape = 'open' | Fields

/** Where a path ends: on a typed scalar, on an array of objects or one of its elements, or anywhere below a bag. */
export type Leaf = { kind: ScalarKind } | { kind: 'elements'; shape: Fields } | { kind: 'open' }

export function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a segment is an index where it meets an array. `01` is not: it is a name only. */
export function isIndex(segment: string): boolean {
  return /^(0|[1-9][0-9]*)$/.test(segment)
}

/** The kind of what a path ends on, or undefined where the shape has no such path. */
export function leafOf(segments: readonly string[], shape: Shape): Leaf | undefined {
  if (shape === 'open') return { kind: 'open' }
  const [first = '', ...rest] = segments
  const field = Object.hasOwn(shape, first) ? shape[first] : undefined
  if (field === undefined) return undefined
  if (field === 'bag') return { kind: 'open' }
  if (typeof field === 'string') return rest.length === 0 ? { kind: field } : undefined
  if (rest[0] !== undefined && isIndex(rest[0])) rest.shift()
  const [item, ...below] = rest
  if (item === undefined) return { kind: 'elements', shape: field.items }
  const kind = Object.hasOwn(field.items, item) ? field.items[item] : undefined
  return kind === undefined || below.length > 0 ? undefined : { kind }
}
