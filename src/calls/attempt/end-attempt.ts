import type { RecordOptOut } from '../../agents/conversation/record-unread-opt-out.ts'
import type { ConversationStatus } from '../../base/conversation-kinds.ts'
import type { NewId } from '../../base/ids.ts'
import { isAtCallee } from '../../campaigns/campaign-hours.ts'
import { selectCampaignForCalls } from '../../campaigns/queries.ts'
import { insertVoiceConversation, updateConversation } from '../../conversations/queries.ts'
import type { Transaction } from '../../db/queryable.ts'
import type { Sql } from '../../db/sql.ts'
import { selectHasOpenEntry } from '../../guards/do-not-call/look-up-queries.ts'
import { settleDay, usedOf } from '../../guards/limits/day-queries.ts'
import { attemptEnds } from '../call.ts'
import type { AttemptState, CallEnd } from '../call.ts'
import { selectCallee } from '../callee/callee-queries.ts'
import { calleeZones } from '../callee/callee-zones.ts'
import { campaignRetries } from '../move-reasons.ts'
import { updateAttempt, updateCallState, updatedAttempt } from '../queries.ts'
import type { Attempt, AttemptUpdate, CallMove, LockedCall } from '../queries.ts'
import { freeSlotAndNumber, isNumberWanted, passOnNumber } from '../queue/number-queries.ts'
import type { CampaignKey } from '../queue/queue-queries.ts'
import { endAgent } from '../relay/end-of-agent.ts'
import { selectIsBatchCanceled } from './attempt-queries.ts'
import { retryAt } from './retry.ts'

const finalStates: ReadonlySet<AttemptState> = new Set([...attemptEnds, 'never_placed'])

/** Returns whether the attempt has reached a final state. */
export function isOver(attempt: Pick<Attempt, 'state'>): boolean {
  return finalStates.has(attempt.state)
}

/** The time of a change and the source of its ids. */
export interface Stamp {
  now: Date
  newId: NewId
  recordOptOut: RecordOptOut
}

/** How an attempt ended. */
export interface AttemptResult {
  end: CallEnd
  /** For the call's history. */
  reason: string
  /** Whether the campaign's retry settings apply. */
  mayRetry: boolean
  code: string | null
  /** Why it failed, in plain words; null if it did not. */
  failure: string | null
  /** By which its day is charged. */
  duration_seconds: number | null
  ended_at: string | null
}

/**
 * Ends an attempt for its call: frees slot and number, and moves the call to its end, or back to waiting if the
 * campaign retries (Rule 17). A call of a person to the project is never retried (Rule 146). Returns the campaigns
 * whose queues may go on.
 */
export async function endAttempt(
  transaction: Transaction,
  locked: LockedCall,
  result: AttemptResult,
  stamp: Stamp,
): Promise<CampaignKey[]> {
  const { attempt, call } = locked
  const toWake = await releaseSlotAndNumber(transaction, attempt)
  await endAgent(transaction, attempt, stamp)
  const dueAt = await selectRetryAt(transaction, locked, result, stamp.now)
  const settle = settleDay(attempt, usedOf(attempt, result.duration_seconds, result.ended_at))
  const { duration_seconds } = result
  await move(transaction, locked, moveAtEnd(call, result, dueAt), stamp, { settle, duration_seconds })
  return toWake
}

/** Returns the move of a call whose attempt has ended: to the same end, or back to waiting until the next attempt. */
export function moveAtEnd(call: LockedCall['call'], result: AttemptResult, retryAt: Date | null): CallMove {
  const { end, code, failure } = result
  if (retryAt === null)
    return {
      to: end,
      reason: result.reason,
      ...(failure !== null && { error: { code, reason: failure } }),
    }
  const reason = `${end}: attempt ${call.attempts_count} has ended, ${campaignRetries}`
  return { to: 'waiting', reason, dueAt: retryAt }
}

/** Returns when the campaign dials again after an attempt that has ended so; null if it does not. */
export async function selectRetryAt(
  transaction: Transaction,
  { attempt, call }: LockedCall,
  { end, mayRetry }: Pick<AttemptResult, 'end' | 'mayRetry'>,
  now: Date,
): Promise<Date | null> {
  if (!mayRetry || call.placed_by === 'caller' || call.cancel_requested_at !== null) return null
  if (end === 'completed' || end === 'canceled') return null
  const { organization_id, project_id, campaign_id } = attempt
  const found = await selectCampaignForCalls(transaction, organization_id, project_id, campaign_id)
  if (!found?.campaign) return null
  try {
    const { calling_hours } = found.campaign
    const callee = isAtCallee(calling_hours) ? await selectCallee(transaction, attempt) : null
    const ended = { end, attempts: call.attempts_count, endedAt: now }
    const dueAt = retryAt(found.campaign, ended, callee === null ? [] : calleeZones(callee).zones)
    if (dueAt === null) return null
    // What has only a hash on the list is stopped by the look-up right before an attempt.
    const { phone_number } = attempt
    const [isListed, isBatchCanceled] = await Promise.all([
      phone_number !== null && selectHasOpenEntry(transaction, { organization_id, phone_number }, now),
      selectIsBatchCanceled(transaction, attempt),
    ])
    return isListed || isBatchCanceled ? null : dueAt
  } catch (error) {
    // This Node does not know a time zone, or nobody knows the callee's. The end must be recorded all the same.
    if (error instanceof RangeError) return null
    throw error
  }
}

/**
 * Frees slot and number of an attempt. Returns the campaigns that may go on: its own, and those that wait for the
 * number.
 */
export async function releaseSlotAndNumber(
  transaction: Transaction,
  attempt: Pick<
    Attempt,
    'organization_id' | 'project_id' | 'campaign_id' | '_id' | 'call_id' | 'phone_number'
  >,
): Promise<CampaignKey[]> {
  const { organization_id, phone_number } = attempt
  const number = phone_number === null ? null : { ...attempt, phone_number }
  const [, isWanted] = await Promise.all([
    freeSlotAndNumber(transaction, organization_id, attempt._id, attempt.call_id),
    number !== null && isNumberWanted(transaction, number),
  ])
  return number !== null && isWanted ? [attempt, ...(await passOnNumber(transaction, number))] : [attempt]
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
  const { events_wanted } = attempt
  if (attempt.conversation_id !== null)
    return updateConversation(transaction, organization_id, conversation_id, progress, {
      now,
      events_wanted,
      also: updatedAttempt(attempt, { ...update, conversation_id }, now),
    })
  await Promise.all([
    insertVoiceConversation(transaction, {
      ...tenant,
      ...progress,
      _id: conversation_id,
      start_time: created_at,
      created_at: now,
      events_wanted,
    }),
    updateAttempt(transaction, attempt, { ...update, conversation_id }, now),
  ])
}

/**
 * Moves the locked call of an attempt to another state.
 *
 * @param options.settle changes what was used of the attempt's day as well.
 * @param options.duration_seconds what the transaction writes as the attempt's duration; absent: not known.
 */
export function move(
  transaction: Transaction,
  { attempt, call }: LockedCall,
  to: CallMove,
  { now, newId }: Stamp,
  { settle = null, duration_seconds }: { settle?: Sql | null; duration_seconds?: number | null } = {},
): Promise<void> {
  const { organization_id, project_id, conversation_id } = attempt
  const { _id, state, events_wanted } = call
  const named = { organization_id, project_id, _id, state, events_wanted }
  // The first report about an attempt makes its conversation meanwhile.
  const isKnown = duration_seconds !== undefined && conversation_id !== null && to.uncounted !== true
  const known = isKnown ? { call, last: { duration_seconds, conversation_id } } : null
  return updateCallState(transaction, named, to, { moveId: newId(), now, settle, known })
}
