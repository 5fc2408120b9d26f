import { isUnreliable } from '../../base/clock.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { OpenAccount } from './carrier-account.ts'
import type { PlaceCallOutcome } from '../../providers/twilio/outcome.ts'
import type { TwilioClient } from '../../providers/twilio/client.ts'
import { callbackAddresses } from './callback-addresses.ts'
import { endCarrierCall } from './end-carrier-call.ts'
import { selectIsCanceled } from '../queries.ts'
import type { Attempt } from '../queries.ts'
import { settleAccepted } from './settle-attempt.ts'
import { settleRejected, settleUnknown } from './settle-outcome.ts'
import type { SettleContext } from './end-attempt.ts'

/** What dialling needs of the program. */
export interface DialContext extends SettleContext {
  secretBox: SecretBox
  /** The client of an account; clients are kept. */
  twilio: (account: OpenAccount) => TwilioClient
  /** What carriers call back, without a slash at the end. */
  publicUrl: () => string
}

/** How long a dial may take until the carrier has answered (Rule 45). */
export const dialTimeoutMs = 10_000
/**
 * A dial that has not begun so long after its turn is not begun at all: others may take its process for dead. Far below
 * `dialLeaseMs`, after which they do.
 */
const startWithinMs = 8_000
/** What a request may take to the carrier: so long before the hours end, none is sent. */
const arrivalMs = 250
const rateLimitPauseMs = { least: 250, most: 2_000 }

/** When a dial was decided, by both clocks, before its transaction: every bound counts from there. */
export interface DecidedAt {
  /** `performance.now()` */
  at: number
  now: Date
}

/** How a dial goes about it. */
export interface DialOptions {
  decided: DecidedAt
  /** Until its turn at the carrier. */
  delayMs: number
  /** How long a carrier's rate limit is tried again. */
  insistMs: number
  /** The instant from which the campaign's rules forbid it: the end of its calling hours, or of the campaign. */
  notFrom: Date | null
  /** Who hears of a refusal: a caller that was refused is told, the dialler tries again where the campaign does. */
  by: 'caller' | 'dialler'
}

/**
 * Asks the carrier for the call of a committed dial and records what it answered, except for *not done*: what follows
 * then is the caller's to decide, and to settle.
 *
 * Whether it may still be dialled is asked at the last moment, when the connection stands: a process that was stopped, or
 * a line that took long, must not dial what others have settled since, nor outside the hours. A machine that
 * slept in between has counted nothing of it, but its clock is in doubt then.
 */
export async function dialAttempt(
  context: DialContext,
  attempt: Attempt,
  account: OpenAccount,
  manner: DialOptions,
): Promise<PlaceCallOutcome> {
  const { clock, metrics } = context
  const { decided, delayMs, insistMs, notFrom } = manner
  const limitMs = delayMs + insistMs + startWithinMs
  const mayBegin = (): boolean => {
    if (isUnreliable(clock)) return false
    const now = clock.now().getTime()
    const passedMs = Math.max(performance.now() - decided.at, Math.abs(now - decided.now.getTime()))
    return passedMs <= limitMs && (notFrom === null || now < notFrom.getTime() - arrivalMs)
  }
  if (delayMs > 0) {
    await pause(delayMs)
    if (await selectIsCanceled(context.db, attempt))
      return { kind: 'not_done', cause: 'too_late', reason: 'canceled by request', retryAfterMs: null }
  }
  for (let leastMs = rateLimitPauseMs.least; ; leastMs *= 2) {
    const outcome = await ask(context, attempt, account, mayBegin)
    metrics.dials.inc({ outcome: outcome.kind })
    const pauseMs = pauseBefore(outcome, leastMs)
    const waitedMs = performance.now() - decided.at - delayMs
    if (pauseMs === null || waitedMs + pauseMs > insistMs) {
      await record(context, attempt, outcome, manner)
      return outcome
    }
    await pause(pauseMs)
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function pauseBefore(outcome: PlaceCallOutcome, leastMs: number): number | null {
  if (outcome.kind !== 'not_done' || outcome.cause !== 'rate_limit') return null
  return Math.min(Math.max(outcome.retryAfterMs ?? leastMs, leastMs), rateLimitPauseMs.most)
}

function ask(
  { twilio, publicUrl }: DialContext,
  attempt: Attempt,
  account: OpenAccount,
  mayBegin: () => boolean,
): Promise<PlaceCallOutcome> {
  const addresses = callbackAddresses(publicUrl(), attempt)
  return twilio(account).placeCall(
    {
      to: attempt.phone_number,
      from: attempt.caller_id_number,
      instructionsUrl: addresses.instructions,
      statusCallbackUrl: addresses.status,
      ringTimeoutSeconds: attempt.ring_timeout_seconds,
      asyncMachineDetectionUrl: attempt.machine_detection ? addresses.machineDetection : null,
    },
    AbortSignal.timeout(dialTimeoutMs),
    mayBegin,
  )
}

async function record(
  context: DialContext,
  attempt: Attempt,
  outcome: PlaceCallOutcome,
  { by }: DialOptions,
): Promise<void> {
  const named = { attempt_id: attempt._id, call_id: attempt.call_id }
  switch (outcome.kind) {
    case 'accepted': {
      const recorded = await settleAccepted(context, attempt, outcome.carrierCallSid)
      if (recorded === 'unwanted' || recorded === 'to_end')
        await endCarrierCall(context, attempt, outcome.carrierCallSid)
      return
    }
    case 'rejected': {
      context.log.info({ ...named, code: outcome.code, reason: outcome.reason }, 'dial rejected')
      const mayRetry = by === 'dialler' && outcome.about !== 'number'
      return settleRejected(context, attempt, outcome, { mayRetry })
    }
    case 'unknown':
      return settleUnknown(context, attempt, outcome.reason)
    case 'not_done':
      context.log.info({ ...named, cause: outcome.cause, reason: outcome.reason }, 'dial not taken')
  }
}
