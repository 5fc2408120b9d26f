import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { DatabaseError } from 'pg'
import { createLog } from '../base/log.ts'
import { refusals } from '../base/refusals.ts'
import type { App } from './app.ts'
import { createApp } from './create-app.ts'

const requestTimeoutMs = 500
/** The limit, a second until the check, a second for the answer, and a large margin for a busy machine. */
const waitMaxMs = 180_000

let app: App
let address: URL
before(async () => {
  app = await createApp({ log: createLog('silent'), requestTimeoutMs })
  app.post('/body', async () => ({}))
  const refuse = async () => {
    throw refusals.keyMissing()
  }
  app.post('/refused', { onRequest: refuse }, async () => ({}))
  const stop = async () => {
    throw Object.assign(new DatabaseError('terminating connection', 0, 'error'), { code: '25P03' })
  }
  app.get('/stopped', stop)
  app.post('/stopped', stop)
  address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
})
after(async () => {
  app.server.closeAllConnections()
  await app.close()
})

/**
 * Sends the beginning and then the drip every 50 ms without closing. Resolves with the answer once the service has
 * closed.
 */
function drip(beginning: string, drop: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(address.port), host: address.hostname, allowHalfOpen: true })
    const dripping = setInterval(() => socket.write(drop), 50)
    const late = setTimeout(() => reject(new Error(`still open after ${waitMaxMs} ms`)), waitMaxMs)
    let received = ''
    socket.write(beginning)
    socket.on('data', (chunk) => (received += String(chunk)))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(dripping)
      clearTimeout(late)
      resolve(received)
    })
  })
}

const body = 'content-type: application/json\r\ncontent-length: 100000\r\n\r\n'

describe('a request that does not arrive in time', () => {
  it('is refused while its headers arrive (400)', async () => {
    assert.match(
      await drip('POST /body HTTP/1.1\r\n', 'a: b\r\n'),
      /^HTTP\/1.1 400 .*did not arrive in time/s,
    )
  })

  it('is refused while its body arrives (400)', async () => {
    assert.match(
      await drip(`POST /body HTTP/1.1\r\n${body}`, ' '),
      /^HTTP\/1.1 400 .*did not arrive in time/s,
    )
  })

  it('is cut while its body arrives, even after its answer', async () => {
    assert.match(await drip(`POST /refused HTTP/1.1\r\n${body}`, ' '), /^HTTP\/1.1 401 /)
  })
})

it('answers 503 with Retry-After when the database has ended the session', async () => {
  const answer = await fetch(new URL('/stopped', address))
  assert.equal(answer.status, 503)
  assert.equal(answer.headers.get('retry-after'), '2')
  assert.match(((await answer.json()) as { message: string }).message, /; try again shortly$/)
})

it('does not advise to repeat what may have been done when the database has ended the session (503)', async () => {
  const answer = await fetch(new URL('/stopped', address), { method: 'POST' })
  assert.equal(answer.status, 503)
  assert.equal(answer.headers.get('error-code'), 'unavailable')
  const { message } = (await answer.json()) as { message: string }
  assert.match(message, /may have been done: repeat it only with the same Idempotency-Key/)
})
