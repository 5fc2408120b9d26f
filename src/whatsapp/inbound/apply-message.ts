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
import { contactOfReached, reachPerson } from '../people/reach-person.ts'
import type { Reached } from '../people/reach-person.ts'
import { optOutRequest } from './opt-out-words.ts'
import { hasKeyword, ticketSubject } from './ticket-keywords.ts'
import { numberOfWaId } from '../people/wa-id.ts'

interface MessageContext {
  db: Db
  newId: NewId
}

/**
 * Applies a received message: opens the messaging window and adds the message to the person's chat. Applies STOP and START,
 * and opens a ticket for a keyword if the chat has no open one. Returns why the message had no effect, or null.
 */
export async function applyMessage(
  context: MessageContext,
  transaction: Transaction,
  stored: StoredEvent,
  event: ReceivedMessageEvent,
): Promise<string | null> {
  const { organization_id, project_id, whatsapp_sender_id } = stored
  if (event.groupId !== null) return 'the message was sent to a group'
  const at = timeOf(stored, event.at)
  const project = { organization_id, project_id }
  const reached = await reachPerson(context, transaction, project, {
    number: event.from === null ? null : numberOfWaId(event.from),
    userIds: [event.userId, event.parentUserId ?? null].filter((id) => id !== null),
  })
  if (reached === null) return 'the message has neither a number nor a user id'
  const { address } = reached
  await linkContact(context, transaction, stored, event, reached)
  const conversationId = await addToChat(context, transaction, {
    ...project,
    whatsapp_sender_id,
    address,
    direction: 'inbound',
    provider_message_id: event.wamid,
    kind: event.type,
    text: event.text,
    at,
  })
  if (conversationId === null) return 'the message is stored already'
  await upsertWindow(transaction, { ...project, recipient: address, whatsapp_sender_id }, at)
  await applyText(context, transaction, stored, { event, address, conversationId })
  return null
}

/** Finds or creates the person's profile with their number and ids. Moves chats that have an id as address to the number. */
async function linkContact(
  context: MessageContext,
  transaction: Transaction,
  stored: StoredEvent,
  event: ReceivedMessageEvent,
  reached: Reached,
): Promise<void> {
  const { address, userIds, allUserIds } = reached
  const person = contactOfReached(stored, reached, {
    name: event.profileName,
    metAt: timeOf(stored, event.at),
  })
  const known = await selectContactOwners(transaction, person)
  await linkPerson(context, transaction, person, known)
  const [userId] = userIds
  if (userId === undefined) return
  const identity = { channel_type: 'whatsapp' as const, identity_key: userId }
  if (event.username) await updateUsername(transaction, { ...person, identity }, event.username)
  const from = allUserIds.filter((id) => id !== address)
  if (from.length > 0) await readdressChats(transaction, stored, { from, to: address })
}

/** Applies the opt-out words and ticket keywords in the text of a message. */
async function applyText(
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
  const requestedAt = saidAt(stored, event.at)
  const recipient = { organization_id, project_id, recipient: address }
  if (request === 'stop')
    await insertOptOut(transaction, recipient, { scope: 'all', source: 'message' }, requestedAt)
  if (request === 'start') await deleteOptOuts(transaction, recipient, ['all', 'marketing'], requestedAt)
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
