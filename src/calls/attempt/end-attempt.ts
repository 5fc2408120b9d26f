import type { ConversationStatus } from '../../base/conversation-kinds.ts'
import type { NewId } from '../../base/ids.ts'
import { selectCampaignForCalls } from '../../campaigns/queries.ts'
import { insertVoiceConversation, updateConversation } from '../../conversations/queries.ts'
import type { Transaction } from '../../db/queryable.ts'
import { dialOutcomes } from '../call.ts'
import type { AttemptState, Outcome } from '../call.ts'
import { freeSlotAndNumber, unparkNumber } from '../queue/queue-queries.ts'
import type { CampaignKey } from '../queue/queue-queries.ts'
import { updateAttempt, updateCallState } from '../queries.ts'
import type { Attempt, AttemptUpdate, CallMove, LockedCall } from '../queries.ts'
import { endAgent } from '../relay/end-of-agent.ts'
import { retryAt } from './retry.ts'

const finalStates: ReadonlySet<AttemptState> = new Set([...dialOutcomes, 'never_placed'])

/** Returns whether the attempt has reached a final state. */
export function isOver(attempt: Pick<Attempt, 'state'>): boolean {
  return finalStates.has(attempt.state)
}

/** The time of a change and the source of its ids. */
export interface Stamp {
  now: Date
  newId: NewId
}

/** How an attempt ended. */
export interface AttemptResult {
  outcome: Outcome
  /** For the call's history. */
  reason: string
  /** Whether the campaign's retry settings apply. */
  mayRetry: boolean
  code: string | null
  /** Why it failed, in plain words; null if it did not. */
  failure: string | null
}

/**
 * Ends an attempt for its call: frees slot and number, and moves the call to its outcome, or back to waiting if the
 * campaign retries (Rule 17). Returns the campaigns whose queues may go on.
 */
export async function endAttempt(
  transaction: Transaction,
  locked: LockedCall,
  result: AttemptResult,
  stamp: Stamp,
): Promise<CampaignKey[]> {
  const { attempt, call } = locked
  const toWake = await releaseSlotAndNumber(transaction, attempt)
  await endAgent(transaction, attempt, stamp.now)
  const dueAt =
    result.mayRetry && call.cancel_requested_at === null
      ? await selectRetryAt(transaction, locked, result.outcome, stamp.now)
      : null
  if (dueAt !== null) {
    const reason = `${result.outcome}: attempt ${call.attempts_count} has ended, the campaign retries`
    await move(transaction, locked, { to: 'waiting', reason, dueAt }, stamp)
  } else {
    const error = result.failure === null ? {} : { error: { code: result.code, reason: result.failure } }
    await move(transaction, locked, { to: result.outcome, reason: result.reason, ...error }, stamp)
  }
  return toWake
}

async function selectRetryAt(
  transaction: Transaction,
  { attempt, call }: LockedCall,
  outcome: Outcome,
  now: Date,
): Promise<Date | null> {
  if (outcome === 'completed' || outcome === 'canceled') return null
  const { organization_id, project_id, campaign_id } = attempt
  const found = await selectCampaignForCalls(transaction, organization_id, project_id, campaign_id)
  if (!found?.campaign) return null
  try {
    return retryAt(found.campaign, { outcome, attempts: call.attempts_count, endedAt: now })
  } catch (error) {
    // This Node does not know the campaign's time zone. The end must be recorded all the same.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Frees slot and number of an attempt. Returns the campaigns that may go on: its own, and those that wait for the number. */
export async function releaseSlotAndNumber(
  transaction: Transaction,
  attempt: Pick<
    Attempt,
    'organization_id' | 'project_id' | 'campaign_id' | '_id' | 'call_id' | 'phone_number'
  >,
): Promise<CampaignKey[]> {
  const [, unparked] = await Promise.all([
    freeSlotAndNumber(transaction, attempt.organization_id, attempt._id, attempt.call_id),
    unparkNumber(transaction, attempt),
  ])
  return [attempt, ...unparked]
}

/** Writes an attempt and its conversation, which it creates with the first report about the attempt. */
export async function writeAttempt(
  transaction: Transaction,
  attempt: Attempt,
  update: Omit<AttemptUpdate, 'conversation_id'>,
  status: ConversationStatus,
  { now, newId }: Stamp,
): Promise<void> {
  const { organization_id, project_id, campaign_id, phone_number, created_at } = attempt
  const { answered_at, ended_at, duration_seconds } = update
  const progress = { status, answered_at, end_time: ended_at, duration_seconds }
  const conversation_id = attempt.conversation_id ?? newId()
  const tenant = { organization_id, project_id, campaign_id, phone_number }
  await Promise.all([
    attempt.conversation_id === null
      ? insertVoiceConversation(transaction, {
          ...tenant,
          ...progress,
          _id: conversation_id,
          start_time: created_at,
          created_at: now,
        })
      : updateConversation(transaction, organization_id, conversation_id, progress),
    updateAttempt(transaction, attempt, { ...update, conversation_id }, now),
  ])
}

/** Moves the locked call of an attempt to another state. */
export function move(
  transaction: Transaction,
  { attempt, call }: LockedCall,
  to: CallMove,
  { now, newId }: Stamp,
): Promise<void> {
  const named = { organization_id: attempt.organization_id, _id: call._id, state: call.state }
  return updateCallState(transaction, named, to, newId(), now)
}
