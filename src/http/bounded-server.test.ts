// Limits of what a client can make the server hold: requests sent ahead, and answers that it does not read.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { describe, it } from 'node:test'
import { eventually } from '../../test/support/service.ts'
import { watchStalls } from '../../test/support/slowness.ts'
import { BoundedServer, connectionBounds } from './bounded-server.ts'

interface Tested extends AsyncDisposable {
  server: BoundedServer
  /** Opens a connection that reads nothing until the test resumes it. */
  open: () => Promise<Socket>
}

async function start(
  handle: RequestListener,
  bounds: Partial<typeof connectionBounds> = {},
): Promise<Tested> {
  const server = new BoundedServer({ requireHostHeader: false }, handle, { ...connectionBounds, ...bounds })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sockets: Socket[] = []
  return {
    server,
    open: async () => {
      const socket = connect({ host: '127.0.0.1', port })
      sockets.push(socket)
      socket.on('error', () => {})
      await once(socket, 'connect')
      return socket
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\n\r\n`
const large = Buffer.alloc(4 * 1_024 * 1_024, 'x')

/** Reads the connection to its end. */
async function readAll(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk)))
  await once(socket, 'close')
  return text
}

describe('BoundedServer', () => {
  it('handles one request of a connection at a time, and answers in order', async () => {
    let inHand = 0
    let inHandMost = 0
    await using tested = await start((request, response) => {
      inHandMost = Math.max(inHandMost, (inHand += 1))
      setImmediate(() => {
        inHand -= 1
        response.end(`<${request.url}>`)
      })
    })
    const socket = await tested.open()
    const paths = Array.from({ length: 600 }, (_, index) => `/${index}`)
    socket.write(paths.map(get).join('') + 'GET /last HTTP/1.1\r\nConnection: close\r\n\r\n')
    const bodies = [...(await readAll(socket)).matchAll(/<(.+?)>/g)].map(([, path]) => path)
    assert.deepEqual(bodies, [...paths, '/last'])
    assert.equal(inHandMost, 1)
  })

  it('starts no more requests of clients that do not read, and reads no more from them', async () => {
    let begun = 0
    await using tested = await start((_request, response) => {
      begun += 1
      response.end(large)
    })
    const served: Socket[] = []
    tested.server.on('connection', (socket) => served.push(socket))
    const sockets = await Promise.all(Array.from({ length: 10 }, tested.open))
    for (const socket of sockets) socket.write(get('/').repeat(20_000))
    await eventually('all have sent', () => (begun >= 10 ? true : null))
    // The system's own buffers hold an answer or two.
    const other = await tested.open()
    for (let turn = 0; turn < 20; turn += 1) {
      other.write(get('/'))
      await once(other, 'data')
    }
    assert.ok(begun <= 10 * 3 + 20, `${begun} requests were begun`)
    for (const { bytesRead } of served.slice(0, 10)) assert.ok(bytesRead <= 131_072, `${bytesRead} bytes`)
  })

  it('accepts bodies of any length, and pipelined requests after them', async () => {
    await using tested = await start((request, response) => {
      let length = 0
      request.on('data', (chunk: Buffer) => (length += chunk.length))
      request.on('end', () => response.end(`<${length}>`))
    })
    const socket = await tested.open()
    const post = `POST / HTTP/1.1\r\nContent-Length: 300000\r\n\r\n${'x'.repeat(300_000)}`
    socket.write(post + post + get('/') + 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n')
    assert.deepEqual(
      [...(await readAll(socket)).matchAll(/<(\d+)>/g)].map(([, length]) => Number(length)),
      [300_000, 300_000, 0, 0],
    )
  })

  it('cuts the connections with the oldest answers once all hold too many unread bytes', async () => {
    const closed: string[] = []
    const handle: RequestListener = (request, response) => {
      response.once('close', () => {
        if (!response.writableFinished) closed.push(request.url!)
      })
      response.end(Buffer.concat([large, large, large]))
    }
    await using tested = await start(handle, { unreadBytesMax: 2 * large.length })
    for (const path of ['/first', '/second', '/third', '/fourth']) {
      const socket = await tested.open()
      socket.write(get(path))
      await once(socket, 'readable')
    }
    await eventually('the first is cut', () => (closed.length > 0 ? true : null))
    assert.equal(closed[0], '/first')
    assert.equal(closed.includes('/fourth'), false)
  })

  it('cuts a connection whose waiting requests exceed the limit for all', async () => {
    await using tested = await start(() => {}, { waitingMax: 20 })
    const socket = await tested.open()
    socket.resume()
    socket.write(get('/').repeat(30))
    await once(socket, 'close')
    const next = await tested.open()
    next.write(get('/').repeat(20))
    await eventually('the places are free again', async () => {
      const count = await new Promise((resolve) => tested.server.getConnections((_, open) => resolve(open)))
      return count === 1 ? true : null
    })
  })

  it('cuts a connection that reads nothing for too long', async () => {
    await using tested = await start((_request, response) => response.end(large), { silenceMs: 50 })
    const socket = await tested.open()
    socket.write(get('/').repeat(10))
    await eventually('it is cut', async () => {
      const count = await new Promise((resolve) => tested.server.getConnections((_, open) => resolve(open)))
      return count === 0 ? true : null
    })
  })

  it('closes connections beyond the limit', async () => {
    await using tested = await start((_request, response) => response.end('ok'), { connectionsMax: 2 })
    const [first] = [await tested.open(), await tested.open()]
    const third = await tested.open()
    third.resume()
    await once(third, 'close')
    first.write(get('/'))
    await once(first, 'data')
  })

  it('closes idle connections when it closes, and lets clients read their answers', async () => {
    await using tested = await start((request, response) =>
      response.end(request.url === '/large' ? large : 'ok'),
    )
    const idle = await tested.open()
    idle.write(get('/'))
    await once(idle, 'data')
    const reading = await tested.open()
    reading.write(get('/large'))
    await once(reading, 'readable')
    const closed = new Promise((resolve) => tested.server.close(resolve))
    await once(idle, 'close')
    const received = await readAll(reading)
    assert.ok(received.endsWith('x') && received.length > large.length, `${received.length} bytes came`)
    await closed
  })

  it('answers requests that arrived on idle connections while it closed its listener', async () => {
    await using tested = await start((_request, response) => response.end('ok'))
    const connections = await Promise.all(Array.from({ length: 20 }, tested.open))
    for (const connection of connections) {
      connection.write(get('/'))
      await once(connection, 'data')
    }
    const closing = tested.server.closeListener()
    const answers = connections.map(async (connection) => {
      connection.write(get('/'))
      return readAll(connection)
    })
    for (const answer of await Promise.all(answers)) assert.match(answer, /^HTTP\/1.1 200 OK/)
    await closing
  })

  it('closes within a second while clients have connections open on which they sent nothing', async () => {
    await using tested = await start((_request, response) => response.end('ok'))
    const unused = await tested.open()
    const late = await tested.open()
    await eventually('both are accepted', async () => {
      const count = await new Promise((resolve) => tested.server.getConnections((_, open) => resolve(open)))
      return count === 2 ? true : null
    })
    const closed = once(tested.server, 'close')
    await using stalls = watchStalls()
    const begun = performance.now()
    await tested.server.closeListener()
    late.write(get('/'))
    assert.match(await readAll(late), /^HTTP\/1.1 200 OK/)
    unused.resume()
    await closed
    const tookMs = performance.now() - begun - stalls.stalledMs()
    assert.ok(tookMs < 3_000, `${tookMs} ms`)
  })
})
