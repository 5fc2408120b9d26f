import { selectLastSetters } from '../../audit/queries.ts'
import type { LastSetter } from '../../audit/queries.ts'
import { recordChanges } from '../../audit/record-change.ts'
import type { ChangedField, ChangeWriting } from '../../audit/record-change.ts'
import type { Transaction } from '../../db/queryable.ts'
import { recordFields } from './difference.ts'
import { selectConfigured } from './queries.ts'
import type { ConfiguredRow } from './queries.ts'

/** A field that was changed, and who had set it before. */
export interface FieldDifference extends ChangedField {
  /** Null where the audit does not know, and for new records. */
  set_by: Omit<LastSetter, 'path'> | null
}

/** A record that was created or updated. */
export interface RecordDifference {
  record: ConfiguredRow
  action: 'created' | 'updated'
  fields: FieldDifference[]
}

/**
 * Compares the written records with what they were, adds an entry to the audit for each, and returns the differences in
 * the order of writing.
 *
 * @param before as they were read before the first write, at least those that were written.
 */
export async function recordDifferences(
  writing: ChangeWriting & { transaction: Transaction; written: readonly string[] },
  { organizationIds, before }: { organizationIds: readonly string[]; before: readonly ConfiguredRow[] },
): Promise<RecordDifference[]> {
  const { transaction, written } = writing
  if (written.length === 0) return []
  const order = new Map(written.map((_id, index) => [_id, index]))
  const after = (await selectConfigured(transaction, organizationIds, written)).toSorted(
    (a, b) => order.get(a._id)! - order.get(b._id)!,
  )
  const earlier = new Map(before.map((row) => [row._id, row]))
  const differences: RecordDifference[] = []
  for (const record of after) {
    const stored = earlier.get(record._id) ?? null
    const fields = recordFields(stored, record)
    const setters =
      stored === null ? new Map<string, LastSetter>() : await settersOf(transaction, record, fields)
    differences.push({
      record,
      action: stored === null ? 'created' : 'updated',
      fields: fields.map((field) => ({ ...field, set_by: setterOf(setters.get(field.path)) })),
    })
  }
  await recordChanges(
    transaction,
    writing,
    differences.map(({ record, action, fields }) => ({
      organization_id: record.organization_id,
      project_id: record.project_id,
      kind: record.kind,
      record_id: record._id,
      record_name: record.key,
      action,
      revision: record.revision,
      fields: fields.map(({ path, before: was, after: is }) => ({ path, before: was, after: is })),
    })),
  )
  return differences
}

async function settersOf(
  transaction: Transaction,
  { organization_id, kind, _id }: ConfiguredRow,
  fields: readonly ChangedField[],
): Promise<Map<string, LastSetter>> {
  const record = { organization_id, kind, record_id: _id }
  const paths = fields.map(({ path }) => path)
  return new Map((await selectLastSetters(transaction, record, paths)).map((setter) => [setter.path, setter]))
}

function setterOf(setter: LastSetter | undefined): Omit<LastSetter, 'path'> | null {
  if (setter === undefined) return null
  const { at, actor_kind, actor_name, via } = setter
  return { at, actor_kind, actor_name, via }
}
