import { setTimeout as sleep } from 'node:timers/promises'
import { isUnreliable, msSince } from '../../base/clock.ts'
import type { ClockReading } from '../../base/clock.ts'
import { earlier } from '../../campaigns/common-opening.ts'
import type { CarrierCredentials } from '../../providers/voice-carrier.ts'
import type { DialContext } from '../call-context.ts'
import { moveReasons } from '../move-reasons.ts'
import type { Attempt, DialedAttempt } from '../queries.ts'
import { endPause, pauseCarrier } from '../queue/carrier-pause.ts'
import { takeRatePlace } from '../queue/rate-queries.ts'
import type { AttemptOutcome } from './attempt-outcome.ts'
import { callbackAddresses } from './callback-addresses.ts'
import { endCarrierCall } from './end-carrier-call.ts'
import { settleAccepted } from './record-report.ts'
import { settleRejected, settleUnknown } from './settle-outcome.ts'
import { whyNotToBegin } from './why-not-to-begin.ts'

/** The most time for one request to place a call, the carrier's answer included (Rule 45). */
export const placeCallTimeoutMs = 10_000
/**
 * An attempt is not dialed if its process is this late, because other processes may soon take the attempt over. They do
 * so after `attemptLeaseMs`, which is far longer.
 */
export const startWithinMs = 8_000
/** The longest `retryBudgetMs` of an attempt. */
export const retryBudgetMaxMs = 5_000
/** The most time for a request to reach the carrier. None is sent closer to the end of calling hours. */
const arrivalMs = 250
/** The pauses between tries, unless the carrier asks for a longer one. */
const rateLimitPauseMs = { min: 250, max: 2_000 }

/** Why no request is sent any more, as the call's history says it. */
const tooLate = {
  too_late: moveReasons.tooLate,
  hours_closed: moveReasons.hoursClosed,
  campaign_ended: moveReasons.campaignEnded,
} as const
type TooLate = keyof typeof tooLate

/** How an attempt is dialed. */
export interface DialOptions {
  /** When it was decided to dial, before the transaction. All time limits count from there. */
  decided: ClockReading
  /** The time until the attempt's slot at the carrier's rate. */
  delayMs: number
  /**
   * How long after the decision a request is sent again while the carrier refuses it because of its rate limit;
   * `retryBudgetMaxMs` at most. The wait of `delayMs` counts. It ends before a pause that the carrier asks for, or a
   * place in its rate, that would come later.
   */
  retryBudgetMs: number
  /** When the calling hours of the campaign close; null: not soon. */
  closesAt: Date | null
  /** When the campaign ends; null: not by a date. */
  endsAt: Date | null
  /** Whether the hours of the campaign hold where the callee is, so that they are asked there at the last moment. */
  isAtCallee: boolean
  /**
   * Who started the attempt. A request gets a refusal as its response; an attempt of the worker may be retried by the
   * campaign.
   */
  by: 'caller' | 'worker'
}

/**
 * Asks the carrier to place the call of a committed attempt, and records the answer. Only `not_done` is not recorded:
 * the caller of this function decides what follows, and settles it.
 *
 * Where the carrier refuses it because of its rate limit and it tries again, the account pauses for other calls at
 * once, and each further try takes a place in the rate.
 *
 * Checks at the last moment, once the connection stands, whether the attempt may still be dialed. A process that was
 * paused must not dial what others have settled since, nor outside of the calling hours. While a machine sleeps,
 * `performance.now()` may stand still, but then the clock counts as unreliable.
 */
export async function dialAttempt(
  context: DialContext,
  attempt: DialedAttempt,
  account: CarrierCredentials,
  options: DialOptions,
): Promise<AttemptOutcome> {
  const { clock, metrics } = context
  const { decided, delayMs, retryBudgetMs } = options
  const limitMs = Math.max(delayMs, retryBudgetMs) + startWithinMs
  const whyTooLate = (closesAt: Date | null): TooLate | null => {
    if (isUnreliable(clock)) return 'too_late'
    if (msSince(clock, decided) > limitMs) return 'too_late'
    const arrivesAt = arrivalOf(clock.now())
    if (options.endsAt !== null && arrivesAt >= options.endsAt) return 'campaign_ended'
    return closesAt !== null && arrivesAt >= closesAt ? 'hours_closed' : null
  }
  const leftMs = () => retryBudgetMs - (performance.now() - decided.monotonicMs)
  let hasPaused = false
  if (delayMs > 0) await sleep(delayMs)
  for (let backoffMs = rateLimitPauseMs.min; ; backoffMs *= 2) {
    const found = await whyNotToBegin(context, attempt, options)
    if (found.kind === 'not_done') return found
    const closesAt = earlier(options.closesAt, found.closesAt)
    const outcome = await requestCall(context, attempt, account, () => whyTooLate(closesAt))
    metrics.dials.inc({ outcome: outcome.kind })
    const pauseMs = rateLimitPause(outcome, backoffMs)
    if (pauseMs === null || pauseMs > leftMs()) {
      const recorded = await record(context, attempt, outcome, options)
      if (hasPaused && recorded.kind === 'accepted') await endPause(context.db, attempt)
      return recorded
    }
    if (!hasPaused) await pauseCarrier(context.db, attempt, { cause: 'rate_limit', retryAfterMs: pauseMs })
    hasPaused = true
    await sleep(pauseMs)
    const placeMs = await takeRatePlace(context.db, attempt, leftMs())
    if (placeMs === null) return record(context, attempt, outcome, options)
    await sleep(placeMs)
  }
}

/** Returns when a request that is sent now reaches the carrier at the latest. */
export function arrivalOf(now: Date): Date {
  return new Date(now.getTime() + arrivalMs)
}

/** Returns the pause before the request is repeated; null if it is not. */
function rateLimitPause(outcome: AttemptOutcome, backoffMs: number): number | null {
  if (outcome.kind !== 'not_done' || outcome.cause !== 'rate_limit') return null
  return Math.max(outcome.retryAfterMs ?? 0, Math.min(backoffMs, rateLimitPauseMs.max))
}

/** Makes the request, unless it is too late. Says why as the call's history says it, whatever the carrier is. */
async function requestCall(
  { voiceProvider, publicUrl }: DialContext,
  attempt: DialedAttempt,
  account: CarrierCredentials,
  whyTooLate: () => TooLate | null,
): Promise<AttemptOutcome> {
  const addresses = callbackAddresses(publicUrl(), voiceProvider.name, attempt)
  let late = null as TooLate | null
  const mayBegin = () => {
    late = whyTooLate()
    return late === null
  }
  const outcome = await voiceProvider.connect(account).placeCall(
    {
      to: attempt.phone_number,
      from: attempt.caller_id_number,
      instructionsUrl: addresses.instructions,
      statusCallbackUrl: addresses.status,
      ringTimeoutSeconds: attempt.ring_timeout_seconds,
      timeLimitSeconds: attempt.time_limit_seconds,
      asyncMachineDetectionUrl: attempt.machine_detection ? addresses.machineDetection : null,
    },
    AbortSignal.timeout(placeCallTimeoutMs),
    mayBegin,
  )
  return late === null
    ? outcome
    : { kind: 'not_done', cause: late, reason: tooLate[late], retryAfterMs: null }
}

/**
 * Records an outcome. Returns it, or that the carrier has the call if a callback has shown that in the meantime (Rule
 * 46).
 */
async function record(
  context: DialContext,
  attempt: Attempt,
  outcome: AttemptOutcome,
  { by }: DialOptions,
): Promise<AttemptOutcome> {
  const ids = { attempt_id: attempt._id, call_id: attempt.call_id }
  switch (outcome.kind) {
    case 'accepted': {
      const recorded = await settleAccepted(context, attempt, outcome.carrierCallSid)
      if (recorded === 'unwanted' || recorded === 'to_end')
        await endCarrierCall(context, attempt, outcome.carrierCallSid)
      return outcome
    }
    case 'rejected': {
      context.log.info(
        { ...ids, code: outcome.code, reason: outcome.reason },
        'the carrier rejected an attempt',
      )
      const mayRetry = by === 'worker' && outcome.about !== 'number'
      await settleRejected(context, attempt, outcome, { mayRetry })
      return outcome
    }
    case 'unknown': {
      const carrierCallSid = await settleUnknown(context, attempt, outcome.reason)
      return carrierCallSid === null ? outcome : { kind: 'accepted', carrierCallSid }
    }
    case 'not_done':
      context.log.info(
        { ...ids, cause: outcome.cause, reason: outcome.reason },
        'an attempt was not placed and may be repeated',
      )
      return outcome
  }
}
