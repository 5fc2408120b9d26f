import type { NewId } from '../../base/ids.ts'
import { linkPerson, moveIdentity } from '../../people/link-person.ts'
import { readdressChats } from '../../conversations/readdress-chats.ts'
import type { Db } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import type { PersonContact } from '../../people/contact.ts'
import { selectContactOwners } from '../../people/queries.ts'
import type {
  ContactEvent,
  SystemEvent,
  UserPreferenceEvent,
} from '../../providers/whatsapp-cloud/webhook-event.ts'
import type { StoredEvent } from '../inbound/event-queries.ts'
import { saidAt, timeOf } from '../inbound/event-time.ts'
import { deleteOptOuts, insertOptOut } from '../inbound/inbound-queries.ts'
import { personReached, reachPerson } from './reach-person.ts'
import type { Reached } from './reach-person.ts'
import { isNumber, selectAddress } from './user-id-queries.ts'
import { numberOfWaId } from './wa-id.ts'

interface PersonContext {
  db: Db
  newId: NewId
}

export const nothingFollows = 'kept for the operator to know; nothing follows from it'

/** A status told a number and an id of one person: whoever was met by the id has that number (Rule 70). */
export async function applyContact(
  context: PersonContext,
  transaction: Transaction,
  stored: StoredEvent,
  { waId, userId }: ContactEvent,
): Promise<string | null> {
  const told = { number: numberOfWaId(waId), userIds: [userId] }
  const reached = await reachPerson(context, transaction, stored, told)
  if (reached !== null) await linkByUserId(context, transaction, stored, reached)
  return null
}

/** The provider announced that a person goes by another id, and another number where it shows that: the identity moves. */
export async function applyChange(
  context: PersonContext,
  transaction: Transaction,
  stored: StoredEvent,
  event: SystemEvent,
): Promise<string | null> {
  const { change, userId } = event
  if ((change !== 'user_id' && change !== 'number') || userId === null) return nothingFollows
  const given = (...ids: (string | null | undefined)[]) => ids.filter((id) => typeof id === 'string')
  const userIds = given(userId, event.parentUserId)
  const replaced = given(event.previousUserId, event.previousParentUserId).filter(
    (id) => !userIds.includes(id),
  )
  const number = event.waId === null ? null : numberOfWaId(event.waId)
  const reached = await reachPerson(context, transaction, stored, { number, userIds, replaced })
  if (reached === null) return nothingFollows
  for (const old of replaced) await moveIdentity(transaction, personByUserId(stored, reached), old)
  await linkByUserId(context, transaction, stored, reached)
  const from = [...replaced, ...reached.allUserIds].filter((id) => id !== reached.address)
  await readdressChats(transaction, stored, { from, to: reached.address })
  return null
}

/** Gives the profile of who was met by the id the number, or makes it one with that of the number; nobody is met by this. */
async function linkByUserId(
  { db, newId }: PersonContext,
  transaction: Transaction,
  stored: StoredEvent,
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

function personByUserId(stored: StoredEvent, reached: Reached): PersonContact {
  const [userId] = reached.userIds
  const byId = { address: userId ?? reached.address, userIds: [], allUserIds: [] }
  return personReached(stored, byId, { name: null, metAt: timeOf(stored, null) })
}

/** The provider's own opt-out bars marketing alone; its end leaves a STOP (Rule 63). */
export async function applyPreference(
  _context: PersonContext,
  transaction: Transaction,
  stored: StoredEvent,
  event: UserPreferenceEvent,
): Promise<string | null> {
  const { organization_id, project_id } = stored
  const names = { organization_id, project_id }
  const recipient =
    event.waId !== null
      ? numberOfWaId(event.waId)
      : event.userId !== null
        ? await selectAddress(transaction, names, event.userId)
        : null
  if (recipient === null) return 'of a person who shows neither a number nor an id'
  const person = { ...names, recipient }
  const at = saidAt(stored, event.at)
  if (event.value === 'stop')
    await insertOptOut(transaction, person, { scope: 'marketing', source: 'provider' }, at)
  else await deleteOptOuts(transaction, person, ['marketing'], at)
  return null
}
