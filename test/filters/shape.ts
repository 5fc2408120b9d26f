/** A value that `JSON.parse` returns. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

export type ScalarKind = 'string' | 'number' | 'boolean' | 'timestamp'

/** The fields of a resource, or of an object inside of it. An id is a string, as in the API. */
export interface Fields {
  readonly [name: string]: FieldKind
}

/** A scalar, anything, a single object or a list of objects, or a list of scalars. */
export type FieldKind =
  | ScalarKind
  | 'bag'
  | { readonly type: 'array'; readonly items: Fields }
  | { readonly type: 'object'; readonly fields: Fields }
  | { readonly type: 'list'; readonly each: ScalarKind }

/** What an object may hold: the declared fields, or anything in an open object. */
export type Shape = 'open' | Fields

/** Where a path ends: at a typed scalar, at an array of objects or one of its elements, or in an open object. */
export type Leaf = { kind: ScalarKind } | { kind: 'elements'; shape: Fields } | { kind: 'open' }

export function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns whether a segment is an index in an array. `01` is not; it is only a name. */
export function isIndex(segment: string): boolean {
  return /^(0|[1-9][0-9]*)$/.test(segment)
}

/** Returns the kind of value at the end of a path, or undefined when the shape has no such path. */
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
