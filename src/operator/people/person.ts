import type { SecretBox } from '../../base/secret-box.ts'
import type { Db } from '../../db/database.ts'
import { selectEntriesOfNumbers } from '../../guards/do-not-call/list-queries.ts'
import type { ShownEntry } from '../../guards/do-not-call/list-queries.ts'
import { limitsOf } from '../../people/limits.ts'
import type { PersonLimit } from '../../people/limits.ts'
import { selectProfile } from '../../people/list-queries.ts'
import type { ProfileRow } from '../../people/list-queries.ts'
import type { StoredOptOut } from '../../whatsapp/operator-queries.ts'
import { selectOptOuts } from '../../whatsapp/operator-queries.ts'
import { selectPersonFacts } from './person-queries.ts'
import type { PersonFacts } from './person-queries.ts'
import type { TimelinePerson } from './timeline-queries.ts'

/** A person with what their page shows. */
export interface Person extends ProfileRow, PersonFacts {
  limits: PersonLimit[]
  /** The number or id that WhatsApp messages go to; null for people who are not on WhatsApp and have no number. */
  whatsapp_address: string | null
  /** The opt-outs in force, at most one of each scope. */
  opt_outs: StoredOptOut[]
  /** The entries of their numbers on the do-not-call list that count now. */
  do_not_call: ShownEntry[]
}

/** Returns a person of the project, or the survivor of one who was merged; null where there is none. */
export async function readPerson(
  { db, secretBox }: { db: Db; secretBox: SecretBox },
  place: { organization_id: string; project_id: string },
  id: string,
  now: Date,
): Promise<Person | null> {
  const profile = await selectProfile(db, place.organization_id, place.project_id, id)
  if (profile === null) return null
  const whatsapp_address = whatsappAddressOf(profile)
  const numbers = profile.phone_numbers.map(({ normalized }) => normalized)
  const [facts, opt_outs, do_not_call] = await Promise.all([
    selectPersonFacts(db, { ...place, profile_id: profile._id }),
    whatsapp_address === null ? [] : selectOptOuts(db, secretBox, { ...place, recipient: whatsapp_address }),
    selectEntriesOfNumbers({ db, secretBox }, place.organization_id, numbers, now),
  ])
  const isBarred =
    numbers.length > 0 && numbers.every((number) => do_not_call.some((of) => of.number === number))
  const limits = limitsOf(profile)
  if (isBarred) limits.push({ action: 'call', reason: 'do_not_call' })
  return { ...profile, ...facts, limits, whatsapp_address, opt_outs, do_not_call }
}

/** Returns a person's address on WhatsApp: the one that was used last, else a number that they may have there. */
function whatsappAddressOf({ channel_identities, phone_numbers }: ProfileRow): string | null {
  const [latest] = channel_identities
    .filter(({ channel_type }) => channel_type === 'whatsapp')
    .toSorted((one, other) => (one.last_seen_at < other.last_seen_at ? 1 : -1))
  const [number] = phone_numbers
  return latest?.identity_key ?? number?.normalized ?? null
}

/** Returns the ids and addresses by which a profile's timeline is selected. */
export function timelineOf(
  place: { organization_id: string; project_id: string },
  profile: ProfileRow,
): TimelinePerson {
  const numbers = profile.phone_numbers.map(({ normalized }) => normalized)
  const ids = profile.channel_identities
    .filter(({ channel_type }) => channel_type === 'whatsapp')
    .map(({ identity_key }) => identity_key)
  return { ...place, profile_id: profile._id, numbers, addresses: [...new Set([...numbers, ...ids])] }
}
