/**
 * Returns what a field is called by its path with dots. A member of a field that has no name of its own is called after
 * the field.
 *
 * @param nameOf returns the path itself where it knows no name.
 */
export function fieldName(path: string, nameOf: (field: string) => string): string {
  const own = nameOf(path)
  const [field = '', ...below] = path.split('.')
  return own !== path || below.length === 0 ? own : `${nameOf(field)}: ${below.join('.')}`
}
