import { changedFields } from '../../audit/changed-fields.ts'
import type { ChangedField } from '../../audit/record-change.ts'
import type { ConfiguredRow } from './queries.ts'

/**
 * Returns in what a record differs from what it was, null if it is new. A secret that was set, replaced or removed is
 * said to have changed, without its value.
 */
export function recordFields(before: ConfiguredRow | null, after: ConfiguredRow): ChangedField[] {
  return [...changedFields(before?.fields ?? null, after.fields), ...changedSecrets(before, after)]
}

function changedSecrets(before: ConfiguredRow | null, after: ConfiguredRow): ChangedField[] {
  const names = new Set([...Object.keys(after.secrets), ...Object.keys(before?.secrets ?? {})])
  return [...names]
    .filter((name) => !isSame(before?.secrets[name], after.secrets[name]))
    .map((path) => ({ path, before: null, after: 'changed' }))
}

function isSame(before: Buffer | undefined, after: Buffer | undefined): boolean {
  return before !== undefined && after !== undefined && before.equals(after)
}
