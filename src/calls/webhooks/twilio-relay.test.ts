// Handshakes of sessions that are not the carrier's, and sockets that do not do what a session does (Rule 111).
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, it } from 'node:test'
import { WebSocket } from 'ws'
import { agentProject, callOf, declaredAgent } from '../../../test/support/agent-calls.ts'
import type { AgentCall } from '../../../test/support/agent-calls.ts'
import { carrierAccount, startCarrier } from '../../../test/support/carrier.ts'
import type { Carrier } from '../../../test/support/carrier.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { relayBounds, RelaySessions } from '../relay/relay-sessions.ts'

const nextNumber = createNumbers()
/** Says something that takes minutes, and hands the call to the agent. */
const longWinded = {
  start: 'say',
  steps: {
    say: { kind: 'say', text: 'A long text. '.repeat(150), next: 'hand' },
    hand: { kind: 'agent', agent: 'renewals', variable: 'how', next: 'end' },
    end: { kind: 'hang_up' },
  },
}
let carrier: Carrier
let service: Service
before(async () => {
  carrier = await startCarrier()
  service = await startService(
    {
      carrier: { api_url: carrier.url, account_sid: carrierAccount },
      ...agentProject(
        'http://127.0.0.1:9',
        [declaredAgent()],
        [{ name: 'long-winded', definition: longWinded }],
      ),
    },
    { modelPrivateHosts: ['127.0.0.1:9'] },
  )
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
})

/** A call that was answered, with the address of its session. */
async function answered(campaign = 'renewals'): Promise<{ call: AgentCall; sid: string; url: string }> {
  const number = nextNumber()
  const path = `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds[campaign]}/calls`
  const { status, body } = await service.request('POST', path, {
    body: { phone_number: number, name: 'Ada' },
  })
  assert.equal(status, 200, body.message)
  const id = (body.data as { campaign_queue_id: string }).campaign_queue_id
  const leg = carrier.legs.at(-1)!
  const { document } = await carrier.ask(leg)
  const url = /url="([^"]+)"/.exec(document)?.[1]
  assert.ok(url !== undefined, document)
  return { call: callOf(service, id, number), sid: leg.sid, url }
}

const token = 'a-token-of-the-sandbox'
const sign = (url: string, key = token) => createHmac('sha1', key).update(url).digest('base64')

/** Opens a socket. Returns it, or the status of the answer. */
function open(url: string, signature: string | null): Promise<WebSocket | number> {
  const headers = signature === null ? {} : { 'x-twilio-signature': signature }
  const socket = new WebSocket(url, { headers, perMessageDeflate: false })
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket))
    socket.once('unexpected-response', (request, response) => {
      request.destroy()
      resolve(response.statusCode ?? 0)
    })
    socket.on('error', (error) => reject(error))
  })
}

const closeOf = (socket: WebSocket) =>
  new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)))

const setupOf = (sid: string, more: object = {}) =>
  JSON.stringify({
    type: 'setup',
    sessionId: `VX${sid.slice(2)}`,
    accountSid: carrierAccount,
    callSid: sid,
    ...more,
  })

async function sessionsOf({ id }: AgentCall): Promise<number> {
  const [row] = await service.context.db.query<{ count: number }>(sql`
    select count(*) as count from relay_sessions s join call_attempts a on a._id = s.attempt_id where a.call_id = ${id}`)
  return row!.count
}

it('accepts none of 500 forged, replayed and wrong-account handshakes', async () => {
  const { call, sid, url } = await answered()
  const genuine = await open(url, sign(url))
  assert.ok(genuine instanceof WebSocket)
  genuine.send(setupOf(sid))
  await eventually('the session has begun', async () => ((await sessionsOf(call)) === 1 ? true : null))
  const other = await answered()
  const attempts: (() => Promise<WebSocket | number>)[] = [
    () => open(url, null),
    () => open(url, 'x'),
    () => open(url, sign(url, 'another token')),
    () => open(url, sign(url.replace('ws:', 'http:'))),
    () => open(url, sign(`${url}?a=b`)),
    // Genuine, but used up.
    () => open(url, sign(url)),
    // Genuine for another call.
    () => open(other.url, sign(url)),
    () => open(other.url.replace(/[^/]+$/, 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'), sign(url)),
    () => {
      const unknown = other.url.replace(/[^/]+$/, 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')
      return open(unknown, sign(unknown))
    },
    () => {
      const elsewhere = other.url.replace(service.organizationId, service.projectId)
      return open(elsewhere, sign(elsewhere))
    },
  ]
  const statuses: (number | WebSocket)[] = []
  for (let round = 0; round < 50; round++)
    statuses.push(...(await Promise.all(attempts.map((attempt) => attempt()))))
  assert.equal(statuses.length, 500)
  assert.deepEqual([...new Set(statuses)], [403])
  assert.equal(await sessionsOf(call), 1)
  assert.equal(await sessionsOf(other.call), 0)
  assert.equal(genuine.readyState, WebSocket.OPEN)
  genuine.terminate()
})

it('accepts a late session only where the workflow still spoke before it', async () => {
  const late = async (campaign: string) => {
    const { call, url } = await answered(campaign)
    await service.context.db.write(sql`
      update relay_addresses set made_at = made_at - interval '150 seconds'
      where attempt_id = (select _id from call_attempts where call_id = ${call.id})`)
    return open(url, sign(url))
  }
  assert.equal(await late('renewals'), 403)
  const socket = await late('long-winded')
  assert.ok(socket instanceof WebSocket)
  socket.terminate()
})

it('keeps a fifth of the places from an organization that has more than a fifth', () => {
  const sessions = new RelaySessions(service.context)
  const own = service.organizationId
  for (let count = 0; count < relayBounds.socketsOpenMax; count++) assert.ok(sessions.takePlace(own) !== null)
  assert.equal(sessions.takePlace(own), null)
  for (let count = 0; count < relayBounds.socketsPerOrganizationMax; count++)
    assert.ok(sessions.takePlace('another') !== null)
  assert.equal(sessions.isFull, true)
})

it('begins no session for a setup of another account or call, and closes the socket', async () => {
  const other = await answered()
  for (const more of [
    { accountSid: `AC${'9'.repeat(32)}` },
    { callSid: `CA${'9'.repeat(32)}` },
    { callSid: other.sid },
  ]) {
    const { call, sid, url } = await answered()
    const socket = await open(url, sign(url))
    assert.ok(socket instanceof WebSocket)
    const closed = closeOf(socket)
    socket.send(setupOf(sid, more))
    assert.equal(await closed, 1008)
    assert.equal(await sessionsOf(call), 0)
  }
})

it('closes a socket that sends something else first, too much, or nothing for 5 s', async () => {
  const { url } = await answered()
  const early = await open(url, sign(url))
  assert.ok(early instanceof WebSocket)
  const earlyClosed = closeOf(early)
  early.send(JSON.stringify({ type: 'prompt', voicePrompt: 'Hello', last: true }))
  assert.equal(await earlyClosed, 1008)
  const large = await open(url, sign(url))
  assert.ok(large instanceof WebSocket)
  const largeClosed = closeOf(large)
  large.send('x'.repeat(64 * 1024 + 1))
  assert.ok([1006, 1009].includes(await largeClosed))
  const silent = await open(url, sign(url))
  assert.ok(silent instanceof WebSocket)
  const from = performance.now()
  assert.equal(await closeOf(silent), 1008)
  assert.ok(performance.now() - from > 4_500)
})

it('lets the newer of two sockets lead the call', async () => {
  const { call, sid, url } = await answered()
  const first = await open(url, sign(url))
  assert.ok(first instanceof WebSocket)
  first.send(setupOf(sid))
  await eventually('the first session has begun', async () => ((await sessionsOf(call)) === 1 ? true : null))
  const closed = closeOf(first)
  const again = /url="([^"]+)"/.exec((await carrier.ask(carrier.legs.at(-1)!)).document)![1]!
  const second = await open(again, sign(again))
  assert.ok(second instanceof WebSocket)
  second.send(setupOf(sid, { sessionId: `VX${'b'.repeat(32)}` }))
  assert.equal(await closed, 4000)
  assert.equal(await sessionsOf(call), 2)
  second.terminate()
})

/** Returns what a call's agent has got of the customer. */
const inputsOf = ({ id }: AgentCall) =>
  service.context.db.query<{ kind: string; text: string }>(sql`
    select i.kind, i.text from agent_inputs i join call_attempts a on a.conversation_id = i.conversation_id
    where a.call_id = ${id} order by i.received_at, i._id`)

it('keeps what the customer says while the session begins', async () => {
  const { call, sid, url } = await answered()
  const client = await service.context.db.connect()
  try {
    // Another report of the carrier is being recorded, so that the session waits for the call.
    await client.query('begin')
    await client.query('select from calls where _id = $1 for update', [call.id])
    const socket = await open(url, sign(url))
    assert.ok(socket instanceof WebSocket)
    socket.send(setupOf(sid))
    socket.send(JSON.stringify({ type: 'prompt', voicePrompt: 'A person, please.', last: true }))
    const pong = new Promise((resolve) => socket.once('pong', resolve))
    socket.ping()
    await pong
    await client.query('rollback')
    const inputs = await eventually('it is kept', async () => {
      const found = await inputsOf(call)
      return found.length > 0 ? found : null
    })
    assert.deepEqual(inputs, [{ kind: 'speech', text: 'A person, please.' }])
    socket.terminate()
  } finally {
    await client.end()
  }
})

it('keeps the keys that the customer had pressed when the line breaks', async () => {
  const { call, sid, url } = await answered()
  const socket = await open(url, sign(url))
  assert.ok(socket instanceof WebSocket)
  socket.send(setupOf(sid))
  await eventually('the session has begun', async () => ((await sessionsOf(call)) === 1 ? true : null))
  for (const digit of '47') socket.send(JSON.stringify({ type: 'dtmf', digit }))
  const pong = new Promise((resolve) => socket.once('pong', resolve))
  socket.ping()
  await pong
  socket.terminate()
  const inputs = await eventually('they are kept', async () => {
    const found = await inputsOf(call)
    return found.length > 0 ? found : null
  })
  assert.deepEqual(inputs, [{ kind: 'digits', text: '47' }])
})

it('answers a plain request with 426, and takes no websocket anywhere else', async () => {
  const { url } = await answered()
  const plain = await fetch(url.replace('ws:', 'http:'))
  assert.equal(plain.status, 426)
  assert.equal(plain.headers.get('error-code'), 'upgrade_required')
  assert.equal(await open(`${service.url.replace('http:', 'ws:')}/healthz`, null), 200)
})

for (const [heard, isCutOff] of [
  ['Your plan ends', true],
  ['Your plan ends in March.', false],
  [null, false],
] as const)
  it(`${isCutOff ? 'says' : 'does not say'} that the line broke after a move, where ${heard ?? 'all'} was heard`, async () => {
    const { call, sid, url } = await answered()
    await service.context.db.write(sql`
      with session as (
        insert into relay_sessions (organization_id, attempt_id, session, token, connected_at, ended_at, status)
        select organization_id, _id, ${`VX${'a'.repeat(32)}`}, gen_random_uuid(), now() - interval '9 seconds', now(), 'moved'
        from call_attempts where call_id = ${call.id}
      )
      insert into agent_turns (organization_id, conversation_id, turn, state, input, text, spoken, created_at, ended_at)
      select organization_id, conversation_id, 1, 'done', 'When?', 'Your plan ends in March.', ${heard}, now(), now()
      from call_attempts where call_id = ${call.id} returning turn`)
    const socket = await open(url, sign(url))
    assert.ok(socket instanceof WebSocket)
    const said = new Promise<string>((resolve) =>
      socket.once('message', (data: Buffer) => resolve(data.toString())),
    )
    socket.send(setupOf(sid))
    // No model answers this.
    socket.send(JSON.stringify({ type: 'prompt', voicePrompt: 'Hello?', last: true }))
    assert.equal((await said).includes('we were cut off'), isCutOff, await said)
    socket.terminate()
  })
