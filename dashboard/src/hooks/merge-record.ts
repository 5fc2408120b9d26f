/** JSON as the API takes and gives it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
export type JsonRecord = Record<string, Json | undefined>

/** A field that two people changed differently. */
export interface Conflict {
  /** Its path with dots, such as `calls.dials_a_day`. */
  field: string
  path: readonly string[]
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

/**
 * Returns the fields that have a value: null and the empty text have none. What is made takes its defaults for them.
 */
export function withoutEmpty(values: JsonRecord): JsonRecord {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''))
}

/**
 * Compares three versions of a record by field, and by member of fields that are mappings: what only the other one
 * changed is taken over, what only you changed stays yours, what both changed differently is a conflict, and stays
 * yours until it is decided. Lists are compared whole.
 */
export function mergeRecord(
  base: JsonRecord,
  theirs: JsonRecord,
  yours: JsonRecord,
  above: readonly string[] = [],
): { merged: JsonRecord; conflicts: Conflict[] } {
  const merged: JsonRecord = { ...theirs }
  const conflicts: Conflict[] = []
  for (const name of new Set([...Object.keys(base), ...Object.keys(yours)])) {
    const [was, their, your] = [base[name], theirs[name], yours[name]]
    if (isSame(was, your)) continue
    const path = [...above, name]
    if (isPlain(was) && isPlain(their) && isPlain(your)) {
      const below = mergeRecord(was, their, your, path)
      merged[name] = below.merged as Json
      conflicts.push(...below.conflicts)
      continue
    }
    setMember(merged, name, your)
    if (!isSame(was, their) && !isSame(their, your))
      conflicts.push({ field: path.join('.'), path, theirs: their, yours: your })
  }
  return { merged, conflicts }
}

/** Returns a record in which a conflict is decided for the other one. */
export function takeTheirs<Values extends JsonRecord>(record: Values, { path, theirs }: Conflict): Values {
  return withMember(record, path, theirs) as Values
}

function withMember(record: JsonRecord, path: readonly string[], value: Json | undefined): JsonRecord {
  const [name = '', ...below] = path
  const copy = { ...record }
  const member = copy[name]
  setMember(
    copy,
    name,
    below.length > 0 && isPlain(member) ? (withMember(member, below, value) as Json) : value,
  )
  return copy
}

function setMember(record: JsonRecord, name: string, value: Json | undefined): void {
  if (value === undefined) delete record[name]
  else record[name] = value
}

function isPlain(value: Json | undefined): value is { readonly [key: string]: Json } & JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
