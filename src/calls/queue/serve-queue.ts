import { openingAt } from '../../campaigns/calling-hours.ts'
import type { Opening } from '../../campaigns/calling-hours.ts'
import { selectCampaignForCalls } from '../../campaigns/queries.ts'
import { hasEnded, isReady, lacks } from '../../campaigns/readiness.ts'
import type { CampaignForCalls } from '../../campaigns/queries.ts'
import type { ReadyCampaign } from '../../campaigns/readiness.ts'
import { isDatabaseUnavailable } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import { openAccount } from '../attempt/carrier-account.ts'
import { endPause, pauseCarrier } from './carrier-pause.ts'
import { claimCalls } from './claim-calls.ts'
import { dialAttempt } from '../attempt/dial-attempt.ts'
import type { DecidedAt, DialContext } from '../attempt/dial-attempt.ts'
import type { PlaceCallOutcome } from '../../providers/twilio/outcome.ts'
import {
  endWaitingCalls,
  lockDueQueue,
  postponeQueue,
  parkBlocked,
  returnDueCalls,
  selectRestOfQueue,
  updateQueue,
} from './queue-queries.ts'
import type { CampaignKey } from './queue-queries.ts'
import { attemptOf, dialLeaseMs, attemptToDial, turnsMost } from '../attempt/new-attempt.ts'
import type { Attempt } from '../queries.ts'
import { settleNeverPlaced } from '../attempt/settle-outcome.ts'

/** A call whose turn has come, with what its dial needs. */
export interface DueAttempt {
  attempt: Attempt
  delayMs: number
  notFrom: Date | null
  decided: DecidedAt
  /** The carrier did not take the calls before this one, or its number. */
  wasHeld: boolean
}

/** How long a call waits for its turn at the carrier's rate with its slot in hand; the same as a placed call. */
const paceMostMs = 2_000
/** So long before it closes a campaign counts as closed: a dial needs a moment to reach the carrier. */
const closingMarginMs = 500
/** When a line is looked at again that could not go on for a cause that tells of no instant. */
const lookAgainMs = 200
/** The same where a carrier's dials under way are as many as this process makes. */
const crowdedMs = 50
const endsMost = 500
/** How long a line is left alone that could not be served. */
const afterFaultMs = 5_000

/**
 * Serves the line that is due first: lets its calls go that may go, at most `turnsMost`, and writes when it is looked at
 * next. Null where no line is due. Safe on any number of workers: the line's row is locked meanwhile, and the dials are
 * committed before anything is dialled.
 *
 * @param roomFor how many more dials this process makes at a carrier at the moment.
 */
export async function serveDueQueue(
  context: Pick<DialContext, 'db' | 'clock' | 'newId' | 'log'>,
  roomFor: (voiceCarrierId: string) => number,
): Promise<DueAttempt[] | null> {
  await context.clock.resync?.()
  let served: CampaignKey | null = null
  try {
    return await context.db.transaction(async (transaction) => {
      served = await lockDueQueue(transaction, context.clock.now())
      return served && serve(context, transaction, served, roomFor)
    })
  } catch (error) {
    // It would be first again and again, and nobody else's turn would come.
    if (served !== null && !isDatabaseUnavailable(error))
      await postponeQueue(context.db, served, new Date(context.clock.now().getTime() + afterFaultMs))
    throw error
  }
}

async function serve(
  context: Pick<DialContext, 'db' | 'clock' | 'newId' | 'log'>,
  transaction: Transaction,
  line: CampaignKey,
  roomFor: (voiceCarrierId: string) => number,
): Promise<DueAttempt[]> {
  const now = context.clock.now()
  const found = await selectCampaignForCalls(
    transaction,
    line.organization_id,
    line.project_id,
    line.campaign_id,
  )
  const campaign = found?.campaign ?? null
  if (campaign === null || hasEnded(campaign, now))
    return endAll(context, transaction, line, 'expired', 'the campaign has ended')
  if (!isReady(campaign))
    return endAll(
      context,
      transaction,
      line,
      'failed',
      `the campaign is not ready for calls: ${lacks(campaign)}`,
    )
  const opening = openingOf(context, campaign, now)
  const remaining = opening.isOpen ? closingIn(opening, now) : 0
  await returnDueCalls(transaction, line, now)
  if (!opening.isOpen || remaining < closingMarginMs) {
    const opensAt = opening.isOpen ? opening.closesAt : opening.opensAt
    await rest(transaction, line, campaign, opensAt, opensAt)
    return []
  }
  return admitCalls(context, transaction, line, campaign, {
    opening,
    now,
    room: roomFor(campaign.voice_carrier_id),
  })
}

/** The dialler fails closed: hours that can't be read are no leave to dial. */
function openingOf({ log }: Pick<DialContext, 'log'>, campaign: CampaignForCalls, now: Date): Opening {
  try {
    return openingAt(campaign.calling_hours, now)
  } catch (error) {
    log.error({ err: error, campaign_id: campaign._id }, 'calling hours can not be read; nothing is dialled')
    return { isOpen: false, opensAt: new Date(now.getTime() + 60_000) }
  }
}

function closingIn(opening: Extract<Opening, { isOpen: true }>, now: Date): number {
  return opening.closesAt === null ? Infinity : opening.closesAt.getTime() - now.getTime()
}

async function endAll(
  { newId, clock }: Pick<DialContext, 'newId' | 'clock'>,
  transaction: Transaction,
  line: CampaignKey,
  to: 'expired' | 'failed',
  reason: string,
): Promise<DueAttempt[]> {
  const now = clock.now()
  const moveIds = Array.from({ length: endsMost }, newId)
  const ended = await endWaitingCalls(transaction, line, { to, reason }, moveIds, now)
  await updateQueue(transaction, line, ended < endsMost ? null : now, null)
  return []
}

async function admitCalls(
  { newId }: Pick<DialContext, 'newId'>,
  transaction: Transaction,
  line: CampaignKey,
  campaign: ReadyCampaign,
  { opening, now, room }: { opening: Extract<Opening, { isOpen: true }>; now: Date; room: number },
): Promise<DueAttempt[]> {
  const most = Math.min(turnsMost, room)
  if (most <= 0) {
    await rest(transaction, line, campaign, new Date(now.getTime() + crowdedMs), null)
    return []
  }
  const ends = campaign.ends_at === null ? Infinity : Date.parse(campaign.ends_at)
  const closes = opening.closesAt?.getTime() ?? Infinity
  const notFrom = Math.min(ends, closes)
  const decided = { at: performance.now(), now }
  const { granted, limits } = await claimCalls(transaction, {
    ...line,
    voice_carrier_id: campaign.voice_carrier_id,
    slots: campaign.slots,
    only: null,
    most,
    attemptIds: Array.from({ length: most }, newId),
    moveIds: Array.from({ length: most }, newId),
    paceMostMs: Math.max(0, Math.min(paceMostMs, notFrom - now.getTime() - closingMarginMs)),
    attempt: attemptToDial(campaign),
    reason: 'its turn has come',
    leaseMs: dialLeaseMs,
    now,
  })
  const isShort = granted.length < Math.min(most, limits.free_slots)
  // Only where the line's head is full of calls that can't go: they are put aside, so that those behind come into sight.
  const parked =
    isShort && limits.in_line < limits.free_slots
      ? await parkBlocked(transaction, { ...line, voice_carrier_id: campaign.voice_carrier_id })
      : 0
  let nextAt: Date | null = null
  if (granted.length === most || parked > 0) nextAt = now
  else if (limits.free_slots > granted.length)
    nextAt = new Date(
      now.getTime() + (limits.pace_wait_ms > 0 ? Math.ceil(limits.pace_wait_ms) : lookAgainMs),
    )
  await rest(transaction, line, campaign, nextAt, null)
  const wasHeld = (limits.failures ?? 0) > 0
  return granted.map((turn) => ({
    attempt: attemptOf(line, campaign, turn, now),
    delayMs: turn.delay_ms,
    notFrom: notFrom === Infinity ? null : new Date(notFrom),
    decided,
    wasHeld: wasHeld || turn.was_refused,
  }))
}

/**
 * Writes when the line is looked at next: at the instant given if anybody stands in it, when the first delay is over, and
 * when the campaign ends, whichever is first.
 */
async function rest(
  transaction: Transaction,
  line: CampaignKey,
  campaign: CampaignForCalls,
  nextAt: Date | null,
  closedUntil: Date | null,
): Promise<void> {
  const left = await selectRestOfQueue(transaction, line)
  const instants = [
    left.in_line && nextAt !== null ? nextAt.getTime() : Infinity,
    left.due_at === null ? Infinity : Math.max(Date.parse(left.due_at), closedUntil?.getTime() ?? 0),
    left.is_waiting && campaign.ends_at !== null ? Date.parse(campaign.ends_at) : Infinity,
  ]
  const first = Math.min(...instants)
  await updateQueue(transaction, line, first === Infinity ? null : new Date(first), closedUntil)
}

/** Dials a call whose turn has come, and settles what the carrier would not take: it goes back to its place. */
export async function dialDueCall(context: DialContext, dial: DueAttempt): Promise<void> {
  const { attempt, delayMs, notFrom, decided } = dial
  const account = await openAccount(context, attempt).catch((error: unknown) => {
    context.log.error({ err: error, attempt_id: attempt._id }, 'the carrier account can not be opened')
    return null
  })
  const outcome: PlaceCallOutcome =
    account === null
      ? { kind: 'not_done', cause: 'unreachable', reason: accountShut, retryAfterMs: null }
      : await dialAttempt(context, attempt, account, {
          delayMs,
          insistMs: 0,
          notFrom,
          decided,
          by: 'dialler',
        })
  if (outcome.kind === 'accepted' && dial.wasHeld) await endPause(context.db, attempt)
  if (outcome.kind !== 'not_done') return
  await pauseCarrier(context.db, attempt, outcome)
  await settleNeverPlaced(context, attempt, { kind: 'return' }, outcome.reason)
}

const accountShut = 'the carrier account can not be opened'
