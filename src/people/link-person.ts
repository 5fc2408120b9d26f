import type { NewId } from '../base/ids.ts'
import type { Db } from '../db/database.ts'
import type { Transaction } from '../db/queryable.ts'
import type { PersonContact } from './contact.ts'
import { takeNumber } from './display-ids.ts'
import { mergeLeads, moveIdentityKey } from './identity-queries.ts'
import {
  extendProfile,
  insertProfile,
  lockPeople,
  lockProfile,
  countKeys,
  refreshSearch,
  selectContactOwners,
} from './queries.ts'
import type { ContactOwner } from './queries.ts'
import { mergePeople } from './merge-people.ts'

/**
 * How often to look again when a concurrent merge removes the profile. Each time, the other transaction has made
 * progress.
 */
const triesMax = 20

/**
 * Finds the profile of a person who was met. Makes one if there is none, and adds new contacts to it (Rule 21,
 * Promise 39). If the contacts belong to several profiles, these are merged into the oldest.
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
    const [only] = ids
    if (only === undefined) {
      const made = await make()
      if (made !== null) return made
    } else if (ids.length > 1) {
      await mergePeople(transaction, met, [ids], met.metAt)
    } else if (await lockProfile(transaction, met.organization_id, only)) {
      const isNew = countKeys(met) - owners.length
      if ((await extendProfile(transaction, met, only)) === isNew) {
        await mergeLeads(transaction, met)
        return only
      }
    }
  }
  throw new Error(`gave up linking a person: their profile was merged away ${triesMax} times meanwhile`)
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
 * profiles, these are merged.
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
      await mergePeople(transaction, met, [ids], met.metAt)
      continue
    }
    const profileId = await moveIdentityKey(transaction, met, oldKey)
    if (profileId !== null) await refreshSearch(transaction, met.organization_id, [profileId])
    return
  }
  throw new Error(`gave up moving an identity: its profile was merged away ${triesMax} times meanwhile`)
}
