import type { NewId } from '../base/ids.ts'
import type { Db } from '../db/database.ts'
import type { Transaction } from '../db/queryable.ts'
import type { CalledPerson } from './contact.ts'
import { takeNumbers } from './display-ids.ts'
import { isComplete, linkPerson } from './link-person.ts'
import { insertProfiles, selectOwnersOfMany } from './many-queries.ts'

/**
 * Does for many people of one project what `linkPerson` does for one, with three statements if nobody of them is known
 * or everybody is. Those whose contacts are known in part, or are shared with others of them, are linked one by one.
 * The transaction may have to run again.
 */
export async function linkPeople(
  { db, newId }: { db: Db; newId: NewId },
  transaction: Transaction,
  people: readonly CalledPerson[],
): Promise<void> {
  const [first] = people
  if (first === undefined) return
  const owners = await selectOwnersOfMany(transaction, people)
  const unknown: CalledPerson[] = []
  const others: CalledPerson[] = []
  const contacts = new Set<string>()
  people.forEach((person, place) => {
    const known = owners.get(place) ?? []
    if (isComplete(person, known)) return
    const { phone, email } = person
    const given = [`phone ${phone.normalized}`, ...(email === null ? [] : [`email ${email.normalized}`])]
    const isShared = given.some((contact) => contacts.has(contact))
    for (const contact of given) contacts.add(contact)
    if (known.length === 0 && !isShared) unknown.push(person)
    else others.push(person)
  })
  const { organization_id, project_id } = first
  if (unknown.length > 0) {
    const [taken] = await takeNumbers(db, [{ organization_id, project_id, wanted: unknown.length }])
    await insertProfiles(
      transaction,
      unknown.map((person, index) => ({ person, profileId: newId(), number: taken!.after + 1 + index })),
    )
  }
  for (const person of others) {
    // Those before may have made the profile meanwhile.
    const known = await selectOwnersOfMany(transaction, [person])
    await linkPerson({ db, newId }, transaction, person, known.get(0) ?? [])
  }
}
