import type { ChannelType } from '../base/conversation-kinds.ts'
import type { Clock } from '../base/clock.ts'
import { isUuid } from '../base/ids.ts'
import type { NewId } from '../base/ids.ts'
import type { Db } from '../db/database.ts'
import {
  insertTicket,
  selectTicketConversation,
  selectTicketProfile,
  updateTicketClosed,
} from './ticket-queries.ts'

/** A ticket that an operator asks to open. */
export interface TicketRequest {
  organization_id: string
  project_id: string
  /** One line of text. */
  subject: string
  /** A conversation of the project. */
  conversation_id: string | undefined
  /** A customer profile of the project; may be the id of a profile that was merged into another. */
  profile_id: string | undefined
  channel_type: ChannelType | undefined
}

export type OpenTicketResult =
  | { kind: 'opened'; _id: string; channel_type: ChannelType; created_at: string }
  | { kind: 'no_conversation' }
  | { kind: 'no_profile' }

/**
 * The channel of a ticket without conversation and without a named channel. It makes the ticket count among the chats.
 */
const channelOfNone: ChannelType = 'web'

/** Opens a ticket in the name of an operator. Its channel is the named one, else that of its conversation. */
export async function openTicketManually(
  { db, clock, newId }: { db: Db; clock: Clock; newId: NewId },
  request: TicketRequest,
): Promise<OpenTicketResult> {
  return db.transaction(async (transaction): Promise<OpenTicketResult> => {
    const { organization_id, project_id, subject, channel_type } = request
    const project = { organization_id, project_id }
    const conversationId = request.conversation_id?.toLowerCase() ?? null
    const profileId = request.profile_id?.toLowerCase() ?? null
    const [conversation, profile] = await Promise.all([
      isId(conversationId) ? selectTicketConversation(transaction, project, conversationId) : null,
      isId(profileId) ? selectTicketProfile(transaction, project, profileId) : null,
    ])
    if (conversationId !== null && conversation === null) return { kind: 'no_conversation' }
    if (profileId !== null && profile === null) return { kind: 'no_profile' }
    const channel = channel_type ?? conversation?.channel_type ?? channelOfNone
    const now = clock.now()
    const ticket = {
      ...project,
      channel_type: channel,
      subject,
      conversation_id: conversationId,
      profile_id: profile,
      opened_by: 'operator' as const,
      opening_key: null,
    }
    const _id = await insertTicket({ newId }, transaction, ticket, now)
    if (_id === null) throw new Error('a ticket without opening key was not inserted')
    return { kind: 'opened', _id, channel_type: channel, created_at: now.toISOString() }
  })
}

function isId(id: string | null): id is string {
  return id !== null && isUuid(id)
}

/** The result of closing a ticket. `closed_at` is null for an imported ticket, which has no closing time. */
export type CloseTicketResult =
  | { kind: 'closed'; closed_at: string }
  | { kind: 'closed_already'; closed_at: string | null }
  | { kind: 'not_found' }

/** Closes a ticket of any tenant. A closed ticket stays as it is. */
export async function closeTicketManually(
  { db, clock }: { db: Db; clock: Clock },
  ticketId: string,
): Promise<CloseTicketResult> {
  if (!isUuid(ticketId)) return { kind: 'not_found' }
  const now = clock.now()
  const before = await db.transaction((transaction) => updateTicketClosed(transaction, ticketId, now))
  if (before === null) return { kind: 'not_found' }
  if (before.status === 'closed') return { kind: 'closed_already', closed_at: before.closed_at }
  return { kind: 'closed', closed_at: now.toISOString() }
}
