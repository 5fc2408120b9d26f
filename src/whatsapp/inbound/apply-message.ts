import { dropInputs } from '../../agents/conversation/drop-inputs.ts'
import type { RecordOptOut } from '../../agents/conversation/record-unread-opt-out.ts'
import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import { addToChat } from '../../conversations/chat-queries.ts'
import { readdressChats } from '../../conversations/readdress-chats.ts'
import { insertOnlyTicket } from '../../conversations/ticket-queries.ts'
import type { Db } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import { holdErasures } from '../../people/erasing.ts'
import { updateUsername } from '../../people/identity-queries.ts'
import { linkPerson } from '../../people/link-person.ts'
import { selectContactOwners } from '../../people/queries.ts'
import type { ReceivedMessageEvent } from '../../providers/whatsapp-cloud/webhook-event.ts'
import { addChatInput } from '../agents/add-chat-input.ts'
import { contactOfReached, reachPerson } from '../people/reach-person.ts'
import type { Reached } from '../people/reach-person.ts'
import { numberOfWaId } from '../people/wa-id.ts'
import type { ClaimedEvent } from './event-queries.ts'
import { saidAt, timeOf } from './event-time.ts'
import { selectInboundRules, upsertWindow } from './inbound-queries.ts'
import type { InboundRules } from './inbound-queries.ts'
import { applyOptOutRequest, requestOf } from './opt-out-request.ts'
import { hasKeyword, ticketSubject } from './ticket-keywords.ts'

interface MessageContext {
  db: Db
  clock: Clock
  newId: NewId
  recordOptOut: RecordOptOut
}

/**
 * Applies a received message: opens the messaging window and adds the message to the person's chat. Applies STOP and
 * START, and opens a ticket for a keyword if the chat has no open one. Any other message waits for the agent of the
 * sender, if it has one. Returns why the message had no effect, or null.
 */
export async function applyMessage(
  context: MessageContext,
  transaction: Transaction,
  stored: ClaimedEvent,
  event: ReceivedMessageEvent,
): Promise<string | null> {
  const { organization_id, project_id, whatsapp_sender_id } = stored
  if (event.groupId !== null) return 'the message was sent to a group'
  const at = timeOf(stored, event.at)
  const project = { organization_id, project_id }
  await holdErasures(transaction, organization_id)
  const reached = await reachPerson(context, transaction, project, {
    number: event.from === null ? null : numberOfWaId(event.from),
    userIds: [event.userId, event.parentUserId ?? null].filter((id) => id !== null),
    at: saidAt(stored, event.at),
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
  const [rules] = await Promise.all([
    selectInboundRules(transaction, stored),
    upsertWindow(transaction, { ...project, recipient: address, whatsapp_sender_id }, at),
  ])
  const request = requestOf(event, rules)
  if (request !== null)
    await applyOptOutRequest(context, transaction, stored, event, { request, recipient: address, rules })
  await openTicketForKeyword(context, transaction, stored, { event, rules, conversationId })
  if (rules.agent_id === null) return null
  const chat = { organization_id, project_id, conversation_id: conversationId, agent_id: rules.agent_id }
  if (request === null && (await addChatInput(context, transaction, stored, chat, event)))
    await applyOptOutRequest(context, transaction, stored, event, {
      request: 'stop',
      recipient: address,
      rules,
    })
  // Who wants to get nothing more gets no answer to what they wrote before either.
  if (request === 'stop') await dropInputs(context, transaction, chat, saidAt(stored, event.at))
  return null
}

/**
 * Finds or creates the person's profile with their number and ids. Moves chats that have an id as address to the
 * number.
 */
async function linkContact(
  context: MessageContext,
  transaction: Transaction,
  stored: ClaimedEvent,
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

/** Opens a ticket where the text of a message has one of the project's keywords. */
async function openTicketForKeyword(
  { newId }: MessageContext,
  transaction: Transaction,
  stored: ClaimedEvent,
  {
    event,
    rules,
    conversationId,
  }: { event: ReceivedMessageEvent; rules: InboundRules; conversationId: string },
): Promise<void> {
  if (event.text === null || !hasKeyword(event.text, rules.ticket_keywords)) return
  const ticket = {
    organization_id: stored.organization_id,
    project_id: stored.project_id,
    channel_type: 'whatsapp' as const,
    subject: ticketSubject(event.text),
    conversation_id: conversationId,
    profile_id: null,
    opened_by: 'keyword' as const,
    opening_key: null,
  }
  await insertOnlyTicket({ newId }, transaction, ticket, timeOf(stored, event.at))
}
