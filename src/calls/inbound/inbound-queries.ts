import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { eventsIf } from '../../events/event-of.ts'
import { emailContact } from '../../people/contact.ts'
import { factsOfCalls } from '../call-events.ts'
import type { CallState, CallEnd } from '../call.ts'
import type { Customer } from '../place/customer.ts'
import { attemptColumns } from '../queries.ts'
import type { Attempt } from '../queries.ts'
import type { CampaignKey } from '../queue/queue-queries.ts'
import { freeWithinLimit, lockFreeSlot, selectHasFreeSlot } from '../queue/slot-queries.ts'

/** A call at the carrier, by its keys. */
export interface CarrierCallKey {
  organization_id: string
  voice_carrier_id: string
  call_sid: string
}

/**
 * Keeps which attempt a call at the carrier is. Returns false if another request has done so before; of two requests at
 * once the second waits for the first.
 */
export async function insertInboundCall(
  transaction: Transaction,
  { organization_id, voice_carrier_id, call_sid }: CarrierCallKey,
  attemptId: string,
  now: Date,
): Promise<boolean> {
  const made = await transaction.query(sql`
    insert into inbound_calls (organization_id, voice_carrier_id, call_sid, attempt_id, received_at)
    values (${organization_id}, ${voice_carrier_id}, ${call_sid}, ${attemptId}, ${now})
    on conflict do nothing returning attempt_id`)
  return made.length === 1
}

/** Keeps what a caller who was turned away hears, for when the carrier asks again. */
export async function updateInboundReply(
  transaction: Transaction,
  { organization_id, voice_carrier_id, call_sid }: CarrierCallKey,
  reply: string,
): Promise<void> {
  await transaction.query(sql`
    update inbound_calls set reply = ${reply} where organization_id = ${organization_id}
      and voice_carrier_id = ${voice_carrier_id} and call_sid = ${call_sid}`)
}

/**
 * Returns the attempt of a call at the carrier, and what its caller hears if they were turned away; null for an unknown
 * call.
 */
export async function selectInboundCall(
  db: Pick<Transaction, 'query'>,
  { organization_id, voice_carrier_id, call_sid }: CarrierCallKey,
): Promise<{ attempt: Attempt; reply: string | null } | null> {
  const [row] = await db.query<Attempt & { reply: string | null }>(sql`
    select ${attemptColumns}, i.reply from inbound_calls i
    join call_attempts a on a.organization_id = i.organization_id and a._id = i.attempt_id
    where i.organization_id = ${organization_id} and i.voice_carrier_id = ${voice_carrier_id}
      and i.call_sid = ${call_sid}`)
  if (row === undefined) return null
  const { reply, ...attempt } = row
  return { attempt, reply }
}

/** Returns whether the attempt is a call of a person to the project. */
export async function selectIsInbound(
  db: Pick<Transaction, 'query'>,
  { organization_id, _id }: Pick<Attempt, 'organization_id' | '_id'>,
): Promise<boolean> {
  const found = await db.query(sql`
    select attempt_id from inbound_calls where organization_id = ${organization_id} and attempt_id = ${_id}`)
  return found.length === 1
}

/** Returns what scripts, workflows and agents may read of the person with a profile. */
export async function selectKnownCustomer(
  transaction: Transaction,
  organizationId: string,
  profileId: string,
): Promise<Customer> {
  const [person] = await transaction.query<{
    name: string | null
    email: string | null
    properties: Record<string, unknown>
  }>(sql`
    select p.name, p.properties, (select k.value from profile_contacts k where k.organization_id = p.organization_id
      and k.profile_id = p._id and k.kind = 'email' order by k.created_at, k.normalized limit 1) as email
    from profiles p where p.organization_id = ${organizationId} and p._id = ${profileId}`)
  if (person === undefined) return {}
  const { name, email, properties } = person
  const plain = Object.entries(properties).filter((entry): entry is [string, string | number | boolean] =>
    ['string', 'number', 'boolean'].includes(typeof entry[1]),
  )
  return {
    ...Object.fromEntries(plain),
    ...(name !== null && { name }),
    ...(email !== null && emailContact(email) !== null && { email }),
  }
}

/** How often a slot is looked for again when other transactions took the one that this one waited for. */
const slotTriesMax = 5

/**
 * Locks a free slot of the campaign. A slot that another transaction holds may be left free by it, so it is waited for:
 * a caller is turned away only if all slots are taken.
 *
 * @returns its number; null if none is free.
 */
export async function lockSlot(transaction: Transaction, campaign: CampaignKey): Promise<number | null> {
  const { organization_id, campaign_id } = campaign
  for (let tries = 0; tries < slotTriesMax; tries++) {
    const [slot] = await transaction.query<{ slot_number: number }>(sql`
      select slot_number from calling_slots
      where organization_id = ${organization_id} and campaign_id = ${campaign_id} and attempt_id is null
        and ${freeWithinLimit(campaign)}
      order by slot_number limit 1 for update skip locked`)
    if (slot !== undefined) return slot.slot_number
    if (!(await selectHasFreeSlot(transaction, campaign))) return null
    await lockFreeSlot(transaction, campaign)
  }
  return null
}

/** A call of a person to the project, as it is written. */
export interface ReceivedCall {
  attempt: Attempt
  customer: Customer
  /** The state in which it is written: `live`, or how it ended for a caller who was turned away. */
  state: CallState & ('live' | CallEnd)
  /** For the call's history. */
  reason: string
  moveId: string
  /** When the carrier is polled, unless it reports before; null for a call that is over. */
  pollAt: Date | null
  /** Null for a caller who was turned away. */
  slot: number | null
}

/**
 * Inserts the call with its only attempt, takes its slot and number, and writes its event, in one statement:
 * `call.answered`, or `call.ended` for a caller who was turned away. Its conversation is inserted before. A number that
 * another call of the person has stays with that call until it ends (`passOnNumber`).
 */
export async function insertReceivedCall(
  transaction: Transaction,
  { attempt, customer, state, reason, moveId, pollAt, slot }: ReceivedCall,
  now: Date,
): Promise<void> {
  const { organization_id, project_id, call_id, campaign_id, phone_number, conversation_id } = attempt
  const endedAt = state === 'live' ? null : now
  const answeredAt = state === 'live' ? now : null
  const duration_seconds = state === 'live' ? null : 0
  const received = () =>
    factsOfCalls(sql`select * from received`, [state === 'live' ? 'call.answered' : 'call.ended'], now, {
      last: { duration_seconds, conversation_id },
    })
  await transaction.query(sql`
    with received as (
      insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer, state,
        state_since, attempts_count, created_at)
      values (${organization_id}, ${project_id}, ${call_id}, ${campaign_id}, 'caller', ${phone_number},
        ${JSON.stringify(customer)}::jsonb, ${state}, ${now}, 1, ${now})
      returning *
    )${eventsIf(attempt.events_wanted, attempt, received)}, attempted as (
      insert into call_attempts (organization_id, project_id, _id, call_id, campaign_id, voice_carrier_id, attempt_number,
        phone_number, caller_id_number, ring_timeout_seconds, machine_detection, state, state_since, script, voice,
        workflow_id, workflow_revision, agent_id, agent_revision, carrier_call_sid, conversation_id, poll_at, answered_at,
        ended_at, duration_seconds, created_at)
      values (${organization_id}, ${project_id}, ${attempt._id}, ${call_id}, ${campaign_id}, ${attempt.voice_carrier_id},
        1, ${phone_number}, ${attempt.caller_id_number}, ${attempt.ring_timeout_seconds}, false, ${state}, ${now},
        ${attempt.script}, ${attempt.voice}, ${attempt.workflow_id}, ${attempt.workflow_revision}, ${attempt.agent_id},
        ${attempt.agent_revision}, ${attempt.carrier_call_sid}, ${conversation_id}, ${pollAt}, ${answeredAt},
        ${endedAt}, ${duration_seconds}, ${now})
    )${slot === null ? sql`` : sql`, ${takenBy(attempt, slot, now)}`}
    insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
    select organization_id, ${moveId}::uuid, _id, null, ${state}, ${reason}, ${now}::timestamptz from received`)
}

/**
 * Returns the parts of the statement that take the slot and the number of a call that is answered, and write the
 * carrier's event.
 */
function takenBy(attempt: Attempt, slot: number, now: Date): Sql {
  const { organization_id, project_id, call_id, campaign_id, phone_number } = attempt
  // Nobody is dialed who is on the line already. Another call may have the number: the lock has its end wait for this
  // transaction, so that it finds this call and passes the number on to it.
  const number =
    phone_number === null
      ? sql``
      : sql`, taken_number as (
      insert into numbers_in_use (organization_id, project_id, phone_number, call_id)
      values (${organization_id}, ${project_id}, ${phone_number}, ${call_id})
      on conflict (organization_id, project_id, phone_number) do update set call_id = numbers_in_use.call_id
    )`
  return sql`taken_slot as (
      update calling_slots set attempt_id = ${attempt._id}, taken_at = ${now}
      where organization_id = ${organization_id} and campaign_id = ${campaign_id} and slot_number = ${slot}
    ), arrived as (
      insert into carrier_events (organization_id, attempt_id, call_sid, call_status, sequence_number, source, received_at)
      values (${organization_id}, ${attempt._id}, ${attempt.carrier_call_sid}, 'in-progress', -1, 'inbound', ${now})
    )${number}`
}
