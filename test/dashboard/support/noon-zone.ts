/** Returns a time zone in which it is about noon: the day does not change while a test runs. */
export function noonZone(): string {
  const hours = 12 - new Date().getUTCHours()
  // The signs of these names are the other way round.
  return hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
}
