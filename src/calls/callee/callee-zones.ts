import { isTimeZone } from '../../base/time-zone.ts'
import { zonesOfNumber } from '../../campaigns/zones/zones-of-number.ts'
import type { PossibleZones } from '../../campaigns/zones/zones-of-number.ts'

/** What is known of a callee's zone. Neither value was checked: it may be no zone. */
export interface CalleeFacts {
  /** E.164. */
  phone_number: string
  /** `timezone` of the request's customer; null or undefined: not given. */
  customer_timezone: unknown
  /** The property `timezone` of the person's profile. */
  profile_timezone: unknown
}

/**
 * The zones of a callee, or why they are not known: the request or the profile names no IANA zone, or the number
 * belongs to no country.
 */
export type CalleeZones =
  | ({ fault: null } & PossibleZones)
  | { fault: 'request' | 'profile' | 'unknown'; zones: readonly never[] }

/** Returns where a callee may be: as the request says, else their profile, else their number. */
export function calleeZones({ phone_number, customer_timezone, profile_timezone }: CalleeFacts): CalleeZones {
  for (const [source, zone] of [
    ['request', customer_timezone],
    ['profile', profile_timezone],
  ] as const) {
    if (zone === null || zone === undefined) continue
    if (typeof zone !== 'string' || !isTimeZone(zone)) return { fault: source, zones: [] }
    return { fault: null, source, zones: [zone] }
  }
  const found = zonesOfNumber(phone_number)
  return found === null ? { fault: 'unknown', zones: [] } : { fault: null, ...found }
}
