// Facts of every domain, over the sandbox's networks, and the events that they have: one each, in order, and no other.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { closeTicketManually } from '../src/conversations/operator-ticket.ts'
import { sql } from '../src/db/sql.ts'
import type { EventPayload } from '../src/events/payload.ts'
import { addOptOut, removeOptOut } from '../src/whatsapp/inbound/operator-opt-out.ts'
import { updateSenderNotice } from '../src/whatsapp/senders/sender-queries.ts'
import { scriptCampaign } from './support/declarations.ts'
import { compareEventsWithFacts } from './support/events-of-facts.ts'
import { createNumbers } from './support/numbers.ts'
import { ownPlace, pathOf } from './support/places.ts'
import { eventually } from './support/service.ts'
import type { Service } from './support/service.ts'
import { phoneNumberId, startWhatsappService } from './support/whatsapp.ts'
import type { WhatsappService } from './support/whatsapp.ts'

const nextNumber = createNumbers()
let whatsapp: WhatsappService
let service: Service
let campaignId: string
const project = { name: 'Renewals', ticket_keywords: ['refund'], default_country: 'US' }
before(async () => {
  whatsapp = await startWhatsappService({ project })
  service = whatsapp.service
  campaignId = await declare('running')
  service.startWorker()
})
after(() => whatsapp[Symbol.asyncDispose]())

const base = () => pathOf(ownPlace(service))
const actor = { kind: 'cli', id: null, name: 'ada@box', via: 'command', requestId: null } as const

/** Declares the campaign of the calls, and returns its id. */
async function declare(status: 'running' | 'ended'): Promise<string> {
  const campaigns = [
    scriptCampaign({
      name: 'Events',
      status,
      slots: 3,
      retry: { max_attempts: 2, delay_minutes: 0.01, on: ['busy'] },
    }),
  ]
  const tree = await service.apply({
    organizations: [{ name: 'Acme', projects: [{ ...project, campaigns }] }],
  })
  return tree.organizations[0]!.projects[0]!.campaigns.find(({ name }) => name === 'Events')!._id
}

async function call(body: Record<string, unknown>, how = 'calls'): Promise<string> {
  const { body: answer } = await service.request('POST', `${base()}/campaigns/${campaignId}/${how}`, { body })
  return (answer.data as { campaign_queue_id?: string } | null)?.campaign_queue_id ?? ''
}

async function send(to: string): Promise<string> {
  const data = { first_name: 'Ada', order_id: '1', button_0: '1' }
  const path = `${base()}/broadcasts/${whatsapp.broadcastIds['October']}/messages`
  const { body } = await service.request('POST', path, { body: { to, data } })
  return (body.data as { message_id: string } | null)?.message_id ?? ''
}

async function write(from: string, ...texts: string[]): Promise<void> {
  for (const body of texts) {
    whatsapp.network.receive({
      phone_number_id: phoneNumberId,
      messages: [{ from, content: { type: 'text', text: { body } } }],
    })
    await eventually('the message', async () => {
      const rows = await service.context.db.query(sql`
        select from messages m join conversations c on c._id = m.conversation_id
        where c.phone_number = ${from} and m.text = ${body}`)
      return rows.length > 0 ? true : null
    })
  }
}

async function eventsOf(query: Record<string, string>): Promise<EventPayload[]> {
  const events: EventPayload[] = []
  for (let after = ''; ;) {
    const parameters = new URLSearchParams({ ...query, limit: '100', ...(after !== '' && { after }) })
    const { status, body } = await service.request('GET', `${base()}/events?${parameters.toString()}`)
    assert.equal(status, 200, body.message)
    const page = body.data as { items: EventPayload[]; next_after: string; has_more: boolean }
    events.push(...page.items)
    if (!page.has_more) return events
    after = page.next_after
  }
}

/** Waits until nothing has happened for three seconds: some people of the sandbox never end a call. */
async function settled(): Promise<void> {
  let before = -1
  let since = performance.now()
  await eventually('calls and messages at rest', async () => {
    const [row] = await service.context.db.query<{ facts: number }>(sql`
      select (select count(*) from call_moves) + (select count(*) from whatsapp_message_statuses)
        + (select count(*) from events) as facts`)
    if (row!.facts !== before) since = performance.now()
    before = row!.facts
    return performance.now() - since > 3_000 ? true : null
  })
}

describe('the facts of all domains', () => {
  it('have one event each: calls, conversations, messages, people, tickets, opt-outs, senders and campaigns (Promise 116)', async () => {
    const { context } = service
    const people = Array.from({ length: 12 }, nextNumber)
    const [first, second, third] = people as [string, string, string]
    // Every outcome of the sandbox is named by the last digits of a number.
    const byDigits = ['0001', '0002', '0003', '0004', '0005', '0006', '0007'].map(
      (digits) => `+1415556${digits}`,
    )
    await Promise.all([...people, ...byDigits].map((phone_number) => call({ phone_number, name: 'Ada' })))
    await Promise.all(byDigits.map((phone_number) => call({ phone_number }, 'trigger-call')))
    const waiting = await call({ phone_number: nextNumber() })
    await service.request('POST', `${base()}/campaigns/${campaignId}/calls/${waiting}/cancel`)
    // Two people turn out to be one.
    await call({ phone_number: first, email: 'ada@example.com' })
    await call({ phone_number: second, email: 'countess@example.com' })
    await eventually('both addresses', async () => {
      const rows = await context.db.query(sql`select from profile_contacts where kind = 'email'`)
      return rows.length === 2 ? true : null
    })
    await call({ phone_number: first, email: 'countess@example.com' })
    for (const number of people.slice(0, 6)) await send(number)
    await write(third, 'Hello', 'A refund, please', 'STOP', 'stop', 'START')
    await addOptOut({ ...context, actor }, { ...ownPlace(service), number: second }, 'Asked by letter')
    await addOptOut({ ...context, actor }, { ...ownPlace(service), number: second }, 'Asked again')
    await removeOptOut({ ...context, actor }, { ...ownPlace(service), number: second })
    const [ticket] = await context.db.query<{ _id: string }>(
      sql`select _id from tickets where status = 'open'`,
    )
    for (let times = 0; times < 2; times++)
      await closeTicketManually(
        context,
        { ticketId: ticket!._id, place: ownPlace(service), note: 'Done' },
        actor,
      )
    const sender = { ...ownPlace(service), whatsapp_sender_id: whatsapp.senderId }
    const notice = { field: 'account_update', event: 'ACCOUNT_RESTRICTION', limit: null }
    for (const minute of [1, 2])
      await context.db.transaction((transaction) =>
        updateSenderNotice(transaction, sender, notice, new Date(Date.UTC(2026, 10, 21, 9, minute))),
      )
    await settled()
    await declare('ended')
    await eventually('the end of the campaign', async () => {
      const rows = await context.db.query(sql`select from events where type = 'campaign.ended'`)
      return rows.length === 1 ? true : null
    })
    const counts = await compareEventsWithFacts(context.db)
    const expected = {
      'profile.merged': 1,
      'ticket.opened': 1,
      'ticket.closed': 1,
      // One of the sandbox's people answers every message with STOP.
      'opt_out.started': 3,
      'opt_out.ended': 2,
      'sender.updated': 1,
      'campaign.ended': 1,
    } as const
    for (const [type, count] of Object.entries(expected)) assert.equal(counts.get(type as never), count, type)
    for (const type of [
      'call.retry_scheduled',
      'call.answered',
      'message.delivered',
      'profile.updated',
    ] as const)
      assert.ok((counts.get(type) ?? 0) > 0, type)
  })

  it('show the record as its endpoint shows it afterwards', async () => {
    await eventually('all events', async () => {
      const [row] = await service.context.db.query<{ count: number }>(
        sql`select count(*) as count from events`,
      )
      return (await eventsOf({})).length === row!.count ? true : null
    })
    const compare = async (
      types: string,
      pathTo: (data: Record<string, unknown>) => string,
      leftOut: readonly string[],
    ) => {
      const last = new Map(
        (await eventsOf({ types, content: 'full' })).map((event) => [String(event.data['_id']), event.data]),
      )
      assert.ok(last.size > 0, types)
      for (const data of last.values()) {
        const { status, body } = await service.request('GET', pathTo(data))
        if (status === 404) continue
        const shown = body.data as Record<string, unknown>
        // The id of a merged profile leads to the one that is left.
        if (shown['_id'] !== data['_id']) continue
        for (const [name, value] of Object.entries(data))
          if (!leftOut.includes(name)) assert.deepEqual(value, shown[name], `${types}: ${name}`)
      }
    }
    await compare(
      'call.*',
      ({ _id, campaign_id }) => `${base()}/campaigns/${String(campaign_id)}/calls/${String(_id)}`,
      ['duration_seconds', 'conversation_id', 'customer_profile_id'],
    )
    await compare(
      'message.delivered,message.read,message.failed',
      ({ _id, broadcast_id }) => `${base()}/broadcasts/${String(broadcast_id)}/messages/${String(_id)}`,
      ['direction', 'channel_type', 'customer_profile_id'],
    )
    // Counts change with each conversation, which is no change of the profile.
    const counts = [
      'conversation_count',
      'call_count',
      'chat_count',
      'last_interaction_at',
      'channel_identities',
    ]
    await compare('profile.*', ({ _id }) => `${base()}/customer-profiles/${String(_id)}`, [
      ...counts,
      'changed_fields',
      'merged_id',
    ])
  })
})
