import { changedFields } from '../../audit/changed-fields.ts'
import type { ChangedField } from '../../audit/record-change.ts'
import type { ConfiguredRow } from './queries.ts'

/** Returns in what a record differs from what it was, null if it is new. Of a secret it says only that it changed. */
export function recordFields(before: ConfiguredRow | null, after: ConfiguredRow): ChangedField[] {
  return [...changedFields(before?.fields ?? null, after.fields), ...changedSecrets(before, after)]
}

function changedSecrets(before: ConfiguredRow | null, after: ConfiguredRow): ChangedField[] {
  return Object.entries(after.secrets)
    .filter(([name, sealed]) => before === null || !sealed.equals(before.secrets[name]!))
    .map(([path]) => ({ path, before: null, after: 'changed' }))
}
