/** What JSON holds, as `JSON.parse` gives it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

export type ScalarKind = 'string' | 'number' | 'boolean' | 'timestamp'

/** The fields of a resource, or of an object below it. An id is a string, as the API shows it. */
export interface Fields {
  readonly [name: string]: FieldKind
}

/** A plain value, anything, objects one by one or in a list, a list of plain values. */
export type FieldKind =
  | ScalarKind
  | 'bag'
  | { readonly type: 'array'; readonly items: Fields }
  | { readonly type: 'object'; readonly fields: Fields }
  | { readonly type: 'list'; readonly each: ScalarKind }

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
  return Object.hasOwn(shape, first) ? leafBelow(rest, shape[first]!) : undefined
}

function leafBelow(segments: readonly string[], field: FieldKind): Leaf | undefined {
  if (field === 'bag') return { kind: 'open' }
  const [first, ...rest] = segments
  if (typeof field === 'string') return first === undefined ? { kind: field } : undefined
  if (field.type === 'list') {
    const isThere = first === undefined || (isIndex(first) && rest.length === 0)
    return isThere ? { kind: field.each } : undefined
  }
  const shape = field.type === 'array' ? field.items : field.fields
  if (first === undefined) return { kind: 'elements', shape }
  if (field.type === 'object' || !isIndex(first)) return leafOf(segments, shape)
  return rest.length === 0 ? { kind: 'elements', shape } : leafOf(rest, shape)
}
