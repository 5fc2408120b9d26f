import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Fault } from '../../base/faults.ts'
import { isAtCallee, zonesToOpen } from '../../campaigns/campaign-hours.ts'
import { commonOpeningAt } from '../../campaigns/common-opening.ts'
import { zonesOfCountry } from '../../campaigns/zones/zones-of-number.ts'
import type { RecordDifference } from '../configured/record-differences.ts'
import { campaignFieldsOf } from '../edit/campaign-fields.ts'
import type { AppliedOrganization } from './write-organization.ts'

/**
 * Returns a warning for each created or updated campaign that calls by the clock of the callee, if its hours are never
 * open in all zones of a country that it calls. A mobile number of that country would be refused.
 */
export function warnOfHoursNeverOpen(
  organizations: readonly AppliedOrganization[],
  differences: readonly RecordDifference[],
  now: Date,
): Fault[] {
  const campaigns = new Map(
    differences
      .filter(({ record }) => record.kind === 'campaign')
      .map(({ record }) => [record._id, campaignFieldsOf(record)]),
  )
  return organizations.flatMap(({ projects }, o) =>
    projects.flatMap((project, p) =>
      project.campaigns.flatMap(({ _id }, c) => {
        const { calling_hours: hours = null, caller_id = null } = campaigns.get(_id) ?? {}
        if (hours === null || !isAtCallee(hours)) return []
        return countriesOf(caller_id).flatMap((country) => {
          const zones = zonesToOpen(hours, zonesOfCountry(country))
          const opening = zones.length === 0 ? null : commonOpeningAt(hours, zones, now)
          if (opening === null || opening.isOpen || opening.opensAt !== null) return []
          const path = `organizations[${o}].projects[${p}].campaigns[${c}].calling_hours`
          return { path, message: describe(country, opening.heldBy) }
        })
      }),
    ),
  )
}

/** Returns the countries that a campaign calls: those of its caller ID. */
function countriesOf(callerId: string | null): string[] {
  const country = callerId === null ? undefined : parsePhoneNumberFromString(callerId)?.country
  return country === undefined ? [] : [country]
}

function describe(country: string, zone: string): string {
  return (
    `are never open at once in all time zones of ${country} within 14 days (${zone} is one that is closed then), ` +
    'so calls to its mobile numbers are refused unless they give their timezone'
  )
}
