import type { CalledNumber } from '../../campaigns/inbound-queries.ts'
import { selectCampaignForCalls } from '../../campaigns/queries.ts'
import type { CampaignForCalls } from '../../campaigns/queries.ts'
import { insertConversationLines, insertVoiceConversation } from '../../conversations/queries.ts'
import type { Transaction } from '../../db/queryable.ts'
import { nothingReserved } from '../../guards/limits/day-queries.ts'
import { holdErasures } from '../../people/erasing.ts'
import { linkPerson } from '../../people/link-person.ts'
import { selectContactOwners } from '../../people/queries.ts'
import { scriptInstructions } from '../../workflows/script-instructions.ts'
import { ledBy } from '../attempt/new-attempt.ts'
import type { DialContext } from '../call-context.ts'
import { moveReasons } from '../move-reasons.ts'
import { contactOfCaller } from '../place/contact-of-call.ts'
import type { Customer } from '../place/customer.ts'
import { publishCall } from '../publish-calls.ts'
import type { Attempt } from '../queries.ts'
import {
  insertInboundCall,
  insertReceivedCall,
  lockSlot,
  selectInboundCall,
  selectKnownCustomer,
  updateInboundReply,
} from './inbound-queries.ts'
import { messageOf, turnedAwayAs, whyClosed } from './turned-away.ts'
import type { Message, TurnAway } from './turned-away.ts'

/** The carrier is polled this long after a call has come, unless it reports before, and then less often. */
const firstPollMs = 10_000

/** A call that the carrier has just got for a number of the project. */
export interface ArrivedCall {
  call_sid: string
  /** The caller's number, E.164; null where it is withheld. */
  from: string | null
}

/** A call that is written. */
export interface ReceivedCallResult {
  attempt: Attempt
  /** What a caller who is turned away hears, in the carrier's format; null where the campaign answers. */
  reply: string | null
  /** The request was a repetition. */
  isKnown: boolean
}

/**
 * Writes a call to a number before it is answered: the person's profile, the call with its only attempt, and its
 * conversation. The campaign of the number answers it, if it is open and has a free slot. Else the caller is turned
 * away: the call is over in the same transaction, and what the caller hears is its transcript. The carrier may ask any
 * number of times, also at once: one call at the carrier is one call here (Rule 145).
 *
 * @returns null where no campaign answers the number; then nothing is written.
 */
export async function receiveCall(
  context: DialContext,
  number: CalledNumber,
  call: ArrivedCall,
): Promise<ReceivedCallResult | null> {
  await context.clock.resync?.()
  const received = await context.db.transaction((transaction) => receive(context, transaction, number, call))
  if (received !== null && !received.isKnown) publishCall(context, received.attempt)
  return received
}

async function receive(
  { db, clock, newId, voiceProvider }: DialContext,
  transaction: Transaction,
  number: CalledNumber,
  { call_sid, from }: ArrivedCall,
): Promise<ReceivedCallResult | null> {
  const { organization_id, project_id, inbound_campaign_id, voice_carrier_id, language } = number
  const now = clock.now()
  const ids = { _id: newId(), call_id: newId(), conversation_id: newId() }
  const key = { organization_id, voice_carrier_id, call_sid }
  const campaign =
    inbound_campaign_id === null
      ? null
      : (await selectCampaignForCalls(transaction, organization_id, project_id, inbound_campaign_id))
          ?.campaign
  if (!campaign || !(await insertInboundCall(transaction, key, ids._id, now))) {
    const known = await selectInboundCall(transaction, key)
    return known && { ...known, isKnown: true }
  }
  const { events_wanted } = campaign
  await holdErasures(transaction, organization_id)
  const customer = await meetCaller({ db, newId }, transaction, { ...number, events_wanted }, from, now)
  const queue = { organization_id, project_id, campaign_id: campaign._id }
  const closed = whyClosed(campaign, now)
  const slot = closed === null ? await lockSlot(transaction, queue) : null
  const why = closed ?? (slot === null ? 'busy' : null)
  const message = why === null ? null : messageOf(why, campaign, language)
  const attempt: Attempt & { conversation_id: string } = {
    ...queue,
    ...ids,
    ...(message === null ? ledBy(campaign) : saying(message, campaign)),
    voice_carrier_id,
    phone_number: from,
    caller_id_number: number.number,
    ring_timeout_seconds: campaign.ring_timeout_seconds,
    machine_detection: false,
    attempt_number: 1,
    state: stateOf(why),
    carrier_call_sid: call_sid,
    polls_count: 0,
    ...nothingReserved,
    created_at: now.toISOString(),
    events_wanted,
  }
  await insertConversation(transaction, attempt, why, now)
  await insertReceivedCall(
    transaction,
    {
      attempt,
      customer,
      state: stateOf(why),
      reason: why === null ? moveReasons.callerConnected : turnedAwayAs[why].reason,
      moveId: newId(),
      pollAt: why === null ? new Date(now.getTime() + firstPollMs) : null,
      slot,
    },
    now,
  )
  if (message === null) return { attempt, reply: null, isKnown: false }
  const spoken = scriptInstructions(
    { script: message.script, voice: attempt.voice, language: message.language },
    { customer, voice: attempt.voice, language },
  )
  const reply = voiceProvider.renderInstructions(spoken.instructions, { continueUrl: null })
  await updateInboundReply(transaction, key, reply)
  await insertConversationLines(transaction, organization_id, ids.conversation_id, 0, spoken.transcript, now)
  return { attempt, reply, isKnown: false }
}

/**
 * Finds or makes the caller's profile by the number. Returns what is known of the caller; of an anonymous one nothing
 * is.
 */
async function meetCaller(
  context: Pick<DialContext, 'db' | 'newId'>,
  transaction: Transaction,
  { organization_id, project_id, events_wanted }: CalledNumber & { events_wanted: boolean },
  from: string | null,
  now: Date,
): Promise<Customer> {
  if (from === null) return {}
  const contact = contactOfCaller({ organization_id, project_id, phone_number: from, events_wanted }, now)
  const owners = await selectContactOwners(transaction, contact)
  const profileId = await linkPerson(context, transaction, contact, owners)
  return { ...(await selectKnownCustomer(transaction, organization_id, profileId)), phone_number: from }
}

const stateOf = (why: TurnAway | null) => (why === null ? 'live' : turnedAwayAs[why].end)

/**
 * Returns who leads the call of a caller who is turned away: a script. The campaign's voice speaks the project's
 * language only.
 */
function saying({ script, language }: Message, { voice }: CampaignForCalls): ReturnType<typeof ledBy> {
  const nobody = { workflow_id: null, workflow_revision: null, agent_id: null, agent_revision: null }
  return { script, voice: language === null ? voice : null, ...nobody }
}

async function insertConversation(
  transaction: Transaction,
  attempt: Attempt & { conversation_id: string },
  why: TurnAway | null,
  now: Date,
): Promise<void> {
  const { organization_id, project_id, campaign_id, phone_number } = attempt
  const at = now.toISOString()
  await insertVoiceConversation(transaction, {
    organization_id,
    project_id,
    campaign_id,
    phone_number,
    _id: attempt.conversation_id,
    conversation_type: 'inbound',
    status: stateOf(why),
    start_time: at,
    answered_at: why === null ? at : null,
    end_time: why === null ? null : at,
    duration_seconds: why === null ? null : 0,
    created_at: now,
    events_wanted: attempt.events_wanted,
  })
}
