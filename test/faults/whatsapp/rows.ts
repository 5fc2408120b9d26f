import type { Db } from '../../../src/db/database.ts'
import { sql } from '../../../src/db/sql.ts'

/** A message in the database after the run. Times are milliseconds since 1970. */
export interface MessageRow {
  _id: string
  organization: string
  recipient: string
  type: string
  status: string
  quota: 'reserved' | 'consumed' | 'released'
  provider_message_id: string | null
  conversation_id: string | null
  created_at: number
  /** All statuses that were reported for it. */
  statuses: string[]
  /** Its entries in the ledger. */
  entries: string[]
}

export interface QuotaRow {
  organization: string
  reserved: number
  consumed: number
}

/** One committed state of an organization's quota. */
export interface QuotaCommit extends QuotaRow {
  plan: number
  at: number
}

export interface EventRow {
  kind: string
  /** The network's id of the message concerned. */
  wamid: string | null
  status: string | null
  is_processed: boolean
  processed_at: number | null
  fault: string | null
}

/** The service's own rows after the run. */
export interface Rows {
  messages: MessageRow[]
  quotas: QuotaRow[]
  events: EventRow[]
  optOuts: { organization: string; recipient: string }[]
  /** How often each message of the network is in a chat. */
  chatMessages: { wamid: string; count: number }[]
  /** Open chats of a person with a sender beyond the first. */
  doubleChats: number
  /** Profiles with the same number beyond the first. */
  doubleProfiles: number
  keysWithoutMessage: number
  /** Recorded by the harness's own triggers. */
  quotaCommits: QuotaCommit[]
  moves: { message_id: string; from_status: string; to_status: string }[]
}

const ms = (column: ReturnType<typeof sql>) => sql`(extract(epoch from ${column}) * 1000)::float8`

/** Returns all rows that the checks need; they fit into memory. */
export async function selectRows(db: Db): Promise<Rows> {
  const messages = db.query<MessageRow>(sql`
    select m._id, o.name as organization, m.recipient, m.type, m.status, m.quota, m.provider_message_id,
      m.conversation_id, ${ms(sql`m.created_at`)} as created_at,
      array(select s.status from whatsapp_message_statuses s
        where s.organization_id = m.organization_id and s.message_id = m._id) as statuses,
      array(select e.kind from whatsapp_quota_entries e
        where e.organization_id = m.organization_id and e.message_id = m._id) as entries
    from whatsapp_messages m join organizations o on o._id = m.organization_id`)
  const quotas = db.query<QuotaRow>(sql`
    select o.name as organization, q.reserved, q.consumed
    from whatsapp_quotas q join organizations o on o._id = q.organization_id`)
  const events = db.query<EventRow>(sql`
    select kind, payload ->> 'wamid' as wamid, payload ->> 'status' as status,
      processed_at is not null as is_processed, ${ms(sql`processed_at`)} as processed_at, fault
    from whatsapp_events`)
  const optOuts = db.query<{ organization: string; recipient: string }>(sql`
    select o.name as organization, x.recipient
    from whatsapp_opt_outs x join organizations o on o._id = x.organization_id where x.scope = 'all'`)
  const chatMessages = db.query<{ wamid: string; count: number }>(sql`
    select provider_message_id as wamid, count(*) as count from messages
    where provider_message_id is not null group by 1`)
  const doubles = db.query<{ chats: number; profiles: number; keys: number }>(sql`
    select (select count(*) from (select from conversations where status = 'live' and channel_type = 'whatsapp'
        group by organization_id, whatsapp_sender_id, phone_number having count(*) > 1) d) as chats,
      (select count(*) from (select from profile_contacts where kind = 'phone'
        group by organization_id, project_id, normalized having count(distinct profile_id) > 1) d) as profiles,
      (select count(*) from idempotency_keys k where not exists (
        select from whatsapp_messages m where m.organization_id = k.organization_id and m._id = k.subject_id)
        and not exists (
        select from calls c where c.organization_id = k.organization_id and c._id = k.subject_id)) as keys`)
  const quotaCommits = db.query<QuotaCommit>(sql`
    select o.name as organization, c.reserved, c.consumed, c.plan, ${ms(sql`c.at`)} as at
    from harness.quota_commits c join organizations o on o._id = c.organization_id order by c.at`)
  const moves = db.query<Rows['moves'][number]>(
    sql`select message_id, from_status, to_status from harness.status_moves`,
  )
  const [double] = await doubles
  return {
    messages: await messages,
    quotas: await quotas,
    events: await events,
    optOuts: await optOuts,
    chatMessages: await chatMessages,
    doubleChats: double?.chats ?? 0,
    doubleProfiles: double?.profiles ?? 0,
    keysWithoutMessage: double?.keys ?? 0,
    quotaCommits: await quotaCommits,
    moves: await moves,
  }
}
