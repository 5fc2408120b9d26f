import type { NewId } from '../../base/ids.ts'
import { lockChat } from '../../conversations/chat-queries.ts'
import { readdressChats } from '../../conversations/readdress-chats.ts'
import type { Db } from '../../db/database.ts'
import type { Queryable, Transaction } from '../../db/queryable.ts'
import type { PersonContact } from '../../people/contact.ts'
import { holdErasures } from '../../people/erasing.ts'
import { dropNumbers, linkPerson, moveIdentity } from '../../people/link-person.ts'
import { lockPeople, selectContactOwners } from '../../people/queries.ts'
import type {
  ContactEvent,
  SystemEvent,
  UserPreferenceEvent,
} from '../../providers/whatsapp-cloud/webhook-event.ts'
import { deleteEvent } from '../inbound/event-queries.ts'
import type { ClaimedEvent } from '../inbound/event-queries.ts'
import { saidAt, timeOf } from '../inbound/event-time.ts'
import { deleteOptOuts, insertOptOut, moveWindows } from '../inbound/inbound-queries.ts'
import { contactOfReached, reachPerson } from './reach-person.ts'
import type { Reached } from './reach-person.ts'
import { isNumber, selectAddress, selectUserIds } from './user-id-queries.ts'
import type { Address } from './user-id-queries.ts'
import { numberOfWaId } from './wa-id.ts'

interface PersonContext {
  db: Db
  newId: NewId
}

export const noEffectReason = 'stored for the operator; the event has no effect'

/**
 * Applies the number and the user id of one person, which a status contains: the profile with the id gets the number
 * (Rule 70). If no profile has either, the event is deleted: a message to somebody may be reported after they were
 * erased, and nothing of an erased person is stored anew.
 */
export async function applyContact(
  context: PersonContext,
  transaction: Transaction,
  stored: ClaimedEvent,
  { waId, userId }: ContactEvent,
): Promise<string | null> {
  const number = numberOfWaId(waId)
  await holdErasures(transaction, stored.organization_id)
  const both = { address: number, userIds: [userId] }
  const met = contactOfReached(stored, both, { name: null, metAt: timeOf(stored, null) })
  if ((await selectContactOwners(transaction, met)).length === 0) {
    await deleteEvent(transaction, stored)
    return null
  }
  const reached = await reachPerson(context, transaction, stored, {
    number,
    userIds: [userId],
    at: timeOf(stored, null),
  })
  if (reached !== null) await linkByUserId(context, transaction, stored, reached)
  return null
}

/**
 * Applies Meta's announcement that a person has a new user id, and perhaps a new number: moves the identity to the new
 * id, and the open chats and windows to the new address; the number leaves the profile. Nothing is moved from a number
 * that somebody else may have got. Without an id only the opt-outs follow to the new number, since the old one may soon
 * be somebody else's.
 */
export async function applySystemEvent(
  context: PersonContext,
  transaction: Transaction,
  stored: ClaimedEvent,
  event: SystemEvent,
): Promise<string | null> {
  const { change, userId } = event
  if (change === 'number' && userId === null) return followNumber(context, transaction, stored, event)
  if ((change !== 'user_id' && change !== 'number') || userId === null) return noEffectReason
  const present = (...ids: (string | null | undefined)[]) => ids.filter((id) => typeof id === 'string')
  const userIds = present(userId, event.parentUserId)
  const replaced = present(event.previousUserId, event.previousParentUserId).filter(
    (id) => !userIds.includes(id),
  )
  const number = event.waId === null ? null : numberOfWaId(event.waId)
  const formerNumber = event.from === null ? null : numberOfWaId(event.from)
  const reached = await reachPerson(context, transaction, stored, {
    number,
    userIds,
    replaced,
    formerNumber,
    at: saidAt(stored, event.at),
  })
  if (reached === null) return noEffectReason
  const { address: to, allUserIds, oldNumbers } = reached
  await moveKeys(transaction, personByUserId(stored, reached), { replaced, oldNumbers })
  await linkByUserId(context, transaction, stored, reached)
  const from = [...replaced, ...allUserIds, ...oldNumbers].filter((address) => address !== to)
  await readdressChats(transaction, stored, { from, to })
  if (oldNumbers.length > 0) await moveWindows(transaction, stored, { from: oldNumbers, to })
  return null
}

/** Gives the identity of a person their new id in place of old ids and numbers, and removes these numbers. */
async function moveKeys(
  transaction: Transaction,
  person: PersonContact,
  { replaced, oldNumbers }: { replaced: readonly string[]; oldNumbers: readonly string[] },
): Promise<void> {
  const aliases = [...replaced, ...oldNumbers]
  // Before a merge locks profiles: identities and contacts are locked first everywhere.
  for (const number of oldNumbers)
    await lockPeople(transaction, { ...person, aliases, phone: { normalized: number, value: number } })
  for (const old of aliases) await moveIdentity(transaction, person, old)
  if (oldNumbers.length > 0) await dropNumbers(transaction, person, oldNumbers)
}

/** Copies the opt-outs of the number that somebody had to their new one. */
async function followNumber(
  context: PersonContext,
  transaction: Transaction,
  stored: ClaimedEvent,
  event: SystemEvent,
): Promise<string | null> {
  if (event.from === null || event.waId === null) return noEffectReason
  const [formerNumber, number] = [numberOfWaId(event.from), numberOfWaId(event.waId)]
  if (formerNumber === number) return noEffectReason
  await reachPerson(context, transaction, stored, {
    number,
    userIds: [],
    formerNumber,
    at: saidAt(stored, event.at),
  })
  return null
}

/**
 * Adds the number to the profile that has the user id, or merges that profile with the profile of the number. Creates
 * no profile.
 */
async function linkByUserId(
  { db, newId }: PersonContext,
  transaction: Transaction,
  stored: ClaimedEvent,
  reached: Reached,
): Promise<void> {
  const { address, allUserIds } = reached
  if (!isNumber(address)) return
  const person = personByUserId(stored, reached)
  const known = await selectContactOwners(transaction, person)
  if (!known.some(({ via }) => via === 'identity')) return
  const phone = { normalized: address, value: address }
  const all = { ...person, phone }
  await linkPerson({ db, newId }, transaction, all, await selectContactOwners(transaction, all))
  await readdressChats(transaction, stored, { from: allUserIds, to: address })
}

function personByUserId(stored: ClaimedEvent, reached: Reached): PersonContact {
  const [userId] = reached.userIds
  const byId = { address: userId ?? reached.address, userIds: [] }
  return contactOfReached(stored, byId, { name: null, metAt: timeOf(stored, null) })
}

/** Returns the current address of the person whom an event names; null if it has neither a number nor a user id. */
export async function addressOfEvent(
  db: Queryable,
  { organization_id, project_id }: Pick<ClaimedEvent, 'organization_id' | 'project_id'>,
  { waId, userId }: Pick<UserPreferenceEvent, 'waId' | 'userId'>,
): Promise<Address | null> {
  if (waId !== null) return numberOfWaId(waId)
  return userId === null ? null : selectAddress(db, { organization_id, project_id }, userId)
}

/**
 * Applies an opt-out that a person makes in WhatsApp, or its end. If it names number and id, these become one person
 * (Rule 70). If no profile has either and the id is unknown, it counts for both, and nothing else is stored of somebody
 * who may be erased.
 */
export async function applyPreference(
  context: PersonContext,
  transaction: Transaction,
  stored: ClaimedEvent,
  event: UserPreferenceEvent,
): Promise<string | null> {
  const { waId, userId } = event
  await holdErasures(transaction, stored.organization_id)
  if (waId !== null && userId !== null) {
    const both = { address: numberOfWaId(waId), userIds: [userId] }
    const met = contactOfReached(stored, both, { name: null, metAt: timeOf(stored, null) })
    const owners = await selectContactOwners(transaction, met)
    // No profile has an id that was replaced, nor the number that came with it, but the id leads to the present one.
    const known = await selectUserIds(transaction, stored, { number: null, userIds: [userId] })
    if (owners.length === 0 && known.length === 0) {
      // A number sorts before an id. Chats are locked in this order everywhere.
      for (const address of [both.address, userId])
        await lockChat(transaction, { project_id: stored.project_id, address })
      for (const address of [both.address, userId])
        await recordPreference(transaction, stored, event, address)
      return null
    }
  }
  const reached = await reachPerson(context, transaction, stored, {
    number: waId === null ? null : numberOfWaId(waId),
    userIds: userId === null ? [] : [userId],
    at: saidAt(stored, event.at),
  })
  if (reached === null) return 'the event has neither a number nor a user id'
  if (waId !== null && userId !== null) await linkByUserId(context, transaction, stored, reached)
  await recordPreference(transaction, stored, event, reached.address)
  return null
}

/**
 * Stores an opt-out that a person makes in WhatsApp, or its end. It bars marketing alone, and its end leaves a STOP
 * (Rule 63).
 */
export async function recordPreference(
  transaction: Transaction,
  stored: ClaimedEvent,
  event: UserPreferenceEvent,
  recipient: Address,
): Promise<void> {
  const { organization_id, project_id } = stored
  const person = { organization_id, project_id, recipient }
  const at = saidAt(stored, event.at)
  if (event.value === 'stop')
    await insertOptOut(transaction, person, { scope: 'marketing', source: 'provider' }, at)
  else await deleteOptOuts(transaction, person, ['marketing'], at)
}
