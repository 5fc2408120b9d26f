import type { Db } from '../../db/database.ts'
import { organizationsWith } from '../../db/organizations-with.ts'
import type { Queryable, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { isNumber } from '../people/user-id-queries.ts'
import type { Address } from '../people/user-id-queries.ts'
import { waIdsOfNumber } from '../people/wa-id.ts'

/** The PostgreSQL channel that notifies workers of stored events. */
export const eventChannel = 'whatsapp_events'

/** Notifies the workers of stored events; PostgreSQL delivers the notification after the commit. */
export async function notifyWorkers(db: Queryable): Promise<void> {
  await db.write(sql`select pg_notify(${eventChannel}, '')`)
}

/** A sender that a webhook names. */
export interface NamedSender {
  organization_id: string
  project_id: string
  _id: string
  phone_number_id: string
  business_account_id: string
  /** Sealed. */
  app_secret: Buffer
  /** When a webhook last came for it. */
  last_webhook_at: string | null
}

/**
 * Returns the senders with these phone numbers or accounts, of every tenant of this cell. Indexes:
 * whatsapp_senders_by_phone_number_id, _by_account.
 */
export async function selectNamedSenders(
  db: Queryable,
  phoneNumberIds: readonly string[],
  accountIds: readonly string[],
): Promise<NamedSender[]> {
  return db.query(sql`
    select organization_id, project_id, _id, phone_number_id, business_account_id, app_secret, last_webhook_at from whatsapp_senders
    where (phone_number_id = any(${phoneNumberIds}::text[]) or business_account_id = any(${accountIds}::text[]))
      and is_here(organization_id)`)
}

/** Returns whether a sender has the verify token with this digest. Index: whatsapp_senders_by_verify_token. */
export async function selectHasVerifyToken(db: Queryable, digest: Buffer): Promise<boolean> {
  const [found] = await db.query<{ has: boolean }>(
    sql`select exists (select from whatsapp_senders where verify_token_digest = ${digest}) as has`,
  )
  return found?.has ?? false
}

/** A sender whose verify token has no digest yet. */
export interface UndigestedSender {
  organization_id: string
  _id: string
  /** Sealed. */
  verify_token: Buffer
}

/**
 * Returns 1,000 of these senders at random, since some tokens may never open (they were sealed with another key).
 * Index: whatsapp_senders_by_verify_token.
 */
export async function selectUndigestedSenders(db: Queryable): Promise<UndigestedSender[]> {
  return db.query(sql`
    select organization_id, _id, verify_token from whatsapp_senders
    where verify_token_digest is null order by random() limit 1000`)
}

/** Writes the digest of a verify token, unless another token was declared meanwhile. */
export async function updateVerifyTokenDigest(
  db: Queryable,
  { organization_id, _id, verify_token }: UndigestedSender,
  digest: Buffer,
): Promise<void> {
  await db.write(sql`
    update whatsapp_senders set verify_token_digest = ${digest}
    where organization_id = ${organization_id} and _id = ${_id} and verify_token = ${verify_token}`)
}

export interface NewEvent {
  organization_id: string
  project_id: string
  whatsapp_sender_id: string
  event_id: string
  kind: string
  payload: unknown
}

/**
 * Stores events for the workers, each once, and returns how many are new. Inserts them in a fixed order, so that two
 * webhooks with the same events can not deadlock. Events of one webhook are received a millisecond after each other, in
 * their order.
 */
export async function insertEvents(db: Queryable, events: readonly NewEvent[], now: Date): Promise<number> {
  const of = (name: keyof NewEvent) => events.map((event) => event[name])
  const stored = await db.write(sql`
    insert into whatsapp_events (organization_id, project_id, whatsapp_sender_id, event_id, kind, payload, received_at, due_at)
    select organization_id, project_id, sender_id, event_id, kind, payload::jsonb,
      ${now}::timestamptz + (place - 1) * interval '1 millisecond', ${now}::timestamptz
    from unnest(${of('organization_id')}::uuid[], ${of('project_id')}::uuid[], ${of('whatsapp_sender_id')}::uuid[],
        ${of('event_id')}::text[], ${of('kind')}::text[], ${events.map(({ payload }) => JSON.stringify(payload))}::text[])
      with ordinality e (organization_id, project_id, sender_id, event_id, kind, payload, place)
    order by sender_id, event_id
    on conflict do nothing returning event_id`)
  return stored.length
}

/** A webhook event that is being processed, and locked. */
export interface ClaimedEvent extends NewEvent {
  tries: number
  received_at: string
}

/**
 * Locks an event that is due and that no other worker has locked, in the transaction that processes it. Returns null if
 * none is due. Organizations take turns, so that none waits for all events of another: it is the earliest of the next
 * organization after `afterId` that has one. Index: whatsapp_events_due_by_organization.
 *
 * @param afterId the organization whose event was claimed last; null: none.
 */
export async function claimEvent(
  transaction: Transaction,
  afterId: string | null,
  now: Date,
): Promise<ClaimedEvent | null> {
  const [event] = await transaction.query<ClaimedEvent>(claimStatement(afterId, now))
  return event ?? null
}

/**
 * Returns the statement of `claimEvent`, which takes one step of the index for each organization, however many events
 * it has. A nested loop goes through `round` in its order. A further sort would lock an event of each organization.
 */
export function claimStatement(afterId: string | null, now: Date): Sql {
  return sql`
    with recursive ${organizationsWith(sql`whatsapp_events`, sql`t.processed_at is null`)},
    round as (
      select organization_id from organizations where organization_id is not null
      order by organization_id <= ${afterId}::uuid, organization_id)
    select e.* from round r cross join lateral (
      select organization_id, project_id, whatsapp_sender_id, event_id, kind, payload, tries, received_at
      from whatsapp_events
      where organization_id = r.organization_id and processed_at is null and due_at <= ${now}
      order by due_at, received_at limit 1 for update skip locked) e
    where is_here(e.organization_id) limit 1`
}

/** When the next event is due. Index: whatsapp_events_due. */
export const nextEventDue = sql`(
  select min(due_at) from whatsapp_events where processed_at is null and is_here(organization_id))`

/** Marks an event as processed; `fault` says why it had no effect. */
export async function markEventProcessed(
  transaction: Transaction,
  event: ClaimedEvent,
  fault: string | null,
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    update whatsapp_events set processed_at = ${now}, fault = ${fault}
    where organization_id = ${event.organization_id} and whatsapp_sender_id = ${event.whatsapp_sender_id}
      and event_id = ${event.event_id}`)
}

/** Deletes an event. */
export async function deleteEvent(transaction: Transaction, event: ClaimedEvent): Promise<void> {
  await transaction.query(sql`
    delete from whatsapp_events
    where organization_id = ${event.organization_id} and whatsapp_sender_id = ${event.whatsapp_sender_id}
      and event_id = ${event.event_id}`)
}

/** Removes from a stored status to whom its message was sent. */
export async function removeRecipient(transaction: Transaction, status: ClaimedEvent): Promise<void> {
  await transaction.query(sql`
    update whatsapp_events set payload = payload || '{"recipientId": null, "recipientUserId": null}'
    where organization_id = ${status.organization_id} and whatsapp_sender_id = ${status.whatsapp_sender_id}
      and event_id = ${status.event_id}`)
}

/** Postpones an event that could not be processed, unless another worker has tried it once more meanwhile. */
export async function postponeEvent(
  db: Queryable,
  event: ClaimedEvent,
  dueAt: Date,
  fault: string,
): Promise<void> {
  await db.write(sql`
    update whatsapp_events set due_at = ${dueAt}, tries = tries + 1, fault = ${fault}
    where organization_id = ${event.organization_id} and whatsapp_sender_id = ${event.whatsapp_sender_id}
      and event_id = ${event.event_id} and processed_at is null and tries = ${event.tries}`)
}

/**
 * Makes processed events due again, because the message that they concern has become known. Leaves unprocessed events
 * alone: another worker may hold one and wait for a lock of this transaction. By primary key.
 */
export async function requeueEvents(
  transaction: Transaction,
  { organization_id, whatsapp_sender_id }: Pick<NewEvent, 'organization_id' | 'whatsapp_sender_id'>,
  eventIds: readonly string[],
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    update whatsapp_events set processed_at = null, fault = null, tries = 0, due_at = ${now}
    where organization_id = ${organization_id} and whatsapp_sender_id = ${whatsapp_sender_id}
      and event_id = any(${eventIds}::text[]) and processed_at is not null`)
}

/**
 * Deletes what came from these addresses and is not processed yet, and returns it: messages, and opt-outs that people
 * made or ended in WhatsApp itself. Reads all unprocessed events of the organization. Index:
 * whatsapp_events_due_by_organization.
 */
export async function deletePendingEvents(
  transaction: Transaction,
  { organization_id, project_id }: Pick<NewEvent, 'organization_id' | 'project_id'>,
  addresses: readonly Address[],
): Promise<ClaimedEvent[]> {
  const waIds = addresses.filter(isNumber).flatMap(waIdsOfNumber)
  return transaction.query<ClaimedEvent>(sql`
    delete from whatsapp_events where organization_id = ${organization_id} and project_id = ${project_id}
      and processed_at is null and kind in ('message', 'user_preference')
      and (coalesce(payload ->> 'from', payload ->> 'waId') = any(${waIds}::text[])
        or payload ->> 'userId' = any(${addresses}::text[]))
    returning organization_id, project_id, whatsapp_sender_id, event_id, kind, payload, tries, received_at`)
}

/** Deletes events that were processed before a time after which Meta no longer repeats them. Returns how many. */
export async function deleteOldEvents(db: Db, before: Date): Promise<number> {
  const deleted = await db.write(sql`
    delete from whatsapp_events where (organization_id, whatsapp_sender_id, event_id) in (
      select organization_id, whatsapp_sender_id, event_id from whatsapp_events
      where processed_at < ${before} and is_here(organization_id) order by processed_at limit 1000 for update skip locked)
    returning event_id`)
  return deleted.length
}
