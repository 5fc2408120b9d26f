import type { Transaction } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import { publishUpdated } from './profile-events.ts'

/** Where a property was said. */
export interface SaidIn {
  organization_id: string
  project_id: string
  profile_id: string
  conversation_id: string
  turn: number
}

/**
 * Writes a property that a person has said to an agent, and where. A property that somebody else has set is left alone:
 * it has a value, and not the one that an agent wrote last. Writing the same again changes nothing.
 */
export async function writeSaidProperty(
  transaction: Transaction,
  said: SaidIn,
  { name, value }: { name: string; value: unknown },
  now: Date,
): Promise<'written' | 'set_by_others'> {
  const { organization_id, profile_id } = said
  const json = JSON.stringify(value)
  const [written] = await transaction.query<{ is_new: boolean }>(sql`
    with known as materialized (
      select value from said_properties
      where organization_id = ${organization_id} and profile_id = ${profile_id} and name = ${name}
    ), was as materialized (
      select properties -> ${name}::text as value from profiles
      where organization_id = ${organization_id} and _id = ${profile_id}
    ), profile as (
      update profiles set properties = jsonb_set(properties, array[${name}::text], ${json}::jsonb), updated_at = ${now}
      where organization_id = ${organization_id} and _id = ${profile_id}
        and (not properties ? ${name}::text or properties -> ${name}::text in (${json}::jsonb, (select value from known)))
      returning _id
    )
    insert into said_properties (organization_id, project_id, profile_id, name, value, conversation_id, turn, said_at)
    select ${organization_id}::uuid, ${said.project_id}::uuid, _id, ${name}, ${json}::jsonb,
      ${said.conversation_id}::uuid, ${said.turn}::integer, ${now}::timestamptz
    from profile
    on conflict (organization_id, profile_id, name) do update set value = excluded.value,
      conversation_id = excluded.conversation_id, turn = excluded.turn, said_at = excluded.said_at
    returning (select value from was) is distinct from ${json}::jsonb as is_new`)
  if (written === undefined) return 'set_by_others'
  if (written.is_new) await publishUpdated(transaction, said, profile_id, ['properties'], now)
  return 'written'
}
