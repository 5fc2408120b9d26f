import { changedFields } from '../../audit/changed-fields.ts'
import { recordChanges } from '../../audit/record-change.ts'
import type { Change, ChangeWriting } from '../../audit/record-change.ts'
import type { Transaction } from '../../db/queryable.ts'
import type { StoredTemplate } from './template-changes.ts'

/** The sender whose templates change. */
interface Owner {
  organization_id: string
  project_id: string
  /** The name of the sender. */
  sender: string
}

/**
 * Records added and updated templates in the audit, in the transaction that wrote them.
 *
 * @param stored the templates as they were before.
 * @param revisions the revisions of the updated templates, by id.
 */
export async function recordTemplates(
  transaction: Transaction,
  writing: ChangeWriting,
  owner: Owner,
  {
    stored,
    added = [],
    updated,
    revisions,
  }: {
    stored: readonly StoredTemplate[]
    added?: readonly StoredTemplate[]
    updated: readonly StoredTemplate[]
    revisions: ReadonlyMap<string, number>
  },
): Promise<void> {
  const before = new Map(stored.map((template) => [template._id, template]))
  await recordChanges(transaction, writing, [
    ...added.map((template) => changeOf(owner, null, template, 1)),
    ...updated.map((template) =>
      changeOf(owner, before.get(template._id) ?? null, template, revisions.get(template._id) ?? null),
    ),
  ])
}

function changeOf(
  { organization_id, project_id, sender }: Owner,
  before: StoredTemplate | null,
  after: StoredTemplate,
  revision: number | null,
): Change {
  const fieldsOf = ({ name, language, category, status, components }: StoredTemplate) => ({
    name,
    sender,
    language,
    category,
    status,
    components,
  })
  return {
    organization_id,
    project_id,
    kind: 'whatsapp_template',
    record_id: after._id,
    record_name: after.name,
    action: before === null ? 'created' : 'updated',
    revision,
    fields: changedFields(before && fieldsOf(before), fieldsOf(after)),
  }
}
