/**
 * Returns how deep a JSON value nests: 0 for a scalar, 1 for an array of scalars. Looks no deeper than one past `max`.
 */
export function jsonDepthOf(value: unknown, max: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (max === 0) return 1
  return Object.values(value).reduce<number>(
    (depth, each) => Math.max(depth, 1 + jsonDepthOf(each, max - 1)),
    1,
  )
}
