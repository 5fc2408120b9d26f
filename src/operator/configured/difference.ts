import { changedFields } from '../../audit/changed-fields.ts'
import type { ChangedField } from '../../audit/record-change.ts'
import type { ConfiguredRow } from './queries.ts'

/**
 * Returns in what a record differs from what it was, null if it is new. A secret is said to have changed, without its
 * value.
 */
export function recordFields(before: ConfiguredRow | null, after: ConfiguredRow): ChangedField[] {
  return [...changedFields(before?.fields ?? null, after.fields), ...changedSecrets(before, after)]
}

function changedSecrets(before: ConfiguredRow | null, after: ConfiguredRow): ChangedField[] {
  return Object.entries(after.secrets)
    .filter(([name, sealed]) => before?.secrets[name]?.equals(sealed) !== true)
    .map(([path]) => ({ path, before: null, after: 'changed' }))
}
