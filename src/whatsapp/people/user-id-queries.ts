import type { Queryable, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'

interface Project {
  organization_id: string
  project_id: string
}

/**
 * The address of a person: their number in E.164. If it is unknown, the user id that WhatsApp gives them for the
 * business (`US.13491208655302741918`). Numbers begin with a plus sign, ids never do.
 */
export type Address = string

export function isNumber(address: Address): boolean {
  return address.startsWith('+')
}

/**
 * Returns the current address for a user id: the person's number if it is known, else their current id. By primary key.
 */
export async function selectAddress(db: Queryable, project: Project, userId: string): Promise<Address> {
  const [known] = await db.query<{ address: string }>(sql`
    select coalesce(phone_number, current_user_id) as address from whatsapp_user_ids
    where organization_id = ${project.organization_id} and project_id = ${project.project_id} and user_id = ${userId}`)
  return known?.address ?? userId
}

/**
 * Returns a query for all addresses of the person who has this one; its column is `address`. Windows and opt-outs of
 * one address count for all. Indexes: the primary key, whatsapp_user_ids_by_number, whatsapp_user_ids_by_person.
 */
export function addressesOf({ organization_id, project_id }: Project, address: Address): Sql {
  const mine = (as: Sql) =>
    sql`${as}.organization_id = ${organization_id} and ${as}.project_id = ${project_id}`
  if (isNumber(address))
    return sql`
      select ${address}::text as address
      union select i.user_id from whatsapp_user_ids i where ${mine(sql`i`)} and i.phone_number = ${address}`
  const ofPerson = sql`
    whatsapp_user_ids i where ${mine(sql`i`)} and i.person_id = (
      select o.person_id from whatsapp_user_ids o where ${mine(sql`o`)} and o.user_id = ${address})`
  return sql`
    select ${address}::text as address
    union select i.user_id from ${ofPerson}
    union select i.phone_number from ${ofPerson} and i.phone_number is not null`
}

/**
 * Returns a query for all addresses of the person whom a conversation is with, as `addressesOf` does. `v` is the alias
 * of the conversation.
 */
export function addressesOfConversation(v: Sql): Sql {
  const mine = (as: Sql) =>
    sql`${as}.organization_id = ${v}.organization_id and ${as}.project_id = ${v}.project_id`
  return sql`
    select unnest(array[${v}.phone_number, ${v}.whatsapp_user_id]) as address
    union select i.user_id from whatsapp_user_ids i where ${mine(sql`i`)} and i.phone_number = ${v}.phone_number
    union select unnest(array[i.user_id, i.phone_number]) from whatsapp_user_ids i where ${mine(sql`i`)} and i.person_id = (
      select o.person_id from whatsapp_user_ids o where ${mine(sql`o`)} and o.user_id = ${v}.whatsapp_user_id)`
}

/** A stored user id of a person. */
export interface KnownUserId {
  user_id: string
  person_id: string
  current_user_id: string
  phone_number: string | null
}

/** Returns all rows of the persons who have one of these ids or the number. */
export async function selectUserIds(
  db: Queryable,
  { organization_id, project_id }: Project,
  { number, userIds }: { number: string | null; userIds: readonly string[] },
): Promise<KnownUserId[]> {
  const mine = sql`organization_id = ${organization_id} and project_id = ${project_id}`
  return db.query<KnownUserId>(sql`
    select user_id, person_id, current_user_id, phone_number from whatsapp_user_ids
    where ${mine} and person_id in (
      select person_id from whatsapp_user_ids where ${mine} and user_id = any(${userIds}::text[])
      union select person_id from whatsapp_user_ids where ${mine} and phone_number = ${number})`)
}

/**
 * Returns those of the numbers that somebody may have got since a time: they are stored with an id, or something was
 * written to or from them later. Indexes: whatsapp_user_ids_by_number, the primary key, conversations_by_caller,
 * whatsapp_messages_by_recipient.
 */
export async function selectUsedNumbers(
  db: Queryable,
  { organization_id, project_id }: Project,
  numbers: readonly string[],
  since: Date,
): Promise<string[]> {
  if (numbers.length === 0) return []
  const mine = sql`organization_id = ${organization_id} and project_id = ${project_id}`
  const rows = await db.query<{ number: string }>(sql`
    select number from unnest(${numbers}::text[]) number
    where exists (select from whatsapp_user_ids where ${mine} and phone_number = number)
      or exists (select from channel_identities where ${mine} and channel_type = 'whatsapp' and identity_key = number
        and last_seen_at > ${since}::timestamptz)
      or exists (select from conversations where ${mine} and caller = number and channel_type = 'whatsapp'
        and last_message_at > ${since}::timestamptz)
      or exists (select from whatsapp_messages where ${mine} and recipient = number
        and created_at > ${since}::timestamptz)`)
  return rows.map(({ number }) => number)
}

/** Locks the user ids of the project until the transaction ends. Must be called before any chat is locked. */
export async function lockUserIds(transaction: Transaction, { project_id }: Project): Promise<void> {
  await transaction.query(sql`
    select pg_advisory_xact_lock(hashtextextended(${`whatsapp user ids ${project_id}`}, 0))`)
}

/** Writes the user ids of one person. */
export async function upsertUserIds(
  transaction: Transaction,
  { organization_id, project_id }: Project,
  rows: readonly KnownUserId[],
): Promise<void> {
  const of = (name: keyof KnownUserId) => rows.map((row) => row[name])
  await transaction.query(sql`
    insert into whatsapp_user_ids (organization_id, project_id, user_id, person_id, current_user_id, phone_number)
    select ${organization_id}::uuid, ${project_id}::uuid, user_id, person_id, current_user_id, phone_number
    from unnest(${of('user_id')}::text[], ${of('person_id')}::uuid[], ${of('current_user_id')}::text[],
      ${of('phone_number')}::text[]) r (user_id, person_id, current_user_id, phone_number)
    on conflict (organization_id, project_id, user_id) do update set person_id = excluded.person_id,
      current_user_id = excluded.current_user_id, phone_number = excluded.phone_number`)
}

/**
 * Copies a person's opt-outs from a number that they no longer have to their current address, with those of the ids
 * that are stored with the number. An end counts only if it was said until the change: a later one is that of somebody
 * who has got the number. So is a later reason.
 */
export async function copyOptOuts(
  transaction: Transaction,
  { organization_id, project_id }: Project,
  { from, to, until }: { from: Address; to: Address; until: Date },
): Promise<void> {
  await transaction.query(sql`
    insert into whatsapp_opt_outs as o (organization_id, project_id, recipient, scope, source, since, why, ended_at)
    select organization_id, project_id, ${to}, scope, (array_agg(source order by since desc))[1], max(since),
      (array_agg(why order by since desc) filter (where since <= ${until}::timestamptz))[1],
      max(ended_at) filter (where ended_at <= ${until}::timestamptz)
    from whatsapp_opt_outs
    where organization_id = ${organization_id} and project_id = ${project_id}
      and recipient = any(array(${addressesOf({ organization_id, project_id }, from)}))
    group by organization_id, project_id, scope
    on conflict (organization_id, project_id, recipient, scope) do update set since = greatest(o.since, excluded.since),
      ended_at = greatest(o.ended_at, excluded.ended_at)`)
}
