import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { insertPlaced, selectPlacedByName } from '../../src/cells/directory/directory-queries.ts'
import { syncDirectory } from '../../src/cells/directory/sync-directory.ts'
import { createDatabase } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { startTwoCells } from '../support/cells.ts'
import type { TwoCells } from '../support/cells.ts'
import { eventually } from '../support/service.ts'
import { askAsWritten, writtenForms } from '../support/written-addresses.ts'

let cells: TwoCells
before(async () => {
  cells = await startTwoCells()
})
after(() => cells[Symbol.asyncDispose]())

const callsOf = ({ organizationId, projectId, campaignIds }: TwoCells['one']) =>
  `/organizations/${organizationId}/projects/${projectId}/campaigns/${campaignIds['Script']}/calls`

describe('requests of strangers that are passed on and do not end', () => {
  it('keep no connection from what a cell itself asks another one', async () => {
    const { one, two } = cells
    const { hostname, port } = new URL(one.url)
    const cookie = `switchboard-${port}=${'x'.repeat(43)}.two`
    const fields = `Host: ${hostname}\r\nCookie: ${cookie}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\nContent-Length: 1000`
    const head = `POST /api/sign-in HTTP/1.1\r\n${fields}\r\n\r\n{`
    const sockets = Array.from({ length: 260 }, () => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      socket.write(head)
      return socket
    })
    try {
      const connections = () =>
        new Promise<number>((resolve) => two.app.server.getConnections((_error, count) => resolve(count)))
      await eventually('256 connections to the other cell', async () => (await connections()) >= 256 || null)
      const asked = one.context.peers!.whoIs('two', cookie)
      const late = delay(5_000, 'late', { ref: false })
      assert.equal(await Promise.race([asked, late]), null)
    } finally {
      for (const socket of sockets) socket.destroy()
    }
  })
})

describe('a request for an organization of another cell', () => {
  it('is answered by that cell, with its body and its status', async () => {
    const { one, two } = cells
    const body = { phone_number: '+14155550111', name: 'Ada' }
    const made = await one.request('POST', callsOf(two), { key: two.key, body })
    assert.equal(made.status, 200)
    const listed = await one.request('GET', callsOf(two), { key: two.key })
    assert.equal(listed.status, 200)
    assert.equal((listed.body.data as { items: unknown[] }).items.length, 1)
    const calls = await two.context.db.query(
      sql`select _id from calls where organization_id = ${two.organizationId}`,
    )
    assert.equal(calls.length, 1)
    assert.deepEqual(await one.context.db.query(sql`select _id from calls`), [])
  })

  it('is sent as it came, whatever its address has', async () => {
    const { one, two } = cells
    const { hostname, port } = new URL(one.url)
    const headers = { authorization: `Bearer ${two.key}` }
    for (const [query, status] of [
      [`?search=O'Brien`, 200],
      ['?filters={"a":1}', 400],
      ['/./', 404],
    ] as const) {
      // Unlike fetch, it sends the path as it is.
      const asking = request({ hostname, port, path: callsOf(two) + query, headers, agent: false })
      const [answer] = (await once(asking.end(), 'response')) as [IncomingMessage]
      assert.equal(answer.statusCode, status, query)
      answer.destroy()
    }
  })

  it('finds its cell however its address is written', async () => {
    const { one, two } = cells
    const headers = { 'x-api-key': two.key }
    const path = `/organizations/${two.organizationId}/projects`
    for (const [odd, written] of writtenForms(path)) {
      const answer = await askAsWritten(one, 'GET', written, { headers })
      assert.equal(answer.status, 200, odd)
    }
  })

  it('is refused there, with the key of the cell that passed it on', async () => {
    const { one, two } = cells
    const answer = await one.request('GET', callsOf(two), { key: one.key })
    assert.equal(answer.status, 401)
  })

  it('is 503 with Retry-After while that cell is away, and the own organizations notice nothing', async () => {
    const { one, two } = cells
    const { db } = one.context
    const nowhere = sql`update cell_places set url = ${'http://127.0.0.1:9'} where organization_id = ${two.organizationId}`
    await db.write(nowhere)
    // Places are remembered for a quarter of a second.
    const away = await eventually('the place is looked up again', async () => {
      const answer = await one.request('GET', callsOf(two), { key: two.key })
      return answer.status === 503 ? answer : null
    })
    assert.equal(away.headers.get('error-code'), 'cell_unavailable')
    assert.equal(away.headers.get('retry-after'), '2')
    assert.equal((await one.request('GET', callsOf(one))).status, 200)
    const passed = await one.context.registry.getSingleMetricAsString('switchboard_requests_passed_total')
    assert.match(passed, /\{outcome="answered"\} [1-9]/)
    assert.match(passed, /\{outcome="unavailable"\} 1$/m)
    await cells.sync()
  })

  it('goes round no more than three times if the maps of both cells are wrong', async () => {
    const { one, two } = cells
    const lost = '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d01'
    for (const [from, to] of [
      [one, two],
      [two, one],
    ] as const)
      await from.context.db.write(sql`
        insert into cell_places (organization_id, cell, url) values (${lost}, ${'elsewhere'}, ${to.url})`)
    const answer = await one.request('GET', `/organizations/${lost}/projects`)
    assert.equal(answer.status, 503)
    await cells.sync()
  })
})

describe('a websocket for an organization of another cell', () => {
  const lost = '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d02'

  /**
   * Starts another cell that does this with each connection, and asks the first for a websocket of an organization
   * there.
   */
  async function open(take: (socket: Socket) => void) {
    await using stack = new AsyncDisposableStack()
    const other = createServer((socket) => {
      // A client that is cut off cuts this connection too.
      socket.on('error', () => {})
      take(socket)
    })
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    stack.defer(() => void other.close())
    const { port } = other.address() as AddressInfo
    await cells.one.context.db.write(sql`
      insert into cell_places (organization_id, cell, url) values (${lost}, ${'lost'}, ${`http://127.0.0.1:${port}`})
      on conflict (organization_id) do update set url = excluded.url`)
    // Places are remembered for a quarter of a second.
    await delay(300)
    const { hostname, port: ownPort } = new URL(cells.one.url)
    const client = connect(Number(ownPort), hostname)
    stack.defer(() => void client.destroy())
    client.write(
      [
        `GET /webhooks/voice/twilio/${lost}/${lost}/relay/${'a'.repeat(43)} HTTP/1.1`,
        'Host: localhost',
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        '\r\n',
      ].join('\r\n'),
    )
    const held = stack.move()
    return { client, [Symbol.asyncDispose]: () => held.disposeAsync() }
  }

  it('ends with its client, also before that cell has answered', async () => {
    const taken = Promise.withResolvers<Socket>()
    await using opened = await open(taken.resolve)
    const other = await taken.promise
    other.resume()
    const closed = once(other, 'close')
    opened.client.resetAndDestroy()
    await closed
    assert.equal((await cells.one.request('GET', callsOf(cells.one))).status, 200)
  })

  it('is refused as that cell refuses it, and the connection ends', async () => {
    await using opened = await open((socket) =>
      socket.write(
        'HTTP/1.1 401 Unauthorized\r\nTransfer-Encoding: chunked\r\nX-Why: unsigned\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
      ),
    )
    assert.equal(
      await text(opened.client),
      'HTTP/1.1 401 Unauthorized\r\nX-Why: unsigned\r\nConnection: close\r\n\r\nhello',
    )
  })

  it('takes every byte of both sides once that cell has agreed', async () => {
    await using opened = await open((socket) => {
      socket.once('data', () => {
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nfirst,',
        )
        socket.pipe(socket)
      })
    })
    opened.client.write('second')
    opened.client.setEncoding('utf8')
    let received = ''
    opened.client.on('data', (part) => (received += part))
    await eventually('both parts have come', () => (received.endsWith('first,second') ? true : null))
    opened.client.end()
    await once(opened.client, 'close')
  })
})

describe('the directory', () => {
  it('keeps names unique over all cells', async () => {
    const { directory, two } = cells
    const other = await insertPlaced(directory, { _id: two.context.newId(), name: 'Acme', cell: 'two' })
    assert.equal(other?.cell, 'one')
    const { directory: db } = cells
    assert.equal((await selectPlacedByName(db, two.organizationId))?.name, 'Borealis')
  })

  it('follows new names and people of a cell, and says what it can not take', async () => {
    const { directory, one, sync } = cells
    const { db } = one.context
    await db.write(sql`update organizations set name = ${'Acme Insurance'}`)
    const user = one.context.newId()
    await db.write(sql`
      insert into users (_id, email, name, created_at, updated_at) values (${user}, 'Ada@example.com', 'Ada', now(), now())`)
    await db.write(sql`
      insert into memberships (organization_id, user_id, role, created_at, updated_at)
      values (${one.organizationId}, ${user}, 'owner', now(), now())`)
    await sync()
    const found = await directory.query<{ name: string; cell: string }>(sql`
      select name, cell from organizations where _id in (select organization_id from people where email = 'ada@example.com')`)
    assert.deepEqual(found, [{ name: 'Acme Insurance', cell: 'one' }])
    await db.write(sql`update organizations set name = ${'Borealis'}`)
    const [clashes] = await sync()
    assert.deepEqual(clashes, [{ organization_id: one.organizationId, kind: 'name' }])
    await db.write(sql`update organizations set name = ${'Acme'}`)
    await sync()
  })

  it('is not needed by requests: cells go on with their copies', async () => {
    const { one, two } = cells
    const nowhere = createDatabase({ connection: { connectionString: 'postgres://nowhere.invalid/none' } })
    const { cells: member, ...context } = one.context
    assert.ok(member)
    await assert.rejects(syncDirectory({ ...context, cells: { name: 'one', directory: nowhere } }))
    await nowhere.end()
    await eventually('the place is looked up again', async () =>
      (await one.request('GET', callsOf(two), { key: two.key })).status === 200 ? true : null,
    )
  })
})
