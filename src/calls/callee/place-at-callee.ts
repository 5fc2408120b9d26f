import { refusals } from '../../base/refusals.ts'
import { isAtCallee } from '../../campaigns/campaign-hours.ts'
import { campaignOpeningAt } from '../../campaigns/common-opening.ts'
import { hasEnded, isPaused } from '../../campaigns/readiness.ts'
import type { Reader } from '../../db/queryable.ts'
import type { CallRequest, PlacedBy } from '../place/call-request.ts'
import type { CallRules } from '../place/decide-call.ts'
import { selectZoneProperties } from './callee-queries.ts'
import { calleeZones } from './callee-zones.ts'

/**
 * Adds to the rules of a call what the hours say where its callee is; returns the rules as they are if the hours don't
 * hold there (Rule 151).
 *
 * @throws {Refusal} 400 if nobody knows where the callee is, if the hours never open in all zones in which they may be,
 *   and for a triggered call while they are closed.
 */
export async function placeAtCallee(
  { db }: { db: Reader },
  placedBy: PlacedBy,
  rules: CallRules,
  { organization_id, project_id, customer }: CallRequest,
  phone_number: string,
): Promise<CallRules> {
  const { campaign, decided } = rules
  const { calling_hours: hours } = campaign
  if (!isAtCallee(hours)) return rules
  const customer_timezone = customer['timezone']
  const properties =
    customer_timezone === undefined
      ? await selectZoneProperties(db, { organization_id, project_id }, [phone_number])
      : null
  const profile_timezone = properties?.get(phone_number) ?? null
  const { fault, zones } = calleeZones({ phone_number, customer_timezone, profile_timezone })
  if (fault === 'unknown') throw refusals.calleeZoneUnknown()
  if (fault !== null) throw refusals.calleeZoneInvalid(fault)
  const opening = campaignOpeningAt(hours, zones, decided.now)
  if (opening.isOpen) return { ...rules, opening, calleeZones: zones }
  const { opensAt, heldBy } = opening
  if (opensAt === null) throw refusals.calleeNeverOpen(heldBy)
  if (hasEnded(campaign, opensAt)) throw refusals.campaignEndsBeforeOpening()
  if (placedBy === 'trigger') throw refusals.outsideCallingHours(opensAt, heldBy)
  const scheduledFor = isPaused(campaign) ? null : { opensAt, timezone: heldBy }
  return { ...rules, opening, calleeZones: zones, waits: true, scheduledFor }
}
