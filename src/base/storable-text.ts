/** Completes "`field` …" for a text that is not storable. */
export const unstorable = 'contains a NUL character or is not valid Unicode'

/** Returns whether PostgreSQL can store the text: neither its text nor its JSON takes NUL and lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Returns the text without what PostgreSQL can't store, for what comes from elsewhere and can't be refused. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** Returns whether PostgreSQL can store all names and texts of a JSON value, whose depth the caller has limited. */
export function isStorableJson(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, member]) => isStorable(name) && isStorableJson(member))
}
