import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { Worker } from 'node:worker_threads'
import { endsWithin } from '../../test/support/ends-within.ts'
import { loopbackCertificate } from '../../test/support/loopback-certificate.ts'
import { jsonAnswer, startCarrier, startListener } from '../../test/support/scripted-carrier.ts'
import { sendOnce } from './send-once.ts'
import type { OutgoingRequest } from './send-once.ts'

/** Times that no test reaches unless it hangs. */
const limits = { connectTimeoutMs: 30_000, requestTimeoutMs: 30_000, answerBytesMax: 10_000 }
/** For connections that are never made. */
const brief = { ...limits, connectTimeoutMs: 300 }

const connectTimeout = {
  kind: 'not_sent',
  cause: 'unreachable',
  reason: 'no connection to the carrier was made in time',
}
const tooLate = {
  kind: 'not_sent',
  cause: 'too_late',
  reason: 'it was too late to send the request when the connection stood',
}

function get(url: string): OutgoingRequest {
  return {
    providerName: 'the carrier',
    method: 'GET',
    url: new URL(url),
    headers: {},
    body: null,
    givenHosts: null,
    givenBy: null,
  }
}

test('a connection that is reset at once is not sent if no byte of the request has arrived', async () => {
  // Which comes first at the client, the connection or its reset, is chance; `lost` is right for either.
  for (let count = 0; count < 20; count++) {
    let bytes = 0
    await using listener = await startListener((socket) => {
      socket.on('data', (chunk) => (bytes += chunk.length))
      socket.resetAndDestroy()
    })
    const { kind } = await sendOnce(get(listener.url), limits)
    assert(kind === 'lost' || (kind === 'not_sent' && bytes === 0))
  }
})

test('a refused connection is certainly not sent', async () => {
  const listener = await startListener(() => {})
  await listener[Symbol.asyncDispose]()
  assert.deepEqual(await sendOnce(get(listener.url), limits), {
    kind: 'not_sent',
    cause: 'unreachable',
    reason: 'the carrier refused the connection',
  })
})

test('a host name that does not resolve is certainly not sent', async () => {
  // `.invalid` resolves nowhere (RFC 6761). A resolver that is slow to say so ends in the connect limit instead.
  const { kind } = await sendOnce(get('http://carrier.invalid/'), brief)
  assert.equal(kind, 'not_sent')
})

test(
  'a request whose connection is not accepted in time is certainly not sent',
  { timeout: 300_000 },
  async (t) => {
    if (process.platform !== 'linux') return t.skip('other systems refuse what does not fit into the backlog')
    // A listening socket whose process accepts nothing: once its backlog is full, further connections hang.
    const gate = new Int32Array(new SharedArrayBuffer(4))
    const worker = new Worker(
      `const { parentPort, workerData } = require('node:worker_threads')
     const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       parentPort.postMessage(server.address().port)
       Atomics.wait(workerData, 0, 0)
       process.exit()
     })`,
      { eval: true, workerData: gate },
    )
    const fillers: Socket[] = []
    try {
      const [port] = (await once(worker, 'message')) as [number]
      for (let count = 0; count < 8; count++) fillers.push(connect(port, '127.0.0.1').on('error', () => {}))
      const exchange = await endsWithin(brief.connectTimeoutMs + 1_000, () =>
        sendOnce(get(`http://127.0.0.1:${port}/`), brief),
      )
      assert.deepEqual(exchange, connectTimeout)
    } finally {
      for (const filler of fillers) filler.destroy()
      Atomics.store(gate, 0, 1)
      Atomics.notify(gate, 0)
      await worker.terminate()
    }
  },
)

test('a TLS handshake that is never answered is certainly not sent', async () => {
  await using listener = await startListener(() => {})
  const exchange = await sendOnce(get(listener.url.replace('http', 'https')), brief)
  assert.deepEqual(exchange, connectTimeout)
})

test('a TLS handshake that fails is certainly not sent', async () => {
  const cases = {
    'an answer in the clear': (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'),
    'a reset': (socket: Socket) => socket.resetAndDestroy(),
    'an end': (socket: Socket) => socket.end(),
  }
  for (const [name, answer] of Object.entries(cases)) {
    await using listener = await startListener((socket) => socket.once('data', () => answer(socket)))
    const { kind } = await sendOnce(get(listener.url.replace('http', 'https')), limits)
    assert.equal(kind, 'not_sent', name)
  }
})

test('a certificate that is not trusted is certainly not sent, and a trusted one is answered over TLS', async () => {
  await using carrier = await startCarrier((socket) => socket.write(jsonAnswer(200, {})), loopbackCertificate)
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
  const mistrusted = await sendOnce(get(`${carrier.url}/`), limits)
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  assert.deepEqual(mistrusted, {
    kind: 'not_sent',
    cause: 'unreachable',
    reason: 'no secure connection to the carrier could be made',
  })
  assert.equal(carrier.requests.length, 0)
  setDefaultCACertificates([...getCACertificates(), loopbackCertificate.cert])
  const trusted = await sendOnce(get(`${carrier.url}/path?a=b`), limits)
  assert.equal(trusted.kind, 'answered')
  assert.equal(carrier.requests[0]?.path, '/path?a=b')
  const wrongName = await sendOnce(get(carrier.url.replace('localhost', '127.0.0.1')), limits)
  assert.equal(wrongName.kind, 'not_sent')
})

test('a connection that ends once bytes of the request have arrived may have been sent', async () => {
  for (const end of ['resetAndDestroy', 'end', 'destroy'] as const) {
    await using listener = await startListener((socket) => socket.once('data', () => socket[end]()))
    assert.equal((await sendOnce(get(listener.url), limits)).kind, 'lost', end)
  }
})

test('each request has a connection of its own', async () => {
  const sockets = new Set<Socket>()
  await using carrier = await startCarrier((socket) => {
    sockets.add(socket)
    socket.write(jsonAnswer(200, {}, { Connection: 'keep-alive' }))
  })
  for (let count = 0; count < 3; count++)
    assert.equal((await sendOnce(get(carrier.url), limits)).kind, 'answered')
  assert.equal(sockets.size, 3)
  assert(carrier.requests.every(({ headers }) => headers['connection'] === 'close'))
})

test('a request that is aborted before the carrier is reached is certainly not sent; later it may be', async () => {
  await using carrier = await startCarrier(() => controller.abort())
  const controller = new AbortController()
  const late = await sendOnce(get(carrier.url), limits, controller)
  assert.deepEqual(late, { kind: 'lost', reason: 'the request was aborted before the carrier answered' })
  const early = await sendOnce(get(carrier.url), limits, controller)
  assert.deepEqual(early, {
    kind: 'not_sent',
    cause: 'unreachable',
    reason: 'the request was aborted before the carrier was reached',
  })
  assert.equal(carrier.requests.length, 1)
})

test('nothing is sent if the time limit has passed once the connection is made', async () => {
  await using carrier = await startCarrier((socket) => socket.write(jsonAnswer(200, {})))
  const exchange = await sendOnce(get(carrier.url), { ...limits, requestTimeoutMs: 0 })
  assert.equal(exchange.kind, 'not_sent')
  assert.equal(carrier.requests.length, 0)
})

test('a request that may no longer begin once the connection is made writes no byte', async () => {
  let bytes = 0
  await using carrier = await startListener((socket) => {
    socket.on('data', (chunk) => (bytes += chunk.length))
  }, loopbackCertificate)
  setDefaultCACertificates([...getCACertificates(), loopbackCertificate.cert])
  const target = new URL(carrier.url)
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()
  let isTime = true
  // Delays the TLS handshake until the request may no longer begin.
  await using gate = await startListener((socket) => {
    socket.once('data', (hello) => {
      isTime = false
      const behind = connect(Number(target.port), '127.0.0.1')
      behind.on('error', () => socket.destroy())
      behind.once('close', () => close())
      behind.write(hello)
      behind.pipe(socket)
      socket.pipe(behind)
      socket.once('close', () => behind.end())
    })
  })
  let asked = 0
  const exchange = await sendOnce(get(`https://localhost:${new URL(gate.url).port}/`), limits, {
    mayBegin: () => {
      asked++
      return isTime
    },
  })
  assert.deepEqual(exchange, tooLate)
  // By then the carrier has read whatever was written.
  await closed
  assert.deepEqual({ asked, bytes }, { asked: 1, bytes: 0 })
})

test('a request that may no longer begin writes no byte on a plain connection, also after a request that was kept alive', async () => {
  let bytes = 0
  const sockets = new Set<Socket>()
  await using listener = await startListener((socket) => {
    sockets.add(socket)
    socket.on('data', (chunk) => {
      bytes += chunk.length
      socket.write(jsonAnswer(200, {}, { Connection: 'keep-alive' }))
    })
  })
  assert.equal((await sendOnce(get(listener.url), limits, { mayBegin: () => true })).kind, 'answered')
  const before = bytes
  assert.deepEqual(await sendOnce(get(listener.url), limits, { mayBegin: () => false }), tooLate)
  // Another request: once it is answered, any bytes of the request before have arrived.
  assert.equal((await sendOnce(get(listener.url), limits)).kind, 'answered')
  assert.equal(bytes, 2 * before)
  assert.equal(sockets.size, 3)
})

test('a request waits for the last check once the connection is made, and writes no byte if that refuses it', async () => {
  await using carrier = await startCarrier((socket) => socket.write(jsonAnswer(200, {})))
  const steps: string[] = []
  const control = (isAllowed: boolean) => ({
    beforeBegin: async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      steps.push(`checked after ${carrier.requests.length} requests`)
      return isAllowed
    },
    mayBegin: () => {
      steps.push('begun')
      return true
    },
  })
  assert.deepEqual(await sendOnce(get(carrier.url), limits, control(false)), tooLate)
  assert.equal((await sendOnce(get(carrier.url), limits, control(true))).kind, 'answered')
  assert.deepEqual(steps, ['checked after 0 requests', 'checked after 0 requests', 'begun'])
  assert.equal(carrier.requests.length, 1)
})

test(
  'a process that is paused beyond its time limit writes nothing when it resumes',
  { timeout: 300_000 },
  async (t) => {
    let bytes = 0
    const sockets: Socket[] = []
    await using listener = await startListener((socket) => {
      sockets.push(socket)
      socket.on('data', (chunk) => (bytes += chunk.length))
    })
    const moduleUrl = new URL('send-once.ts', import.meta.url).href
    // The process pauses itself one tick after it asked for the connection, before it can learn that the connection is
    // made.
    const child = spawn(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `const { sendOnce } = await import(${JSON.stringify(moduleUrl)})
       const endsAt = performance.now() + 200
       const sent = sendOnce(
         {
           providerName: 'the carrier', method: 'POST', url: new URL(${JSON.stringify(listener.url)}),
           headers: {}, body: 'To=x', givenHosts: null, givenBy: null,
         },
         { connectTimeoutMs: 30_000, requestTimeoutMs: 30_000, answerBytesMax: 1_000 },
         { mayBegin: () => performance.now() < endsAt },
       )
       process.nextTick(() => process.kill(process.pid, 'SIGSTOP'))
       process.stdout.write(JSON.stringify(await sent))`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const ended = once(child, 'close')
    try {
      while (sockets.length === 0 && !t.signal.aborted)
        await new Promise((resolve) => setTimeout(resolve, 10))
      const accepted = performance.now()
      while (performance.now() - accepted < 250) await new Promise((resolve) => setTimeout(resolve, 10))
      child.kill('SIGCONT')
      await ended
    } finally {
      child.kill('SIGKILL')
    }
    assert.deepEqual(JSON.parse(output), tooLate)
    assert.equal(bytes, 0)
  },
)
