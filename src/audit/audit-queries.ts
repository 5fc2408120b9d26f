import type { Db } from '../db/database.ts'
import { selectPage } from '../db/page.ts'
import type { List } from '../db/page.ts'
import { sql } from '../db/sql.ts'
import { fieldsOf, idField, numberField, objectField, textField, timestampField } from '../filters/fields.ts'

const actor = sql`jsonb_build_object('kind', c.actor_kind, 'id', c.actor_id, 'name', c.actor_name, 'via', c.via)`
const given = { nullable: false }

/** The fields of changes for filters: all that a list shows. */
export const changeFields = fieldsOf({
  _id: idField(sql`c._id`, given),
  at: timestampField(sql`c.at`, given),
  actor: objectField(actor, { kind: 'string', id: 'string', name: 'string', via: 'string' }),
  request_id: textField(sql`c.request_id`),
  project_id: idField(sql`c.project_id`),
  kind: textField(sql`c.kind`, given),
  record_id: textField(sql`c.record_id`, given),
  record_name: textField(sql`c.record_name`, given),
  action: textField(sql`c.action`, given),
  revision: numberField(sql`c.revision`),
  fields: { kind: 'document', sql: sql`c.fields`, at: [], startsOn: 'array', shape: 'open' },
})

/**
 * Returns one page of an organization's changes, and how many there are. Index of the default order: changes_by_time.
 */
export async function selectAudit(
  db: Db,
  organizationId: string,
  list: List,
): Promise<{ items: object[]; total: number }> {
  const columns = sql`c._id, c.at, ${actor} as actor, c.request_id, c.project_id, c.kind, c.record_id, c.record_name,
    c.action, c.revision, c.fields`
  const from = sql`from changes c where c.organization_id = ${organizationId}`
  return selectPage<object>(db, organizationId, { columns, from }, list)
}
