import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { addAgent, leadConversation, startAgentService, toolSecret } from '../../../test/support/agents.ts'
import type { AgentService } from '../../../test/support/agents.ts'
import { sql } from '../../db/sql.ts'
import { privateHostsOf } from '../../providers/web/guard/private-hosts.ts'
import { createWebFetch } from '../../providers/web/guard/web-fetch.ts'
import { selectAgentConversation } from '../conversation/queries.ts'
import type { HttpToolDefinition } from '../definition.ts'
import type { AgentContext } from '../turn/turn-context.ts'
import { bodyBytesMax, httpTool } from './http-tool.ts'
import type { ToolResult } from './tool.ts'

let world: AgentService
let agentId: string
before(async () => {
  world = await startAgentService()
  agentId = await addAgent(world)
})
after(() => world[Symbol.asyncDispose]())
beforeEach(() => {
  world.tool.requests.length = 0
  world.tool.answer = { status: 200, body: 'ok' }
})

/** Runs the tool `renew_plan` once, in a conversation of its own. */
async function run(
  more: Partial<HttpToolDefinition> = {},
  given: { arguments?: Record<string, unknown>; context?: Partial<AgentContext> } = {},
): Promise<ToolResult> {
  const talk = await leadConversation(world, agentId)
  const conversation = await selectAgentConversation(world.service.context.db, talk.key)
  assert.ok(conversation)
  const tool = httpTool({
    kind: 'http',
    name: 'renew_plan',
    description: 'Renews the plan.',
    url: world.tool.url,
    parameters: { type: 'object' },
    effect: 'write',
    idempotent: false,
    confirm: null,
    ...more,
  })
  return tool.run({
    context: { ...world.service.context, ...given.context },
    conversation,
    turn: 1,
    step: 2,
    arguments: given.arguments ?? { months: 12 },
    passagesBefore: 0,
  })
}

describe('an http tool', () => {
  it('is signed as the package of Standard Webhooks reads it', async () => {
    assert.deepEqual(await run(), { outcome: 'ok', text: 'ok' })
    const [{ headers, body } = assert.fail()] = world.tool.requests
    const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    assert.deepEqual(new Webhook(toolSecret).verify(body, named), JSON.parse(body))
    assert.throws(() => new Webhook(toolSecret).verify(`${body} `, named))
    const other = `whsec_${Buffer.from('another secret').toString('base64')}`
    assert.throws(() => new Webhook(other).verify(body, named))
  })

  it('sends at most 32 KiB, and nothing of more', async () => {
    const result = await run({}, { arguments: { note: 'x'.repeat(bodyBytesMax) } })
    assert.equal(result.outcome, 'failed')
    assert.equal(world.tool.requests.length, 0)
  })

  it('reads at most 32 KiB of an answer', async () => {
    world.tool.answer = { status: 200, body: 'y'.repeat(10 * bodyBytesMax) }
    const { outcome, text } = await run()
    assert.equal(outcome, 'ok')
    assert.ok(text.length < 2_100 && text.endsWith('(The rest of the answer is left out.)'))
    world.tool.answer = { status: 200, body: 'z'.repeat(bodyBytesMax - 1) }
    assert.equal((await run()).text.length, bodyBytesMax - 1)
  })

  for (const status of [301, 302, 303, 307, 308])
    it(`follows no redirect (${status})`, async () => {
      const location = world.tool.url
      world.tool.answer = { status, body: '', headers: { location } }
      // A form that was taken is often answered by one of the first three.
      assert.equal((await run()).outcome, status <= 303 ? 'unknown' : 'failed')
      assert.equal((await run({ effect: 'read' })).outcome, 'failed')
      assert.equal(world.tool.requests.length, 2)
    })

  for (const url of [
    'http://127.0.0.1:9/',
    'http://localhost/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'https://example.com:8443/',
  ])
    it(`reaches no private address and no other port: ${url}`, async () => {
      const { outcome, text } = await run({ url })
      assert.equal(outcome, 'failed')
      assert.equal(text, 'It was not done: the system can not be reached.')
    })

  it('is looked up in the share of its organization', async () => {
    const tenants: (string | undefined)[] = []
    const webFetch = createWebFetch({
      privateHosts: privateHostsOf([]),
      userAgent: 'test',
      lookup: (_hostname, _signal, tenant) => {
        tenants.push(tenant)
        return Promise.resolve([])
      },
    })
    assert.equal((await run({ url: 'https://tool.example/' }, { context: { webFetch } })).outcome, 'failed')
    assert.deepEqual(tenants, [world.service.organizationId])
  })

  it('has a bound on its time; afterwards a write is unknown and a read has failed', async () => {
    const { webFetch } = world.service.context
    world.tool.answer = { status: 200, body: 'late', afterMs: 12_000 }
    const bounds: number[] = []
    const context = {
      // The bound is 10 s; here it is cut to 3 s, in which also a busy machine sends the request.
      webFetch: (request: Parameters<typeof webFetch>[0]) => {
        bounds.push(request.timeoutMs)
        return webFetch({ ...request, timeoutMs: 3_000 })
      },
    }
    assert.equal((await run({}, { context })).outcome, 'unknown')
    assert.equal((await run({ effect: 'read' }, { context })).outcome, 'failed')
    assert.deepEqual(bounds, [10_000, 10_000])
  })

  for (const [answer, outcome] of [
    [{ status: 500, body: 'no' }, 'unknown'],
    [{ status: 503, body: 'no' }, 'unknown'],
    ['cut', 'unknown'],
    [{ status: 400, body: 'no' }, 'failed'],
    [{ status: 422, body: 'no' }, 'failed'],
    [{ status: 204, body: '' }, 'ok'],
  ] as const)
    it(`makes a write ${outcome} after ${typeof answer === 'string' ? answer : answer.status}`, async () => {
      world.tool.answer = answer
      assert.equal((await run()).outcome, outcome)
      assert.equal(world.tool.requests.length, 1)
    })
})

describe('a write of an http tool (Promise 54)', () => {
  const call = (months: number) => ({ tool: 'renew_plan', arguments: { months } })

  it('has the key of its step, is made once for its arguments, and again for others', async () => {
    world.models.clearScripts()
    world.models.addScript({ when: { input_contains: 'twelve' }, answers: [call(12), { text: 'Yes.' }] })
    world.models.addScript({ when: { input_contains: 'two' }, answers: [call(24), { text: 'Yes.' }] })
    const talk = await leadConversation(world, agentId)
    for (const said of ['twelve', 'twelve', 'two', 'twelve']) {
      await talk.say(said)
      await talk.take()
    }
    assert.deepEqual(
      world.tool.requests.map(({ headers, body }) => [
        headers['idempotency-key'],
        (JSON.parse(body) as { arguments: unknown }).arguments,
      ]),
      [
        [`${talk.key.conversation_id}:1:2`, { months: 12 }],
        [`${talk.key.conversation_id}:3:2`, { months: 24 }],
      ],
    )
  })

  it('is made once in each of several conversations', async () => {
    world.models.clearScripts()
    world.models.addScript({ when: {}, answers: [call(12), { text: 'Yes.' }] })
    for (const _ of [1, 2]) {
      const talk = await leadConversation(world, agentId, 'voice', { name: randomUUID() })
      await talk.say('go on')
      await talk.take()
    }
    assert.equal(new Set(world.tool.requests.map(({ headers }) => headers['idempotency-key'])).size, 2)
    const [left] = await world.service.context.db.query<{ count: number }>(
      sql`select count(*) as count from agent_steps where state = 'begun'`,
    )
    assert.equal(left?.count, 0)
  })
})
