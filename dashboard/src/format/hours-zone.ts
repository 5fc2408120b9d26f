/** Where calling hours hold, as far as it is asked here. */
export interface HoursPlace {
  timezone: string
  also_callee?: boolean
}

/** The `timezone` of hours that hold where the callee is, and nowhere else. */
export const calleeZone = 'callee'

/** Whether the hours have to be open where the callee is. */
export function isAtCallee(hours: HoursPlace | null): boolean {
  return hours !== null && (hours.timezone === calleeZone || hours.also_callee === true)
}

/** Returns the zone in which times of a campaign are shown: the project's if its hours have none of their own. */
export function hoursZone(hours: HoursPlace | null, zone: string): string {
  return hours === null || hours.timezone === calleeZone ? zone : hours.timezone
}
