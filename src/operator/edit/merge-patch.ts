import { isMapping } from '../../base/unknown-shape.ts'

/**
 * Returns the record with the patch merged into it (RFC 7396). A null removes a member, so that it gets its default.
 *
 * @param keepsNulls whether the nulls stay that remove nothing, so that a check of the fields sees their names.
 */
export function mergePatch(target: unknown, patch: unknown, keepsNulls = false): unknown {
  if (!isMapping(patch)) return patch
  const merged: [string, unknown][] = isMapping(target)
    ? Object.entries(target).filter(([name]) => !Object.hasOwn(patch, name))
    : []
  const own = isMapping(target) ? target : {}
  for (const [name, value] of Object.entries(patch))
    if (value !== null)
      merged.push([name, mergePatch(Object.hasOwn(own, name) ? own[name] : undefined, value, keepsNulls)])
    else if (keepsNulls && !Object.hasOwn(own, name)) merged.push([name, null])
  return Object.fromEntries(merged)
}
