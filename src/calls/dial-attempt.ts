import type { SecretBox } from '../base/secret-box.ts'
import { selectCarrierAccount } from '../campaigns/queries.ts'
import type { PlaceCallOutcome } from '../providers/twilio/outcome.ts'
import type { TwilioClient } from '../providers/twilio/client.ts'
import { callbackAddresses } from './callback-addresses.ts'
import type { CallMetrics } from './call-metrics.ts'
import type { Attempt } from './queries.ts'
import { settleAccepted, settleRejected, settleUnknown } from './settle-attempt.ts'
import type { SettleContext } from './settle-attempt.ts'

/** What is known of a carrier account that is needed to talk to it. */
export interface OpenAccount {
  accountSid: string
  authToken: string
  apiUrl: string | null
}

/** What dialling needs of the program. */
export interface DialContext extends SettleContext {
  secretBox: SecretBox
  /** The client of an account; clients are kept. */
  twilio: (account: OpenAccount) => TwilioClient
  /** What carriers call back, without a slash at the end. */
  publicUrl: () => string
  metrics: CallMetrics
}

/** How long a dial may take until the carrier has answered (Decision 45). */
export const dialTimeoutMs = 10_000
/** A dial that has not begun so long after it was committed is not begun at all: others may take its process for dead. */
const startWithinMs = 8_000
/** After how long an attempt that is still `dialling` without an answer is taken to have lost its process. */
export const dialLeaseMs = 30_000
const rateLimitPauseMs = { least: 250, most: 2_000 }

/** The carrier account of a dial, its token opened. */
export async function openAccount(
  { db, secretBox }: Pick<DialContext, 'db' | 'secretBox'>,
  attempt: Pick<Attempt, 'organization_id' | 'voice_carrier_id'>,
): Promise<OpenAccount & { unknownGraceSeconds: number }> {
  const account = await selectCarrierAccount(db, attempt.organization_id, attempt.voice_carrier_id)
  return {
    accountSid: account.account_sid,
    authToken: secretBox.open(account.auth_token),
    apiUrl: account.api_url,
    unknownGraceSeconds: account.unknown_grace_seconds,
  }
}

/**
 * Asks the carrier for the call of a committed dial and records what it answered, except for *not done*: what follows
 * then is the caller's to decide, and to settle. A rate limit is tried again for as long as `insistMs` says.
 */
export async function dialAttempt(
  context: DialContext,
  attempt: Attempt,
  account: OpenAccount,
  { insistMs }: { insistMs: number },
): Promise<PlaceCallOutcome> {
  const begun = performance.now()
  for (;;) {
    const outcome = await ask(context, attempt, account, begun)
    context.metrics.dials.inc({ outcome: outcome.kind })
    const pauseMs = pauseBefore(outcome)
    if (pauseMs === null || performance.now() - begun + pauseMs > insistMs) {
      await record(context, attempt, outcome)
      return outcome
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

function pauseBefore(outcome: PlaceCallOutcome): number | null {
  if (outcome.kind !== 'not_done' || outcome.cause !== 'rate_limit') return null
  return Math.min(
    Math.max(outcome.retryAfterMs ?? rateLimitPauseMs.least, rateLimitPauseMs.least),
    rateLimitPauseMs.most,
  )
}

async function ask(
  { twilio, publicUrl }: DialContext,
  attempt: Attempt,
  account: OpenAccount,
  begun: number,
): Promise<PlaceCallOutcome> {
  // A process that was stopped and goes on finds its time over here, before it dials what others have settled since.
  if (performance.now() - begun > startWithinMs)
    return {
      kind: 'not_done',
      cause: 'unreachable',
      reason: 'the dial was held up before it began',
      retryAfterMs: null,
    }
  const addresses = callbackAddresses(publicUrl(), attempt)
  return twilio(account).placeCall(
    {
      to: attempt.phone_number,
      from: attempt.caller_id_number,
      instructionsUrl: addresses.instructions,
      statusCallbackUrl: addresses.status,
      ringTimeoutSeconds: attempt.ring_timeout_seconds,
    },
    AbortSignal.timeout(dialTimeoutMs),
  )
}

async function record(context: DialContext, attempt: Attempt, outcome: PlaceCallOutcome): Promise<void> {
  switch (outcome.kind) {
    case 'accepted': {
      const recorded = await settleAccepted(context, attempt, outcome.carrierCallSid)
      if (recorded === 'unwanted') await endUnwanted(context, attempt, outcome.carrierCallSid)
      return
    }
    case 'rejected':
      return settleRejected(context, attempt, outcome)
    case 'unknown':
      return settleUnknown(context, attempt, outcome.reason)
    case 'not_done':
      return
  }
}

/** Ends a call at the carrier that belongs to no dial which is still wanted. */
export async function endUnwanted(
  context: Pick<DialContext, 'db' | 'secretBox' | 'twilio' | 'metrics'>,
  attempt: Attempt,
  callSid: string,
): Promise<void> {
  context.metrics.unwanted.inc()
  await context.twilio(await openAccount(context, attempt)).endCall(callSid)
}
