import { isDatabaseHeld } from '../../db/database-identity.ts'
import type { Queryable, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { areEventsWanted, eventsOf } from '../../events/event-of.ts'
import { optOutHoldsOfAll } from '../inbound/inbound-queries.ts'
import { eventsOfStatus, factsOfMessages } from '../message-events.ts'
import { addressesOf, isNumber } from '../people/user-id-queries.ts'
import type { Address } from '../people/user-id-queries.ts'
import { waIdsOfNumber } from '../people/wa-id.ts'
import type { MessageStatus } from './message-status.ts'

/** A person's messaging window with a sender and their opt-outs from a project. */
export interface RecipientStanding {
  /** The time of their last message to this sender; null if there was none. */
  last_inbound_at: string | null
  opted_out: boolean
  opted_out_of_marketing: boolean
  /** The whole database is held. */
  is_held: boolean
  /** The organization moves to another cell, or has moved there. */
  is_elsewhere: boolean
}

/** A person's message that is stored and not processed yet. */
export interface PendingInbound {
  whatsapp_sender_id: string
  /** Meta's own word. */
  type: string
  text: string | null
  /** The document that was sent; null if there is none. */
  document: unknown
  /** When the person wrote it, by the provider's clock; null if the webhook has no time. */
  at: string | null
  received_at: string
}

/**
 * Returns a person's standing from processed events, and their messages that are not processed yet. Covers all
 * addresses of the person, and opt-outs of an erased one (`erasedAddress`). By primary keys; indexes:
 * whatsapp_events_unprocessed, whatsapp_events_unprocessed_by_user_id.
 */
export async function selectRecipientStanding(
  db: Queryable,
  { organization_id, project_id }: { organization_id: string; project_id: string },
  senderId: string,
  recipient: Address,
  erased: string,
): Promise<RecipientStanding & { pendingInbound: PendingInbound[] }> {
  const mine = sql`organization_id = ${organization_id} and project_id = ${project_id}`
  // Two queries, each with its own index: a single condition with `or` would read all pending events of the project.
  const pendingBy = (condition: Sql) => sql`
    select whatsapp_sender_id, event_id, payload, received_at from whatsapp_events
    where ${mine} and ${condition} and payload ->> 'groupId' is null and processed_at is null and kind = 'message'`
  const waIds = isNumber(recipient) ? waIdsOfNumber(recipient) : []
  const [standing] = await db.query<RecipientStanding & { pendingInbound: PendingInbound[] }>(sql`
    with mine as materialized (${addressesOf({ organization_id, project_id }, recipient)}),
    held as materialized (
      select scope from whatsapp_opt_outs
      where ${mine} and recipient = any(array(select address from mine) || ${erased}::text) group by scope having ${optOutHoldsOfAll})
    select (select max(last_inbound_at) from whatsapp_windows where organization_id = ${organization_id}
        and whatsapp_sender_id = ${senderId} and recipient = any(array(select address from mine))) as last_inbound_at,
      exists (select from held where scope = 'all') as opted_out,
      exists (select from held where scope = 'marketing') as opted_out_of_marketing,
      ${isDatabaseHeld} as is_held, not is_here(${organization_id}) as is_elsewhere,
      coalesce((select jsonb_agg(jsonb_build_object('whatsapp_sender_id', whatsapp_sender_id, 'type', payload -> 'type',
          'text', payload -> 'text', 'document', payload -> 'raw' -> 'document', 'at', payload -> 'at', 'received_at', received_at))
        from (
          ${pendingBy(sql`payload ->> 'from' = any(${waIds}::text[])`)}
          union
          ${pendingBy(sql`payload ->> 'userId' = any(array(select address from mine))`)}) e), '[]') as "pendingInbound"`)
  if (standing === undefined) throw new Error('a query without a FROM clause returned no row')
  return standing
}

/**
 * Locks what an organization has used of its plan, until the transaction ends. Every send takes this lock, and so does
 * a change of the plan before its commit, so that no send goes by a plan that was lowered meanwhile (Promise 9).
 */
export async function lockQuota(transaction: Transaction, organizationId: string): Promise<void> {
  await transaction.query(sql`
    insert into whatsapp_quotas as q (organization_id) values (${organizationId})
    on conflict (organization_id) do update set reserved = q.reserved where false`)
}

/**
 * Reserves one send of the plan; returns false if none is left. The row stays locked until the transaction ends. So the
 * sum of reserved and consumed never exceeds the plan at a commit (Rules 27 and 54, Promise 9).
 */
export async function reserveSend(transaction: Transaction, organizationId: string): Promise<boolean> {
  const [, reserved] = await Promise.all([
    lockQuota(transaction, organizationId),
    // A statement of its own: one that waits for the row would see the plan as it was before the wait.
    transaction.query(sql`
      update whatsapp_quotas q set reserved = q.reserved + 1
      where q.organization_id = ${organizationId} and q.reserved + q.consumed < (
        select plan_whatsapp_sends from organizations o where o._id = q.organization_id and o.plan_status = 'active')
      returning organization_id`),
  ])
  return reserved.length === 1
}

export interface NewMessage {
  organization_id: string
  project_id: string
  _id: string
  broadcast_id: string
  whatsapp_sender_id: string
  recipient: string
  type: string
  request: unknown
  provider_message: unknown
  /** The failed message that it is sent again for. */
  resend_of: string | null
  /** The turn of the agent whose answer it is; null: no agent sends it. */
  agent_turn: number | null
}

/** Inserts a message that is about to be sent to the provider, with its first status and its reservation. */
export async function insertMessage(
  transaction: Transaction,
  message: NewMessage,
  leaseUntil: Date,
  now: Date,
): Promise<void> {
  const { organization_id, project_id, _id } = message
  await Promise.all([
    transaction.query(sql`
      insert into whatsapp_messages (organization_id, project_id, _id, broadcast_id, whatsapp_sender_id, recipient, type,
        request, provider_message, status, status_since, lease_until, quota, resend_of, agent_turn, created_at)
      values (${organization_id}, ${project_id}, ${_id}, ${message.broadcast_id}, ${message.whatsapp_sender_id},
        ${message.recipient}, ${message.type}, ${JSON.stringify(message.request)}::jsonb,
        ${JSON.stringify(message.provider_message)}::jsonb, 'processing', ${now}, ${leaseUntil}, 'reserved',
        ${message.resend_of}, ${message.agent_turn}, ${now})`),
    transaction.query(sql`
      insert into whatsapp_quota_entries (organization_id, message_id, kind, created_at)
      values (${organization_id}, ${_id}, 'reserved', ${now})`),
    transaction.query(sql`
      insert into whatsapp_message_statuses (organization_id, message_id, status, at)
      values (${organization_id}, ${_id}, 'processing', ${now})`),
  ])
}

/** A message whose row is locked. */
export interface LockedMessage extends Omit<NewMessage, 'request' | 'provider_message' | 'resend_of'> {
  status: MessageStatus
  quota: 'reserved' | 'consumed' | 'released'
  provider_message_id: string | null
  provider_message: Record<string, unknown>
  /** The error of a failed message. */
  error_code: string | null
  error_reason: string | null
  conversation_id: string | null
  lease_until: string | null
  /** Whether somebody wants the project's events. */
  events_wanted: boolean
}

const placeOfMessage = { organization_id: sql`m.organization_id`, project_id: sql`m.project_id` }

/** Locks a message by its id or by the provider's id; returns null if the organization has none. */
export async function lockMessage(
  transaction: Transaction,
  organizationId: string,
  name: { _id: string } | { provider_message_id: string },
): Promise<LockedMessage | null> {
  const where =
    '_id' in name ? sql`_id = ${name._id}` : sql`provider_message_id = ${name.provider_message_id}`
  const [message] = await transaction.query<LockedMessage>(sql`
    select organization_id, project_id, _id, broadcast_id, whatsapp_sender_id, recipient, type, status, quota,
      provider_message_id, provider_message, error_code, error_reason, conversation_id, lease_until, agent_turn,
      ${areEventsWanted(placeOfMessage)} as events_wanted
    from whatsapp_messages m where organization_id = ${organizationId} and ${where} for update`)
  return message ?? null
}

/** A message that is to be sent again. */
export interface ResendRow {
  status: MessageStatus
  recipient: Address
  /** The message that it was sent again as. */
  resent_as: string | null
}

/** Returns a message of the broadcast that is to be sent again; null if the broadcast has none with this id. */
export async function selectResend(
  db: Queryable,
  {
    organization_id,
    project_id,
    broadcast_id,
  }: Pick<NewMessage, 'organization_id' | 'project_id' | 'broadcast_id'>,
  messageId: string,
): Promise<ResendRow | null> {
  const [found] = await db.query<ResendRow>(sql`
    select m.status, m.recipient,
      (select a._id from whatsapp_messages a
        where a.organization_id = m.organization_id and a.resend_of = m._id) as resent_as
    from whatsapp_messages m
    where m.organization_id = ${organization_id} and m.project_id = ${project_id} and m.broadcast_id = ${broadcast_id}
      and m._id = ${messageId}`)
  return found ?? null
}

/** A status of a message that was reported. */
export interface ReportedStatus {
  status: MessageStatus
  at: Date
  error: { code: string | null; reason: string } | null
}

/** Inserts a reported status, unless the message has it already. Returns all statuses of the message. */
export async function insertStatus(
  transaction: Transaction,
  { organization_id, _id }: Pick<LockedMessage, 'organization_id' | '_id'>,
  reported: ReportedStatus,
): Promise<MessageStatus[]> {
  const [, all] = await Promise.all([
    transaction.query(sql`
      insert into whatsapp_message_statuses (organization_id, message_id, status, at, error_code, error_reason)
      values (${organization_id}, ${_id}, ${reported.status}, ${reported.at}, ${reported.error?.code ?? null},
        ${reported.error?.reason ?? null})
      on conflict do nothing`),
    transaction.query<{ status: MessageStatus }>(sql`
      select status from whatsapp_message_statuses
      where organization_id = ${organization_id} and message_id = ${_id}`),
  ])
  return all.map(({ status }) => status)
}

/** Takes a reported status back. */
export async function deleteStatus(
  transaction: Transaction,
  { organization_id, _id }: Pick<LockedMessage, 'organization_id' | '_id'>,
  status: MessageStatus,
): Promise<void> {
  await transaction.query(sql`
    delete from whatsapp_message_statuses
    where organization_id = ${organization_id} and message_id = ${_id} and status = ${status}`)
}

export interface MessageUpdate {
  status: MessageStatus
  provider_message_id: string | null
  quota: LockedMessage['quota']
  error: { code: string | null; reason: string } | null
  conversation_id: string | null
}

/**
 * Updates a locked message, with an event where its status is a new one. `status_since` changes only when the status
 * does.
 */
export async function updateMessage(
  transaction: Transaction,
  message: Pick<LockedMessage, 'organization_id' | 'project_id' | '_id' | 'status' | 'events_wanted'>,
  update: MessageUpdate,
  now: Date,
): Promise<void> {
  const { organization_id, _id } = message
  const types = eventsOfStatus(message.status, update.status)
  const statement = sql`
    update whatsapp_messages set
      status_since = case when status = ${update.status} then status_since else ${now} end,
      status = ${update.status}, provider_message_id = ${update.provider_message_id}, quota = ${update.quota},
      lease_until = case when ${update.status} = 'processing' then lease_until end,
      error_code = case when ${update.status} <> 'failed' then null
        when ${update.error !== null} then ${update.error?.code ?? null} else error_code end,
      error_reason = case when ${update.status} <> 'failed' then null
        when ${update.error !== null} then ${update.error?.reason ?? null} else error_reason end,
      conversation_id = ${update.conversation_id}
    where organization_id = ${organization_id} and _id = ${_id}`
  if (types.length === 0 || !message.events_wanted) return void (await transaction.query(statement))
  const facts = factsOfMessages(sql`select * from updated`, types, now)
  await transaction.query(sql`with updated as (${statement} returning *), ${eventsOf(message, facts)} select`)
}

/**
 * Ends a reservation: the send is consumed or released. A unique key of the ledger refuses a second end (Promises 10
 * and 11).
 */
export async function endReservation(
  transaction: Transaction,
  { organization_id, _id }: Pick<LockedMessage, 'organization_id' | '_id'>,
  kind: 'consumed' | 'released',
  now: Date,
): Promise<void> {
  await Promise.all([
    transaction.query(sql`
      insert into whatsapp_quota_entries (organization_id, message_id, kind, created_at)
      values (${organization_id}, ${_id}, ${kind}, ${now})`),
    transaction.query(sql`
      update whatsapp_quotas set reserved = reserved - 1,
        consumed = consumed + case when ${kind} = 'consumed' then 1 else 0 end
      where organization_id = ${organization_id}`),
  ])
}

/** When the next lease of a message in flight is over. Index: whatsapp_messages_in_flight. */
export const nextLeaseOver = sql`(
  select min(lease_until) from whatsapp_messages where status = 'processing' and is_here(organization_id))`

/**
 * Returns messages in flight whose lease is over, because their process died, except for the excluded ones. Index:
 * whatsapp_messages_in_flight.
 */
export async function selectStaleSends(
  db: Queryable,
  excludedIds: readonly string[],
  now: Date,
): Promise<{ organization_id: string; _id: string }[]> {
  return db.query(sql`
    select organization_id, _id from whatsapp_messages
    where status = 'processing' and lease_until < ${now} and _id <> all(${excludedIds}::uuid[])
      and is_here(organization_id)
    order by lease_until limit 100`)
}
