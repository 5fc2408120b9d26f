import { normalizePhoneNumber } from '../../base/phone-number.ts'
import { refusals } from '../../base/refusals.ts'
import { isAtCallee } from '../../campaigns/campaign-hours.ts'
import type { CampaignHours } from '../../campaigns/campaign-hours.ts'
import { previewCallee } from '../../campaigns/preview-callee.ts'
import type { CalleeOpening } from '../../campaigns/preview-callee.ts'
import type { Reader } from '../../db/queryable.ts'
import { selectZoneProperties } from './callee-queries.ts'
import { calleeZones } from './callee-zones.ts'

/** A question about a call to a number. */
export interface OpeningQuestion {
  organization_id: string
  project_id: string
  hours: CampaignHours | null
  /** In any spelling; `default_country` is for one without a country code. */
  phone_number: string
  default_country: string | null
  /** What `customer.timezone` of a request would be; null: not given. */
  timezone: string | null
  at: Date
}

/**
 * Says whether a campaign may call a number at an instant, and why.
 *
 * @throws {Refusal} 400 if the number is none, or a call to it would be refused because of its zone.
 */
export async function previewForNumber(
  db: Reader,
  { organization_id, project_id, hours, default_country, timezone, at, ...asked }: OpeningQuestion,
): Promise<CalleeOpening & { phone_number: string }> {
  const phone_number = normalizePhoneNumber(asked.phone_number, default_country)
  if (phone_number === null) throw refusals.invalidPhoneNumber()
  if (!isAtCallee(hours)) return { phone_number, ...previewCallee(hours, null, at) }
  const properties = await selectZoneProperties(db, { organization_id, project_id }, [phone_number])
  const found = calleeZones({
    phone_number,
    customer_timezone: timezone,
    profile_timezone: properties.get(phone_number) ?? null,
  })
  if (found.fault === 'unknown') throw refusals.calleeZoneUnknown()
  if (found.fault !== null) throw refusals.calleeZoneInvalid(found.fault)
  return { phone_number, ...previewCallee(hours, found, at) }
}
