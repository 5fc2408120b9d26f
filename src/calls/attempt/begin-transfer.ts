import type { Transaction } from '../../db/queryable.ts'
import type { Guard } from '../../guards/guard.ts'
import { reserveTransfer } from '../../guards/limits/day-queries.ts'
import { refusedNumber, selectNumberRules } from '../../guards/numbers/number-rules.ts'
import type { NumberRules } from '../../guards/numbers/number-rules.ts'
import type { SettleContext } from '../call-context.ts'
import { recordRefusedCall } from '../guarded-calls.ts'
import { updateAttemptTransferred } from './attempt-queries.ts'
import type { Attempt } from '../queries.ts'

/** A transfer that a guard has refused. */
export interface RefusedTransfer {
  guard: Guard
  /** E.164. */
  number: string
}

/** A transfer that may go, for as many seconds, or the guard that refuses it. */
export type BegunTransfer = { guard: null; timeLimitSeconds: number } | { guard: Guard }

/**
 * Begins a transfer, for which the carrier dials as for a call: a guard refuses its number, or it is reserved on the attempt's day.
 * The carrier is to end it when the time is over that the transfers of the call may last in all: what it reserves bounds what it
 * can use, also in a call of a person to the project, which has no limit of its own at the carrier.
 */
export async function beginTransfer(
  transaction: Transaction,
  attempt: Attempt,
  number: string,
  { rules, now }: { rules?: NumberRules; now: Date },
): Promise<BegunTransfer> {
  const refused = refusedNumber(rules ?? (await selectNumberRules(transaction, attempt)), number)
  if (refused !== null) return { guard: refused.guard }
  const reserved = await reserveTransfer(transaction, attempt, number)
  if (reserved.guard !== null) return { guard: reserved.guard }
  await updateAttemptTransferred(transaction, attempt, reserved, now)
  return { guard: null, timeLimitSeconds: secondsLeft(attempt, reserved.limit_seconds, now) }
}

/** Returns how long a transfer that has begun may go on, in seconds; null if it began before transfers had a limit. */
export function transferSecondsLeft(attempt: Attempt, now: Date): number | null {
  const { transfer_limit_seconds } = attempt
  return transfer_limit_seconds === null ? null : secondsLeft(attempt, transfer_limit_seconds, now)
}

/** Returns what is left of the time of a call's transfers, from the first one on; at least a second. */
function secondsLeft({ transferred_at }: Attempt, limitSeconds: number, now: Date): number {
  const usedMs = transferred_at === null ? 0 : now.getTime() - Date.parse(transferred_at)
  return Math.max(1, limitSeconds - Math.max(0, Math.ceil(usedMs / 1_000)))
}

/** Records the transfers that guards have refused. To be called after the commit. */
export async function recordRefusedTransfers(
  context: Pick<SettleContext, 'db' | 'clock' | 'log' | 'metrics'>,
  { organization_id, project_id, campaign_id }: Attempt,
  refused: readonly RefusedTransfer[],
): Promise<void> {
  for (const { guard, number } of refused)
    await recordRefusedCall(
      context,
      { organization_id, project_id, campaign_id, phone_number: number },
      guard,
    )
}
