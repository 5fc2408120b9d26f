import type { ClockReading } from '../../base/clock.ts'
import { openingAt } from '../../campaigns/calling-hours.ts'
import type { Opening } from '../../campaigns/calling-hours.ts'
import { isAtCallee, ownHours } from '../../campaigns/campaign-hours.ts'
import { selectCampaignForCalls } from '../../campaigns/queries.ts'
import type { CampaignForCalls, SealedAccount } from '../../campaigns/queries.ts'
import { hasEnded, isPaused, isReady, missingForCalls } from '../../campaigns/readiness.ts'
import type { ReadyCampaign } from '../../campaigns/readiness.ts'
import { isDatabaseUnavailable } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import type { AttemptOutcome, NotDoneAttempt } from '../attempt/attempt-outcome.ts'
import { unsealAccount } from '../attempt/carrier-account.ts'
import type { OpenedAccount } from '../attempt/carrier-account.ts'
import { dialAttempt } from '../attempt/dial-attempt.ts'
import { attemptLeaseMs, attemptOf, attemptToDial, callsPerClaimMax } from '../attempt/new-attempt.ts'
import { settleNeverPlaced } from '../attempt/settle-outcome.ts'
import type { DialContext } from '../call-context.ts'
import { lookAtHead, recheckHours, returnDueCallees } from '../callee/look-at-callees.ts'
import type { CalleeLook } from '../callee/look-at-callees.ts'
import { recordRefusedCall } from '../guarded-calls.ts'
import { moveReasons } from '../move-reasons.ts'
import { publishCall } from '../publish-calls.ts'
import type { DialedAttempt } from '../queries.ts'
import { endPause, pauseCarrier } from './carrier-pause.ts'
import { claimCalls } from './claim-calls.ts'
import { queuedRateWaitMaxMs } from './claim-request.ts'
import {
  endWaitingCalls,
  lockDueQueue,
  parkBlocked,
  postponeQueue,
  returnDueCalls,
  scheduleQueue,
  updateQueue,
  campaignKeyOf,
} from './queue-queries.ts'
import type { CampaignKey, DueQueue } from './queue-queries.ts'

/** An attempt that is to be dialed now. */
export interface DueAttempt {
  attempt: DialedAttempt
  /** The carrier account that it is placed with. */
  account: SealedAccount
  delayMs: number
  /** When the calling hours of the campaign close, and when it ends; null: not soon, or not by a date. */
  closesAt: Date | null
  endsAt: Date | null
  decided: ClockReading
  /** Whether the carrier refused the calls before this one, or its number. If so, an accepted call ends the pause. */
  wasPaused: boolean
  /** Whether the hours of the campaign hold where the callee is. */
  isAtCallee: boolean
}

/** The result of serving a queue. */
interface Served {
  due: DueAttempt[]
  /** Waiting calls have ended with their campaign. */
  hasEnded: boolean
  /** When the queue is due next; null: no instant is known. */
  nextAt: Date | null
}

/** The key of a carrier account. */
type AccountKey = Pick<DialedAttempt, 'organization_id' | 'voice_carrier_id'>

type QueueContext = Pick<DialContext, 'db' | 'clock' | 'newId' | 'log' | 'hints'>

/** A campaign counts as closed this long before it closes, because a request takes a moment to reach the carrier. */
const closingMarginMs = 500
/** How long a queue rests that stopped for a reason without a known end. */
const serveAgainMs = 200
/**
 * How long a queue rests that a guard of the organization holds: other calls end, the day does, or somebody widens it.
 */
const guardRestMs = 10_000
/** How long a queue rests while this process has the most requests at the carrier that it may have. */
const carrierFullMs = 50
const endedCallsMax = 500
/** How long a queue rests after an error. */
const afterErrorMs = 5_000

/**
 * Serves the queue that is due first: claims its calls, at most `callsPerClaimMax`, and writes when it is due next.
 * Returns null if no queue is due. Safe on any number of workers: the queue's row is locked meanwhile, and the attempts
 * are committed before anything is dialed.
 *
 * @param freeFor returns how many more requests this process may make at a carrier account now.
 * @param onMore called if there may be more to serve at once: another queue is due, or this one is due again.
 */
export async function serveDueQueue(
  context: QueueContext,
  freeFor: (account: AccountKey) => number,
  onMore: () => void = () => {},
): Promise<DueAttempt[] | null> {
  await context.clock.resync?.()
  let queue: CampaignKey | null = null
  try {
    const served = await context.db.transaction(async (transaction) => {
      const locked = await lockDueQueue(transaction, context.clock.now())
      queue = locked && campaignKeyOf(locked)
      if (locked === null) return null
      return { ...(await serve(context, transaction, locked, freeFor)), has_more: locked.has_more }
    })
    const isDueAgain = served !== null && served.nextAt !== null && served.nextAt <= context.clock.now()
    if (served?.has_more || isDueAgain) onMore()
    for (const { attempt } of served?.due ?? []) publishCall(context, attempt)
    if (served?.hasEnded) publishEnded(context, queue!)
    return served?.due ?? null
  } catch (error) {
    // Without this the queue would stay first, and no other queue would be served.
    if (queue !== null && !isDatabaseUnavailable(error))
      await postponeQueue(context.db, queue, new Date(context.clock.now().getTime() + afterErrorMs))
    throw error
  }
}

async function serve(
  context: QueueContext,
  transaction: Transaction,
  locked: DueQueue,
  freeFor: (account: AccountKey) => number,
): Promise<Served> {
  const now = context.clock.now()
  const queue = campaignKeyOf(locked)
  const { organization_id, project_id, campaign_id } = queue
  const found = await selectCampaignForCalls(transaction, organization_id, project_id, campaign_id)
  const campaign = found?.campaign ?? null
  if (found === null || campaign === null || hasEnded(campaign, now))
    return endCalls(context, transaction, queue, 'expired', moveReasons.campaignEnded)
  if (isPaused(campaign)) {
    // Its release makes the queue due again; until then only the campaign's end can change anything.
    const nextAt = campaign.ends_at === null ? null : new Date(campaign.ends_at)
    await updateQueue(transaction, queue, nextAt, null)
    return { due: [], hasEnded: false, nextAt }
  }
  if (!isReady(campaign) || found.account === null) {
    const reason = `${moveReasons.campaignNotReady}: ${missingForCalls(campaign)}`
    return endCalls(context, transaction, queue, 'failed', reason)
  }
  const opening = openingOf(context, campaign, now)
  const remainingMs = opening.isOpen ? msUntilClosing(opening, now) : 0
  const hours = campaign.calling_hours
  const look: CalleeLook = { queue, hours, now, marginMs: closingMarginMs, newId: context.newId }
  const isRechecking = await recheckHours(transaction, look, locked)
  if (isAtCallee(hours)) await returnDueCallees(transaction, look)
  // A delay that ends after this makes the queue due again: `scheduleQueue` finds it.
  else if (locked.has_delayed) await returnDueCalls(transaction, queue, now)
  if (!opening.isOpen || remainingMs < closingMarginMs) {
    const opensAt = opening.isOpen ? opening.closesAt : opening.opensAt
    if (isRechecking) {
      await updateQueue(transaction, queue, now, opensAt)
      return { due: [], hasEnded: false, nextAt: now }
    }
    const closed = { nextAt: opensAt, closedUntil: opensAt, endsAt: campaign.ends_at }
    return { due: [], hasEnded: false, nextAt: await scheduleQueue(transaction, queue, closed) }
  }
  const free = freeFor({ organization_id, voice_carrier_id: campaign.voice_carrier_id })
  const admitted = await admitCalls(context, transaction, look, campaign, {
    account: found.account,
    opening,
    now,
    free,
  })
  if (isRechecking) await updateQueue(transaction, queue, now, null)
  return { ...admitted, hasEnded: false, nextAt: isRechecking ? now : admitted.nextAt }
}

function publishEnded({ hints }: QueueContext, { organization_id, project_id }: CampaignKey): void {
  hints.publish({ topic: 'calls', organization_id, project_id, ids: null })
}

/** Returns whether the campaign is open. Hours that can not be read count as closed, so that nothing is dialed. */
function openingOf({ log }: Pick<DialContext, 'log'>, campaign: CampaignForCalls, now: Date): Opening {
  try {
    return openingAt(ownHours(campaign.calling_hours), now)
  } catch (error) {
    log.error({ err: error, campaign_id: campaign._id }, 'calling hours can not be read; nothing is dialed')
    return { isOpen: false, opensAt: new Date(now.getTime() + 60_000) }
  }
}

function msUntilClosing(opening: Extract<Opening, { isOpen: true }>, now: Date): number {
  return opening.closesAt === null ? Infinity : opening.closesAt.getTime() - now.getTime()
}

async function endCalls(
  { newId, clock }: Pick<DialContext, 'newId' | 'clock'>,
  transaction: Transaction,
  queue: CampaignKey,
  to: 'expired' | 'failed',
  reason: string,
): Promise<Served> {
  const now = clock.now()
  const moveIds = Array.from({ length: endedCallsMax }, newId)
  const endedCount = await endWaitingCalls(transaction, queue, { to, reason }, moveIds, now)
  const nextAt = endedCount < endedCallsMax ? null : now
  await updateQueue(transaction, queue, nextAt, null)
  return { due: [], hasEnded: endedCount > 0, nextAt }
}

async function admitCalls(
  { newId }: Pick<DialContext, 'newId'>,
  transaction: Transaction,
  look: CalleeLook,
  campaign: ReadyCampaign,
  {
    account,
    opening,
    now,
    free,
  }: { account: SealedAccount; opening: Extract<Opening, { isOpen: true }>; now: Date; free: number },
): Promise<Pick<Served, 'due' | 'nextAt'>> {
  const { queue, hours } = look
  const isHeldByCallees = isAtCallee(hours)
  const callsMax = Math.min(callsPerClaimMax, free)
  const schedule = (nextAt: Date | null) =>
    scheduleQueue(transaction, queue, { nextAt, closedUntil: null, endsAt: campaign.ends_at })
  if (callsMax <= 0) return { due: [], nextAt: await schedule(new Date(now.getTime() + carrierFullMs)) }
  const endsAt = campaign.ends_at === null ? null : new Date(campaign.ends_at)
  const { closesAt } = opening
  const notFrom = Math.min(endsAt?.getTime() ?? Infinity, closesAt?.getTime() ?? Infinity)
  const decided: ClockReading = { monotonicMs: performance.now(), now }
  const { claimed, limits } = await claimCalls(transaction, {
    ...queue,
    voice_carrier_id: campaign.voice_carrier_id,
    events_wanted: campaign.events_wanted,
    only: null,
    calleesOpenBeyond: isHeldByCallees ? new Date(now.getTime() + closingMarginMs) : null,
    callsMax,
    attemptIds: Array.from({ length: callsMax }, newId),
    moveIds: Array.from({ length: callsMax }, newId),
    rateWaitMaxMs: Math.max(0, Math.min(queuedRateWaitMaxMs, notFrom - now.getTime() - closingMarginMs)),
    attempt: attemptToDial(campaign),
    reason: moveReasons.claimed,
    leaseMs: attemptLeaseMs,
    now,
  })
  const isShort = claimed.length < Math.min(callsMax, limits.free_slots)
  const lookedAtCount = isHeldByCallees ? await lookAtHead(transaction, look) : 0
  // Parks only if calls that can not go fill the head of the queue, so that the next claim reads those behind them.
  const parkedCount =
    isShort && limits.guard === null && limits.candidates < limits.free_slots
      ? await parkBlocked(transaction, {
          ...queue,
          voice_carrier_id: campaign.voice_carrier_id,
          attempt: attemptToDial(campaign),
          now,
        })
      : 0
  let readyAt: Date | null = null
  if (claimed.length === callsMax || parkedCount > 0 || lookedAtCount > 0) readyAt = now
  else if (limits.free_slots > claimed.length) {
    const restMs = limits.guard === null ? serveAgainMs : guardRestMs
    const waitMs = limits.rate_wait_ms > 0 ? Math.ceil(limits.rate_wait_ms) : restMs
    readyAt = new Date(now.getTime() + waitMs)
  }
  const nextAt = await schedule(readyAt)
  const carrierWasPaused = (limits.carrier_failures ?? 0) > 0
  const due = claimed.map((call) => ({
    attempt: attemptOf(queue, campaign, call, now),
    account,
    delayMs: call.delay_ms,
    closesAt,
    endsAt,
    decided,
    wasPaused: carrierWasPaused || call.number_was_refused,
    isAtCallee: isHeldByCallees,
  }))
  return { due, nextAt }
}

/**
 * Dials a due attempt. If the carrier does not take it now, the call returns to its position in the queue. If nobody
 * may call the number any more, the call is canceled.
 */
export async function dialDueAttempt(context: DialContext, due: DueAttempt): Promise<void> {
  const { attempt, delayMs, decided } = due
  const account = opened(context, due)
  const outcome: AttemptOutcome =
    account === null
      ? { kind: 'not_done', cause: 'unreachable', reason: moveReasons.accountUnusable, retryAfterMs: null }
      : await dialAttempt(context, attempt, account, {
          delayMs,
          retryBudgetMs: 0,
          closesAt: due.closesAt,
          endsAt: due.endsAt,
          isAtCallee: due.isAtCallee,
          decided,
          by: 'worker',
        })
  if (outcome.kind === 'accepted' && due.wasPaused) await endPause(context.db, attempt)
  if (outcome.kind !== 'not_done') return
  if (outcome.cause === 'guard') await recordRefusedCall(context, attempt, outcome.refused.guard)
  else await pauseCarrier(context.db, attempt, outcome)
  await settleNeverPlaced(context, attempt, afterNotDone(outcome), outcome.reason)
}

/** Returns the account with its token; null if that can not be decrypted. */
function opened({ secretBox, log }: DialContext, { attempt, account }: DueAttempt): OpenedAccount | null {
  try {
    return unsealAccount(secretBox, account)
  } catch (error) {
    log.error({ err: error, attempt_id: attempt._id }, moveReasons.accountUnusable)
    return null
  }
}

/** Returns what follows for a call whose attempt was surely not placed. */
function afterNotDone({ cause }: NotDoneAttempt): { kind: 'cancel' | 'fail' | 'return' } {
  if (cause === 'do_not_call') return { kind: 'cancel' }
  return { kind: cause === 'guard' ? 'fail' : 'return' }
}
