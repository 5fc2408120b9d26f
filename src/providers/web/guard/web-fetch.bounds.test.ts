import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { resolverOf } from '../../../../test/support/connections.ts'
import { endsWithin } from '../../../../test/support/ends-within.ts'
import { startCarrier, startListener } from '../../../../test/support/scripted-carrier.ts'
import { privateHostsOf } from './private-hosts.ts'
import { createWebFetch } from './web-fetch.ts'
import type { WebAnswer, WebRequest } from './web-fetch.ts'

const limits = { bytesMax: 100_000, timeoutMs: 30_000, redirectsMax: 5 }

/** Fetches once from a server that responds with what `answer` writes. */
async function fetchFrom(
  answer: (socket: Socket) => void,
  request: Partial<WebRequest> = {},
): Promise<WebAnswer> {
  await using server = await startCarrier((socket) => answer(socket))
  return await fetchOf(server, request)
}

function fetchOf(server: { url: string }, request: Partial<WebRequest>): Promise<WebAnswer> {
  const webFetch = createWebFetch({
    privateHosts: privateHostsOf(['open.test']),
    userAgent: 'test',
    lookup: resolverOf({ 'open.test': ['127.0.0.1'] }).lookup,
  })
  return webFetch({ url: server.url.replace('127.0.0.1', 'open.test'), ...limits, ...request })
}

function outcomeOf(answer: WebAnswer): string {
  return answer.kind === 'answered'
    ? `${answer.body.toString()}${answer.isCut ? ' (cut)' : ''}`
    : answer.reason
}

/** Writes the same bytes repeatedly until the other side closes. */
function writeForEver(socket: Socket, bytes: Buffer): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(bytes));
  }
  socket.on('drain', more)
  more()
}

test('a small body that unpacks to a huge one is cut at the limit', async () => {
  const zeros = Buffer.alloc(64 * 1024 * 1024)
  const bombs = {
    gzip: gzipSync(zeros),
    deflate: deflateSync(zeros),
    br: brotliCompressSync(zeros, { params: { 1: 5 } }),
    zstd: zstdCompressSync(zeros),
  }
  for (const [coding, bomb] of Object.entries(bombs)) {
    const before = process.memoryUsage().arrayBuffers
    const answer = await fetchFrom((socket) => {
      socket.write(`HTTP/1.1 200 -\r\nContent-Encoding: ${coding}\r\nContent-Length: ${bomb.length}\r\n\r\n`)
      socket.end(bomb)
    })
    assert(answer.kind === 'answered', coding)
    assert.deepEqual([answer.body.length, answer.isCut], [limits.bytesMax, true], coding)
    assert(process.memoryUsage().arrayBuffers - before < zeros.length / 4, coding)
  }
})

test('an endless body is cut at the limit and its connection closed', async () => {
  for (const head of ['', 'Content-Length: 99999999999\r\n', 'Content-Encoding: gzip\r\n']) {
    const { promise: closed, resolve } = Promise.withResolvers<void>()
    const filler = Buffer.alloc(65_536, 'x')
    await using server = await startCarrier((socket) => {
      socket.once('close', () => resolve())
      socket.write(`HTTP/1.1 200 -\r\n${head}\r\n`)
      // Gzip members of random bytes, which do not shrink.
      writeForEver(socket, head.includes('gzip') ? gzipSync(filler, { level: 0 }) : filler)
    })
    const answer = await fetchOf(server, {})
    assert(answer.kind === 'answered')
    assert.deepEqual([answer.body.length, answer.isCut], [limits.bytesMax, true])
    await closed
  }
})

test('an endless body that unpacks to nothing is cut by its packed size', async () => {
  const nothing = Buffer.concat(Array<Buffer>(1_000).fill(gzipSync('')))
  const answer = await fetchFrom((socket) => {
    socket.write('HTTP/1.1 200 -\r\nContent-Encoding: gzip\r\n\r\n')
    writeForEver(socket, nothing)
  })
  assert(answer.kind === 'answered')
  assert.deepEqual([answer.body.length, answer.isCut], [0, true])
  assert(answer.bytes < 1_000_000)
})

test('a body of exactly the limit is whole', async () => {
  const send = (socket: Socket): unknown => socket.end('HTTP/1.1 200 -\r\nContent-Length: 5\r\n\r\nhello')
  assert.equal(outcomeOf(await fetchFrom(send, { bytesMax: 5 })), 'hello')
  assert.equal(outcomeOf(await fetchFrom(send, { bytesMax: 4 })), 'hell (cut)')
  assert.equal(outcomeOf(await fetchFrom(send, { bytesMax: 0 })), ' (cut)')
})

test('any slow response ends at the timeout', { timeout: 300_000 }, async () => {
  const drip = (socket: Socket, text: string): void => {
    let index = 0
    const timer = setInterval(() => socket.write(text[index++ % text.length]!, 'latin1'), 20)
    socket.once('close', () => clearInterval(timer))
  }
  const slow: Record<string, (socket: Socket) => void> = {
    'no answer': () => {},
    'a slow head': (socket) => drip(socket, 'HTTP/1.1 200 -\r\nX: y\r\n'),
    'endless interim answers': (socket) => drip(socket, 'HTTP/1.1 102 -\r\n\r\n'),
    'a body without end': (socket) => void socket.write('HTTP/1.1 200 -\r\nContent-Length: 9\r\n\r\n'),
    'a slow body': (socket) => {
      socket.write('HTTP/1.1 200 -\r\n\r\n')
      drip(socket, 'x')
    },
    'a slow packed body': (socket) => {
      socket.write('HTTP/1.1 200 -\r\nContent-Encoding: gzip\r\n\r\n')
      drip(socket, gzipSync('').toString('latin1'))
    },
  }
  for (const [name, answer] of Object.entries(slow)) {
    const answered = await endsWithin(1_200, () => fetchFrom(answer, { timeoutMs: 200 }))
    assert.equal(outcomeOf(answered), 'timeout', name)
  }
})

test('a slow look-up, handshake or chain of redirects ends at the common timeout', async () => {
  await using silent = await startListener(() => {})
  const { port } = new URL(silent.url)
  const options = { privateHosts: privateHostsOf(['open.test']), userAgent: 'test' }
  const never = createWebFetch({ ...options, lookup: () => new Promise(() => {}) })
  const { lookup } = resolverOf({ 'open.test': ['127.0.0.1'] })
  const webFetch = createWebFetch({ ...options, lookup })
  const request = { ...limits, timeoutMs: 200, redirectsMax: 1_000_000 }
  assert.equal(outcomeOf(await never({ ...request, url: 'http://open.test/' })), 'timeout')
  assert.equal(outcomeOf(await webFetch({ ...request, url: `https://open.test:${port}/` })), 'timeout')
  await using loop = await startCarrier((socket) => socket.end('HTTP/1.1 302 -\r\nLocation: /\r\n\r\n'))
  assert.equal(outcomeOf(await fetchOf(loop, request)), 'timeout')
})

test('an aborted fetch ends at once', async () => {
  const giving = new AbortController()
  const answer = fetchFrom(() => giving.abort(), { signal: giving.signal })
  assert.equal(outcomeOf(await answer), 'aborted')
  assert.equal(outcomeOf(await fetchFrom(() => {}, { signal: AbortSignal.abort() })), 'aborted')
})

test('invalid or too large HTTP responses are bad answers', async () => {
  const head = 'HTTP/1.1 200 -\r\n'
  const bad: Record<string, string> = {
    'no HTTP': 'SSH-2.0-OpenSSH_9.6\r\n',
    'HTTP/0.9': '<html></html>',
    'a huge header': `${head}X: ${'y'.repeat(100_000)}\r\n\r\n`,
    'many headers': `${head}${'X: y\r\n'.repeat(60_000)}\r\n`,
    'two lengths': `${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
    'a length and chunks': `${head}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    'a wrong length': `${head}Content-Length: -1\r\n\r\n`,
    'a wrong chunk': `${head}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`,
    'control characters': `${head}X: a\u0001b\r\n\r\n`,
    'interim answers only': 'HTTP/1.1 103 -\r\n\r\n'.repeat(100),
    'a body that is not packed as it says': `${head}Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc`,
  }
  for (const [name, text] of Object.entries(bad)) {
    const answer = await fetchFrom((socket) => socket.write(text))
    assert.equal(outcomeOf(answer), 'bad_answer', name)
  }
})

test('a protocol upgrade that was not requested is a bad answer', async () => {
  const head = 'HTTP/1.1 101 -\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'
  const answer = await fetchFrom((socket) => socket.write(head))
  assert.equal(answer.kind, 'failed')
})

test('bytes after a complete response are ignored', async () => {
  const packed = gzipSync('hello').toString('latin1')
  const answers = [
    'HTTP/1.1 200 -\r\nContent-Length: 5\r\n\r\nhello world',
    'HTTP/1.1 200 -\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhelloHTTP/1.1 200 -\r\n\r\n',
    `HTTP/1.1 200 -\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n${packed}more`,
  ]
  for (const text of answers)
    assert.equal(outcomeOf(await fetchFrom((socket) => socket.write(text, 'latin1'))), 'hello', text)
})

test(
  'an answer that is cut after any of its bytes is never taken for whole',
  { timeout: 300_000 },
  async () => {
    const packed = gzipSync('hello').toString('latin1')
    const answers = [
      'HTTP/1.1 200 -\r\nContent-Length: 5\r\n\r\nhello',
      'HTTP/1.1 200 -\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
      `HTTP/1.1 200 -\r\nContent-Encoding: gzip\r\n\r\n${packed}`,
    ]
    for (const text of answers) {
      assert.equal(outcomeOf(await fetchFrom((socket) => socket.end(text, 'latin1'))), 'hello')
      // Without any byte of its body, the last response counts as an empty one that ends with the connection.
      const bodyStart = text.indexOf('\r\n\r\n') + 4
      for (let length = 0; length < text.length; length++) {
        if (length === bodyStart && text.includes('gzip')) continue
        const answer = await fetchFrom((socket) => socket.end(text.slice(0, length), 'latin1'))
        assert.equal(answer.kind, 'failed', JSON.stringify(text.slice(0, length)))
      }
    }
  },
)
