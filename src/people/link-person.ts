import type { NewId } from '../base/ids.ts'
import type { Db } from '../db/database.ts'
import type { Transaction } from '../db/queryable.ts'
import type { PersonContact } from './contact.ts'
import { takeNumber } from './display-ids.ts'
import { keepOneLead, moveIdentityKey } from './identity-queries.ts'
import {
  extendProfile,
  insertProfile,
  lockPeople,
  lockProfile,
  reachOf,
  refreshSearch,
  selectContactOwners,
} from './queries.ts'
import type { ContactOwner } from './queries.ts'
import { mergePeople } from './merge-people.ts'

/** A person may be merged away while we look; each time somebody else has made progress. */
const triesMax = 20

/**
 * Finds the profile of somebody who was met, makes one where there is none, and adds what is new of them to it
 * (Rule 21, Promise 39). Where what is known of them leads to several profiles, these become one: the oldest.
 *
 * Of any number that link the same person at once, one makes the profile and the others find it. What is held for that is
 * held until the transaction ends, so it should come late in it; it may have to be run anew.
 *
 * @param known what `selectContactOwners` answered a moment ago; where it says all, nothing is written.
 * @returns the profile's id. It may be merged later: what is linked then must go by a contact or identity, whose row
 *   always names the profile that is there.
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
      await keepOneLead(transaction, met)
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
      const isNew = reachOf(met) - owners.length
      if ((await extendProfile(transaction, met, only)) === isNew) {
        await keepOneLead(transaction, met)
        return only
      }
    }
  }
  throw new Error(`the profile of a person was merged away ${triesMax} times while it was looked for`)
}

/** Whether there is nothing to write: every contact has its owner, and it is the same one. */
function isComplete(met: PersonContact, owners: readonly ContactOwner[]): boolean {
  const [first] = owners
  return (
    first !== undefined &&
    owners.length === reachOf(met) &&
    owners.every(({ profile_id }) => profile_id === first.profile_id) &&
    (first.has_name || met.name === null)
  )
}

/**
 * Moves a person's identity to the key that the channel has announced in the place of an old one. Where both keys have
 * profiles, these become one.
 *
 * @param met the identity by its new key, and nothing else.
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
  throw new Error(`the profile of a person was merged away ${triesMax} times while their identity was moved`)
}
