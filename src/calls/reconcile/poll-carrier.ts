import assert from 'node:assert/strict'
import { isDatabaseUnavailable } from '../../db/database.ts'
import type { CarrierCall } from '../../providers/voice-carrier.ts'
import type { NotDoneAttempt } from '../attempt/attempt-outcome.ts'
import { openAccount } from '../attempt/carrier-account.ts'
import type { OpenedAccount } from '../attempt/carrier-account.ts'
import type { CarrierEvent } from '../attempt/carrier-events.ts'
import { endCarrierCall } from '../attempt/end-carrier-call.ts'
import { recordCarrierEvent } from '../attempt/settle-attempt.ts'
import { settleLost, settleNeverPlaced, settleUnknown } from '../attempt/settle-outcome.ts'
import { selectLastedSeconds, selectTimeLimit } from '../attempt/time-limit.ts'
import { whyNotToBegin } from '../attempt/why-not-to-begin.ts'
import type { DialContext } from '../call-context.ts'
import { selectIsInbound } from '../inbound/inbound-queries.ts'
import { moveReasons } from '../move-reasons.ts'
import type { Attempt, DialedAttempt } from '../queries.ts'
import { selectHasTransferUnderWay } from '../relay/relay-queries.ts'
import {
  selectHasRivalAttempt,
  selectOtherSids,
  updateAttemptAbsent,
  updateAttemptForbidden,
  updateAttemptPollAt,
  updateAttemptPresent,
} from './poll-queries.ts'

const pollTimeoutMs = 10_000
/** Polls about an unresolved attempt come after 1, 2, 4, 8, … seconds, at most 30 s apart. */
const pollSecondsMax = 30
/** A call at Twilio lasts at most 24 hours. */
const giveUpAfterHours = 25
/** The number of polls in a short grace period, so that `absentAnswersMin` answers fit into it. */
const pollsInGrace = 4
/**
 * The carrier must have answered this often that it has no such call, whatever time has passed by the clock: a clock
 * that is set forward must not end the grace period at once.
 */
const absentAnswersMin = 3

/** How much longer than its transfers a call may last, in seconds: they ring, and it goes on after them. */
const besideTransferSeconds = 60

/** A call that the carrier has not begun to dial after this time waits in the carrier's own queue. */
const queuedAfterMs = 60_000
/** Why a call that waits there is ended. A pause of the campaign is no reason: the call counts as under way. */
const endsQueued: ReadonlySet<string> = new Set<NotDoneAttempt['cause']>([
  'hours_closed',
  'do_not_call',
  'canceled',
  'campaign_ended',
])

/** Returns when the carrier is polled again after a poll that settled and updated nothing. */
function pollAtWithoutResult(attempt: Pick<Attempt, 'polls_count'>, graceSeconds: number, now: Date): Date {
  const backoff = 2 ** Math.min(Math.max(attempt.polls_count - 1, 0), 10)
  const seconds = Math.min(backoff, pollSecondsMax, Math.max(graceSeconds / pollsInGrace, 0.25))
  return new Date(now.getTime() + seconds * 1_000)
}

/**
 * Asks the carrier about an attempt that it has not reported on for a while, and records the answer (Rules 46 and 47).
 * So a process that dies at any moment leaves nothing open (Promise 50).
 *
 * An attempt without an answer, whose process died, first becomes `unresolved`. If the carrier has shown no such call
 * for the account's grace period, counted from its first such answer, the attempt counts as never placed. Then a queued
 * call returns to its queue, and a triggered one fails. The time of the next poll is written last; until then the claim
 * keeps other workers from polling.
 */
export async function pollCarrier(context: DialContext, attempt: Attempt): Promise<void> {
  const account = await openAccount(context, attempt).catch((error: unknown) => {
    if (isDatabaseUnavailable(error) || !shouldGiveUp(context, attempt)) throw error
    return null
  })
  // Its token can not be decrypted, as after a change of SECRET_KEY.
  if (account === null) return giveUp(context, attempt)
  let hasResult = false
  try {
    hasResult =
      attempt.carrier_call_sid === null
        ? await findCall(context, dialed(attempt), account)
        : await followCall(context, attempt, attempt.carrier_call_sid, account)
  } finally {
    const pollAt = pollAtWithoutResult(attempt, account.unknownGraceSeconds, context.clock.now())
    if (!hasResult) await updateAttemptPollAt(context.db, attempt, pollAt)
  }
}

function dialed(attempt: Attempt): DialedAttempt {
  const { phone_number } = attempt
  assert(phone_number !== null, 'a call of a person to the project has its SID from the start')
  return { ...attempt, phone_number }
}

/** Searches for the call of an attempt without a SID. Returns whether that settled or updated the attempt. */
async function findCall(
  context: DialContext,
  attempt: DialedAttempt,
  account: OpenedAccount,
): Promise<boolean> {
  if (attempt.state === 'dialling') await settleUnknown(context, attempt, moveReasons.dialerEnded)
  const found = await context.voiceProvider.connect(account).findCall(
    {
      to: attempt.phone_number,
      from: attempt.caller_id_number,
      placedAfter: new Date(attempt.created_at),
      mark: attempt._id,
      notSids: await selectOtherSids(context.db, attempt),
    },
    AbortSignal.timeout(pollTimeoutMs),
  )
  context.metrics.polls.inc({ result: found.kind })
  context.log.info(
    { attempt_id: attempt._id, result: found.kind, polls: attempt.polls_count },
    'polled the carrier about an attempt without an answer',
  )
  if (found.kind === 'found') {
    // Without its mark it may be the call of another attempt to the same number. Polling again is better than a mix-up.
    if (!found.confirmed && (await selectHasRivalAttempt(context.db, attempt))) return false
    context.metrics.unknownDials.inc({ step: 'found' })
    await recordPolled(context, attempt, found.call, { mayEnd: found.confirmed })
    return true
  }
  if (found.kind === 'unknown' && shouldGiveUp(context, attempt)) {
    await giveUp(context, attempt)
    return true
  }
  // Only a clear "no" settles it. While the carrier can't be reached, the call may still be there.
  if (found.kind !== 'absent' || !(await isAbsentLongEnough(context, attempt, account))) return false
  await settleNeverPlaced(context, attempt, { kind: 'return_a_few_times' }, moveReasons.absent)
  return true
}

/** Ends an attempt of which the carrier says nothing, without a retry, so that it gives its slot and number back. */
function giveUp(context: DialContext, attempt: Attempt): Promise<void> {
  return settleLost(context, attempt, moveReasons.givenUp, { mayRetry: false })
}

/** Returns whether the attempt is older than any call can be. */
function shouldGiveUp({ clock }: DialContext, attempt: Attempt): boolean {
  return clock.now().getTime() - Date.parse(attempt.created_at) > giveUpAfterHours * 3_600_000
}

async function isAbsentLongEnough(
  { db, clock }: DialContext,
  attempt: Attempt,
  { unknownGraceSeconds }: OpenedAccount,
): Promise<boolean> {
  const now = clock.now()
  const absent = await updateAttemptAbsent(db, attempt, now)
  if (absent === null || absent.absent_count < absentAnswersMin) return false
  return now.getTime() >= Date.parse(absent.absent_since) + unknownGraceSeconds * 1_000
}

/** Reads the call of an attempt whose SID is known. Returns whether that settled or updated the attempt. */
async function followCall(
  context: DialContext,
  attempt: Attempt,
  sid: string,
  account: OpenedAccount,
): Promise<boolean> {
  const found = await context.voiceProvider
    .connect(account)
    .fetchCall(sid, AbortSignal.timeout(pollTimeoutMs))
  context.metrics.polls.inc({ result: found.kind })
  if (found.kind === 'found') {
    await updateAttemptPresent(context.db, attempt)
    await recordPolled(context, attempt, found.call, { mayEnd: true })
    if (found.call.ended_at === null && (await isPastTimeLimit(context, attempt)))
      await endCarrierCall(context, attempt, sid)
    else if (found.call.status === 'queued') await endForbidden(context, attempt, sid)
    return true
  }
  // An account that was closed, or whose token was replaced, never answers again.
  if (found.kind === 'unknown' && shouldGiveUp(context, attempt)) {
    await giveUp(context, attempt)
    return true
  }
  if (found.kind !== 'absent' || !(await isAbsentLongEnough(context, attempt, account))) return false
  await settleLost(context, attempt, moveReasons.lost, {
    mayRetry: true,
  })
  return true
}

/**
 * Ends a call that waits in a queue of the carrier if it may not be placed any more, because the hours have closed, the
 * campaign has ended, or the number is on the do-not-call list (Rule 13). A carrier takes more calls than it dials at
 * once, where its own rate is lower than `calls_per_second` says, and would ring hours later.
 */
async function endForbidden(context: DialContext, attempt: Attempt, sid: string): Promise<void> {
  if (context.clock.now().getTime() - Date.parse(attempt.created_at) < queuedAfterMs) return
  const found = await whyNotToBegin(context, dialed(attempt), { isAtCallee: false })
  if (found.kind !== 'not_done' || !endsQueued.has(found.cause)) return
  context.log.warn(
    { attempt_id: attempt._id, call_id: attempt.call_id, reason: found.reason },
    'a call that waits in a queue of the carrier is ended; is calls_per_second above the rate of the account?',
  )
  await updateAttemptForbidden(context.db, attempt, found.reason)
  await endCarrierCall(context, attempt, sid)
}

/**
 * Returns whether a call with an agent lasts longer than it may (Rule 114): while it is transferred, what its transfers
 * may last, else what its agent may. The carrier itself ends a call that it was asked to place, unless a transfer has
 * raised the limit.
 */
async function isPastTimeLimit({ db, clock }: DialContext, attempt: Attempt): Promise<boolean> {
  const { agent_id, transferred_at, transfer_limit_seconds } = attempt
  if (agent_id === null) return false
  const isInbound = await selectIsInbound(db, attempt)
  if (!isInbound && transferred_at === null) return false
  const seconds = await selectTimeLimit(db, attempt)
  if (seconds === null) return false
  const now = clock.now()
  const secondsSince = (at: string) => (now.getTime() - Date.parse(at)) / 1_000
  if (await selectHasTransferUnderWay(db, attempt)) {
    if (transferred_at === null || transfer_limit_seconds === null) return false
    return secondsSince(transferred_at) > transfer_limit_seconds + besideTransferSeconds
  }
  // A call of a person is answered when it is written.
  if (isInbound) return secondsSince(attempt.created_at) > seconds
  return (await selectLastedSeconds(db, attempt, now)) > seconds
}

async function recordPolled(
  context: DialContext,
  attempt: Attempt,
  call: CarrierCall,
  { mayEnd }: { mayEnd: boolean },
): Promise<void> {
  const event: CarrierEvent = {
    call_sid: call.sid,
    call_status: call.status,
    sequence_number: -1,
    source: 'asked',
    occurred_at: call.ended_at?.toISOString() ?? null,
    received_at: context.clock.now().toISOString(),
    duration_seconds: call.duration_seconds,
    answered_by: call.answered_by,
    sip_response_code: null,
    error_code: null,
  }
  const recorded = await recordCarrierEvent(context, attempt.organization_id, attempt._id, event)
  // A call that was canceled (or that a machine answered) is ended even if it is only probably ours: it would ring
  // somebody who must not be called. A second call of the attempt, or one after it was given up, is ended only if it is
  // surely ours.
  if (recorded === 'to_end' || (recorded === 'unwanted' && mayEnd))
    await endCarrierCall(context, attempt, call.sid)
}
