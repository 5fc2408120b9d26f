import type { Db, Queryable, Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** Where workers are told that there is something to work off. */
export const eventChannel = 'whatsapp_events'

/** Tells the workers, after the commit. */
export async function notifyWorkers(db: Queryable): Promise<void> {
  await db.query(sql`select pg_notify(${eventChannel}, '')`)
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
}

/** The senders of these phone numbers and accounts, of every tenant. Indexes: whatsapp_senders_by_phone_number_id, _by_account. */
export async function selectNamedSenders(
  db: Queryable,
  phoneNumberIds: readonly string[],
  accountIds: readonly string[],
): Promise<NamedSender[]> {
  return db.query(sql`
    select organization_id, project_id, _id, phone_number_id, business_account_id, app_secret from whatsapp_senders
    where phone_number_id = any(${phoneNumberIds}::text[]) or business_account_id = any(${accountIds}::text[])`)
}

/** Sealed tokens of every sender, for the handshake, which names none. */
export async function selectVerifyTokens(db: Queryable): Promise<Buffer[]> {
  const rows = await db.query<{ verify_token: Buffer }>(
    sql`select distinct verify_token from whatsapp_senders order by verify_token limit 10000`,
  )
  return rows.map(({ verify_token }) => verify_token)
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
 * Stores events to be worked off, each once; answers how many are new. In one order, so that two webhooks that tell the
 * same do not wait for each other.
 */
export async function insertEvents(db: Queryable, events: readonly NewEvent[], now: Date): Promise<number> {
  const of = (name: keyof NewEvent) => events.map((event) => event[name])
  const stored = await db.query(sql`
    insert into whatsapp_events (organization_id, project_id, whatsapp_sender_id, event_id, kind, payload, received_at, due_at)
    select organization_id, project_id, sender_id, event_id, kind, payload::jsonb, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${of('organization_id')}::uuid[], ${of('project_id')}::uuid[], ${of('whatsapp_sender_id')}::uuid[],
        ${of('event_id')}::text[], ${of('kind')}::text[], ${events.map(({ payload }) => JSON.stringify(payload))}::text[])
      e (organization_id, project_id, sender_id, event_id, kind, payload)
    order by sender_id, event_id
    on conflict do nothing returning event_id`)
  return stored.length
}

/** An event to be worked off. */
export interface StoredEvent extends NewEvent {
  tries: number
  received_at: string
}

/**
 * Takes the event that is due first, if another worker has not got it in its hands, in the transaction that works it off;
 * null where none is due. Index: whatsapp_events_due.
 */
export async function takeEvent(transaction: Transaction, now: Date): Promise<StoredEvent | null> {
  const [event] = await transaction.query<StoredEvent>(sql`
    select organization_id, project_id, whatsapp_sender_id, event_id, kind, payload, tries, received_at
    from whatsapp_events where worked_off_at is null and due_at <= ${now}
    order by due_at, received_at limit 1 for update skip locked`)
  return event ?? null
}

/** Notes that an event is worked off; `fault` says why nothing could be made of it. */
export async function finishEvent(
  transaction: Transaction,
  event: StoredEvent,
  fault: string | null,
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    update whatsapp_events set worked_off_at = ${now}, fault = ${fault}
    where organization_id = ${event.organization_id} and whatsapp_sender_id = ${event.whatsapp_sender_id}
      and event_id = ${event.event_id}`)
}

/** Puts an event off that could not be worked off. */
export async function putOffEvent(
  db: Queryable,
  event: StoredEvent,
  dueAt: Date,
  fault: string,
): Promise<void> {
  await db.query(sql`
    update whatsapp_events set due_at = ${dueAt}, tries = tries + 1, fault = ${fault}
    where organization_id = ${event.organization_id} and whatsapp_sender_id = ${event.whatsapp_sender_id}
      and event_id = ${event.event_id}`)
}

/** Removes events that were worked off some weeks ago, when no repetition comes any more. */
export async function deletePastEvents(db: Db, before: Date): Promise<number> {
  const deleted = await db.query(sql`
    delete from whatsapp_events where (organization_id, whatsapp_sender_id, event_id) in (
      select organization_id, whatsapp_sender_id, event_id from whatsapp_events
      where worked_off_at < ${before} order by worked_off_at limit 1000 for update skip locked)
    returning event_id`)
  return deleted.length
}
