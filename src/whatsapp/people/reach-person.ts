import type { NewId } from '../../base/ids.ts'
import { lockChat } from '../../conversations/chat-queries.ts'
import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { PersonContact } from '../../people/contact.ts'
import { learnUserIds, withoutLateNumber } from './learn-user-ids.ts'
import type { ReportedPerson } from './learn-user-ids.ts'
import { copyOptOuts, isNumber, selectAddress, selectUsedNumbers, selectUserIds } from './user-id-queries.ts'
import type { Address } from './user-id-queries.ts'

interface Project {
  organization_id: string
  project_id: string
}

/** The address of a person and their other ids. */
export interface Reached {
  address: Address
  /** The current user id, and the ids for linked businesses; empty if none is known. */
  userIds: readonly string[]
  /** All user ids that the person has ever had. */
  allUserIds: readonly string[]
  /** The numbers that the person no longer has, as this event says, and that nobody else may have got. */
  oldNumbers: readonly string[]
}

/**
 * Stores what an event reports about a person's number and ids, and locks the chats of all their addresses until the
 * transaction ends. The opt-outs of a number that the person loses are copied to their address. Returns null if the
 * event has neither a number nor an id.
 *
 * @throws a serialization conflict if the person's address changed meanwhile; the transaction is then repeated.
 */
export async function reachPerson(
  context: { newId: NewId },
  transaction: Transaction,
  project: Project,
  person: ReportedPerson,
): Promise<Reached | null> {
  const { number, userIds, replaced = [], formerNumber = null } = person
  if (number === null && userIds.length === 0) return null
  const isNews = formerNumber !== null && !(await isKnownChange(transaction, project, person))
  const lost = await learnUserIds(context, transaction, project, person)
  const find = () => findReached(transaction, project, person)
  const reached = await find()
  const { address, allUserIds } = reached
  const oldNumbers = [...new Set([...lost, ...(formerNumber === null ? [] : [formerNumber])])].filter(
    (old) => old !== address,
  )
  const addresses = [address, ...userIds, ...replaced, ...allUserIds, ...oldNumbers]
  // Locked in a fixed order, so that two transactions that lock several can not deadlock.
  for (const each of [...new Set(addresses)].sort())
    await lockChat(transaction, { project_id: project.project_id, address: each })
  if (userIds.length > 0) await conflictUnless(transaction, (await find()).address === address)
  // Once the old number's chat is locked, so that a STOP that is processed at this moment is copied too.
  for (const from of oldNumbers)
    await copyOptOuts(transaction, project, { from, to: address, until: person.at })
  const used = await selectUsedNumbers(transaction, project, oldNumbers, person.at)
  const isFree = (old: Address) => !used.includes(old) && (isNews || lost.includes(old))
  return { ...reached, oldNumbers: oldNumbers.filter(isFree) }
}

/**
 * Returns whether an announced change of a person's id is known already, also if the id has changed again since. Meta
 * announces it to each number of the business, perhaps when somebody else has got the old number.
 */
async function isKnownChange(
  transaction: Transaction,
  project: Project,
  { userIds, replaced = [] }: ReportedPerson,
): Promise<boolean> {
  const rows = await selectUserIds(transaction, project, { number: null, userIds: [...userIds, ...replaced] })
  return rows.some(({ user_id, current_user_id }) =>
    replaced.length > 0
      ? replaced.includes(user_id) && !replaced.includes(current_user_id)
      : user_id === userIds[0],
  )
}

async function findReached(
  transaction: Transaction,
  project: Project,
  { number, userIds, at }: ReportedPerson,
): Promise<Omit<Reached, 'oldNumbers'>> {
  const [reported, ...ofLinked] = userIds
  if (reported === undefined) return { address: number!, userIds: [], allUserIds: [] }
  const known = await selectUserIds(transaction, project, { number, userIds })
  const { rows, person } = withoutLateNumber(known, { number, userIds, at })
  const row = rows.find(({ user_id }) => user_id === reported)
  const current = row?.current_user_id ?? reported
  return {
    address: person.number ?? row?.phone_number ?? current,
    userIds: [current, ...ofLinked.filter((id) => id !== current)],
    allUserIds: rows.map(({ user_id }) => user_id),
  }
}

/**
 * Locks the chat of a message's recipient and returns the address of that chat. Unlike `reachPerson` it stores nothing.
 *
 * @throws a serialization conflict if the person's address changed meanwhile; the transaction is then repeated.
 */
export async function lockAddress(
  transaction: Transaction,
  project: Project,
  recipient: Address,
): Promise<Address> {
  if (isNumber(recipient)) return recipient
  const address = await selectAddress(transaction, project, recipient)
  await lockChat(transaction, { project_id: project.project_id, address })
  await conflictUnless(transaction, (await selectAddress(transaction, project, recipient)) === address)
  return address
}

async function conflictUnless(transaction: Transaction, holds: boolean): Promise<void> {
  await transaction.query(sql`select conflict_unless(${holds})`)
}

/** Returns the contact of a person on WhatsApp, with their number and user ids. */
export function contactOfReached(
  { organization_id, project_id }: Project,
  { address, userIds }: Pick<Reached, 'address' | 'userIds'>,
  { name, metAt }: { name: string | null; metAt: Date },
): PersonContact {
  return {
    organization_id,
    project_id,
    phone: isNumber(address) ? { normalized: address, value: address } : null,
    email: null,
    name,
    identity: { channel_type: 'whatsapp', identity_key: address },
    aliases: userIds.filter((id) => id !== address),
    source: 'whatsapp',
    metAt,
  }
}
