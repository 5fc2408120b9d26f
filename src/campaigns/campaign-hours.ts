import type { CallingHours } from './calling-hours.ts'

/** The `timezone` of hours that hold where the callee is, and nowhere else. */
export const calleeZone = 'callee'

/**
 * The calling hours of a campaign, as stored. `openingAt` takes them only once a zone is chosen: `ownHours`, `hoursIn`.
 */
export interface CampaignHours extends Omit<CallingHours, 'also_callee'> {
  /** IANA name, or `callee`. */
  timezone: string
  /** The hours of `timezone` hold where the callee is, too. Absent: they don't. */
  also_callee?: boolean
}

/** Returns whether a call needs the hours to be open where its callee is. */
export function isAtCallee(hours: CampaignHours | null): boolean {
  return hours !== null && (hours.timezone === calleeZone || hours.also_callee === true)
}

/**
 * Returns the hours that stop all calls of the campaign at once; null if it has none, or has them only at its callees.
 */
export function ownHours(hours: CampaignHours | null): CallingHours | null {
  return hours === null || hours.timezone === calleeZone ? null : hoursIn(hours, hours.timezone)
}

/** Returns the hours as they are in one zone. */
export function hoursIn(
  { windows, closed_dates }: Pick<CampaignHours, 'windows' | 'closed_dates'>,
  timezone: string,
): CallingHours {
  return { timezone, windows, closed_dates }
}

/** Returns the zones in which the hours must be open for a call to somebody who may be in any of `calleeZones`. */
export function zonesToOpen(hours: CampaignHours, calleeZones: readonly string[]): readonly string[] {
  return hours.timezone === calleeZone ? calleeZones : [hours.timezone, ...calleeZones]
}
