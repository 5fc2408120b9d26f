import { setTimeout as sleep } from 'node:timers/promises'
import { selectAgent } from '../../agents/conversation/queries.ts'
import { isUnreliable } from '../../base/clock.ts'
import type { CarrierCredentials, NotDoneOutcome, PlaceCallOutcome } from '../../providers/voice-carrier.ts'
import type { DialContext } from '../call-context.ts'
import { selectStopOfCall } from '../queries.ts'
import type { Attempt } from '../queries.ts'
import { callbackAddresses } from './callback-addresses.ts'
import { endCarrierCall } from './end-carrier-call.ts'
import { settleAccepted } from './settle-attempt.ts'
import { settleRejected, settleUnknown } from './settle-outcome.ts'

/** The most time for one request to place a call, the carrier's answer included (Rule 45). */
export const placeCallTimeoutMs = 10_000
/**
 * An attempt is not dialed if its process is this late, because other processes may soon take the attempt over. They do
 * so after `attemptLeaseMs`, which is far longer.
 */
const startWithinMs = 8_000
/** The most time for a request to reach the carrier. None is sent closer to the end of calling hours. */
const arrivalMs = 250
const rateLimitPauseMs = { min: 250, max: 2_000 }

/** An attempt that was surely not placed; `campaign_paused`: the campaign was put on hold while the attempt waited. */
export type NotDoneAttempt = Omit<NotDoneOutcome, 'cause'> & {
  cause: NotDoneOutcome['cause'] | 'campaign_paused'
}

/** The outcome of an attempt: the carrier's, or that the carrier was not asked. */
export type AttemptOutcome = PlaceCallOutcome | NotDoneAttempt

/** The instant of a decision to dial, by both clocks, before its transaction. All time limits count from there. */
export interface DecidedAt {
  /** `performance.now()` */
  at: number
  now: Date
}

/** How an attempt is dialed. */
export interface DialOptions {
  decided: DecidedAt
  /** The time until the attempt's slot at the carrier's rate. */
  delayMs: number
  /** How long a request is sent again while the carrier refuses it because of its rate limit. */
  retryBudgetMs: number
  /** The instant from which the campaign forbids the call: the end of its calling hours, or of the campaign. */
  notFrom: Date | null
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
 * Checks at the last moment, once the connection stands, whether the attempt may still be dialed. A process that was
 * paused must not dial what others have settled since, nor outside of the calling hours. While a machine sleeps,
 * `performance.now()` may stand still, but then the clock counts as unreliable.
 */
export async function dialAttempt(
  context: DialContext,
  attempt: Attempt,
  account: CarrierCredentials,
  options: DialOptions,
): Promise<AttemptOutcome> {
  const { clock, metrics } = context
  const { decided, delayMs, retryBudgetMs, notFrom } = options
  const limitMs = delayMs + retryBudgetMs + startWithinMs
  const mayBegin = (): boolean => {
    if (isUnreliable(clock)) return false
    const now = clock.now().getTime()
    const passedMs = Math.max(performance.now() - decided.at, Math.abs(now - decided.now.getTime()))
    return passedMs <= limitMs && (notFrom === null || now < notFrom.getTime() - arrivalMs)
  }
  if (delayMs > 0) {
    await sleep(delayMs)
    const stop = await selectStopOfCall(context.db, attempt)
    if (stop === 'canceled')
      return { kind: 'not_done', cause: 'too_late', reason: 'canceled by request', retryAfterMs: null }
    if (stop === 'paused')
      return {
        kind: 'not_done',
        cause: 'campaign_paused',
        reason: 'the campaign was paused',
        retryAfterMs: null,
      }
  }
  const timeLimitSeconds = await selectTimeLimit(context.db, attempt)
  for (let backoffMs = rateLimitPauseMs.min; ; backoffMs *= 2) {
    const outcome = await requestCall(context, attempt, account, { timeLimitSeconds, mayBegin })
    metrics.dials.inc({ outcome: outcome.kind })
    const pauseMs = rateLimitPause(outcome, backoffMs)
    const waitedMs = performance.now() - decided.at - delayMs
    if (pauseMs === null || waitedMs + pauseMs > retryBudgetMs) {
      await record(context, attempt, outcome, options)
      return outcome
    }
    await sleep(pauseMs)
  }
}

/** Returns the pause before the request is repeated; null if it is not. */
function rateLimitPause(outcome: PlaceCallOutcome, backoffMs: number): number | null {
  if (outcome.kind !== 'not_done' || outcome.cause !== 'rate_limit') return null
  return Math.min(Math.max(outcome.retryAfterMs ?? backoffMs, backoffMs), rateLimitPauseMs.max)
}

function requestCall(
  { voiceProvider, publicUrl }: DialContext,
  attempt: Attempt,
  account: CarrierCredentials,
  { timeLimitSeconds, mayBegin }: { timeLimitSeconds: number | null; mayBegin: () => boolean },
): Promise<PlaceCallOutcome> {
  const addresses = callbackAddresses(publicUrl(), voiceProvider.name, attempt)
  return voiceProvider.connect(account).placeCall(
    {
      to: attempt.phone_number,
      from: attempt.caller_id_number,
      instructionsUrl: addresses.instructions,
      statusCallbackUrl: addresses.status,
      ringTimeoutSeconds: attempt.ring_timeout_seconds,
      timeLimitSeconds,
      asyncMachineDetectionUrl: attempt.machine_detection ? addresses.machineDetection : null,
    },
    AbortSignal.timeout(placeCallTimeoutMs),
    mayBegin,
  )
}

/** How much longer than its agent may speak a call lasts at most, in seconds. */
const endingSeconds = 30

/** Returns after how many seconds the carrier ends the call, whatever happens here (Rule 114); null: its own limit. */
async function selectTimeLimit(db: DialContext['db'], attempt: Attempt): Promise<number | null> {
  if (attempt.agent_id === null) return null
  const agent = await selectAgent(db, attempt, attempt.agent_id, attempt.agent_revision)
  return agent === null ? null : agent.definition.limits.seconds + endingSeconds
}

async function record(
  context: DialContext,
  attempt: Attempt,
  outcome: PlaceCallOutcome,
  { by }: DialOptions,
): Promise<void> {
  const ids = { attempt_id: attempt._id, call_id: attempt.call_id }
  switch (outcome.kind) {
    case 'accepted': {
      const recorded = await settleAccepted(context, attempt, outcome.carrierCallSid)
      if (recorded === 'unwanted' || recorded === 'to_end')
        await endCarrierCall(context, attempt, outcome.carrierCallSid)
      return
    }
    case 'rejected': {
      context.log.info(
        { ...ids, code: outcome.code, reason: outcome.reason },
        'the carrier rejected an attempt',
      )
      const mayRetry = by === 'worker' && outcome.about !== 'number'
      return settleRejected(context, attempt, outcome, { mayRetry })
    }
    case 'unknown':
      return settleUnknown(context, attempt, outcome.reason)
    case 'not_done':
      context.log.info(
        { ...ids, cause: outcome.cause, reason: outcome.reason },
        'an attempt was not placed and may be repeated',
      )
  }
}
