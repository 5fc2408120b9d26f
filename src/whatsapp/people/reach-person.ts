import type { NewId } from '../../base/ids.ts'
import { lockChat } from '../../conversations/chat-queries.ts'
import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { PersonContact } from '../../people/contact.ts'
import { learnUserIds } from './learn-user-ids.ts'
import type { ToldPerson } from './learn-user-ids.ts'
import { isNumber, selectAddress, selectUserIds } from './user-id-queries.ts'
import type { Address } from './user-id-queries.ts'

interface Project {
  organization_id: string
  project_id: string
}

/** Where a person is reached, and what else they go by. */
export interface Reached {
  address: Address
  /** The id that they go by now, and that of linked businesses; none where none is known. */
  userIds: readonly string[]
  /** All ids that they ever went by. */
  allUserIds: readonly string[]
}

/**
 * Keeps what an event tells of a person's number and ids, and makes others who write to their chats wait until the
 * transaction is over, by each address that they go by. Null where neither number nor id is told.
 *
 * @throws where the person's address was learned of meanwhile: as with any conflict, the transaction is to be run anew.
 */
export async function reachPerson(
  context: { newId: NewId },
  transaction: Transaction,
  project: Project,
  told: ToldPerson,
): Promise<Reached | null> {
  const { number, userIds, replaced = [] } = told
  if (number === null && userIds.length === 0) return null
  await learnUserIds(context, transaction, project, told)
  const find = () => findReached(transaction, project, told)
  const reached = await find()
  const addresses = [reached.address, ...userIds, ...replaced, ...reached.allUserIds]
  // In one order, so that two who need several do not wait for each other.
  for (const address of [...new Set(addresses)].sort())
    await lockChat(transaction, { project_id: project.project_id, address })
  if (userIds.length > 0) await failUnless(transaction, (await find()).address === reached.address)
  return reached
}

async function findReached(
  transaction: Transaction,
  project: Project,
  { number, userIds }: ToldPerson,
): Promise<Reached> {
  const [told, ...ofLinked] = userIds
  if (told === undefined) return { address: number!, userIds: [], allUserIds: [] }
  const rows = await selectUserIds(transaction, project, { number, userIds })
  const row = rows.find(({ user_id }) => user_id === told)
  const current = row?.current_user_id ?? told
  return {
    address: number ?? row?.phone_number ?? current,
    userIds: [current, ...ofLinked.filter((id) => id !== current)],
    allUserIds: rows.map(({ user_id }) => user_id),
  }
}

/**
 * The address by which a message that was sent to this one joins its person's chat, which is locked. As `reachPerson`, for
 * what tells nothing new.
 */
export async function lockAddress(
  transaction: Transaction,
  project: Project,
  recipient: Address,
): Promise<Address> {
  if (isNumber(recipient)) return recipient
  const address = await selectAddress(transaction, project, recipient)
  await lockChat(transaction, { project_id: project.project_id, address })
  await failUnless(transaction, (await selectAddress(transaction, project, recipient)) === address)
  return address
}

async function failUnless(transaction: Transaction, holds: boolean): Promise<void> {
  await transaction.query(sql`select conflict_unless(${holds})`)
}

/** Who was met on WhatsApp, by all that they go by. */
export function personReached(
  { organization_id, project_id }: Project,
  { address, userIds }: Reached,
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
