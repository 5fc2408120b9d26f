import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { addAgent, startAgentService } from '../../../test/support/agents.ts'
import type { AgentService } from '../../../test/support/agents.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { claimConversation, releaseConversation } from '../conversation/lease-queries.ts'
import { answerWebMessages } from '../jobs/answer-web-messages.ts'
import { answerInput } from '../web/answer-input.ts'
import { receiveWebMessage } from '../web/receive-message.ts'

let world: AgentService
let project: string
before(async () => {
  world = await startAgentService()
  project = `/organizations/${world.service.organizationId}/projects/${world.service.projectId}`
})
after(() => world[Symbol.asyncDispose]())
beforeEach(() => world.models.clearScripts())

interface Event {
  event: string
  data: Record<string, unknown>
}

/** Writes to an agent and reads the whole stream. */
async function write(conversationId: string, text: string, key?: string) {
  const { service } = world
  const response = await fetch(`${service.url}${project}/conversations/${conversationId}/messages`, {
    method: 'POST',
    headers: {
      'x-api-key': service.key,
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify({ text }),
  })
  const body = await response.text()
  const events = body
    .split('\n\n')
    .filter((block) => block.startsWith('event:'))
    .map((block): Event => {
      const [event = '', data = ''] = block.split('\n')
      return {
        event: event.slice('event: '.length),
        data: JSON.parse(data.slice('data: '.length)) as Event['data'],
      }
    })
  return { status: response.status, headers: response.headers, events, body }
}

const sentences = (events: readonly Event[]) =>
  events.filter(({ event }) => event === 'sentence').map(({ data }) => data['text'])
const doneOf = (events: readonly Event[]) => events.find(({ event }) => event === 'done')?.data

async function begin(agentId: string, key?: string): Promise<string> {
  const { status, body } = await world.service.request('POST', `${project}/agents/${agentId}/conversations`, {
    body: { customer: { name: 'Ada' } },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })
  assert.equal(status, 201, JSON.stringify(body))
  return (body.data as { conversation_id: string }).conversation_id
}

/** Runs the job of a worker once; returns whether a message was due, once it is answered. */
async function answerDue(): Promise<boolean> {
  const job = answerWebMessages(world.service.context)
  const wasDue = await job.run(new AbortController().signal)
  await job.finish?.()
  return wasDue
}

describe('a conversation over the web channel', () => {
  it('begins with the first line and the disclosure, once for a key', async () => {
    const agentId = await addAgent(world)
    const key = randomUUID()
    const conversationId = await begin(agentId, key)
    assert.equal(await begin(agentId, key), conversationId)
    const messages = await world.service.context.db.query(sql`
      select direction, text from messages where conversation_id = ${conversationId}`)
    assert.deepEqual(messages, [{ direction: 'outbound', text: 'Hello Ada. I am an automated assistant.' }])
  })

  it('is refused what no database keeps: NUL, and half of a surrogate pair (400)', async () => {
    const agentId = await addAgent(world)
    for (const customer of [{ note: 'a\0b' }, { 'a\0b': 'x' }, { note: '\ud83d' }]) {
      const path = `${project}/agents/${agentId}/conversations`
      const { status, body } = await world.service.request('POST', path, { body: { customer } })
      assert.deepEqual([status, /NUL|Unicode/.test(body.message)], [400, true], body.message)
    }
    const conversationId = await begin(agentId)
    for (const text of ['a\0b', 'half \ud83d']) {
      const { status, body } = await write(conversationId, text)
      assert.deepEqual([status, /NUL|Unicode/.test(body)], [400, true], body)
    }
  })

  it('streams sentences and tools, and keeps both sides as messages that count', async () => {
    world.models.addScript({
      when: { input_contains: 'renew' },
      answers: [{ tool: 'renew_plan', arguments: { months: 12 } }, { text: 'It is done. Anything else?' }],
    })
    const conversationId = await begin(await addAgent(world))
    const { status, events } = await write(conversationId, 'renew')
    assert.equal(status, 200)
    assert.deepEqual(
      events.map(({ event, data }) => [event, data['text'] ?? data['outcome']]),
      [
        ['tool', 'begun'],
        ['tool', 'ok'],
        ['sentence', 'It is done.'],
        ['sentence', 'Anything else?'],
        ['done', 'It is done. Anything else?'],
      ],
    )
    const [counts] = await world.service.context.db.query<{ messages: number }>(sql`
      select sum(count)::int as messages from chat_count_changes
      where project_id = ${world.service.projectId} and kind = 'messages' and channel_type = 'web'`)
    assert.ok((counts?.messages ?? 0) >= 3)
    const turns = await world.service.request('GET', `${project}/conversations/${conversationId}/turns`)
    assert.equal(turns.status, 200)
    const { items } = turns.body.data as { items: { outcome: string; steps: { tool: string | null }[] }[] }
    assert.deepEqual(
      items.map(({ outcome, steps }) => [outcome, steps.map(({ tool }) => tool)]),
      [['answered', [null, 'renew_plan', null]]],
    )
  })

  it('answers a message once for its key, also when its first request died', async () => {
    world.models.addScript({ when: { input_contains: 'plan' }, answers: [{ text: 'In March.' }] })
    const conversationId = await begin(await addAgent(world))
    const key = randomUUID()
    const before = world.models.requests().length
    // The process dies after the commit, and its lease passes.
    await receiveWebMessage(world.service.context, {
      organization_id: world.service.organizationId,
      project_id: world.service.projectId,
      conversation_id: conversationId,
      text: 'My plan?',
      idempotencyKey: key,
    })
    await world.service.context.db.write(sql`
      update agent_conversations set lease_until = now() - interval '1 second' where conversation_id = ${conversationId}`)
    const [first, second] = await Promise.all([
      write(conversationId, 'My plan?', key),
      write(conversationId, 'My plan?', key),
    ])
    for (const { events } of [first, second]) assert.deepEqual(sentences(events), ['In March.'])
    assert.equal(world.models.requests().length, before + 1)
    assert.equal((await write(conversationId, 'Another text', key)).status, 409)
  })

  it('a worker answers where no request comes again', async () => {
    world.models.addScript({ when: { input_contains: 'plan' }, answers: [{ text: 'In March.' }] })
    const conversationId = await begin(await addAgent(world))
    const { context, organizationId: organization_id, projectId: project_id } = world.service
    await receiveWebMessage(context, {
      organization_id,
      project_id,
      conversation_id: conversationId,
      text: 'My plan?',
      idempotencyKey: null,
    })
    assert.equal(await answerDue(), false)
    await context.db.write(sql`
      update agent_conversations set due_at = now() - interval '1 second' where conversation_id = ${conversationId}`)
    // The request that died led the conversation.
    assert.equal(await answerDue(), false)
    await context.db.write(sql`
      update agent_conversations set lease_until = now() - interval '1 second' where conversation_id = ${conversationId}`)
    assert.equal(await answerDue(), true)
    const [turn] = await context.db.query<{ text: string }>(sql`
      select text from agent_turns where conversation_id = ${conversationId}`)
    assert.equal(turn?.text, 'In March.')
  })

  it('takes at most ten statements in four transactions for an answer without tools', async () => {
    world.models.addScript({ when: {}, answers: [{ text: 'It ends in March. Shall I renew it?' }] })
    const conversationId = await begin(await addAgent(world))
    const { context, organizationId: organization_id, projectId: project_id } = world.service
    const { db } = context
    const made = { statements: 0, transactions: 0 }
    const count = <Result>(kind: 'read' | 'write', run: () => Promise<Result>): Promise<Result> => {
      made.statements++
      if (kind === 'write') made.transactions++
      return run()
    }
    const counted: typeof context = {
      ...context,
      db: {
        ...db,
        query: (statement) => count('read', () => db.query(statement)),
        write: (statement) => count('write', () => db.write(statement)),
        transaction: (run) => {
          made.transactions++
          return db.transaction((transaction) => {
            const query: typeof transaction.query = (statement) =>
              count('read', () => transaction.query(statement))
            return run({ ...transaction, query, write: query })
          })
        },
      },
    }
    const idempotencyKey = randomUUID()
    const place = { organization_id, project_id, conversation_id: conversationId }
    const received = await receiveWebMessage(counted, { ...place, text: 'My plan?', idempotencyKey })
    const silent = { say: () => undefined, afterwards: () => undefined }
    const { answer, isSaid } = await answerInput(counted, place, received, silent)
    assert.ok(isSaid)
    assert.equal(answer.text, 'It ends in March. Shall I renew it?')
    assert.ok(made.statements <= 10 && made.transactions <= 4, JSON.stringify(made))
  })

  it('looks with one statement, and less and less often, while somebody else leads', async () => {
    world.models.addScript({ when: {}, answers: [{ text: 'Heard.' }] })
    const conversationId = await begin(await addAgent(world))
    const { context, organizationId: organization_id, projectId: project_id } = world.service
    const { db } = context
    const place = { organization_id, project_id, conversation_id: conversationId }
    const hold = { token: randomUUID() }
    assert.ok(await claimConversation(db, place, hold, context.clock.now()))
    const received = await receiveWebMessage(context, { ...place, text: 'Hello', idempotencyKey: null })
    const silent = { say: () => undefined, afterwards: () => undefined }
    let looks = 0
    const count = (statement: Sql) => {
      looks++
      return db.query(statement)
    }
    const counted = { ...context, db: { ...db, query: count as typeof db.query } }
    const answering = answerInput(counted, place, received, silent)
    await delay(2_000)
    assert.ok(looks >= 5 && looks <= 14, `${looks}`)
    await releaseConversation(db, place, hold, null, context.clock.now())
    assert.equal((await answering).answer.text, 'Heard.')
  })

  it('keeps what a tool answers, also where it is cut within a character', async () => {
    world.models.addScript({
      when: { input_contains: 'renew' },
      answers: [{ tool: 'renew_plan', arguments: { months: 12 } }, { text: 'It did not work.' }],
    })
    world.tool.answer = { status: 400, body: `${'x'.repeat(999)}😀` }
    const { events } = await write(await begin(await addAgent(world)), 'renew')
    world.tool.answer = { status: 200, body: 'ok' }
    assert.equal(doneOf(events)?.['text'], 'It did not work.')
  })

  it('is taken up again after longer and longer pauses where it fails for good', async () => {
    const conversationId = await begin(await addAgent(world))
    const { db, clock } = world.service.context
    await db.write(sql`
      alter table agent_turns add constraint fails check (input <> 'fails for good' or ended_at is null) not valid`)
    assert.equal((await write(conversationId, 'fails for good')).status, 200)
    const pause = async (): Promise<number> => {
      const [row] = await db.query<{ due_at: string; fault: string }>(sql`
        select due_at, fault from agent_conversations where conversation_id = ${conversationId}`)
      assert.equal(row?.fault, 'internal_error')
      return Date.parse(row.due_at) - clock.now().getTime()
    }
    assert.ok((await pause()) <= 1_000)
    for (const pauseMs of [5_000, 25_000, 60_000, 3_600_000, 3_600_000]) {
      await db.write(sql`
        update agent_conversations set due_at = now() - interval '1 s' where conversation_id = ${conversationId}`)
      assert.equal(await answerDue(), true)
      const ms = await pause()
      assert.ok(ms <= pauseMs && ms > pauseMs - 5_000, `${ms} ms`)
    }
    await db.write(sql`alter table agent_turns drop constraint fails`)
    await db.write(sql`
      update agent_conversations set due_at = now() - interval '1 s' where conversation_id = ${conversationId}`)
    assert.equal(await answerDue(), true)
  })

  it('two messages at once, in two requests, are answered once each or together', async () => {
    world.models.addScript({ when: {}, answers: [{ text: 'Heard.' }] })
    const conversationId = await begin(await addAgent(world))
    const answers = await Promise.all([write(conversationId, 'one'), write(conversationId, 'two')])
    for (const { events } of answers) assert.equal(doneOf(events)?.['outcome'], 'answered')
    const turns = await world.service.context.db.query<{ input: string }>(sql`
      select input from agent_turns where conversation_id = ${conversationId} order by turn`)
    assert.deepEqual(turns.flatMap(({ input }) => input.split('\n')).sort(), ['one', 'two'])
  })

  it('says nothing while a person writes; what is open is answered when given back (Rule 93)', async () => {
    world.models.addScript({ when: {}, answers: [{ text: 'Back again.' }] })
    const conversationId = await begin(await addAgent(world))
    const mode = (body: object) =>
      world.service.request('POST', `${project}/conversations/${conversationId}/mode`, { body })
    assert.deepEqual((await mode({ mode: 'person' })).body.data, { mode: 'person', changed: true })
    assert.deepEqual((await mode({ mode: 'person' })).body.data, { mode: 'person', changed: false })
    const held = await write(conversationId, 'Is anybody there?')
    assert.deepEqual(sentences(held.events), [])
    assert.equal(doneOf(held.events)?.['mode'], 'person')
    await mode({ mode: 'agent' })
    assert.equal(await answerDue(), true)
    const [turn] = await world.service.context.db.query<{ input: string; text: string }>(sql`
      select input, text from agent_turns where conversation_id = ${conversationId}`)
    assert.deepEqual(turn, { input: 'Is anybody there?', text: 'Back again.' })
  })

  it('keeps what the customer has read of an answer that a person stops by taking over (Rule 93)', async () => {
    world.models.addScript({
      when: { input_contains: 'renew' },
      answers: [
        { text: 'I renew it now.', tool: 'renew_plan', arguments: { months: 12 } },
        { text: 'It is done.' },
      ],
    })
    world.models.addScript({ when: { input_contains: 'thanks' }, answers: [{ text: 'You are welcome.' }] })
    const conversationId = await begin(await addAgent(world))
    const mode = (wanted: 'agent' | 'person') =>
      world.service.request('POST', `${project}/conversations/${conversationId}/mode`, {
        body: { mode: wanted },
      })
    const taken = Promise.withResolvers<void>()
    world.tool.answer = { status: 200, body: 'ok', from: taken.promise }
    world.tool.onRequest = (moment) => {
      if (moment === 'asked')
        mode('person')
          .then(({ status, body }) => assert.equal(status, 200, body.message))
          .then(taken.resolve, taken.reject)
    }
    const { events } = await write(conversationId, 'renew it')
    world.tool.onRequest = null
    world.tool.answer = { status: 200, body: 'ok' }
    assert.deepEqual(
      sentences(events).filter((sentence) => sentence === 'I renew it now.'),
      ['I renew it now.'],
    )
    const { outcome, text, mode: answering } = doneOf(events) ?? {}
    assert.deepEqual([outcome, text, answering], ['taken_over', 'I renew it now.', 'person'])
    const messages = await world.service.context.db.query(sql`
      select direction, text from messages where conversation_id = ${conversationId} order by created_at, _id`)
    assert.deepEqual(messages.slice(1), [
      { direction: 'inbound', text: 'renew it' },
      { direction: 'outbound', text: 'I renew it now.' },
    ])
    await mode('agent')
    assert.equal(doneOf((await write(conversationId, 'thanks')).events)?.['text'], 'You are welcome.')
    assert.match(JSON.stringify(world.models.requests().at(-1)), /I renew it now\./)
    const turns = await world.service.context.db.query(sql`
      select input, state, text from agent_turns where conversation_id = ${conversationId} order by turn`)
    assert.deepEqual(turns, [
      { input: 'renew it', state: 'done', text: 'I renew it now.' },
      { input: 'thanks', state: 'done', text: 'You are welcome.' },
    ])
  })

  it('hands over: a ticket, the summary, and a person answers from there on', async () => {
    world.models.addScript({
      when: {},
      answers: [
        { tool: 'hand_over', arguments: { summary: 'Wants a discount' } },
        { text: 'A colleague takes over.' },
      ],
    })
    const conversationId = await begin(await addAgent(world))
    const { events } = await write(conversationId, 'A person please')
    assert.equal(doneOf(events)?.['mode'], 'person')
    const [row] = await world.service.context.db.query(sql`
      select c.mode, c.summary, t.subject, t.opened_by from agent_conversations c
      join tickets t on t.conversation_id = c.conversation_id where c.conversation_id = ${conversationId}`)
    assert.deepEqual(row, {
      mode: 'person',
      summary: 'Wants a discount',
      subject: 'Asks for a person: Wants a discount',
      opened_by: 'agent',
    })
  })

  it('refuses what is malformed (400), unknown (404) and ended (409)', async () => {
    const { service } = world
    const conversationId = await begin(await addAgent(world))
    assert.equal((await write(conversationId, '  ')).status, 400)
    assert.equal((await write(randomUUID(), 'Hello')).status, 404)
    const unknown = await service.request('POST', `${project}/agents/${randomUUID()}/conversations`, {
      body: {},
    })
    assert.equal(unknown.status, 404)
    const mode = await service.request('POST', `${project}/conversations/${conversationId}/mode`, {
      body: { mode: 'robot' },
    })
    assert.equal(mode.status, 400)
    await service.context.db.write(sql`
      update agent_conversations set ended_at = now() where conversation_id = ${conversationId}`)
    assert.equal((await write(conversationId, 'Hello')).status, 409)
  })
})
