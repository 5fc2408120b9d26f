import type { SecretBox } from '../base/secret-box.ts'
import type { Queryable, Transaction } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import { optOutHoldsOfAll } from './inbound/inbound-queries.ts'
import { erasedAddress } from './people/erased-address.ts'
import { addressesOf } from './people/user-id-queries.ts'
import type { Address } from './people/user-id-queries.ts'

/** At most this many unresolved messages are listed. */
const unresolvedMax = 10_000

/** A message for which it is unknown whether the provider accepted it. */
export interface UnresolvedMessage {
  _id: string
  /** These four are names. */
  organization: string
  project: string
  broadcast: string
  sender: string
  to: Address
  type: string
  /** `created_at` is when it was sent to the provider, `since` is when it became unresolved. */
  created_at: string
  since: string
}

/**
 * Returns the unresolved messages of every tenant, the oldest first, and their total number. Index:
 * whatsapp_messages_open, which covers unresolved messages and those in flight.
 */
export async function selectUnresolvedMessages(
  db: Queryable,
): Promise<{ messages: UnresolvedMessage[]; total: number }> {
  const [messages, [counted]] = await Promise.all([
    db.query<UnresolvedMessage>(sql`
      select m._id, o.name as organization, p.name as project, b.name as broadcast, s.name as sender,
        m.recipient as "to", m.type, m.created_at, m.status_since as since
      from whatsapp_messages m
      join organizations o on o._id = m.organization_id
      join projects p on p.organization_id = m.organization_id and p._id = m.project_id
      join broadcasts b on b.organization_id = m.organization_id and b._id = m.broadcast_id
      join whatsapp_senders s on s.organization_id = m.organization_id and s._id = m.whatsapp_sender_id
      where m.status in ('processing', 'unresolved') and m.status = 'unresolved'
      order by m.status_since, m._id limit ${unresolvedMax}`),
    db.query<{ total: number }>(sql`
      select count(*) as total from whatsapp_messages
      where status in ('processing', 'unresolved') and status = 'unresolved'`),
  ])
  return { messages, total: counted?.total ?? 0 }
}

/** Returns the organization of a message, or null. Looks in each organization by primary key. */
export async function selectMessageOwner(db: Queryable, messageId: string): Promise<string | null> {
  const [owner] = await db.query<{ organization_id: string }>(sql`
    select m.organization_id from organizations o
    join whatsapp_messages m on m.organization_id = o._id and m._id = ${messageId}`)
  return owner?.organization_id ?? null
}

/** Records who settled a locked message, and why. */
export async function updateSettledBy(
  transaction: Transaction,
  { organization_id, _id }: { organization_id: string; _id: string },
  { by, why }: { by: string; why: string },
): Promise<void> {
  await transaction.query(sql`
    update whatsapp_messages set settled_by = ${by}, settled_why = ${why}
    where organization_id = ${organization_id} and _id = ${_id}`)
}

/**
 * Returns the country (ISO 3166-1 alpha-2) of the project's numbers without a country code; null if all numbers must
 * have one.
 */
export async function selectDefaultCountry(
  db: Queryable,
  { organization_id, project_id }: { organization_id: string; project_id: string },
): Promise<string | null> {
  const [project] = await db.query<{ default_country: string | null }>(sql`
    select default_country from projects where organization_id = ${organization_id} and _id = ${project_id}`)
  return project?.default_country ?? null
}

/** A person's opt-out that is in force. */
export interface StoredOptOut {
  scope: 'all' | 'marketing'
  source: 'message' | 'provider' | 'operator'
  since: string
  why: string | null
}

/**
 * Returns a person's opt-outs from a project, at most one for each scope, over all their addresses, and those that an
 * erased person with this address had. By primary key.
 */
export async function selectOptOuts(
  db: Queryable,
  secretBox: Pick<SecretBox, 'digest'>,
  person: { organization_id: string; project_id: string; recipient: Address },
): Promise<StoredOptOut[]> {
  const erased = erasedAddress(secretBox, person, person.recipient)
  return db.query<StoredOptOut>(sql`
    select scope, (array_agg(source order by since desc))[1] as source, max(since) as since,
      (array_agg(why order by since desc))[1] as why
    from whatsapp_opt_outs
    where organization_id = ${person.organization_id} and project_id = ${person.project_id}
      and recipient = any(array(${addressesOf(person, person.recipient)}) || ${erased}::text)
    group by scope having ${optOutHoldsOfAll} order by scope`)
}
