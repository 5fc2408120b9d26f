import { refusals } from '../../base/refusals.ts'

export const localForm = 'must be a local date and time such as 2027-03-28T02:30'

/**
 * Returns the local date and time that is asked about, now if none is given.
 *
 * @throws {Refusal} 400 if there is no such date, or it is not between 1971 and 2200.
 */
export function localOf(at: string | undefined, timezone: string, now: Date): string {
  if (at === undefined)
    return Temporal.Instant.fromEpochMilliseconds(now.getTime())
      .toZonedDateTimeISO(timezone)
      .toPlainDateTime()
      .toString({ smallestUnit: 'minute' })
  try {
    const { year } = Temporal.PlainDateTime.from(at, { overflow: 'reject' })
    if (year >= 1971 && year <= 2200) return at
  } catch {
    // Such as 2027-02-30T10:00.
  }
  throw refusals.faultyRequest({ path: 'at', message: `${localForm}, between 1971 and 2200` })
}
