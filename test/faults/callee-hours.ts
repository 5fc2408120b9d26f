import type { DeclaredHours } from './hours-oracle.ts'

/**
 * The zones of callees: by the number's last digit, some by a `timezone` of the request, the rest by the number itself.
 */
const given: readonly (string | null)[] = ['Asia/Kathmandu', 'Australia/Lord_Howe', null]

/** All numbers of the harness but Australian ones begin with +1 415. */
const zoneOfNumbers = 'America/Los_Angeles'

/** The zones in which callees of the harness may be, but for Australian ones. */
export const calleeZones = [zoneOfNumbers, 'Asia/Kathmandu', 'Australia/Lord_Howe']

/** The beginning of Australian mobile numbers, which may be anywhere in Australia. */
export const mobilePrefix = '+614'

/** The zones of Australia, by the tz database's `zone.tab`. */
export const mobileZones = [
  'Australia/Lord_Howe',
  'Antarctica/Macquarie',
  'Australia/Hobart',
  'Australia/Melbourne',
  'Australia/Sydney',
  'Australia/Broken_Hill',
  'Australia/Brisbane',
  'Australia/Lindeman',
  'Australia/Adelaide',
  'Australia/Darwin',
  'Australia/Perth',
  'Australia/Eucla',
]

/** Returns the `timezone` that a request for a call to the number gives; null: none. */
export function givenZone(number: string): string | null {
  return number.startsWith(mobilePrefix) ? null : (given[Number(number.at(-1)) % given.length] ?? null)
}

/** Returns the hours in which a number may be called: at the callee, if they hold there. */
export function hoursOfNumber(hours: DeclaredHours | null, number: string): DeclaredHours | null {
  if (hours?.timezone !== 'callee') return hours
  if (number.startsWith(mobilePrefix)) return { ...hours, zones: mobileZones }
  return { ...hours, timezone: givenZone(number) ?? zoneOfNumbers }
}
