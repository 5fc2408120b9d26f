import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import { channelTypes } from '../../base/conversation-kinds.ts'
import type { NewId } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { HintPublisher } from '../../hints/publish-hints.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { PageQuery, expecting } from '../../http/list-query.ts'
import { page, pageOf } from '../../http/page.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { ShownPerson } from '../../people/shown-label.ts'
import { closeTicketManually, openTicketManually } from '../operator-ticket.ts'
import { selectTicketPage, shownTickets } from '../ticket-list-queries.ts'
import { noteCharactersMax, subjectCharactersMax } from '../ticket.ts'

interface TicketContext {
  db: Db
  clock: Clock
  newId: NewId
  hints: Pick<HintPublisher, 'publish'>
}

const Ticket = z
  .object({
    _id: z.string(),
    status: z.string().describe('`open` or `closed`; imported tickets may have any status.'),
    subject: z.string().nullable(),
    channel_type: z.enum(channelTypes).describe('The channel that it counts for.'),
    opened_by: z
      .enum(['workflow', 'keyword', 'operator', 'agent'])
      .nullable()
      .describe('`operator`: a user, or a command. Null for imported tickets.'),
    opened_by_name: z.string().nullable().describe('The user, or the account and host of a command.'),
    conversation_id: z.string().nullable(),
    customer_profile_id: z.string().nullable(),
    customer: ShownPerson.nullable().describe('The person that it is about; null where none is known.'),
    created_at: timestamp(),
    closed_at: timestamp().nullable(),
    closed_by_name: z.string().nullable(),
    closing_note: z.string().nullable(),
  })
  .meta({ id: 'Ticket', description: 'A note that somebody has to look after a conversation.' })

const Query = PageQuery.extend({
  show: z
    .enum(shownTickets, expecting(`must be one of ${shownTickets.join(', ')}`))
    .default('open')
    .describe('Open ones come oldest first, closed ones latest first.'),
  search: z
    .string(expecting('must be text'))
    .max(200, 'must have at most 200 characters')
    .refine((text) => !text.includes('\0') && text.isWellFormed(), 'is not valid text')
    .transform((text) => text.trim())
    .optional()
    .describe(
      'The id of the ticket, or part of the subject, or of the name, number, username or id of the person.',
    ),
})

/** Lists the tickets of a project. */
export function listTickets(app: App, { db }: { db: Db }): void {
  app.get(
    projectPath('/tickets'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'listTickets',
        summary: 'List tickets',
        tags: ['Tickets'],
        params: ProjectParams,
        querystring: Query,
        response: { 200: pageOf(Ticket), ...refusalsOf(400, 401, 403, 404, 429, 500) },
      },
    },
    async ({ params, query }) => {
      const search = query.search === undefined || query.search === '' ? null : query.search
      const { items, total } = await selectTicketPage(db, { ...params, ...query, search })
      return page(items, total, query)
    },
  )
}

/** Returns the schema of a text that a person writes. */
const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} characters`)
    .refine((given) => !given.includes('\0') && given.isWellFormed(), 'is not valid text')

const Opened = z.object({ _id: z.string(), channel_type: z.enum(channelTypes), created_at: timestamp() })

const NewTicketBody = z.strictObject({
  subject: text(subjectCharactersMax)
    .refine((given) => !/[\r\n]/.test(given), 'must be one line')
    .describe('What is to be looked after, in one line.'),
  conversation_id: z.string().optional().describe('The conversation that it is about.'),
  customer_profile_id: z
    .string()
    .optional()
    .describe('The person that it is about; by default that of the conversation.'),
  channel_type: z
    .enum(channelTypes)
    .optional()
    .describe('The channel that it counts for; by default that of the conversation, else `web`.'),
})

/** Opens a ticket. */
export function openTicket(app: App, context: TicketContext): void {
  app.post(
    projectPath('/tickets'),
    {
      config: { role: 'editor' },
      schema: {
        operationId: 'openTicket',
        summary: 'Open a ticket',
        tags: ['Tickets'],
        params: ProjectParams,
        body: NewTicketBody,
        response: { 201: successOf(Opened, 201), ...refusalsOf(400, 401, 403, 404, 500) },
      },
    },
    async ({ params, body, user }, reply) => {
      const { customer_profile_id, conversation_id, channel_type, subject } = body
      const request = { ...params, subject, conversation_id, channel_type, profile_id: customer_profile_id }
      const opened = await openTicketManually(context, request, user.actor)
      if (opened.kind === 'no_conversation') throw refusals.conversationNotFound()
      if (opened.kind === 'no_profile') throw refusals.profileNotFound()
      publishTicket(context, params, opened._id)
      const { kind: _, ...ticket } = opened
      return reply.code(201).send(success(ticket, 'Opened', 201))
    },
  )
}

const Closed = z.object({ _id: z.string(), closed_at: timestamp() })

/** Closes a ticket. */
export function closeTicket(app: App, context: TicketContext): void {
  app.post(
    projectPath('/tickets/:ticket_id/close'),
    {
      config: { role: 'editor' },
      schema: {
        operationId: 'closeTicket',
        summary: 'Close a ticket',
        tags: ['Tickets'],
        params: ProjectParams.extend({ ticket_id: z.string().describe('Id of the ticket.') }),
        body: z.strictObject({ note: text(noteCharactersMax).optional().describe('What was done.') }),
        response: { 200: successOf(Closed), ...refusalsOf(400, 401, 403, 404, 409, 500) },
      },
    },
    async ({ params, body, user }) => {
      const { ticket_id, ...place } = params
      const ticketId = ticket_id.toLowerCase()
      const closed = await closeTicketManually(
        context,
        { ticketId, place, note: body.note ?? null },
        user.actor,
      )
      if (closed.kind === 'not_found') throw refusals.ticketNotFound()
      if (closed.kind === 'closed_already') throw refusals.ticketClosed(closed.closed_at)
      publishTicket(context, place, ticketId)
      return success({ _id: ticketId, closed_at: closed.closed_at }, 'Closed')
    },
  )
}

function publishTicket(
  { hints }: TicketContext,
  { organization_id, project_id }: { organization_id: string; project_id: string },
  id: string,
): void {
  hints.publish({ topic: 'conversations', organization_id, project_id, ids: [id] })
}
