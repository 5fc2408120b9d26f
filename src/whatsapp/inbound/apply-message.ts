import type { NewId } from '../../base/ids.ts'
import { addToChat } from '../../conversations/chat-queries.ts'
import { linkPerson } from '../../people/link-person.ts'
import { readdressChats } from '../../conversations/readdress-chats.ts'
import { insertOnlyTicket } from '../../conversations/ticket-queries.ts'
import type { Db } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import { updateUsername } from '../../people/identity-queries.ts'
import { selectContactOwners } from '../../people/queries.ts'
import type { ReceivedMessageEvent } from '../../providers/whatsapp-cloud/webhook-event.ts'
import type { StoredEvent } from './event-queries.ts'
import { saidAt, timeOf } from './event-time.ts'
import { deleteOptOuts, insertOptOut, selectInboundRules, upsertWindow } from './inbound-queries.ts'
import { personReached, reachPerson } from '../people/reach-person.ts'
import type { Reached } from '../people/reach-person.ts'
import { optOutRequest } from './opt-out-words.ts'
import { hasKeyword, ticketSubject } from './ticket-keywords.ts'
import { numberOfWaId } from '../people/wa-id.ts'

interface MessageContext {
  db: Db
  newId: NewId
}

/**
 * A person wrote: the window opens, the message joins their chat, a STOP or START is heard, and a keyword opens a ticket
 * where the chat has none open. Returns why nothing could be made of it, else null.
 */
export async function applyMessage(
  context: MessageContext,
  transaction: Transaction,
  stored: StoredEvent,
  event: ReceivedMessageEvent,
): Promise<string | null> {
  const { organization_id, project_id, whatsapp_sender_id } = stored
  if (event.groupId !== null) return 'a message to a group'
  const at = timeOf(stored, event.at)
  const names = { organization_id, project_id }
  const reached = await reachPerson(context, transaction, names, {
    number: event.from === null ? null : numberOfWaId(event.from),
    userIds: [event.userId, event.parentUserId ?? null].filter((id) => id !== null),
  })
  if (reached === null) return 'from a person who shows neither a number nor an id'
  const { address } = reached
  await linkReached(context, transaction, stored, event, reached)
  const added = await addToChat(context, transaction, {
    ...names,
    whatsapp_sender_id,
    address,
    direction: 'inbound',
    provider_message_id: event.wamid,
    kind: event.type,
    text: event.text,
    at,
  })
  if (added === null) return 'a message that is here already'
  await upsertWindow(transaction, { ...names, recipient: address, whatsapp_sender_id }, at)
  await heedText(context, transaction, stored, { event, address, conversationId: added })
  return null
}

/** Finds or makes the person's profile, with all that they go by; chats from before their number was known get it. */
async function linkReached(
  context: MessageContext,
  transaction: Transaction,
  stored: StoredEvent,
  event: ReceivedMessageEvent,
  reached: Reached,
): Promise<void> {
  const { address, userIds, allUserIds } = reached
  const person = personReached(stored, reached, { name: event.profileName, metAt: timeOf(stored, event.at) })
  const known = await selectContactOwners(transaction, person)
  await linkPerson(context, transaction, person, known)
  const [userId] = userIds
  if (userId === undefined) return
  const identity = { channel_type: 'whatsapp' as const, identity_key: userId }
  if (event.username) await updateUsername(transaction, { ...person, identity }, event.username)
  const from = allUserIds.filter((id) => id !== address)
  if (from.length > 0) await readdressChats(transaction, stored, { from, to: address })
}

/** What the person's words ask for. */
async function heedText(
  { newId }: MessageContext,
  transaction: Transaction,
  stored: StoredEvent,
  {
    event,
    address,
    conversationId,
  }: { event: ReceivedMessageEvent; address: string; conversationId: string },
): Promise<void> {
  const { organization_id, project_id } = stored
  if (event.text === null) return
  const rules = await selectInboundRules(transaction, organization_id, project_id)
  const request = optOutRequest(event.text, rules.language)
  const said = saidAt(stored, event.at)
  const recipient = { organization_id, project_id, recipient: address }
  if (request === 'stop')
    await insertOptOut(transaction, recipient, { scope: 'all', source: 'message' }, said)
  if (request === 'start') await deleteOptOuts(transaction, recipient, ['all', 'marketing'], said)
  if (!hasKeyword(event.text, rules.ticket_keywords)) return
  const ticket = {
    organization_id,
    project_id,
    channel_type: 'whatsapp' as const,
    subject: ticketSubject(event.text),
    conversation_id: conversationId,
    profile_id: null,
    opened_by: 'keyword' as const,
    opening_key: null,
  }
  await insertOnlyTicket({ newId }, transaction, ticket, timeOf(stored, event.at))
}
