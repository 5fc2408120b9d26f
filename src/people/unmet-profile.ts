import { countRows } from '../counters/row-counts.ts'
import type { Transaction } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'

/**
 * Deletes the profile that a request made for a person who was then not called, since a refused request changes nothing
 * (Rules 12 and 42). A profile that existed before, or that has got anything since, stays. The rows that lead to the
 * profile are locked first, as in a merge.
 *
 * @param madeAt when the request met the person: everything in the profile has this time.
 */
export async function deleteUnmetProfile(
  transaction: Transaction,
  person: { organization_id: string; project_id: string; phone_number: string },
  madeAt: string,
): Promise<void> {
  const { organization_id, project_id, phone_number } = person
  const [contact] = await transaction.query<{ profile_id: string }>(sql`
    select profile_id from profile_contacts
    where organization_id = ${organization_id} and project_id = ${project_id} and kind = 'phone'
      and normalized = ${phone_number} and created_at = ${madeAt}
    for update`)
  if (contact === undefined) return
  const ofProfile = sql`organization_id = ${organization_id} and profile_id = ${contact.profile_id}`
  const [unmet] = await transaction.query(sql`
    select _id from profiles
    where organization_id = ${organization_id} and _id = ${contact.profile_id} and created_at = ${madeAt}
      and updated_at = ${madeAt} and conversation_count = 0
      and not exists (select from profile_contacts where ${ofProfile} and created_at <> ${madeAt})
      and not exists (select from channel_identities where ${ofProfile} and first_seen_at <> ${madeAt})
      and not exists (select from messages where ${ofProfile})
      and not exists (select from tickets where ${ofProfile})
      -- A message that is being sent gets its profile with the chat, once WhatsApp has taken it.
      and not exists (select from whatsapp_messages where organization_id = ${organization_id}
        and project_id = ${project_id} and recipient = ${phone_number} and created_at >= ${madeAt})
      and not exists (select from merged_profiles
        where organization_id = ${organization_id} and survivor_id = ${contact.profile_id})
    for update`)
  if (unmet === undefined) return
  await Promise.all([
    transaction.query(sql`delete from channel_identities where ${ofProfile}`),
    transaction.query(sql`delete from profile_contacts where ${ofProfile}`),
    transaction.query(sql`
      delete from profiles where organization_id = ${organization_id} and _id = ${contact.profile_id}`),
    transaction.query(
      countRows(
        'profiles',
        sql`select ${organization_id}::uuid as organization_id, ${project_id}::uuid as project_id, -1 as rows`,
      ),
    ),
  ])
}
