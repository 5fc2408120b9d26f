import { guardRefusal } from '../base/refusals/messages/guards.ts'
import type { HeldNumber } from '../base/refusals/messages/guards.ts'
import { Refusal } from '../base/refusals/refusal.ts'
import type { Guard } from '../guards/guard.ts'
import { refusedNumber } from '../guards/numbers/number-rules.ts'
import type { NumberRules, RefusedNumber } from '../guards/numbers/number-rules.ts'
import { recordRefusals } from '../guards/refusals/record-refusals.ts'
import type { SettleContext } from './call-context.ts'
import { guardReason } from './move-reasons.ts'

/** A call that a guard refuses. */
export class GuardRefusal extends Refusal {
  readonly guard: Guard
  readonly number: string

  constructor(held: HeldNumber & { guard: Guard }) {
    const { code, message } = guardRefusal(held)
    super(code, message)
    this.guard = held.guard
    this.number = held.number
  }
}

/** @throws {GuardRefusal} 400 if a guard refuses the number. */
export function refuseNumber(rules: NumberRules, number: string): void {
  const refused = refusedNumber(rules, number)
  if (refused !== null) throw new GuardRefusal({ ...refused, number })
}

/** Returns why a guard ends a call that was accepted, for its history and the log: it never has the number itself. */
export function reasonOf({ guard, found }: RefusedNumber): string {
  return guardReason(guard, guard === 'rate' ? 'no rate is declared for it' : found)
}

type RecordContext = Pick<SettleContext, 'db' | 'clock' | 'log' | 'metrics'>

/** What a refused call belongs to. */
interface RefusedCall {
  organization_id: string
  project_id: string
  campaign_id: string
}

/** Places a call, and records it where a guard refuses it. */
export async function recordingRefusals<T>(
  context: RecordContext,
  { organization_id, project_id, campaign_id }: RefusedCall,
  place: () => Promise<T>,
): Promise<T> {
  try {
    return await place()
  } catch (error) {
    if (error instanceof GuardRefusal)
      await recordRefusedCall(
        context,
        { organization_id, project_id, campaign_id, phone_number: error.number },
        error.guard,
      )
    throw error
  }
}

/** Records that a guard has refused a call. What it was refused for stands, whether or not this succeeds. */
export async function recordRefusedCall(
  { db, clock, log, metrics }: RecordContext,
  { organization_id, project_id, campaign_id, phone_number }: RefusedCall & { phone_number: string },
  guard: Guard,
  count = 1,
): Promise<void> {
  metrics.guardRefusals.inc({ guard }, count)
  const refused = { organization_id, project_id, campaign_id, phone_number, guard, count }
  await recordRefusals({ db, log }, refused, clock.now()).catch((error: unknown) =>
    log.error({ err: error, guard, organization_id }, 'a refusal of a guard could not be recorded'),
  )
}
