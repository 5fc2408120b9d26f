import type { ReadyCampaign } from '../../campaigns/readiness.ts'
import { instant } from '../../db/instant.ts'
import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { NumberForms } from '../../guards/do-not-call/entry.ts'
import { isListed } from '../../guards/do-not-call/look-up-queries.ts'
import type { LimitGuard } from '../../guards/guard.ts'
import { heldGuard } from '../../guards/limits/day-queries.ts'
import { hasHashedCounts, restoreCounts } from '../../guards/limits/erased-counts.ts'
import { guardTimes } from '../../guards/limits/guard-times.ts'
import type { PersonContact } from '../../people/contact.ts'
import { contactOwners } from '../../people/queries.ts'
import type { ContactOwner } from '../../people/queries.ts'
import { insertedCall, isNumberTaken } from '../queries.ts'
import type { NewCall, NewCallWait } from '../queries.ts'
import { numberPauseMs } from '../queue/carrier-pause.ts'
import { isQueueFilled } from '../queue/queue-queries.ts'
import { isSlotFree } from '../queue/slot-queries.ts'

/** A call that is decided now. */
export interface DecidedCall {
  call: NewCall
  wait: NewCallWait
  contact: PersonContact
  forms: NumberForms
  moveId: string
  now: Date
}

/** What was found when a call was inserted. */
export interface FoundAtDecision {
  /** The organization's do-not-call list has the number. */
  is_listed: boolean
  /** The number was dialed before its person was erased. */
  has_hashed_counts: boolean
  owners: ContactOwner[]
}

/** The same for a call that may go at once. */
export interface FoundAtOnce extends FoundAtDecision {
  /** The project has another call to the number, live or waiting. */
  is_taken: boolean
  /** How long the number is still paused at the carrier account; null or below 0: it is not. */
  paused_ms: number | null
  is_free: boolean
  /** Other calls are before it in its queue. */
  is_behind: boolean
  /** Which limit holds the call. */
  guard: LimitGuard | null
}

/** Inserts a call that waits in any case, and returns what decides whether it may. */
export async function insertCallToWait(
  transaction: Transaction,
  decided: DecidedCall,
): Promise<FoundAtDecision> {
  const { call, wait, moveId, now } = decided
  const [found] = await transaction.query<FoundAtDecision>(sql`
    with ${insertedCall(call, wait, moveId, now)} select ${foundOf(decided)}`)
  if (found === undefined) throw new Error('a select without a table returned no row')
  return found
}

/**
 * Inserts a call as waiting, and returns what decides whether it may go now, as it was before. It is one statement,
 * because each of its look-ups takes less time than a round trip. Another transaction may be about to take the slot, or
 * what a guard allows last, which only a claim finds out.
 */
export async function insertCallToGo(
  transaction: Transaction,
  decided: DecidedCall,
  campaign: Pick<ReadyCampaign, 'slots' | 'voice_carrier_id' | 'time_limit_seconds'>,
): Promise<FoundAtOnce> {
  const { call, wait, moveId, now } = decided
  const { slots, voice_carrier_id, time_limit_seconds } = campaign
  const guard = heldGuard(call.organization_id, call.phone_number, time_limit_seconds, guardTimes(now))
  const [found] = await transaction.query<FoundAtOnce>(sql`
    with ${insertedCall(call, wait, moveId, now)}
    select ${foundOf(decided)}, ${isNumberTaken(call)} as is_taken, ${isSlotFree({ ...call, slots })} as is_free, ${isQueueFilled(call)} as is_behind,
      ${numberPauseMs({ ...call, voice_carrier_id })} as paused_ms, ${guard} as guard`)
  if (found === undefined) throw new Error('a select without a table returned no row')
  return found
}

/**
 * Brings back how often the number was dialed before its person was erased. Returns which limit holds the call then.
 */
export async function restoreAndAskGuard(
  transaction: Transaction,
  { call, forms, now }: DecidedCall,
  { time_limit_seconds }: Pick<ReadyCampaign, 'time_limit_seconds'>,
): Promise<LimitGuard | null> {
  await restoreCounts(transaction, call.organization_id, [forms], now)
  const [row] = await transaction.query<{ guard: LimitGuard | null }>(sql`
    select ${heldGuard(call.organization_id, call.phone_number, time_limit_seconds, guardTimes(now))} as guard`)
  return row!.guard
}

function foundOf({ call, contact, forms, now }: DecidedCall) {
  return sql`${isListed(call.organization_id, forms, now)} as is_listed,
      ${hasHashedCounts(call.organization_id, forms)} as has_hashed_counts, (
      select coalesce(jsonb_agg(jsonb_build_object('via', o.via, 'profile_id', o.profile_id,
        'created_at', ${instant(sql`o.created_at`)}, 'has_name', o.has_name)), '[]'::jsonb)
      from (${contactOwners(contact)}) o) as owners`
}
