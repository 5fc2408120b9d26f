import type { Db } from '../db/database.ts'
import type { Reader } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import { selectPersonLabels } from '../people/label-queries.ts'
import type { PersonLabel } from '../people/label-queries.ts'
import type { ConversationRow } from './list-queries.ts'

/** A conversation with the person that it is with. */
export interface NamedConversation extends ConversationRow {
  customer: PersonLabel | null
  /** The id of a person on WhatsApp whose number is unknown. */
  whatsapp_user_id: string | null
}

/** Adds to each conversation whom it is with: people without a visible number are known by their name or id. */
export async function nameConversations(
  db: Db,
  organizationId: string,
  rows: readonly ConversationRow[],
): Promise<NamedConversation[]> {
  const withoutNumber = rows.filter(({ phone_number }) => phone_number === null)
  const [people, userIds] = await Promise.all([
    selectPersonLabels(
      db,
      organizationId,
      rows.flatMap(({ customer_profile_id: id }) => id ?? []),
    ),
    selectUserIds(
      db,
      organizationId,
      withoutNumber.map(({ _id }) => _id),
    ),
  ])
  return rows.map((row) => ({
    ...row,
    customer: people.get(row.customer_profile_id ?? '') ?? null,
    whatsapp_user_id: userIds.get(row._id) ?? null,
  }))
}

async function selectUserIds(
  db: Reader,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<{ _id: string; whatsapp_user_id: string }>(sql`
    select _id, whatsapp_user_id from conversations
    where organization_id = ${organizationId} and _id = any(${ids}::uuid[]) and whatsapp_user_id is not null`)
  return new Map(rows.map((row) => [row._id, row.whatsapp_user_id]))
}
