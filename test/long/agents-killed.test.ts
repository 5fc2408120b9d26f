// Kills the real programs with SIGKILL at every moment of conversations on the web: an input was committed, a model is
// asked, a sentence was said, a tool runs or has run, the reply ends. Whatever dies, every committed input is answered
// once, a write is made once, and a write of which nothing is known is never repeated and has a ticket (Promises 53 and
// 54).
//
// AGENT_KILLS sets how many kills there are, TEST_SEED repeats a schedule.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from '../../src/db/sql.ts'
import { startModelNetwork } from '../../src/sandbox/models/model-network.ts'
import type { ModelNetwork } from '../../src/sandbox/models/model-network.ts'
import { createRandom } from '../faults/random.ts'
import { addAgent, startToolEndpoint } from '../support/agents.ts'
import type { ToolEndpoint } from '../support/agents.ts'
import { readEventStream } from '../support/event-stream.ts'
import { createPrograms } from '../support/killed-programs.ts'
import type { Programs, RunningProgram } from '../support/killed-programs.ts'
import { countOf } from '../support/length.ts'
import { startModelProxy } from '../support/model-proxy.ts'
import type { ModelProxy } from '../support/model-proxy.ts'
import { eventually, startService } from '../support/service.ts'
import type { Service } from '../support/service.ts'

const kills = countOf('AGENT_KILLS', { short: 3, long: 12 })
const seed = process.env['TEST_SEED'] ?? String(Date.now() % 1_000_000)
const random = createRandom(seed)
const conversationsCount = 6
/** How often a customer leaves a message alone whose answer broke off, and writes the next one. */
const leavingChance = 0.25

/** When a process is killed. */
const moments = [
  'written',
  'model asked',
  'sentence said',
  'tool asked',
  'tool answered',
  'model answered',
] as const
type Moment = (typeof moments)[number]

/** What a message makes the model do. */
const kinds = ['talk', 'read', 'write', 'book'] as const
type Kind = (typeof kinds)[number]
const tools: Record<Exclude<Kind, 'talk'>, object> = {
  read: { effect: 'read' },
  write: { effect: 'write' },
  book: { effect: 'write', idempotent: true },
}

/** A message that a customer sends. `item` names it everywhere: in its text, and in the arguments of its tool. */
interface Sent {
  item: string
  kind: Kind
  key: string
  conversationId: string
  /** The text of the answer; null while none has come. */
  answer: string | null
}

let service: Service
let network: ModelNetwork
let proxy: ModelProxy
let endpoint: ToolEndpoint
let programs: Programs
let api: RunningProgram
let worker: RunningProgram
const sent: Sent[] = []
const killed = new Map<Moment, number>()
/** Resolved at the next event of the moment. */
const waiting = new Map<Moment, () => void>()
const happens = (moment: Moment): void => waiting.get(moment)?.()
const over = new AbortController()

before(async () => {
  network = await startModelNetwork({ port: 0 })
  proxy = await startModelProxy(network, () => random.integer(0, 25))
  endpoint = await startToolEndpoint()
  endpoint.answer = { status: 200, body: '{"done":true}', afterMs: 60 }
  proxy.onRequest = (moment) => happens(`model ${moment}`)
  endpoint.onRequest = (moment) => happens(`tool ${moment}`)
  service = await startService()
  programs = createPrograms(service.databaseUrl, {
    MODEL_PRIVATE_HOSTS: `127.0.0.1:${proxy.port}`,
    CRAWL_PRIVATE_HOSTS: endpoint.host,
  })
  ;[api, worker] = await Promise.all([programs.start('api'), programs.start('worker')])
  // What a model does after it reads where it was cut off.
  network.addScript({
    when: { input_contains: 'You were cut off here' },
    answers: [{ text: 'That was it.' }],
  })
})
after(async () => {
  over.abort()
  await programs[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
  await endpoint[Symbol.asyncDispose]()
  await proxy[Symbol.asyncDispose]()
  await network.close()
})

const conversationsPath = () => `/organizations/${service.organizationId}/projects/${service.projectId}`

async function begin(): Promise<string> {
  const definitions = Object.entries(tools).map(([kind, more]) => ({
    kind: 'http',
    name: `${kind}_item`,
    description: `To ${kind} an item.`,
    url: endpoint.url,
    parameters: {
      type: 'object',
      properties: { item: { type: 'string' } },
      required: ['item'],
      additionalProperties: false,
    },
    ...more,
  }))
  const limits = { turns: 500, tokens: 10_000_000, tokens_a_day: 1_000_000_000 }
  const agentId = await addAgent({ service, models: proxy, tool: endpoint }, { tools: definitions, limits })
  const { body } = await service.request('POST', `${conversationsPath()}/agents/${agentId}/conversations`, {
    body: {},
  })
  return (body.data as { conversation_id: string }).conversation_id
}

/** Sends a message to the present process and reads the answer. Throws where the connection breaks. */
async function ask({ conversationId, item, key }: Sent): Promise<string> {
  const asking = fetch(`${api.url}${conversationsPath()}/conversations/${conversationId}/messages`, {
    method: 'POST',
    headers: { 'x-api-key': service.key, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ text: `Please ${item}.` }),
  })
  happens('written')
  const response = await asking
  assert.equal(response.status, 200)
  for await (const { event, data } of readEventStream(response)) {
    if (event === 'sentence') happens('sentence said')
    if (event === 'error') throw new Error(String(data['message']))
    if (event === 'done') {
      assert.equal(data['outcome'], 'answered', JSON.stringify(data))
      return String(data['text'])
    }
  }
  throw new Error('the stream broke off')
}

/** Writes message after message, each again with its key until it is answered, or leaves it to the workers. */
async function talk(conversation: number): Promise<void> {
  const conversationId = await begin()
  for (let number = 1; !over.signal.aborted || number <= 2; number++) {
    const kind = random.pick(kinds)
    const item = `${kind} ${conversation}-${number}`
    const said = `Here is ${item}. It took a while. Is there something else?`
    const call = { text: 'Let me see.', tool: `${kind}_item`, arguments: { item } }
    network.addScript({
      when: { input_contains: `${item}.` },
      answers: kind === 'talk' ? [{ text: said }] : [call, { text: said }],
    })
    const message: Sent = { item, kind, key: randomUUID(), conversationId, answer: null }
    sent.push(message)
    while (message.answer === null) {
      try {
        message.answer = await ask(message)
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error
        if (!isRefused(error) && random.chance(leavingChance)) break
        await delay(100)
      }
    }
  }
}

/** Returns whether no process listens. */
function isRefused(error: unknown): boolean {
  return (error as { cause?: { code?: string } }).cause?.code === 'ECONNREFUSED'
}

/** Lets the time pass in which a dead process keeps its conversations and its messages. */
async function letTimePass(): Promise<void> {
  await service.context.db.write(sql`
    update agent_conversations set lease_until = case when lease_token is null then null else now() end,
      due_at = case when due_at is null then null else now() end`)
}

async function killOften(): Promise<void> {
  for (let count = 0; count < kills; count++) {
    const moment = moments[count % moments.length]!
    const { promise, resolve } = Promise.withResolvers<boolean>()
    waiting.set(moment, () => resolve(true))
    const hasCome = await Promise.race([promise, delay(120_000, false)])
    waiting.delete(moment)
    assert.ok(hasCome, `nothing happened of the kind "${moment}"`)
    await delay(random.integer(0, 30))
    const victims = random.pick([['api'], ['api'], ['worker'], ['api', 'worker']] as const)
    await Promise.all(victims.map((role) => (role === 'api' ? api : worker).kill()))
    killed.set(moment, (killed.get(moment) ?? 0) + 1)
    await letTimePass()
    const started = await Promise.all(victims.map((role) => programs.start(role)))
    for (const [index, role] of victims.entries())
      if (role === 'api') api = started[index]!
      else worker = started[index]!
  }
  over.abort()
}

interface Row {
  conversation_id: string
  turn: number
  state: string
  outcome: string | null
  content: { name: string; arguments: { item: string } | null; outcome: string | null }
}

describe(`conversations on the web whose processes die (seed ${seed})`, () => {
  it(`answers each input once, and makes each write once, over ${kills} kills`, async (t) => {
    const { db } = service.context
    const talks = Array.from({ length: conversationsCount }, (_, index) => talk(index + 1))
    await Promise.all([killOften(), ...talks])
    await eventually(
      'nothing waits any more',
      async () => {
        await letTimePass()
        const [left] = await db.query<{ count: number }>(sql`
          select (select count(*) from agent_inputs where turn is null)
            + (select count(*) from agent_turns where ended_at is null) as count`)
        await delay(500)
        return left?.count === 0 ? true : null
      },
      120_000,
    )
    await eventually('nobody leads a conversation', async () => {
      const led = await db.query(sql`select from agent_conversations where lease_token is not null`)
      return led.length === 0 ? true : null
    })
    const done = sent.filter(({ answer }) => answer !== null)
    const steps = await db.query<Row>(sql`
      select conversation_id, turn, state, state as outcome, content from agent_steps where kind = 'tool' order by turn, step`)
    const unknown = steps.filter(({ state }) => state === 'unknown')
    t.diagnostic(
      `${sent.length} messages, ${done.length} answers read, ${steps.length} runs of tools, ${unknown.length} unknown, ` +
        JSON.stringify(Object.fromEntries(killed)),
    )

    // Every input that is committed has one turn, which answered it, and one message of each side.
    const inputs = await db.query<{ text: string; turn: number; state: string; outcome: string }>(sql`
      select i.text, i.turn, t.state, t.outcome from agent_inputs i
      left join agent_turns t on t.organization_id = i.organization_id and t.conversation_id = i.conversation_id
        and t.turn = i.turn`)
    assert.deepEqual(
      inputs.filter(({ state, outcome }) => state !== 'done' || outcome !== 'answered'),
      [],
    )
    assert.equal(new Set(inputs.map(({ text }) => text)).size, inputs.length, 'a key is one input')
    for (const { item } of done) assert.ok(inputs.some(({ text }) => text === `Please ${item}.`))
    const written = await db.query<{ text: string }>(
      sql`select text from messages where direction = 'inbound' order by text`,
    )
    assert.deepEqual(
      written.map(({ text }) => text),
      inputs.map(({ text }) => text).sort(),
    )
    const answers = await db.query<{ conversation_id: string; text: string }>(sql`
      select conversation_id, text from messages where direction = 'outbound' order by conversation_id, created_at, _id`)
    const turns = await db.query<{ conversation_id: string; text: string; turn: number }>(sql`
      select conversation_id, turn, text from agent_turns order by conversation_id, turn`)
    const first = { text: 'Hello . I am an automated assistant.', turn: 0 }
    const begun = [...new Set(turns.map(({ conversation_id }) => conversation_id))]
    const expected = [...begun.map((conversation_id) => ({ ...first, conversation_id })), ...turns].map(
      ({ conversation_id, text }) => `${conversation_id} ${text}`,
    )
    assert.deepEqual(
      answers.map(({ conversation_id, text }) => `${conversation_id} ${text}`).sort(),
      expected.sort(),
    )

    // Asked again with its key, each message has the same answer.
    for (const message of done.slice(-10)) assert.equal(await ask(message), message.answer)

    // The observer: a write is made once for its arguments, and a booking always under one key.
    const requests = endpoint.requests.map(({ headers, body }) => ({
      key: String(headers['idempotency-key']),
      ...(JSON.parse(body) as { tool: string; conversation_id: string; arguments: { item: string } }),
    }))
    const asked = Map.groupBy(requests, ({ tool, arguments: given }) => `${tool} ${given.item}`)
    for (const [use, made] of asked) {
      if (use.startsWith('write')) assert.equal(made.length, 1, `${use} was made ${made.length} times`)
      if (use.startsWith('book')) assert.equal(new Set(made.map(({ key }) => key)).size, 1, use)
    }
    for (const [key, made] of Map.groupBy(requests, (each) => each.key))
      assert.equal(new Set(made.map(({ arguments: given }) => given.item)).size, 1, key)

    // What is stored agrees with what the observer saw.
    assert.deepEqual(
      steps.filter(({ state }) => state === 'begun'),
      [],
    )
    for (const { content } of steps.filter((step) => step.content.outcome === 'ok'))
      assert.ok(asked.has(`${content.name} ${content.arguments?.item}`), 'it says done only of what was done')
    assert.ok(unknown.every(({ content }) => content.name === 'write_item'))
    const tickets = await db.query<{ conversation_id: string }>(sql`
      select conversation_id from tickets order by conversation_id`)
    assert.deepEqual(
      tickets.map(({ conversation_id }) => conversation_id),
      unknown.map(({ conversation_id }) => conversation_id).sort(),
    )
  })
})
