import { recordChange } from '../audit/record-change.ts'
import type { Actor } from '../audit/record-change.ts'
import type { Clock } from '../base/clock.ts'
import type { ChannelType } from '../base/conversation-kinds.ts'
import { isUuid } from '../base/ids.ts'
import type { NewId } from '../base/ids.ts'
import type { Db } from '../db/database.ts'
import { selectSurvivor } from '../people/merge/separation-queries.ts'
import { insertTicket, selectTicketConversation, updateTicketClosed } from './ticket-queries.ts'

interface TicketContext {
  db: Db
  clock: Clock
  newId: NewId
}

/** A ticket that a user or an operator asks to open. */
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

/** Opens a ticket for a user or an operator. Its channel is the named one, else that of its conversation. */
export async function openTicketManually(
  { db, clock, newId }: TicketContext,
  request: TicketRequest,
  actor: Actor,
): Promise<OpenTicketResult> {
  return db.transaction(async (transaction): Promise<OpenTicketResult> => {
    const { organization_id, project_id, subject, channel_type } = request
    const project = { organization_id, project_id }
    const conversationId = request.conversation_id?.toLowerCase() ?? null
    const profileId = request.profile_id?.toLowerCase() ?? null
    const [conversation, profile] = await Promise.all([
      isId(conversationId) ? selectTicketConversation(transaction, project, conversationId) : null,
      isId(profileId) ? selectSurvivor(transaction, project, profileId) : null,
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
      opened_by_name: actor.name,
      opening_key: null,
    }
    const _id = await insertTicket({ newId }, transaction, ticket, now)
    if (_id === null) throw new Error('a ticket without opening key was not inserted')
    const fields = [{ path: 'status', before: null, after: 'open' }]
    await recordChange(
      transaction,
      { now, newId, actor },
      { ...auditedTicket(project, _id, subject), action: 'opened', fields },
    )
    return { kind: 'opened', _id, channel_type: channel, created_at: now.toISOString() }
  })
}

function auditedTicket(
  { organization_id, project_id }: { organization_id: string; project_id: string },
  _id: string,
  subject: string | null,
) {
  return {
    organization_id,
    project_id,
    kind: 'ticket',
    record_id: _id,
    record_name: subject ?? _id,
    revision: null,
  } as const
}

function isId(id: string | null): id is string {
  return id !== null && isUuid(id)
}

/** The result of closing a ticket. `closed_at` is null for an imported ticket, which has no closing time. */
export type CloseTicketResult =
  | { kind: 'closed'; closed_at: string }
  | { kind: 'closed_already'; closed_at: string | null }
  | { kind: 'not_found' }

/** Which ticket is to be closed, and what is noted with it. */
export interface Closing {
  ticketId: string
  /** The project that must have it; null: of any tenant. */
  place: { organization_id: string; project_id: string } | null
  note: string | null
}

/** Closes a ticket for a user or an operator. A closed ticket stays as it is. */
export async function closeTicketManually(
  { db, clock, newId }: TicketContext,
  { ticketId, place, note }: Closing,
  actor: Actor,
): Promise<CloseTicketResult> {
  if (!isUuid(ticketId)) return { kind: 'not_found' }
  return db.transaction(async (transaction): Promise<CloseTicketResult> => {
    const now = clock.now()
    const before = await updateTicketClosed(transaction, { ticketId, place }, { now, by: actor.name, note })
    if (before === null) return { kind: 'not_found' }
    if (before.status === 'closed') return { kind: 'closed_already', closed_at: before.closed_at }
    const fields = [
      { path: 'status', before: before.status, after: 'closed' },
      ...(note === null ? [] : [{ path: 'note', before: null, after: note }]),
    ]
    await recordChange(
      transaction,
      { now, newId, actor },
      { ...auditedTicket(before, ticketId, before.subject), action: 'closed', fields },
    )
    return { kind: 'closed', closed_at: now.toISOString() }
  })
}
