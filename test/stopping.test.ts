// What clients see of a process that is stopping.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { startService } from './attacks/start-service.ts'
import { createTestDatabase } from './support/database.ts'
import type { TestDatabase } from './support/database.ts'
import { declareProject } from './support/declared-project.ts'
import { freePort } from './support/free-port.ts'
import { eventually } from './support/service.ts'

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

interface Question {
  agent?: Agent
  key?: string
  /** With a body the request is a POST. */
  body?: unknown
}

/** Sends a request on a connection of the agent, or on a new one. */
async function ask(url: string, { agent, key, body }: Question = {}): Promise<Answer> {
  const asked = request(url, {
    agent: agent ?? false,
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(agent !== undefined && { connection: 'keep-alive' }),
      ...(key !== undefined && { 'x-api-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
  })
  asked.end(body === undefined ? undefined : JSON.stringify(body))
  const [answer] = await once(asked, 'response')
  let text = ''
  for await (const chunk of answer) text += String(chunk)
  return { status: answer.statusCode, headers: answer.headers, body: text }
}

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database[Symbol.asyncDispose]())

const isRefused = (url: string) =>
  ask(url).then(
    () => null,
    (error: Error & { code?: string }) => (error.code === 'ECONNREFUSED' ? true : null),
  )

describe('a stopping process', () => {
  it('is not ready, and answers on kept and new connections until the shutdown delay has passed', async () => {
    // Long enough for the questions below on a machine that stands still for seconds.
    const env = { SHUTDOWN_DELAY_SECONDS: '15' }
    await using service = await startService({ role: 'serve', databaseUrl: database.databaseUrl, env })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const before = await ask(`${service.url}/readyz`, { agent })
    assert.deepEqual([before.status, before.headers.connection], [200, 'keep-alive'])
    const exited = once(service.child, 'exit')
    service.child.kill('SIGTERM')
    const unready = await eventually('it is not ready', async () => {
      const answer = await ask(`${service.url}/readyz`)
      return answer.status === 503 ? answer : null
    })
    assert.match(unready.body, /stopping/)
    const kept = await ask(`${service.url}/healthz`, { agent })
    assert.deepEqual([kept.status, kept.headers.connection], [200, 'close'])
    const broken = await ask(`${service.url}/%zz`, { agent })
    assert.deepEqual([broken.status, broken.headers.connection], [400, 'close'])
    assert.deepEqual(await exited, [0, null])
    await assert.rejects(ask(service.url), { code: 'ECONNREFUSED' })
  })

  it('lets a request that waits for a provider finish after the listener is closed', async () => {
    const held: ServerResponse[] = []
    const carrier = createServer((asked, answer) => {
      asked.resume()
      held.push(answer)
    }).listen(0, '127.0.0.1')
    await once(carrier, 'listening')
    const project = await declareProject(
      database,
      `http://127.0.0.1:${(carrier.address() as AddressInfo).port}`,
    )
    const env = { SHUTDOWN_DELAY_SECONDS: '0' }
    await using service = await startService({ role: 'api', databaseUrl: database.databaseUrl, env })
    const exited = once(service.child, 'exit')
    const path = `${project.path}/campaigns/${project.campaignIds['Script']}/trigger-call`
    const asked = ask(service.url + path, { key: project.key, body: { phone_number: '+14155550123' } })
    await eventually('the carrier is asked', () => (held.length > 0 ? true : null))
    service.child.kill('SIGTERM')
    await eventually('the listener is closed', () => isRefused(`${service.url}/healthz`))
    assert.equal(service.child.exitCode, null, 'it waits for the answer')
    held[0]?.writeHead(201, { 'content-type': 'application/json' })
    held[0]?.end(JSON.stringify({ sid: `CA${'0'.repeat(32)}`, status: 'queued' }))
    const { status, headers, body } = await asked
    assert.deepEqual([status, headers.connection], [200, 'close'], body)
    assert.deepEqual(await exited, [0, null])
    carrier.close()
  })
})

describe('METRICS_PORT', () => {
  it('serves /metrics and nothing else, and the main port does not serve it', async () => {
    const port = await freePort()
    const env = { METRICS_PORT: String(port), SHUTDOWN_DELAY_SECONDS: '0' }
    await using service = await startService({ role: 'api', databaseUrl: database.databaseUrl, env })
    assert.equal((await ask(`${service.url}/metrics`)).status, 404)
    const answer = await ask(`http://127.0.0.1:${port}/metrics`)
    assert.equal(answer.status, 200)
    assert.match(answer.body, /^switchboard_http_requests_total\{.*route="unknown",status="404"/m)
    assert.equal((await ask(`http://127.0.0.1:${port}/healthz`)).status, 404)
  })
})
