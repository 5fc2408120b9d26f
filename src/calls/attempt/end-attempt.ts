import type { ConversationStatus } from '../../base/conversation-kinds.ts'
import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import type { Log } from '../../base/log.ts'
import { selectCampaignForCalls } from '../../campaigns/queries.ts'
import { insertVoiceConversation, updateConversation } from '../../conversations/queries.ts'
import type { Db } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import type { AttemptState, Outcome } from '../call.ts'
import type { CallMetrics } from '../call-metrics.ts'
import { deleteHold, unparkNumber } from '../queue/queue-queries.ts'
import type { CampaignKey } from '../queue/queue-queries.ts'
import { updateAttempt, updateCallState } from '../queries.ts'
import type { Attempt, AttemptUpdate, CallMove, LockedCall } from '../queries.ts'
import { retryAt } from './retry.ts'
import type { QueueNotifier } from '../queue/queue-notifier.ts'

/** What settling needs of the program. */
export interface SettleContext {
  db: Db
  clock: Clock
  newId: NewId
  queueNotifier: QueueNotifier
  log: Log
  metrics: CallMetrics
}

const attemptEnds: ReadonlySet<AttemptState> = new Set([
  'completed',
  'no_answer',
  'busy',
  'failed',
  'canceled',
  'never_placed',
])

/** Whether nothing more is expected of the dial. */
export function isOver(attempt: Pick<Attempt, 'state'>): boolean {
  return attemptEnds.has(attempt.state)
}

export interface Moment {
  now: Date
  newId: NewId
}

export interface AttemptEnd {
  outcome: Outcome
  /** For the call's history. */
  reason: string
  /** Whether the campaign's retry settings apply. */
  mayRetry: boolean
  code: string | null
  /** Why it failed, in plain words; null where it did not. */
  failure: string | null
}

/**
 * Ends a dial for its call: gives back slot and number, and moves the call to its outcome, or back to waiting where the
 * campaign dials again (Rule 17). Answers the lines that may go on.
 */
export async function endAttempt(
  transaction: Transaction,
  locked: LockedCall,
  end: AttemptEnd,
  moment: Moment,
): Promise<CampaignKey[]> {
  const { attempt, call } = locked
  const woken = await releaseHold(transaction, attempt)
  const dueAt =
    end.mayRetry && call.cancel_requested_at === null
      ? await selectRetryAt(transaction, locked, end.outcome, moment.now)
      : null
  if (dueAt !== null) {
    const reason = `${end.outcome}: dial ${call.attempts_count} has ended, the campaign dials again`
    await move(transaction, locked, { to: 'waiting', reason, dueAt }, moment)
  } else {
    const error = end.failure === null ? {} : { error: { code: end.code, reason: end.failure } }
    await move(transaction, locked, { to: end.outcome, reason: end.reason, ...error }, moment)
  }
  return woken
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
    // A zone that this Node does not know. What ended must be written all the same.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Frees slot and number of a dial; answers the lines that may go on: its own, and those that wait for the number. */
export async function releaseHold(
  transaction: Transaction,
  attempt: Pick<
    Attempt,
    'organization_id' | 'project_id' | 'campaign_id' | '_id' | 'call_id' | 'phone_number'
  >,
): Promise<CampaignKey[]> {
  const [, unparked] = await Promise.all([
    deleteHold(transaction, attempt.organization_id, attempt._id, attempt.call_id),
    unparkNumber(transaction, attempt),
  ])
  return [attempt, ...unparked]
}

/** Writes a dial and its conversation, which comes with the first that is known of it. */
export async function writeAttempt(
  transaction: Transaction,
  attempt: Attempt,
  update: Omit<AttemptUpdate, 'conversation_id'>,
  status: ConversationStatus,
  { now, newId }: Moment,
): Promise<void> {
  const { organization_id, project_id, campaign_id, phone_number, created_at } = attempt
  const { answered_at, ended_at, duration_seconds } = update
  const standing = { status, answered_at, end_time: ended_at, duration_seconds }
  const conversation_id = attempt.conversation_id ?? newId()
  const tenant = { organization_id, project_id, campaign_id, phone_number }
  await Promise.all([
    attempt.conversation_id === null
      ? insertVoiceConversation(transaction, {
          ...tenant,
          ...standing,
          _id: conversation_id,
          start_time: created_at,
          created_at: now,
        })
      : updateConversation(transaction, organization_id, conversation_id, standing),
    updateAttempt(transaction, attempt, { ...update, conversation_id }, now),
  ])
}

export function move(
  transaction: Transaction,
  { attempt, call }: LockedCall,
  to: CallMove,
  { now, newId }: Moment,
) {
  const named = { organization_id: attempt.organization_id, _id: call._id, state: call.state }
  return updateCallState(transaction, named, to, newId(), now)
}
