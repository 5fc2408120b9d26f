import type { CarrierCall } from '../../providers/twilio/types.ts'
import {
  selectHasRivalAttempt,
  selectOtherSids,
  updateAttemptAbsent,
  updateAttemptPollAt,
  updateAttemptPresent,
} from './poll-queries.ts'
import { openAccount } from '../attempt/carrier-account.ts'
import type { CarrierEvent } from '../attempt/carrier-events.ts'
import type { DialContext } from '../attempt/dial-attempt.ts'
import { endCarrierCall } from '../attempt/end-carrier-call.ts'
import type { Attempt } from '../queries.ts'
import { recordCarrierEvent } from '../attempt/settle-attempt.ts'
import { settleLost, settleNeverPlaced, settleUnknown } from '../attempt/settle-outcome.ts'

const askTimeoutMs = 10_000
/** Questions about a dial come after 1, 2, 4, 8, … seconds, and every 30 s at last. */
const askSecondsMost = 30
/** A call lasts 24 hours at most at Twilio. */
const hopelessAfterHours = 25
/** In a short grace they come often enough for the carrier to be asked `absentAnswersLeast` times in it. */
const asksInGrace = 4
/**
 * So often the carrier must have shown no such call, whatever the clock says has passed since the first time: a clock
 * that is moved forward must not make a grace of no time.
 */
const absentAnswersLeast = 3

function askAgainAt(attempt: Pick<Attempt, 'polls_count'>, graceSeconds: number, now: Date): Date {
  const backoff = 2 ** Math.min(Math.max(attempt.polls_count - 1, 0), 10)
  const seconds = Math.min(backoff, askSecondsMost, Math.max(graceSeconds / asksInGrace, 0.25))
  return new Date(now.getTime() + seconds * 1_000)
}

/**
 * Asks the carrier about one dial that it is silent about, and records what it says (Rules 46 and 47), so that a
 * process that dies at any moment leaves nothing open (Promise 50).
 *
 * A dial without an answer whose process is gone becomes `unresolved` first. Once the carrier has shown no such call for
 * the account's grace, counted from the first time that it said so, the dial counts as never placed: a queued call goes
 * back to its line, a triggered one fails. Only when the next question is due is written here at the end, so that no
 * other worker asks meanwhile.
 */
export async function pollCarrier(context: DialContext, attempt: Attempt): Promise<void> {
  const account = await openAccount(context, attempt)
  const { unknownGraceSeconds } = account
  let isHeard = false
  try {
    isHeard =
      attempt.carrier_call_sid === null
        ? await findDial(context, attempt, unknownGraceSeconds)
        : await followCall(context, attempt, attempt.carrier_call_sid, unknownGraceSeconds)
  } finally {
    const pollAt = askAgainAt(attempt, unknownGraceSeconds, context.clock.now())
    if (!isHeard) await updateAttemptPollAt(context.db, attempt, pollAt)
  }
}

/** Answers whether the carrier told where the call stands. */
async function findDial(context: DialContext, attempt: Attempt, graceSeconds: number): Promise<boolean> {
  if (attempt.state === 'dialling')
    await settleUnknown(context, attempt, 'the process that dialled ended before the carrier answered')
  const account = await openAccount(context, attempt)
  const found = await context.twilio(account).findCall(
    {
      to: attempt.phone_number,
      from: attempt.caller_id_number,
      placedAfter: new Date(attempt.created_at),
      mark: attempt._id,
      notSids: await selectOtherSids(context.db, attempt),
    },
    AbortSignal.timeout(askTimeoutMs),
  )
  context.metrics.asks.inc({ result: found.kind })
  context.log.info(
    { attempt_id: attempt._id, result: found.kind, asks: attempt.polls_count },
    'asked the carrier for a dial without an answer',
  )
  if (found.kind === 'found') {
    // Without its mark it may as well be the call of another dial to the same number: better ask again than mix them up.
    if (!found.confirmed && (await selectHasRivalAttempt(context.db, attempt))) return false
    context.metrics.unknownDials.inc({ step: 'found' })
    await recordAsked(context, attempt, found.call, { mayEnd: found.confirmed })
    return true
  }
  if (found.kind === 'unknown' && isHopeless(context, attempt)) {
    await settleLost(context, attempt, 'the carrier could not tell for a day whether it has the call', {
      mayRetry: false,
    })
    return true
  }
  // Only a clear "no" settles it: while the carrier can't be asked, the call may still be there.
  if (found.kind !== 'absent' || !(await isAbsentLongEnough(context, attempt, graceSeconds))) return false
  await settleNeverPlaced(context, attempt, { kind: 'return_a_few_times' }, 'the carrier has no such call')
  return true
}

/** No call lasts longer: whatever became of it, it holds its slot and number for nothing. It is not dialled again. */
function isHopeless({ clock }: DialContext, attempt: Attempt): boolean {
  return clock.now().getTime() - Date.parse(attempt.created_at) > hopelessAfterHours * 3_600_000
}

async function isAbsentLongEnough(
  { db, clock }: DialContext,
  attempt: Attempt,
  graceSeconds: number,
): Promise<boolean> {
  const now = clock.now()
  const absent = await updateAttemptAbsent(db, attempt, now)
  if (absent === null || absent.absent_count < absentAnswersLeast) return false
  return now.getTime() >= Date.parse(absent.absent_since) + graceSeconds * 1_000
}

async function followCall(
  context: DialContext,
  attempt: Attempt,
  sid: string,
  graceSeconds: number,
): Promise<boolean> {
  const account = await openAccount(context, attempt)
  const found = await context.twilio(account).fetchCall(sid, AbortSignal.timeout(askTimeoutMs))
  context.metrics.asks.inc({ result: found.kind })
  if (found.kind === 'found') {
    await updateAttemptPresent(context.db, attempt)
    await recordAsked(context, attempt, found.call, { mayEnd: true })
    return true
  }
  if (found.kind !== 'absent' || !(await isAbsentLongEnough(context, attempt, graceSeconds))) return false
  await settleLost(context, attempt, 'the carrier has taken the call and no longer knows it', {
    mayRetry: true,
  })
  return true
}

async function recordAsked(
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
  // What we gave up and is only likely to be ours is not ended: it might be somebody else's.
  if (recorded === 'to_end' || (recorded === 'unwanted' && mayEnd))
    await endCarrierCall(context, attempt, call.sid)
}
