import type { Db } from '../../db/database.ts'
import { instant } from '../../db/instant.ts'
import type { Queryable, Reader } from '../../db/queryable.ts'
import { join, sql, typedParam } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import type { SendState } from '../broadcast-counts.ts'
import { errorOfRow } from '../message-error.ts'
import type { MessageError } from '../message-error.ts'
import { addressesOf } from '../people/user-id-queries.ts'
import type { Address } from '../people/user-id-queries.ts'
import type { MessageStatus } from '../send/message-status.ts'
import type { TemplateStatus } from '../templates/template-status.ts'

/** A project by its keys. */
export interface ProjectKey {
  organization_id: string
  project_id: string
}

/** A message with what its page and its line in a list show. */
export interface ProjectMessageRow {
  _id: string
  broadcast_id: string
  broadcast_name: string
  to: Address
  customer_profile_id: string | null
  /** As the person's profile has it. */
  customer_name: string | null
  type: string
  status: MessageStatus
  status_since: string
  statuses: { status: MessageStatus; at: string; error: MessageError | null }[]
  provider_message_id: string | null
  error: MessageError | null
  send: SendState
  conversation_id: string | null
  /** The failed message that it was sent again for. */
  resend_of: string | null
  /** The message that it was sent again as. */
  resent_as: string | null
  created_at: string
}

export interface WholeMessageRow extends ProjectMessageRow {
  request: Record<string, unknown>
  settled: { by: string; why: string } | null
  whatsapp_sender_id: string
  /** The broadcast's template as it is now; null if the message is not of a template, or the broadcast has none. */
  template: {
    name: string
    language: string
    category: string
    status: TemplateStatus
    components: unknown[]
  } | null
  resend_of_status: MessageStatus | null
  resent_as_status: MessageStatus | null
}

const columns = sql`m._id, m.broadcast_id, b.name as broadcast_name, m.recipient as "to", p._id as customer_profile_id,
  p.name as customer_name, m.type, m.status, m.status_since, m.provider_message_id, ${errorOfRow(sql`m`)} as error,
  m.quota as send, m.conversation_id, m.resend_of, a._id as resent_as, m.created_at,
  (select jsonb_agg(jsonb_build_object('status', s.status,
      'at', ${instant(sql`s.at`)}, 'error', ${errorOfRow(sql`s`)})
      order by s.at, s.status)
    from whatsapp_message_statuses s where s.organization_id = m.organization_id and s.message_id = m._id) as statuses`

/**
 * Joins what a message belongs to. A person is known by number, or by the id that WhatsApp gives them. By primary keys
 * and whatsapp_messages_by_resend_of, row by row: `lateral` with `limit 1` forces that, because the planner doesn't
 * know the page's size.
 */
const belongings = sql`
  join broadcasts b on b.organization_id = m.organization_id and b._id = m.broadcast_id
  left join lateral (
    select a._id, a.status from whatsapp_messages a
    where a.organization_id = m.organization_id and a.resend_of = m._id limit 1) a on true
  left join lateral (
    select p._id, p.name from profiles p
    where p.organization_id = m.organization_id and p._id = coalesce(
      (select c.profile_id from profile_contacts c where c.organization_id = m.organization_id
        and c.project_id = m.project_id and c.kind = 'phone' and c.normalized = m.recipient),
      (select i.profile_id from channel_identities i where i.organization_id = m.organization_id
        and i.project_id = m.project_id and i.channel_type = 'whatsapp' and i.identity_key = m.recipient)) limit 1) p on true`

/** Which messages of a project a list shows; null: any. */
export interface MessageFilter {
  broadcast_id: string | null
  status: MessageStatus | null
  /** Meta's code of those that failed; an empty text for those without one. */
  error_code: string | null
  to: Address | null
  send: SendState | null
}

function conditionsOf({ organization_id, project_id }: ProjectKey, filter: MessageFilter): Sql {
  const { broadcast_id, status, error_code, to, send } = filter
  const conditions = [sql`m.organization_id = ${organization_id} and m.project_id = ${project_id}`]
  if (broadcast_id !== null) conditions.push(sql`m.broadcast_id = ${broadcast_id}`)
  // Values that partial indexes name are literals: the planner must see that such an index fits.
  if (status === 'failed') conditions.push(sql`m.status = 'failed'`)
  else if (status !== null) conditions.push(sql`m.status = ${status}`)
  if (error_code === '') conditions.push(sql`m.error_code is null`)
  else if (error_code !== null) conditions.push(sql`m.error_code = ${error_code}`)
  if (to !== null)
    conditions.push(sql`m.recipient = any(array(${addressesOf({ organization_id, project_id }, to)}))`)
  if (send === 'released') conditions.push(sql`m.quota = 'released'`)
  else if (send === 'reserved')
    conditions.push(sql`m.quota = 'reserved' and m.status in ('processing', 'unresolved')`)
  else if (send === 'consumed') conditions.push(sql`m.quota = 'consumed'`)
  return join(conditions, sql` and `)
}

/**
 * Returns one page of a project's messages, newest first. Indexes: whatsapp_messages_by_broadcast, _by_status, _failed,
 * _by_project, _released, _by_recipient, by what the filter names.
 */
export async function selectProjectMessages(
  db: Db,
  project: ProjectKey,
  filter: MessageFilter,
  { skip, limit }: { skip: number; limit: number },
): Promise<ProjectMessageRow[]> {
  return db.limited(project.organization_id).query<ProjectMessageRow>(sql`
    select ${columns} from (
      select m.* from whatsapp_messages m where ${conditionsOf(project, filter)}
      order by m.created_at desc, m._id
      limit ${typedParam(limit, 'bigint')} offset ${typedParam(skip, 'bigint')}) m
    ${belongings}
    order by m.created_at desc, m._id`)
}

/** Counts the messages to one person that fit. Index: whatsapp_messages_by_recipient. */
export async function countMessagesTo(
  db: Db,
  project: ProjectKey,
  filter: MessageFilter & { to: Address },
): Promise<number> {
  const [row] = await db.limited(project.organization_id).query<{ total: number }>(sql`
    select count(*) as total from whatsapp_messages m where ${conditionsOf(project, filter)}`)
  return row?.total ?? 0
}

/** Returns a message of the project with its history; null if the project has none with this id. By primary keys. */
export async function selectProjectMessage(
  db: Reader,
  { organization_id, project_id }: ProjectKey,
  messageId: string,
): Promise<WholeMessageRow | null> {
  const [message] = await db.query<WholeMessageRow>(sql`
    select ${columns}, m.request, m.whatsapp_sender_id, o.status as resend_of_status, a.status as resent_as_status,
      case when m.settled_by is not null then jsonb_build_object('by', m.settled_by, 'why', m.settled_why) end as settled,
      case when m.type = 'template' and t._id is not null then jsonb_build_object('name', t.provider_name,
        'language', t.language, 'category', t.category, 'status', t.status, 'components', t.components) end as template
    from whatsapp_messages m ${belongings}
    left join whatsapp_messages o on o.organization_id = m.organization_id and o._id = m.resend_of
    left join whatsapp_templates t on t.organization_id = b.organization_id and t._id = b.whatsapp_template_id
    where m.organization_id = ${organization_id} and m.project_id = ${project_id} and m._id = ${messageId}`)
  return message ?? null
}

/** Returns when a broadcast sent its first message; null if it has sent none. Index: whatsapp_messages_by_broadcast. */
export async function selectFirstMessageAt(
  db: Reader,
  organizationId: string,
  broadcastId: string,
): Promise<string | null> {
  const [row] = await db.query<{ created_at: string }>(sql`
    select created_at from whatsapp_messages
    where organization_id = ${organizationId} and broadcast_id = ${broadcastId}
    order by created_at, _id desc limit 1`)
  return row?.created_at ?? null
}

/** What the messages of a broadcast are sent with, as it is now. */
export interface BroadcastState {
  _id: string
  sender: { _id: string; name: string; status: 'connected' | 'disconnected'; display_phone_number: string }
  template: {
    _id: string
    name: string
    language: string
    category: string
    status: TemplateStatus
    /** When it was last changed, as Meta or somebody here reported it. */
    updated_at: string
    components: unknown[]
  } | null
}

/** Returns the senders and templates of broadcasts. By primary keys. */
export async function selectBroadcastStates(
  db: Reader,
  organizationId: string,
  ids: readonly string[],
): Promise<BroadcastState[]> {
  return db.query<BroadcastState>(sql`
    select b._id,
      jsonb_build_object('_id', s._id, 'name', s.name, 'status', s.status, 'display_phone_number', s.display_phone_number)
        as sender,
      case when t._id is not null then jsonb_build_object('_id', t._id, 'name', t.name, 'language', t.language,
        'category', t.category, 'status', t.status, 'components', t.components,
        'updated_at', ${instant(sql`t.updated_at`)}) end as template
    from broadcasts b
    join whatsapp_senders s on s.organization_id = b.organization_id and s._id = b.whatsapp_sender_id
    left join whatsapp_templates t on t.organization_id = b.organization_id and t._id = b.whatsapp_template_id
    where b.organization_id = ${organizationId} and b._id = any(${ids}::uuid[])`)
}

/** The sends of an organization's plan. */
export interface PlanOfSends {
  plan_status: 'active' | 'inactive'
  sends: number
  reserved: number
  consumed: number
}

/** Returns the sends of an organization's plan and what is used of it. By primary keys. */
export async function selectPlanOfSends(db: Queryable, organizationId: string): Promise<PlanOfSends> {
  const [plan] = await db.query<PlanOfSends>(sql`
    select o.plan_status, o.plan_whatsapp_sends as sends, coalesce(q.reserved, 0) as reserved,
      coalesce(q.consumed, 0) as consumed
    from organizations o left join whatsapp_quotas q on q.organization_id = o._id where o._id = ${organizationId}`)
  if (plan === undefined) throw new Error(`organization ${organizationId} is gone`)
  return plan
}

/** The person behind an address: what is known of them here. */
export interface KnownPerson {
  customer_profile_id: string
  name: string | null
}

/** Returns the person with an address; null if nobody has it. By primary keys. */
export async function selectPersonOf(
  db: Reader,
  { organization_id, project_id }: ProjectKey,
  to: Address,
): Promise<KnownPerson | null> {
  const mine = sql`organization_id = ${organization_id} and project_id = ${project_id}`
  const [person] = await db.query<KnownPerson>(sql`
    select _id as customer_profile_id, name from profiles where organization_id = ${organization_id} and _id = coalesce(
      (select profile_id from profile_contacts where ${mine} and kind = 'phone' and normalized = ${to}),
      (select profile_id from channel_identities where ${mine} and channel_type = 'whatsapp' and identity_key = ${to}))`)
  return person ?? null
}

/** A message of a person, which opened their window. */
export interface OpeningMessage {
  conversation_id: string
  kind: string | null
  text: string | null
  at: string
}

/**
 * Returns the latest message of a person to a sender, among their last conversations; null if none is stored. A window
 * may have been opened by a message that no worker has processed yet. Indexes: conversations_by_caller,
 * conversations_by_user_id, messages_by_conversation.
 */
export async function selectOpeningMessage(
  db: Reader,
  { organization_id, project_id }: ProjectKey,
  senderId: string,
  to: Address,
): Promise<OpeningMessage | null> {
  // Two queries, each with its own index. The caller is never a WhatsApp id, by which somebody without a number is
  // known.
  const lastBy = (condition: Sql) => sql`(
      select _id from conversations
      where organization_id = ${organization_id} and project_id = ${project_id} and ${condition}
        and channel_type = 'whatsapp' and whatsapp_sender_id = ${senderId}
      order by start_time desc limit 5)`
  const [message] = await db.query<OpeningMessage>(sql`
    select c._id as conversation_id, l.kind, l.text, l.created_at as at
    from unnest(array(${addressesOf({ organization_id, project_id }, to)})) w (address)
    cross join lateral (
      ${lastBy(sql`caller = w.address`)} union all ${lastBy(sql`whatsapp_user_id = w.address`)}) c
    cross join lateral (
      select kind, text, created_at from messages
      where organization_id = ${organization_id} and conversation_id = c._id and direction = 'inbound'
      order by created_at desc limit 1) l
    order by l.created_at desc limit 1`)
  return message ?? null
}
