// Restarts under load: every request that a client has sent on an open connection gets its answer.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createTestDatabase } from '../support/database.ts'
import { declareProject } from '../support/declared-project.ts'
import { freePort } from '../support/free-port.ts'
import { startService } from './start-service.ts'

const restarts = 20
const requestsPerSecond = 700
const keptConnections = 50
const openMost = 100
const tickMs = 10

interface Counts {
  answered: number
  /** Requests that were not sent, because there was no connection. */
  refused: number
  /** Requests on an open connection that got no answer. */
  lost: string[]
}

/** Sends one request, on a connection of the agent or on a fresh one. */
async function ask(
  url: string,
  headers: Record<string, string>,
  agent: Agent | false,
  counts: Counts,
): Promise<void> {
  let isConnected = false
  await new Promise<void>((resolve) => {
    const request = get(url, { headers, agent })
    request.once('socket', (socket) => {
      isConnected = !socket.connecting
      if (socket.connecting) socket.once('connect', () => (isConnected = true))
    })
    request.once('response', (response) => {
      response.resume()
      response.once('end', () => (counts.answered += 1))
      response.once('error', (error) => counts.lost.push(`while it was answered: ${error.message}`))
      response.once('close', resolve)
    })
    request.once('error', (error) => {
      if (isConnected) counts.lost.push(`${agent === false ? 'fresh' : 'kept'}: ${error.message}`)
      else counts.refused += 1
      resolve()
    })
  })
}

/**
 * Sends requests at the rate, half of them on kept connections, until it is stopped. Resolves once every answer has
 * come.
 */
async function load(urls: string[], key: string, counts: Counts, stop: AbortSignal): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: keptConnections })
  const asked = new Set<Promise<void>>()
  let sent = 0
  for (const begun = performance.now(); !stop.aborted; await delay(tickMs))
    while (sent < ((performance.now() - begun) / 1_000) * requestsPerSecond) {
      sent += 1
      // A machine that can not answer this many in time gets fewer requests.
      if (asked.size >= openMost) continue
      const url = urls[Math.floor(sent / 2) % urls.length]!
      const asking = ask(url, { 'x-api-key': key }, sent % 2 === 0 ? agent : false, counts)
      asked.add(asking)
      void asking.then(() => asked.delete(asking))
    }
  await Promise.all(asked)
  agent.destroy()
}

describe(`${restarts} restarts at ${requestsPerSecond} requests a second`, () => {
  it('reset no connection with an unanswered request', async (test) => {
    await using database = await createTestDatabase()
    const project = await declareProject(database, 'http://127.0.0.1:9')
    const port = await freePort()
    const env = { PORT: String(port), SHUTDOWN_DELAY_SECONDS: '2' }
    const start = () => startService({ role: 'serve', databaseUrl: database.databaseUrl, env })
    const url = `http://127.0.0.1:${port}`
    const counts: Counts = { answered: 0, refused: 0, lost: [] }
    const stop = new AbortController()
    let service = await start()
    const loading = load(
      [`${url}/healthz`, `${url}${project.path}/campaigns`],
      project.key,
      counts,
      stop.signal,
    )
    try {
      for (let restart = 0; restart < restarts; restart += 1) {
        await delay(1_000)
        const exited = once(service.child, 'exit')
        service.child.kill('SIGTERM')
        assert.deepEqual(await exited, [0, null])
        service = await start()
      }
    } finally {
      stop.abort()
      await loading
      await service[Symbol.asyncDispose]()
    }
    test.diagnostic(JSON.stringify({ ...counts, lost: counts.lost.length }))
    assert.ok(counts.answered > restarts * 100)
    assert.equal(counts.lost.length, 0, counts.lost.slice(0, 10).join('\n'))
  })
})
