/** Returns the record with the patch merged into it (RFC 7396). A null removes a member, so that it gets its default. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isMapping(patch)) return patch
  const merged: [string, unknown][] = isMapping(target)
    ? Object.entries(target).filter(([name]) => !Object.hasOwn(patch, name))
    : []
  const own = isMapping(target) ? target : {}
  for (const [name, value] of Object.entries(patch))
    if (value !== null)
      merged.push([name, mergePatch(Object.hasOwn(own, name) ? own[name] : undefined, value)])
  return Object.fromEntries(merged)
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
