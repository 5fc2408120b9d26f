import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createLog } from '../base/log.ts'
import { takeBody } from '../providers/web/guard/body.ts'
import type { App } from './app.ts'
import { createApp } from './create-app.ts'
import { bodyBytesMax } from './receive-body.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const mb = 1_048_576

/** Returns the bytes that are reachable, of objects and buffers. */
function reachableBytes(): number {
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

let app: App
let address: URL
let arrivedBytes = 0
let whenArrived: { bytes: number; resolve: () => void } | null = null
before(async () => {
  app = await createApp({ log: createLog('silent') })
  app.addHook('preParsing', (_request, _reply, payload, done) => {
    payload.on('data', (chunk: Buffer) => {
      arrivedBytes += chunk.length
      if (arrivedBytes === whenArrived?.bytes) whenArrived.resolve()
    })
    done(null, payload)
  })
  app.post('/stranger', async ({ body }) => ({ members: Object.keys(body as object).length }))
  app.post('/known', { onRequest: async (request) => void (request.keyId = 'a key') }, async () => ({}))
  address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
})
after(async () => {
  app.server.closeAllConnections()
  await app.close()
})

/** Resolves once so many bytes of bodies have reached the service since the call. */
function arrival(bytes: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  arrivedBytes = 0
  whenArrived = { bytes, resolve }
  return promise
}

/** Opens a connection, sends this and collects what is answered. */
function send(text: string): { socket: Socket; answer: Promise<string> } {
  const socket = connect({ port: Number(address.port), host: address.hostname })
  const { promise: answer, resolve } = Promise.withResolvers<string>()
  socket.setEncoding('utf8').on('error', () => {})
  socket.on('data', (received: string) => resolve(received))
  socket.on('close', () => resolve('closed'))
  socket.write(text)
  return { socket, answer }
}

const head = (path: string, framing: string) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${framing}\r\n\r\n`
const beginning = '{"a":"'
const filler = 'x'.repeat(bodyBytesMax - beginning.length - 2)

describe('a body in chunks of one byte', () => {
  for (const path of ['/stranger', '/known'])
    it(`holds little more than its bytes, at ${path}`, async () => {
      const chunks = `${beginning}${filler}`.replaceAll(/./g, '1\r\n$&\r\n')
      const text = `${head(path, 'transfer-encoding: chunked')}${chunks}`
      const heldBefore = reachableBytes()
      const arrived = arrival(bodyBytesMax - 2)
      const { socket, answer } = send(text)
      await arrived
      const held = reachableBytes() - heldBefore
      assert.ok(held < 4 * mb, `it holds ${held} bytes`)
      socket.write('2\r\n"}\r\n0\r\n\r\n')
      assert.match(await answer, /^HTTP\/1.1 200 /)
      socket.destroy()
    })

  it('holds little more than its bytes when a page is fetched', async () => {
    const incoming = new PassThrough()
    const taken = Promise.withResolvers<Buffer>()
    const options = { coding: undefined, bytesMax: 5 * mb }
    takeBody(incoming as unknown as IncomingMessage, options, (result) =>
      taken.resolve(result.kind === 'taken' ? result.body : Buffer.alloc(0)),
    )
    const heldBefore = reachableBytes()
    for (let count = 0; count < 1_000_000; count++) incoming.emit('data', Buffer.alloc(1, 'x'))
    const held = reachableBytes() - heldBefore
    assert.ok(held < 8 * mb, `it holds ${held} bytes`)
    incoming.emit('end')
    const body = await taken.promise
    assert.equal(body.length, 1_000_000)
    assert.ok(body.every((byte) => byte === body[0]))
  })
})

describe('bodies of senders who are not known', () => {
  it('are refused, the largest first, when all hold too much (429); others are not', async () => {
    const bytes = bodyBytesMax - 2
    const arrived = arrival(66 * bytes)
    const large = Array.from({ length: 66 }, () =>
      send(`${head('/stranger', `content-length: ${bodyBytesMax}`)}${beginning}${filler}`),
    )
    await arrived
    assert.match(await Promise.race(large.map(({ answer }) => answer)), /^HTTP\/1.1 429 .*sign_ins_busy/s)
    const length = beginning.length + 3
    for (const path of ['/stranger', '/known']) {
      const small = send(`${head(path, `content-length: ${length}`)}${beginning}x"}`)
      assert.match(await small.answer, /^HTTP\/1.1 200 /)
      small.socket.destroy()
    }
    for (const { socket } of large) socket.write('"}')
    const answers = await Promise.all(large.map(({ answer }) => answer))
    assert.ok(answers.filter((answer) => answer.startsWith('HTTP/1.1 200 ')).length >= 60)
    for (const { socket } of large) socket.destroy()
  })

  it('are not read at unknown addresses', async () => {
    const { socket, answer } = send(`${head('/nothing', 'content-length: 5')}{`)
    assert.match(await answer, /^HTTP\/1.1 404 /)
    socket.destroy()
  })
})
