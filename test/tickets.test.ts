// Tickets and leads follow from messages, and are in the analytics at the next request.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { ChatAnalytics } from '../src/analytics/chat-analytics.ts'
import { closeTicketManually } from '../src/conversations/operator-ticket.ts'
import { insertOnlyTicket } from '../src/conversations/ticket-queries.ts'
import { sql } from '../src/db/sql.ts'
import { createNumbers } from './support/numbers.ts'
import { eventually } from './support/service.ts'
import { phoneNumberId, startWhatsappService } from './support/whatsapp.ts'
import type { WhatsappService } from './support/whatsapp.ts'

const nextNumber = createNumbers()
let whatsapp: WhatsappService
before(async () => {
  whatsapp = await startWhatsappService()
  await declareKeywords(['refund', 'réclamation', 'talk to somebody'])
  whatsapp.service.startWorker()
})
after(() => whatsapp[Symbol.asyncDispose]())

async function declareKeywords(ticket_keywords: string[]): Promise<void> {
  const project = { name: 'Renewals', default_country: 'US', ticket_keywords }
  await whatsapp.service.apply({ organizations: [{ name: 'Acme', projects: [project] }] })
}

async function analytics(query = ''): Promise<ChatAnalytics> {
  const { service } = whatsapp
  const path = `/organizations/${service.organizationId}/projects/${service.projectId}/analytics${query}`
  const { status, body } = await service.request('GET', path)
  assert.equal(status, 200, body.message)
  return body.data
}

interface Ticket {
  _id: string
  subject: string | null
  status: string
  conversation_id: string
  has_profile: boolean
}

/** Returns the tickets of the person with the number, in order. */
async function ticketsOf(number: string): Promise<Ticket[]> {
  return whatsapp.service.context.db.query<Ticket>(sql`
    select t._id, t.subject, t.status, t.conversation_id, t.profile_id is not distinct from c.profile_id as has_profile
    from tickets t join conversations c on c.organization_id = t.organization_id and c._id = t.conversation_id
    where c.phone_number = ${number} order by t.created_at, t._id`)
}

/** Sends messages from the person, and waits until they are processed. */
async function write(from: string, ...texts: string[]): Promise<void> {
  const { network, service } = whatsapp
  const messagesOf = async () => {
    const [row] = await service.context.db.query<{ messages: number }>(sql`
      select count(*) as messages from messages m
      join conversations c on c.organization_id = m.organization_id and c._id = m.conversation_id
      where c.phone_number = ${from}`)
    return row!.messages
  }
  const before = await messagesOf()
  for (const body of texts)
    network.receive({
      phone_number_id: phoneNumberId,
      messages: [{ from, content: { type: 'text', text: { body } } }],
    })
  await eventually('the messages', async () => ((await messagesOf()) === before + texts.length ? true : null))
}

describe('a message that a person writes', () => {
  it('makes them a lead, once (Rule 64)', async () => {
    const before = await analytics()
    const from = nextNumber()
    await write(from, 'Hello')
    const first = await analytics()
    assert.equal(first.leads, before.leads + 1)
    assert.equal(first.messages, before.messages + 1)
    assert.equal(first.tickets, before.tickets)
    await write(from, 'Hello again')
    const second = await analytics('?channel_type=whatsapp')
    assert.equal(second.leads, first.leads)
    assert.equal(second.lead_generation.at(-1)?.count, second.leads)
  })

  it('opens a ticket for a keyword, one at a time in a conversation', async () => {
    const before = await analytics()
    const from = nextNumber()
    await write(from, 'Where is it? I want a REFUND, now.')
    assert.equal((await analytics()).tickets, before.tickets + 1)
    const [ticket, ...none] = await ticketsOf(from)
    assert.ok(ticket)
    assert.deepEqual(none, [])
    assert.equal(ticket.subject, 'Where is it? I want a REFUND, now.')
    assert.deepEqual([ticket.status, ticket.has_profile], ['open', true])

    await write(from, 'refund!', 'une RECLAMATION', 'Hello? Talk to\nsomebody')
    assert.equal((await ticketsOf(from)).length, 1)

    const actor = { kind: 'cli', id: null, name: 'ada@box', via: 'command', requestId: null } as const
    const closing = { ticketId: ticket._id, place: null, note: null }
    assert.equal((await closeTicketManually(whatsapp.service.context, closing, actor)).kind, 'closed')
    await write(from, 'Une réclamation encore')
    assert.deepEqual(
      (await ticketsOf(from)).map(({ subject, status }) => [subject, status]),
      [
        ['Where is it? I want a REFUND, now.', 'closed'],
        ['Une réclamation encore', 'open'],
      ],
    )
    assert.equal((await analytics()).tickets, before.tickets + 2)
  })

  it('opens none without a keyword, for a part of a word, or after the keyword is removed', async () => {
    const from = nextNumber()
    await write(from, 'Was it refunded?', 'Can I talk to Ada?')
    assert.deepEqual(await ticketsOf(from), [])
    await declareKeywords([])
    await write(from, 'refund')
    assert.deepEqual(await ticketsOf(from), [])
    await declareKeywords(['refund', 'réclamation', 'talk to somebody'])
  })

  it('opens one ticket where several with keywords come at once', async () => {
    const before = await analytics()
    const people = [nextNumber(), nextNumber(), nextNumber()]
    await Promise.all(people.map((from) => write(from, ...Array<string>(6).fill('refund'))))
    for (const from of people) assert.equal((await ticketsOf(from)).length, 1)
    assert.equal((await analytics()).tickets, before.tickets + 3)
  })
})

describe('a ticket of a keyword', () => {
  it('is opened once by concurrent transactions', async () => {
    const from = nextNumber()
    await write(from, 'Hello')
    const { service } = whatsapp
    const { db, newId } = service.context
    const [conversation] = await db.query<{ _id: string }>(sql`
      select _id from conversations where phone_number = ${from}`)
    const ticket = {
      organization_id: service.organizationId,
      project_id: service.projectId,
      channel_type: 'whatsapp' as const,
      subject: null,
      conversation_id: conversation!._id,
      profile_id: null,
      opened_by: 'keyword' as const,
      opening_key: null,
    }
    const opened = await Promise.all(
      Array.from({ length: 10 }, () =>
        db.transaction((transaction) => insertOnlyTicket({ newId }, transaction, ticket, new Date())),
      ),
    )
    assert.equal(opened.filter((id) => id !== null).length, 1)
    assert.equal((await ticketsOf(from)).length, 1)
  })
})
