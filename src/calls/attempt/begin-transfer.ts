import type { Transaction } from '../../db/queryable.ts'
import type { Guard } from '../../guards/guard.ts'
import { reserveTransfer } from '../../guards/limits/day-queries.ts'
import { refusedNumber, selectNumberRules } from '../../guards/numbers/number-rules.ts'
import type { NumberRules } from '../../guards/numbers/number-rules.ts'
import type { SettleContext } from '../call-context.ts'
import { recordRefusedCall } from '../guarded-calls.ts'
import type { Attempt } from '../queries.ts'
import { lastedSeconds, updateAttemptTransferred } from './attempt-queries.ts'

/** A transfer that a guard has refused. */
export interface RefusedTransfer {
  guard: Guard
  /** E.164. */
  number: string
}

/** A transfer that may go, for as many seconds, or the guard that refuses it. */
export type BegunTransfer =
  | {
      guard: null
      timeLimitSeconds: number
      /** How long the carrier must let the call itself last (`raiseTimeLimit`); null: as long as it was dialed with. */
      callLimitSeconds: number | null
    }
  | { guard: Guard }

/**
 * Begins a transfer, for which the carrier dials as for a call: a guard refuses its number, or it is reserved on the
 * attempt's day. The carrier is to end it after the time that all transfers of the call may last. So it can't use more
 * than it has reserved. This holds also for a call of a person to the project, which has no limit of its own at the
 * carrier.
 */
export async function beginTransfer(
  transaction: Transaction,
  attempt: Attempt,
  number: string,
  { rules, now }: { rules?: NumberRules; now: Date },
): Promise<BegunTransfer> {
  const refused = refusedNumber(rules ?? (await selectNumberRules(transaction, attempt)), number)
  if (refused !== null) return { guard: refused.guard }
  const lasted = isLimitedByAgent(attempt) ? lastedSeconds(attempt, now) : null
  const reserved = await reserveTransfer(transaction, attempt, number, lasted)
  if (reserved.guard !== null) return { guard: reserved.guard }
  await updateAttemptTransferred(transaction, attempt, reserved, now)
  return {
    guard: null,
    timeLimitSeconds: secondsLeft(attempt, reserved.limit_seconds, now),
    callLimitSeconds: lasted === null ? null : reserved.own_seconds,
  }
}

/**
 * Returns how long a transfer that has begun, and its call, may go on; no limit if it began before transfers had one.
 */
export function transferUnderWay(
  attempt: Attempt,
  now: Date,
): { timeLimitSeconds: number | null; callLimitSeconds: number | null } {
  const { transfer_limit_seconds: limit, time_limit_seconds } = attempt
  return {
    timeLimitSeconds: limit === null ? null : secondsLeft(attempt, limit, now),
    callLimitSeconds: limit === null || !isLimitedByAgent(attempt) ? null : time_limit_seconds,
  }
}

/** Returns whether the carrier ends the call soon after its agent's seconds, which leaves no room for a transfer. */
function isLimitedByAgent({ agent_id, workflow_id, time_limit_seconds }: Attempt): boolean {
  return agent_id !== null && workflow_id === null && time_limit_seconds !== null
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
