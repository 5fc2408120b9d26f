// Steps of a workflow that do more than speak, tested through the carrier's requests.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { carrierAccount, startCarrier } from '../../../test/support/carrier.ts'
import type { Carrier, PlacedLeg } from '../../../test/support/carrier.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import type { ChatAnalytics } from '../../analytics/chat-analytics.ts'
import { selectTickets } from '../../conversations/ticket-queries.ts'
import { sql } from '../../db/sql.ts'
import { readHtml } from '../../sources/index/read-document.ts'
import { storePage } from '../../sources/index/store-page.ts'
import { usualLookUpMs } from '../../workflows/look-up.ts'

const noting = {
  start: 'greet',
  steps: {
    greet: { kind: 'open_ticket', subject: 'Called {{ customer.name }}', next: 'ask' },
    ask: { kind: 'listen', text: 'What is it about?', variable: 'topic', next: 'note', no_input: 'bye' },
    note: { kind: 'open_ticket', subject: '{{ customer.name }}: {{ variables.topic }}', next: 'again' },
    again: { kind: 'open_ticket', subject: '{{ customer.nobody }}', next: 'ask' },
    bye: { kind: 'hang_up', text: 'Goodbye.' },
  },
}

const asking = {
  start: 'ask',
  steps: {
    ask: {
      kind: 'listen',
      text: 'What would you like to know?',
      variable: 'topic',
      next: 'find',
      no_input: 'bye',
    },
    find: {
      kind: 'look_up',
      question: '{{ variables.topic }}',
      into: 'answer',
      limit: 1,
      next: 'say_answer',
      otherwise: 'note',
    },
    say_answer: { kind: 'say', text: 'This is what I know: {{ variables.answer }}', next: 'ask' },
    note: { kind: 'open_ticket', subject: 'Unanswered: {{ variables.topic }}', next: 'sorry' },
    sorry: { kind: 'hang_up', text: 'I do not know{{ variables.answer }}.' },
    bye: { kind: 'hang_up', text: 'Goodbye.' },
  },
}

const optingOut = {
  start: 'ask',
  steps: {
    ask: { kind: 'listen', text: 'Press 9 for no more calls.', variable: 'answer', next: 'out' },
    out: { kind: 'opt_out' },
  },
}

const workflowCampaign = (name: string, workflow: string) => ({
  name,
  campaign_type: 'workflow',
  workflow,
  caller_id: '+14155550100',
  slots: 100,
})

/** A slow machine finds everything within it. */
const unhurriedMs = 60_000

const nextNumber = createNumbers()
let carrier: Carrier
let service: Service
before(async () => {
  carrier = await startCarrier()
  service = await startService(
    {
      carrier: { api_url: carrier.url, account_sid: carrierAccount },
      workflows: [
        { name: 'noting', definition: noting },
        { name: 'asking', definition: asking },
        { name: 'opting out', definition: optingOut },
      ],
      campaigns: [
        workflowCampaign('Noting', 'noting'),
        workflowCampaign('Asking', 'asking'),
        workflowCampaign('Opting out', 'opting out'),
      ],
    },
    { lookUpMs: unhurriedMs },
  )
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
})

async function placed(campaign: string): Promise<{ id: string; leg: PlacedLeg; number: string }> {
  const path = `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds[campaign]}/calls`
  const number = nextNumber()
  const { status, body } = await service.request('POST', path, {
    body: { phone_number: number, name: 'Ada' },
  })
  assert.equal(status, 200, body.message)
  return {
    id: (body.data as { campaign_queue_id: string }).campaign_queue_id,
    leg: carrier.legs.at(-1)!,
    number,
  }
}

async function chatAnalytics(): Promise<ChatAnalytics> {
  const path = `/organizations/${service.organizationId}/projects/${service.projectId}/analytics`
  const { status, body } = await service.request('GET', path)
  assert.equal(status, 200, body.message)
  return body.data
}

/** Returns the tickets of the call to a number, in the order in which they were opened. */
async function ticketsOf(number: string) {
  const { db } = service.context
  const listed = await selectTickets(db, { organization: null, project: null }, 'all')
  const [conversation] = await db.query<{ _id: string; profile_id: string }>(sql`
    select _id, profile_id from conversations where phone_number = ${number}`)
  return listed!.tickets
    .filter(({ conversation_id }) => conversation_id === conversation?._id)
    .toSorted((a, b) => (a._id < b._id ? -1 : 1))
    .map(({ subject, channel_type, opened_by, customer_profile_id }) => ({
      subject,
      channel_type,
      opened_by,
      isOfPerson: customer_profile_id === conversation?.profile_id,
    }))
}

const actionOf = (document: string) => /action="([^"]+)"/.exec(document)?.[1] ?? assert.fail(document)

const voice = { channel_type: 'voice', opened_by: 'workflow', isOfPerson: true }

describe('opt_out', () => {
  it('puts the number on the do-not-call list once, before the call says so, and cancels what waits', async () => {
    const { leg, number } = await placed('Opting out')
    const waiting = await service.request(
      'POST',
      `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds['Asking']}/calls`,
      { body: { phone_number: number } },
    )
    const { campaign_queue_id } = waiting.body.data as { campaign_queue_id: string }
    const url = actionOf((await carrier.ask(leg)).document)
    const answers = await Promise.all([
      carrier.ask(leg, { Digits: '9' }, { url }),
      carrier.ask(leg, { Digits: '9' }, { url }),
    ])
    for (const { document } of answers) assert.match(document, /We will not call this number again/)
    const entries = await service.context.db.query(sql`
      select source, project_id, added_by from do_not_call where number = ${number}`)
    assert.deepEqual(entries, [{ source: 'keys', project_id: service.projectId, added_by: null }])
    const [call] = await service.context.db.query<{ state: string }>(sql`
      select state from calls where _id = ${campaign_queue_id}`)
    assert.equal(call?.state, 'canceled')
  })
})

describe('open_ticket', () => {
  it('opens one ticket each time the call reaches it, however often the carrier repeats the request', async () => {
    const { leg, number } = await placed('Noting')
    const first = await carrier.ask(leg)
    assert.deepEqual(await carrier.ask(leg), first)
    assert.deepEqual(await ticketsOf(number), [{ ...voice, subject: 'Called Ada' }])

    const said = { SpeechResult: 'My bill', Confidence: '0.9' }
    const url = actionOf(first.document)
    const answers = await Promise.all([
      carrier.ask(leg, said, { url }),
      carrier.ask(leg, said, { url }),
      carrier.ask(leg, said, { url }),
    ])
    assert.deepEqual([answers[1], answers[2]], [answers[0], answers[0]])
    assert.deepEqual(await ticketsOf(number), [
      { ...voice, subject: 'Called Ada' },
      { ...voice, subject: 'Ada: My bill' },
      { ...voice, subject: null },
    ])

    await carrier.ask(
      leg,
      { ...said, SpeechResult: 'The other bill' },
      { url: actionOf(answers[0].document) },
    )
    assert.deepEqual(
      (await ticketsOf(number)).map(({ subject }) => subject),
      ['Called Ada', 'Ada: My bill', null, 'Ada: The other bill', null],
    )
  })

  it('does not change the chat analytics, and the called person is no lead (Rule 57)', async () => {
    const before = await chatAnalytics()
    const { leg, number } = await placed('Noting')
    await carrier.ask(leg)
    assert.equal((await ticketsOf(number)).length, 1)
    const identities = await service.context.db.query(sql`
      select channel_type from channel_identities where identity_key = ${number}`)
    assert.deepEqual(identities, [{ channel_type: 'voice' }])
    assert.deepEqual(await chatAnalytics(), before)
  })
})

/** Indexes a page in the project's knowledge base. */
async function indexPage(path: string, html: string): Promise<void> {
  const { db, clock, newId } = service.context
  const { organizationId, projectId } = service
  const [sourceId, url] = [newId(), `https://docs.example.com${path}`]
  await db.query(sql`
    insert into sources (organization_id, project_id, _id, name, source_type, created_by, created_at, updated_at)
    values (${organizationId}, ${projectId}, ${sourceId}, ${url}, 'urls', '{"kind": "operator"}', now(), now())`)
  const markup = `<html lang="en"><head><title>${path}</title></head><body><main>${html}</main></body></html>`
  const document = readHtml(markup, url, 'en')
  assert.ok(document)
  const page = {
    organizationId,
    projectId,
    sourceId,
    url,
    document,
    byteSize: html.length,
    etag: null,
    lastModified: null,
    crawlId: null,
    pagesMax: 10,
  }
  const stored = await db.transaction((transaction) => storePage(transaction, page, clock.now()))
  assert.equal(stored.kind, 'indexed')
}

const sayings = (document: string) =>
  [...document.matchAll(/<Say[^>]*>([^<]*)<\/Say>/g)].map((match) => match[1] ?? '')

/**
 * Returns what the call says after the customer's question. The carrier sends the question twice, the second time as
 * soon as `repeats` resolves.
 */
async function answerTo(
  question: string,
  repeats: Promise<unknown> = Promise.resolve(),
): Promise<{ said: string[]; number: string; document: string }> {
  const { leg, number } = await placed('Asking')
  const url = actionOf((await carrier.ask(leg)).document)
  const heard = { SpeechResult: question, Confidence: '0.9' }
  const [one, other] = await Promise.all([
    carrier.ask(leg, heard, { url }),
    repeats.then(() => carrier.ask(leg, heard, { url })),
  ])
  assert.equal(one.status, 200)
  assert.deepEqual(other, one)
  return { said: sayings(one.document), number, document: one.document }
}

describe('look_up', () => {
  before(async () => {
    await indexPage(
      '/hours',
      '<h1>Opening hours</h1><p>Our workshop is open from Monday to Friday between nine and five o&#39;clock.</p>',
    )
    await indexPage(
      '/returns',
      '<h1>Returns</h1><p>A bicycle that you do not like is taken back within fourteen days &amp; refunded.</p>',
    )
  })

  it('speaks the passage that answers the question, and goes on', async () => {
    const { said, number } = await answerTo('When is your workshop open?')
    assert.equal(said.length, 2)
    assert.match(said[0]!, /^This is what I know: .*open from Monday to Friday between nine and five/)
    assert.doesNotMatch(said[0]!, /bicycle/)
    assert.equal(said[1], 'What would you like to know?')
    assert.deepEqual(await ticketsOf(number), [])
  })

  it('follows `otherwise` if nothing is found', async () => {
    const { said, number } = await answerTo('Xylophone zeppelins?')
    assert.deepEqual(said, ['I do not know.'])
    assert.deepEqual(await ticketsOf(number), [{ ...voice, subject: 'Unanswered: Xylophone zeppelins?' }])
  })

  it('follows `otherwise` if the search fails', async () => {
    const { db } = service.context
    await db.query(sql`alter table page_chunks rename to page_chunks_elsewhere`)
    try {
      assert.deepEqual((await answerTo('When is your workshop open?')).said, ['I do not know.'])
    } finally {
      await db.query(sql`alter table page_chunks_elsewhere rename to page_chunks`)
    }
  })

  it('follows `otherwise` if the search takes too long, and does not lock the call meanwhile', async () => {
    const { context } = service
    // Connections of their own: a statement that shared the search's connection would wait behind it.
    const [holder, watcher] = await Promise.all([context.db.connect(), context.db.connect()])
    context.lookUpMs = usualLookUpMs
    try {
      await holder.query('set idle_in_transaction_session_timeout = 0')
      await holder.query('begin; lock table page_chunks in access exclusive mode')
      const since = performance.now()
      const searching = Promise.withResolvers<void>()
      const asked = answerTo('When is your workshop open?', searching.promise)
      await eventually('the search waits', async () => {
        const { rowCount } = await watcher.query(`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%page_chunks%'`)
        return rowCount === 0 ? null : true
      })
      searching.resolve()
      // Other transactions lock the call for a moment only. A lock by the search would last.
      await eventually('the call is not locked', async () => {
        const free = await watcher.query('select from calls for update skip locked')
        const all = await watcher.query('select from calls')
        return free.rowCount === all.rowCount ? true : null
      })
      assert.deepEqual((await asked).said, ['I do not know.'])
      assert.ok(performance.now() - since >= usualLookUpMs - 50)
    } finally {
      context.lookUpMs = unhurriedMs
      await Promise.all([holder.end(), watcher.end()])
    }
    assert.match((await answerTo('When is your workshop open?')).said[0] ?? '', /nine and five/)
  })

  it('carries no markup of a page into the document', async () => {
    await indexPage(
      '/markup',
      '<h1>Zwieback</h1><p>Zwieback is written &lt;/Say&gt;&lt;Dial&gt;+19005550100&lt;/Dial&gt; {{ customer.name }} here.</p>',
    )
    const { document } = await answerTo('How is Zwieback written?')
    assert.match(document, /&lt;Dial&gt;/)
    assert.equal(document.includes('<Dial'), false)
    assert.match(document, /\{\{ customer\.name \}\}/)
  })
})
