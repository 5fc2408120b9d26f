import type { CampaignHours } from '../../campaigns/campaign-hours.ts'
import { isDatabaseHeld } from '../../db/database-identity.ts'
import type { Db } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import type { NumberForms } from '../../guards/do-not-call/entry.ts'
import { isListed } from '../../guards/do-not-call/look-up-queries.ts'
import type { ReservedTransfer } from '../../guards/limits/day-queries.ts'
import { numberRules } from '../../guards/numbers/number-rules.ts'
import type { NumberRules } from '../../guards/numbers/number-rules.ts'
import type { Attempt } from '../queries.ts'

/** What forbids to dial an attempt, as it is now. */
export interface StopOfCall {
  is_canceled: boolean
  is_paused: boolean
  /** Its campaign was ended, or its end date has come. */
  has_ended: boolean
  /** The whole database is held. */
  is_held: boolean
  /** The organization moves to another cell, or has moved there. */
  is_elsewhere: boolean
  is_listed: boolean
  number_rules: NumberRules
  /** Those of its campaign; null: it may call at any time, or it is gone. */
  calling_hours: CampaignHours | null
}

/** Returns who answered an attempt, in the carrier's words; null where it has not said so. */
export async function selectAnsweredBy(
  transaction: Transaction,
  { organization_id, _id }: Pick<Attempt, 'organization_id' | '_id'>,
): Promise<string | null> {
  const [row] = await transaction.query<{ answered_by: string | null }>(sql`
    select answered_by from call_attempts where organization_id = ${organization_id} and _id = ${_id}`)
  return row?.answered_by ?? null
}

/**
 * Returns what may forbid to dial an attempt: its call was canceled; its campaign has ended, is on hold or closed; the
 * database is held; the organization is in another cell; its number is on the do-not-call list; a guard refuses it. By
 * primary keys, and the list's indexes.
 */
export async function selectStopOfCall(
  db: Db,
  attempt: Pick<Attempt, 'organization_id' | 'project_id' | 'call_id' | 'campaign_id'>,
  forms: NumberForms,
  now: Date,
): Promise<StopOfCall> {
  const [row] = await db.query<StopOfCall>(sql`
    select exists (select from calls where organization_id = ${attempt.organization_id} and _id = ${attempt.call_id}
        and cancel_requested_at is not null) as is_canceled,
      (c.status = 'paused') is true as is_paused, (c.status = 'ended' or c.ends_at <= ${now}) is true as has_ended,
      c.calling_hours, ${isDatabaseHeld} as is_held,
      not is_here(p.organization_id) as is_elsewhere,
      ${isListed(attempt.organization_id, forms, now)} as is_listed,
      ${numberRules} as number_rules
    from projects p left join campaigns c on c.organization_id = p.organization_id and c._id = ${attempt.campaign_id}
    where p.organization_id = ${attempt.organization_id} and p._id = ${attempt.project_id}`)
  if (row === undefined) throw new Error('the project of an attempt is missing')
  return row
}

/** Returns whether a call is one of a file that was canceled. By primary keys. */
export async function selectIsBatchCanceled(
  transaction: Transaction,
  { organization_id, call_id }: Pick<Attempt, 'organization_id' | 'call_id'>,
): Promise<boolean> {
  const canceled = await transaction.query(sql`
    select b._id from calls c join call_batches b on b.organization_id = c.organization_id and b._id = c.batch_id
    where c.organization_id = ${organization_id} and c._id = ${call_id} and b.state in ('canceling', 'canceled')`)
  return canceled.length > 0
}

/** Returns for how many seconds a call has lasted, since its answer where that is known. */
export function lastedSeconds(
  { organization_id, _id }: Pick<Attempt, 'organization_id' | '_id'>,
  now: Date,
): Sql {
  return sql`(select greatest(0, ceil(extract(epoch from ${now}::timestamptz - coalesce(answered_at, created_at))))::integer
    from call_attempts where organization_id = ${organization_id} and _id = ${_id})`
}

/**
 * Writes that a transfer of an attempt begins: when the first one did, how long they and the call may last, and the
 * dearest rate of them.
 */
export async function updateAttemptTransferred(
  transaction: Transaction,
  { organization_id, _id }: Pick<Attempt, 'organization_id' | '_id'>,
  { rate, limit_seconds, own_seconds }: Pick<ReservedTransfer, 'rate' | 'limit_seconds' | 'own_seconds'>,
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    update call_attempts set transferred_at = coalesce(transferred_at, ${now}),
      transfer_limit_seconds = ${limit_seconds}, time_limit_seconds = ${own_seconds}::integer,
      transfer_rate_per_minute = greatest(transfer_rate_per_minute, ${rate}::numeric)
    where organization_id = ${organization_id} and _id = ${_id}`)
}
