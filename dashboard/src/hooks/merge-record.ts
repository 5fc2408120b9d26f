/** JSON as the API takes and gives it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
export type JsonRecord = Record<string, Json | undefined>

/** A field that two people changed differently. */
export interface Conflict {
  field: string
  theirs: Json | undefined
  yours: Json | undefined
}

/** Returns whether two values are the same JSON, whatever the order of members. */
export function isSame(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [ones, others] = [one as JsonRecord, other as JsonRecord]
  const names = new Set([...Object.keys(ones), ...Object.keys(others)])
  return [...names].every((name) => isSame(ones[name], others[name]))
}

/**
 * Returns the merge patch (RFC 7396) that makes `before` into `after`: the fields that differ, null for what is taken
 * away. Lists are replaced whole.
 */
export function patchOf(before: JsonRecord, after: JsonRecord): JsonRecord {
  const patch: JsonRecord = {}
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before[name], after[name]]
    if (isSame(was, is)) continue
    patch[name] = isPlain(was) && isPlain(is) ? (patchOf(was, is) as Json) : (is ?? null)
  }
  return patch
}

/** Returns the fields that have a value: null and the empty text have none. What is made takes its defaults for them. */
export function withoutEmpty(values: JsonRecord): JsonRecord {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''))
}

/**
 * Compares three versions of a record by field: what only the other one changed is taken over, what only you changed
 * stays yours, what both changed differently is a conflict, and stays yours until it is decided.
 */
export function mergeRecord(
  base: JsonRecord,
  theirs: JsonRecord,
  yours: JsonRecord,
): { merged: JsonRecord; conflicts: Conflict[] } {
  const merged: JsonRecord = { ...theirs }
  const conflicts: Conflict[] = []
  for (const field of new Set([...Object.keys(base), ...Object.keys(yours)])) {
    if (isSame(base[field], yours[field])) continue
    merged[field] = yours[field]
    const isTheirsToo = !isSame(base[field], theirs[field])
    if (isTheirsToo && !isSame(theirs[field], yours[field]))
      conflicts.push({ field, theirs: theirs[field], yours: yours[field] })
  }
  return { merged, conflicts }
}

function isPlain(value: Json | undefined): value is { readonly [key: string]: Json } & JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
