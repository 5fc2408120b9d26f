import { selectCampaignForCalls } from '../campaigns/queries.ts'
import { hasEnded, isReady, lacks } from '../campaigns/readiness.ts'
import type { Transaction } from '../db/database.ts'
import { dialAttempt, dialLeaseMs, openAccount } from './dial-attempt.ts'
import type { DialContext } from './dial-attempt.ts'
import { newAttempt } from './place-call.ts'
import { countNeverPlaced, insertAttempt, lockDueCall, selectAttempt, updateCallState } from './queries.ts'
import type { Attempt, DueCall } from './queries.ts'
import { settleNeverPlaced } from './settle-attempt.ts'

const backoffSecondsMost = 60

/**
 * Dials the waiting call that is due first, if there is one, and answers whether there was. A call whose campaign has
 * ended meanwhile expires instead (Decision 14). Safe on any number of workers: each takes another call.
 */
export async function startDueCall(context: DialContext): Promise<boolean> {
  const taken = await context.db.transaction((transaction) => takeDueCall(context, transaction))
  if (taken === null) return false
  const { attempt } = taken
  if (attempt === null) return true
  const account = await openAccount(context, attempt)
  const outcome = await dialAttempt(context, attempt, account, { insistMs: 0 })
  if (outcome.kind === 'not_done') {
    const seconds = Math.min(2 ** Math.min(taken.neverPlaced, 10), backoffSecondsMost)
    const dueAt = new Date(
      context.clock.now().getTime() + Math.max(seconds * 1_000, outcome.retryAfterMs ?? 0),
    )
    await settleNeverPlaced(context, attempt, { kind: 'wait', dueAt }, outcome.reason)
  }
  return true
}

async function takeDueCall(
  { clock, newId }: DialContext,
  transaction: Transaction,
): Promise<{ attempt: Attempt | null; neverPlaced: number } | null> {
  const now = clock.now()
  const call = await lockDueCall(transaction, now)
  if (call === null) return null
  const { organization_id } = call
  const found = await selectCampaignForCalls(transaction, organization_id, call.project_id, call.campaign_id)
  const campaign = found?.campaign ?? null
  if (campaign === null || hasEnded(campaign, now)) {
    await updateCallState(
      transaction,
      call,
      { to: 'expired', reason: 'the campaign has ended' },
      newId(),
      now,
    )
    return { attempt: null, neverPlaced: 0 }
  }
  if (!isReady(campaign)) {
    const reason = `the campaign is not ready for calls: ${lacks(campaign)}`
    const failed = { to: 'failed', reason, error: { code: null, reason } } as const
    await updateCallState(transaction, call, failed, newId(), now)
    return { attempt: null, neverPlaced: 0 }
  }
  await updateCallState(transaction, call, { to: 'dialling', reason: 'its time has come' }, newId(), now)
  const attemptId = newId()
  const askAt = new Date(now.getTime() + dialLeaseMs)
  await insertAttempt(transaction, call, newAttempt(attemptId, campaign, call.phone_number), now, askAt)
  const neverPlaced = await countNeverPlaced(transaction, organization_id, call._id, { afterAsking: false })
  return { attempt: await mustSelect(transaction, call, attemptId), neverPlaced }
}

async function mustSelect(transaction: Transaction, call: DueCall, attemptId: string): Promise<Attempt> {
  const attempt = await selectAttempt(transaction, call.organization_id, attemptId)
  if (attempt === null) throw new Error('the dial that was just written is missing')
  return attempt
}
