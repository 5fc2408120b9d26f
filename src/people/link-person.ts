import type { NewId } from '../base/ids.ts'
import type { Db } from '../db/database.ts'
import type { Transaction } from '../db/queryable.ts'
import type { PersonContact } from './contact.ts'
import { takeNumber } from './display-ids.ts'
import { deleteNumbers, mergeLeads, moveIdentityKey } from './identity-queries.ts'
import { mergePeople } from './merge/merge-people.ts'
import { publishUpdated } from './profile-events.ts'
import {
  extendProfile,
  insertProfile,
  lockPeople,
  lockProfile,
  countKeys,
  namesOfKeys,
  refreshSearch,
  selectContactOwners,
} from './queries.ts'
import type { ContactOwner } from './queries.ts'

/**
 * How often to look again when a concurrent merge removes the profile. Each time, the other transaction has made
 * progress.
 */
const triesMax = 20

/**
 * Finds the profile of a person who was met. Makes one if there is none, and adds new contacts to it (Rule 21,
 * Promise 39). If the contacts belong to several profiles, these are merged into the oldest. Profiles that somebody has
 * separated stay two: then the person is who has the identity, else the number, else the address.
 *
 * When several transactions link the same person at once, one makes the profile and the others find it. The locks last
 * until the transaction ends, so call this late in it. The transaction may have to run again.
 *
 * @param known what `selectContactOwners` returned just before; if it is complete, nothing is written.
 * @returns the profile's id. The profile may be merged later: rows linked after that must be found by a contact or
 *    identity, whose row always names the present profile.
 */
export async function linkPerson(
  { db, newId }: { db: Db; newId: NewId },
  transaction: Transaction,
  met: PersonContact,
  known: readonly ContactOwner[],
): Promise<string> {
  if (isComplete(met, known)) return known[0]!.profile_id
  const make = async () => {
    const profileId = newId()
    const number = await takeNumber(db, met)
    return (await insertProfile(transaction, met, { profileId, number })) ? profileId : null
  }
  if (known.length === 0) {
    const made = await make()
    if (made !== null) return made
  }
  await lockPeople(transaction, met)
  for (let tries = 0; tries < triesMax; tries++) {
    const owners = await selectContactOwners(transaction, met)
    if (isComplete(met, owners)) {
      await mergeLeads(transaction, met)
      return owners[0]!.profile_id
    }
    const ids = [...new Set(owners.map(({ profile_id }) => profile_id))]
    if (ids.length > 1) {
      const group = { ids, contacts: namesOfKeys(met) }
      if ((await mergePeople(transaction, met, [group], { by: met.source, now: met.metAt })) > 0) continue
    }
    const owner = ownerOf(owners)
    if (owner === undefined) {
      const made = await make()
      if (made !== null) return made
    } else if (await lockProfile(transaction, met.organization_id, owner.profile_id)) {
      const isNew = countKeys(met) - owners.length
      const isKnown = isNew === 0 && (owner.has_name || met.name === null)
      if (isKnown || (await extendProfile(transaction, met, owner.profile_id)) === isNew) {
        if (ids.length === 1) await mergeLeads(transaction, met)
        return owner.profile_id
      }
    }
  }
  throw new Error(`gave up linking a person: their profile was merged away ${triesMax} times meanwhile`)
}

/** Returns who has the identity, else the number, else the address; of several identities, the older profile. */
function ownerOf(owners: readonly ContactOwner[]): ContactOwner | undefined {
  const rank = ({ via, created_at, profile_id }: ContactOwner) =>
    `${['identity', 'phone', 'email'].indexOf(via)} ${created_at} ${profile_id}`
  return owners.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))[0]
}

/** Returns whether there is nothing to write: every contact has an owner, and all have the same one. */
export function isComplete(met: PersonContact, owners: readonly ContactOwner[]): boolean {
  const [first] = owners
  return (
    first !== undefined &&
    owners.length === countKeys(met) &&
    owners.every(({ profile_id }) => profile_id === first.profile_id) &&
    (first.has_name || met.name === null)
  )
}

/**
 * Moves a person's identity to the key that the channel has announced in place of an old one. If both keys have
 * profiles, these are merged; if somebody has separated the two, each keeps its key.
 *
 * @param met the identity with its new key, and nothing else.
 */
export async function moveIdentity(
  transaction: Transaction,
  met: PersonContact,
  oldKey: string,
): Promise<void> {
  const both = { ...met, aliases: [oldKey] }
  await lockPeople(transaction, both)
  for (let tries = 0; tries < triesMax; tries++) {
    const owners = await selectContactOwners(transaction, both)
    const ids = [...new Set(owners.map(({ profile_id }) => profile_id))]
    if (ids.length > 1) {
      const group = { ids, contacts: namesOfKeys(both) }
      if ((await mergePeople(transaction, met, [group], { by: met.source, now: met.metAt })) > 0) continue
      const areLocked = await Promise.all(ids.map((id) => lockProfile(transaction, met.organization_id, id)))
      if (areLocked.every(Boolean)) return
      continue
    }
    const profileId = await moveIdentityKey(transaction, met, oldKey)
    if (profileId === null) return
    await refreshSearch(transaction, met.organization_id, [profileId])
    await publishUpdated(transaction, met, profileId, ['channel_identities'], met.metAt)
    return
  }
  throw new Error(`gave up moving an identity: its profile was merged away ${triesMax} times meanwhile`)
}

/**
 * Removes numbers that a person no longer has from their profile, so that it is not found by them. Those that a call or
 * an import brought stay.
 *
 * @param met an identity of the person, and nothing else.
 */
export async function dropNumbers(
  transaction: Transaction,
  met: PersonContact,
  numbers: readonly string[],
): Promise<void> {
  const profileId = await deleteNumbers(transaction, met, numbers)
  if (profileId === null) return
  await refreshSearch(transaction, met.organization_id, [profileId])
  await publishUpdated(transaction, met, profileId, ['phone_numbers'], met.metAt)
}
