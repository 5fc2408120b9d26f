import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import type { Address } from '../people/user-id-queries.ts'

/** An opt-out in force, with what is known of the person. */
export interface ListedOptOut {
  recipient: Address
  scope: 'all' | 'marketing'
  source: 'message' | 'provider' | 'operator'
  since: string
  why: string | null
  customer_profile_id: string | null
  customer_name: string | null
  /** The person's username in WhatsApp. */
  username: string | null
}

export interface OptOutFilter {
  scope: ListedOptOut['scope'] | null
  source: ListedOptOut['source'] | null
  /** Digits of a number, a user id or a part of it, or a part of a name or username, in lower case. */
  text: string | null
}

/**
 * Returns one page of the opt-outs of a project that are in force, newest first, and how many there are. A person who
 * has several addresses has one row for each scope: the newest. Indexes: whatsapp_opt_outs_in_force; by person
 * whatsapp_user_ids_pkey, _by_number and _by_person.
 */
export async function selectOptOutPage(
  db: Db,
  { organization_id, project_id }: { organization_id: string; project_id: string },
  { scope, source, text }: OptOutFilter,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ items: ListedOptOut[]; total: number }> {
  const of = (as: Sql) => sql`${as}.organization_id = ${organization_id} and ${as}.project_id = ${project_id}`
  // Rows of the same person under another address: of a later end, or of a newer opt-out, which is shown in its place.
  const other = sql`
    select from (
      select b.user_id as address from whatsapp_user_ids b
      where ${of(sql`b`)} and left(o.recipient, 1) = '+' and b.phone_number = o.recipient
      union all
      select unnest(array[b.user_id, b.phone_number]) from whatsapp_user_ids a
      join whatsapp_user_ids b on b.organization_id = a.organization_id and b.project_id = a.project_id
        and b.person_id = a.person_id
      where ${of(sql`a`)} and left(o.recipient, 1) <> '+' and a.user_id = o.recipient) p
    join whatsapp_opt_outs x on ${of(sql`x`)} and x.recipient = p.address and x.scope = o.scope
    where x.recipient <> o.recipient and (x.ended_at > o.since or (x.since, x.recipient) > (o.since, o.recipient))`
  const digits = /^\+?[\d\s().-]+$/.test(text ?? '') ? (text ?? '').replaceAll(/\D/g, '') : ''
  const matches =
    text === null
      ? sql`true`
      : digits !== ''
        ? sql`strpos(o.recipient, ${digits}) > 0`
        : sql`(strpos(lower(o.recipient), ${text}) > 0 or strpos(lower(f.name), ${text}) > 0
            or strpos(lower(i.username), ${text}) > 0)`
  const from = sql`
    from whatsapp_opt_outs o
    left join profile_contacts c on c.organization_id = o.organization_id and c.project_id = o.project_id
      and c.kind = 'phone' and c.normalized = o.recipient
    left join channel_identities i on i.organization_id = o.organization_id and i.project_id = o.project_id
      and i.channel_type = 'whatsapp' and i.identity_key = o.recipient
    left join profiles f on f.organization_id = o.organization_id and f._id = coalesce(i.profile_id, c.profile_id)
    where ${of(sql`o`)} and (o.ended_at is null or o.since >= o.ended_at)
      and (${scope}::text is null or o.scope = ${scope}::text)
      and (${source}::text is null or o.source = ${source}::text)
      and ${matches} and not exists (${other})`
  const [items, counts] = await Promise.all([
    db.query<ListedOptOut>(sql`
      select o.recipient, o.scope, o.source, o.since, o.why, f._id as customer_profile_id, f.name as customer_name,
        i.username
      ${from} order by o.since desc, o.recipient, o.scope limit ${limit} offset ${skip}`),
    db.query<{ total: number }>(sql`select count(*) as total ${from}`),
  ])
  return { items, total: counts[0]?.total ?? 0 }
}
