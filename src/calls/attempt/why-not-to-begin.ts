import { isAtCallee } from '../../campaigns/campaign-hours.ts'
import { openingOrClosed } from '../../campaigns/common-opening.ts'
import { formsOf } from '../../guards/do-not-call/entry.ts'
import { refusedNumber } from '../../guards/numbers/number-rules.ts'
import type { DialContext } from '../call-context.ts'
import { recheckCallee } from '../callee/recheck-callee.ts'
import { reasonOf } from '../guarded-calls.ts'
import { moveReasons } from '../move-reasons.ts'
import type { DialedAttempt } from '../queries.ts'
import type { NotDoneAttempt } from './attempt-outcome.ts'
import { selectStopOfCall } from './attempt-queries.ts'

/** The attempt may begin, before the calling hours close as they are now; null if they don't soon. */
interface MayBegin {
  kind: 'may_begin'
  closesAt: Date | null
}

/**
 * Returns why a committed attempt must not begin, or until when it may. Runs right before each request to the carrier
 * (Rules 13, 118 and 152).
 *
 * Its statements begin after the attempt is committed. A transaction that forbids calls commits first and then reads
 * open attempts (`selectHasAttemptsUnderWay`). So either this check sees the ban, or that transaction sees the attempt.
 * No lock is needed (Promise 161).
 *
 * @param isAtCallee whether the hours of the campaign held where the callee is when the attempt was made; then both
 *   statements run at once.
 */
export async function whyNotToBegin(
  context: Pick<DialContext, 'db' | 'clock' | 'secretBox'>,
  attempt: DialedAttempt,
  { isAtCallee: wasAtCallee }: { isAtCallee: boolean },
): Promise<NotDoneAttempt | MayBegin> {
  const { db, clock, secretBox } = context
  const forms = formsOf(secretBox, attempt.organization_id, attempt.phone_number)
  const [stop, callee] = await Promise.all([
    selectStopOfCall(db, attempt, forms, clock.now()),
    wasAtCallee ? recheckCallee(context, attempt) : null,
  ])
  if (stop.is_canceled) return notDone('canceled', moveReasons.canceled)
  if (stop.is_held) return notDone('database_held', moveReasons.databaseHeld)
  if (stop.is_elsewhere) return notDone('organization_moving', moveReasons.tooLate)
  if (stop.is_listed) return notDone('do_not_call', moveReasons.listed)
  if (stop.has_ended) return notDone('campaign_ended', moveReasons.campaignEnded)
  if (stop.is_paused) return notDone('campaign_paused', moveReasons.campaignPaused)
  const refused = refusedNumber(stop.number_rules, attempt.phone_number)
  if (refused !== null)
    return { kind: 'not_done', cause: 'guard', refused, reason: reasonOf(refused), retryAfterMs: null }
  const hours = stop.calling_hours
  const opening = isAtCallee(hours)
    ? (callee ?? (await recheckCallee(context, attempt)))
    : openingOrClosed(hours, [], context.clock.now())
  if (opening.isOpen) return { kind: 'may_begin', closesAt: opening.closesAt }
  return notDone('hours_closed', `${moveReasons.hoursClosed} (${opening.heldBy})`)
}

function notDone(cause: Exclude<NotDoneAttempt['cause'], 'guard'>, reason: string): NotDoneAttempt {
  return { kind: 'not_done', cause, reason, retryAfterMs: null }
}
