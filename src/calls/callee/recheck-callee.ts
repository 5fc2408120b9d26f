import type { Clock } from '../../base/clock.ts'
import { isAtCallee } from '../../campaigns/campaign-hours.ts'
import { campaignOpeningAt } from '../../campaigns/common-opening.ts'
import type { CommonOpening } from '../../campaigns/common-opening.ts'
import type { Reader } from '../../db/queryable.ts'
import type { Attempt } from '../queries.ts'
import { selectCallee } from './callee-queries.ts'
import { calleeZones } from './callee-zones.ts'

/**
 * Returns whether the hours are open where the callee of an attempt is, as everything stands at this moment: the hours,
 * the person's profile and the clock. Asked at the last moment before it is dialed (Rule 152). `opensAt` is null also
 * if the callee's zone is unknown.
 */
export async function recheckCallee(
  { db, clock }: { db: Reader; clock: Clock },
  attempt: Pick<Attempt, 'organization_id' | 'call_id' | 'campaign_id'>,
): Promise<CommonOpening> {
  const callee = await selectCallee(db, attempt)
  // The call is gone, or its campaign: then something else forbids it.
  if (callee === null || !isAtCallee(callee.calling_hours)) return { isOpen: true, closesAt: null }
  const { fault, zones } = calleeZones(callee)
  if (fault !== null) return { isOpen: false, opensAt: null, heldBy: 'unknown' }
  return campaignOpeningAt(callee.calling_hours, zones, clock.now())
}
