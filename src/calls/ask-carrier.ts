import type { CarrierCall } from '../providers/twilio/types.ts'
import type { CarrierEvent } from './carrier-events.ts'
import { endUnwanted, openAccount } from './dial-attempt.ts'
import type { DialContext } from './dial-attempt.ts'
import { selectHasRivalDial, selectOtherSids, updateAttemptAskAt } from './queries.ts'
import type { Attempt } from './queries.ts'
import { recordCarrierEvent, settleNeverPlaced, settleUnknown } from './settle-attempt.ts'

const askTimeoutMs = 10_000
/** Questions about an unknown dial come after 2, 4, 8, … seconds, and every 30 s at last. */
const askSecondsMost = 30
/** When a queued call is dialled again after the carrier turned out not to have its dial. */
const dialAgainAfterMs = 1_000

/** Until when another worker leaves a dial alone that this one is asking about. */
export function askAgainAt(attempt: Pick<Attempt, 'asks_count'>, now: Date): Date {
  const seconds = Math.min(2 ** Math.min(attempt.asks_count, 10), askSecondsMost)
  return new Date(now.getTime() + seconds * 1_000)
}

/**
 * Asks the carrier about one dial that it is silent about, and records what it says (Decisions 46 and 47).
 *
 * A dial without an answer whose process is gone becomes `unresolved` first. Once the carrier has shown no such call for
 * the account's grace, the dial counts as never placed: a queued call waits to be dialled again, a triggered one fails.
 */
export async function askCarrier(context: DialContext, attempt: Attempt): Promise<void> {
  await updateAttemptAskAt(context.db, attempt, askAgainAt(attempt, context.clock.now()))
  if (attempt.carrier_call_sid === null) await findDial(context, attempt)
  else await followCall(context, attempt, attempt.carrier_call_sid)
}

async function findDial(context: DialContext, attempt: Attempt): Promise<void> {
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
  if (found.kind === 'found') {
    // Without its mark it may as well be the call of another dial to the same number: better ask again than mix them up.
    if (!found.confirmed && (await selectHasRivalDial(context.db, attempt))) return
    return recordAsked(context, attempt, found.call)
  }
  const graceEnds = Date.parse(attempt.created_at) + account.unknownGraceSeconds * 1_000
  const now = context.clock.now()
  // Only a clear "no" settles it: while the carrier can't be asked, the call may still be there.
  if (found.kind !== 'absent' || now.getTime() < graceEnds) return
  const dueAt = new Date(now.getTime() + dialAgainAfterMs)
  await settleNeverPlaced(
    context,
    attempt,
    { kind: 'wait_a_few_times', dueAt },
    'the carrier has no such call',
  )
}

async function followCall(context: DialContext, attempt: Attempt, sid: string): Promise<void> {
  const account = await openAccount(context, attempt)
  const found = await context.twilio(account).fetchCall(sid, AbortSignal.timeout(askTimeoutMs))
  context.metrics.asks.inc({ result: found.kind })
  if (found.kind === 'found') await recordAsked(context, attempt, found.call)
}

async function recordAsked(context: DialContext, attempt: Attempt, call: CarrierCall): Promise<void> {
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
  if (recorded === 'unwanted') await endUnwanted(context, attempt, call.sid)
}
