// Kills and stops the real program in the midst of calls with agents. Another process behind the same address goes on
// (Promise 115).
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { after, before, it } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { startModelNetwork } from '../../src/sandbox/models/model-network.ts'
import type { ModelNetwork } from '../../src/sandbox/models/model-network.ts'
import { agentProject, callOf, declaredAgent, putPerson } from '../support/agent-calls.ts'
import type { AgentCall } from '../support/agent-calls.ts'
import { startToolEndpoint, toolSecret } from '../support/agents.ts'
import type { ToolEndpoint } from '../support/agents.ts'
import { createNumbers } from '../support/numbers.ts'
import { eventually, startService } from '../support/service.ts'
import type { Service } from '../support/service.ts'
import { assertTook, watchStalls } from '../support/slowness.ts'

const nextNumber = createNumbers()
const children: ChildProcess[] = []
let models: ModelNetwork
let tool: ToolEndpoint
let service: Service
let front: net.Server
/** The port of the process that the public address leads to. */
let backend = 0

before(async () => {
  models = await startModelNetwork({ port: 0, speed: 1 })
  tool = await startToolEndpoint()
  const renewPlan = {
    kind: 'http',
    name: 'renew_plan',
    description: 'Renews the plan.',
    url: tool.url,
    secret: toolSecret,
    effect: 'write',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
  }
  service = await startService(
    agentProject(models.openaiUrl, [
      declaredAgent({ tools: [{ kind: 'end_call' }, renewPlan] }),
      declaredAgent({ name: 'slow', model: 'slow' }),
    ]),
    { modelPrivateHosts: [`127.0.0.1:${models.port}`], crawlPrivateHosts: [tool.host], speed: 10 },
  )
  // Connections of a process that dies break, as they do behind a balancer.
  front = net.createServer((client) => {
    const server = net.connect(backend, '127.0.0.1')
    client.pipe(server).pipe(client)
    client.on('error', () => server.destroy()).on('close', () => server.destroy())
    server.on('error', () => client.destroy()).on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => void front.listen(0, '127.0.0.1', resolve))
})
after(async () => {
  for (const child of children) child.kill('SIGKILL')
  front.close()
  await service[Symbol.asyncDispose]()
  await tool[Symbol.asyncDispose]()
  await models.close()
})

/** Starts `switchboard api` behind the public address, without leading it there. */
async function start(): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, ['src/cli/main.ts', 'api'], {
    env: {
      ...process.env,
      DATABASE_URL: service.databaseUrl,
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      PORT: '0',
      PUBLIC_URL: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
      MODEL_PRIVATE_HOSTS: `127.0.0.1:${models.port}`,
      CRAWL_PRIVATE_HOSTS: tool.host,
      LOG_LEVEL: 'fatal',
      SHUTDOWN_DELAY_SECONDS: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  for await (const line of createInterface({ input: child.stdout })) {
    child.stdout.resume()
    return { child, port: Number(/http:\S+:(\d+)/.exec(line)?.[1]) }
  }
  throw new Error('the program ended at once')
}

/** Calls somebody through the first of two processes. `end` ends it, once the address leads to the second. */
async function callThroughTwo(
  answers: object[],
  campaign: string,
): Promise<{ call: AgentCall; end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void> }> {
  const [first, second] = await Promise.all([start(), start()])
  backend = first.port
  const number = nextNumber()
  await putPerson(service.network!.url, number, answers)
  const path = `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds[campaign]}/calls`
  const response = await fetch(`http://127.0.0.1:${first.port}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': service.key, 'content-type': 'application/json' },
    body: JSON.stringify({ phone_number: number, name: 'Ada' }),
  })
  const { data, message } = (await response.json()) as {
    data: { campaign_queue_id: string }
    message: string
  }
  assert.equal(response.status, 200, message)
  return {
    call: callOf(service, data.campaign_queue_id, number),
    end: async (signal) => {
      backend = second.port
      first.child.kill(signal)
      await once(first.child, 'exit')
    },
  }
}

const turnsOf = (call: AgentCall) =>
  service.context.db.query<{ turn: number; state: string; input: string; text: string; outcome: string }>(sql`
    select t.turn, t.state, t.input, t.text, t.outcome from agent_turns t join call_attempts a
      on a.organization_id = t.organization_id and a.conversation_id = t.conversation_id
    where a.call_id = ${call.id} order by t.turn`)

const sessionsOf = (call: AgentCall) =>
  service.context.db.query<{ status: string | null }>(sql`
    select s.status from relay_sessions s join call_attempts a on a._id = s.attempt_id
    where a.call_id = ${call.id} order by s.connected_at`)

const long = `Well ${'and so it goes on and on '.repeat(3)}now. Then ${'it went on and on for ever '.repeat(5)}too.`

it('answers an input once when its process is killed while the model is asked', async () => {
  const { call, end } = await callThroughTwo([{ speech: 'Hello there.' }, { silence: true }], 'slow')
  await eventually('the turn has begun', async () => ((await turnsOf(call)).length === 1 ? true : null))
  await end('SIGKILL')
  await eventually('the turn is answered', async () =>
    (await turnsOf(call))[0]?.state === 'done' ? true : null,
  )
  await call.over()
  const transcript = await call.transcript()
  assert.deepEqual(
    transcript.filter((line) => line.startsWith('customer')),
    ['customer: Hello there.'],
  )
  assert.ok(transcript.includes('agent: Sorry, we were cut off.'), transcript.join('\n'))
  assert.equal((await turnsOf(call)).length, 1)
})

it('finishes an answer in whose midst its process is killed', async () => {
  const { call, end } = await callThroughTwo([{ speech: long }, { silence: true }], 'slow')
  await eventually('a part of the answer is out', async () => {
    const [turn] = await turnsOf(call)
    return turn?.state === 'thinking' && turn.text !== '' ? true : null
  })
  await end('SIGKILL')
  await eventually('the turn is answered', async () =>
    (await turnsOf(call))[0]?.state === 'done' ? true : null,
  )
  await call.over()
  assert.equal((await turnsOf(call)).length, 1)
  assert.deepEqual((await sessionsOf(call))[0], { status: 'failed' })
})

it('never repeats a write in which its process was killed', async () => {
  models.addScript({
    when: { input_contains: 'renew' },
    answers: [{ tool: 'renew_plan', arguments: {} }, { text: 'A colleague will check.' }],
  })
  tool.answer = { status: 200, body: '{"renewed":true}', afterMs: 20_000 }
  const { call, end } = await callThroughTwo([{ speech: 'Please renew it.' }, { silence: true }], 'renewals')
  await eventually('the tool is asked', () => (tool.requests.length === 1 ? true : null))
  await end('SIGKILL')
  await eventually('the turn is answered', async () =>
    (await turnsOf(call))[0]?.state === 'done' ? true : null,
  )
  await call.over()
  assert.equal(tool.requests.length, 1)
  const [step] = await service.context.db.query<{ state: string }>(sql`
    select s.state from agent_steps s join call_attempts a on a.conversation_id = s.conversation_id
    where a.call_id = ${call.id} and s.kind = 'tool'`)
  assert.equal(step?.state, 'unknown')
  assert.ok((await call.transcript()).includes('agent: A colleague will check.'))
})

it('moves a call to another process when its own stops', async () => {
  const { call, end } = await callThroughTwo([{ speech: 'Hello there.' }, { silence: true }], 'slow')
  await eventually('the turn has begun', async () => ((await turnsOf(call)).length === 1 ? true : null))
  await using stalls = watchStalls()
  const from = performance.now()
  await end('SIGTERM')
  await assertTook(performance.now() - from, 15_000, stalls.stalledMs())
  await eventually('the turn is answered', async () =>
    (await turnsOf(call))[0]?.state === 'done' ? true : null,
  )
  await call.over()
  assert.deepEqual((await sessionsOf(call))[0], { status: 'moved' })
  const [attempt] = await service.context.db.query<{ relay_restarts: number }>(
    sql`select relay_restarts from call_attempts where call_id = ${call.id}`,
  )
  assert.equal(attempt?.relay_restarts, 0)
  assert.equal((await turnsOf(call)).length, 1)
})
