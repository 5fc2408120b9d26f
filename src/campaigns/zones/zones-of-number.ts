import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { zonesByPrefix } from './zones-by-prefix.ts'

/** Where it is known from in which zones a callee may be. */
export const zoneSources = ['request', 'profile', 'prefix', 'country'] as const
export type ZoneSource = (typeof zoneSources)[number]

/** The zones in which a callee may be. */
export interface PossibleZones {
  /** IANA names; at least one. */
  zones: readonly string[]
  source: ZoneSource
}

/** The calling code of the North American Numbering Plan, whose mobile numbers look like all others. */
const northAmerica = '1'

/**
 * Returns the zones in which whoever answers a number may be; null for a number of no country, such as +883, and for
 * text that is no number (Rule 151).
 *
 * - A country with one zone has that zone.
 * - A number of the North American plan is where its prefix is. So is a fixed line anywhere, if its prefix says more
 *   than the country does, and zones of that country: +7 401 (Kaliningrad) is listed with Bucharest, which has other
 *   clocks in summer.
 * - Every other number may be anywhere in its country. The prefixes of mobile numbers name one city for all of
 *   Australia, Russia or Indonesia.
 *
 * @param number E.164.
 */
export function zonesOfNumber(number: string): PossibleZones | null {
  const parsed = parsePhoneNumberFromString(number)
  if (parsed?.country === undefined) return null
  const { country } = parsed
  const ofCountry = zonesOfCountry(country)
  if (ofCountry.length === 1) return { zones: ofCountry, source: 'country' }
  const found = zonesByPrefix(number, parsed.countryCallingCode)
  if (found !== null && (ofCountry.length === 0 || parsed.countryCallingCode === northAmerica))
    return { zones: found.zones, source: 'prefix' }
  const isByPrefix =
    parsed.getType() === 'FIXED_LINE' &&
    found !== null &&
    found.prefix.length > parsed.countryCallingCode.length &&
    found.listed.every((zone) => isAmong(zone, country))
  if (isByPrefix) return { zones: found.zones.filter((zone) => isAmong(zone, country)), source: 'prefix' }
  return ofCountry.length === 0 ? null : { zones: ofCountry, source: 'country' }
}

const countries = new Map<string, readonly string[]>()

/** Returns the zones of a country, by its ISO 3166-1 code; none for the few that Node knows none of. */
export function zonesOfCountry(country: string): readonly string[] {
  let zones = countries.get(country)
  if (zones === undefined) {
    zones = new Intl.Locale(`und-${country}`).getTimeZones() ?? []
    countries.set(country, zones)
  }
  return zones
}

/** By country and name, whether `isAmong`. */
const among = new Map<string, boolean>()

/** Returns whether a zone is one of the country's, under any of its names. */
function isAmong(zone: string, country: string): boolean {
  const key = `${country} ${zone}`
  let is = among.get(key)
  if (is === undefined) {
    is = zonesOfCountry(country).some((other) => isSameZone(zone, other))
    among.set(key, is)
  }
  return is
}

function isSameZone(one: string, other: string): boolean {
  const epoch = Temporal.Instant.fromEpochMilliseconds(0)
  return epoch.toZonedDateTimeISO(one).equals(epoch.toZonedDateTimeISO(other))
}
