/** The answers so far, since asking costs 40 µs. There are about 600 zones, in any spelling. */
const known = new Map<string, boolean>()
const knownMax = 2_000

/**
 * Returns whether the text is an IANA time zone that this Node knows. An offset such as `+02:00` is none: it never
 * changes. Nor is an abbreviation such as `PST`, which `Intl` takes and `Temporal`, by which hours and days are
 * computed, does not.
 */
export function isTimeZone(name: string): boolean {
  let is = known.get(name)
  if (is === undefined) {
    if (known.size >= knownMax) known.clear()
    known.set(name, (is = askNode(name)))
  }
  return is
}

function askNode(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat
  } catch {
    return false
  }
}
