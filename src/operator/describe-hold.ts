import type { DatabaseHold, HoldCause } from '../db/database-identity.ts'

/** Why a database is held, as the end of a sentence. */
const causes: Record<HoldCause, string> = {
  operator: 'an operator holds it',
  other_system: 'its data were loaded into another PostgreSQL cluster',
  other_timeline: 'it was restored from a backup, or promoted without this service',
  other_address: 'it is reached at another address, and no process was running on it',
}

/** What an operator does about it. */
export const releaseAdvice =
  'make sure that no other copy of it is in service, then run `switchboard hold release`'

/** Returns a sentence for operators. */
export function describeHold({ cause, since, note }: DatabaseHold): string {
  const from = since === null ? '' : ` since ${since}`
  const why = note === null ? causes[cause] : `${causes[cause]} (${note})`
  return `The database is held${from}, because ${why}: nothing is dialed or sent`
}
