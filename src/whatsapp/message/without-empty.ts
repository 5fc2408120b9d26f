/** The members that say something: an empty caption or name of a place is none, which is not sent. */
export function withoutEmpty(members: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== '' && value !== undefined),
  )
}
