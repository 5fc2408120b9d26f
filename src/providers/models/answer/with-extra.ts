import type { OpenObject } from './lenient-json.ts'

/** The fields that an account's `extra` can't replace. */
const fixedFields: ReadonlySet<string> = new Set(['model', 'messages', 'system', 'tools', 'stream'])

/**
 * Returns the body of a request: `defaults`, which the account's `extra` may replace or with null remove, and `fixed`.
 */
export function withExtra(defaults: OpenObject, extra: OpenObject, fixed: OpenObject): OpenObject {
  const given = Object.entries(extra).filter(([name]) => !fixedFields.has(name))
  const chosen = Object.entries({ ...defaults, ...Object.fromEntries(given) })
  return { ...Object.fromEntries(chosen.filter(([, value]) => value !== null)), ...fixed }
}
