// The stream over real HTTP. Transactions are held open on connections of their own.
import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { Client } from 'pg'
import { Registry } from 'prom-client'
import { openProjectStream } from '../../../test/support/event-stream.ts'
import type { ProjectStream } from '../../../test/support/event-stream.ts'
import { limitedKeys } from '../../../test/support/limited-keys.ts'
import { ownPlace, pathOf } from '../../../test/support/places.ts'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { createServer } from '../../app/server.ts'
import { uuidv7 } from '../../base/ids.ts'
import { sql, toText } from '../../db/sql.ts'
import type { App } from '../../http/app.ts'
import { scopes } from '../../keys/api-key.ts'
import { eventsOf, publishEvents } from '../event-of.ts'
import { eventStreams, eventStreamsPerReaderMax } from './stream-events.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service[Symbol.asyncDispose]())

function facts(number: number, type = 'call.queued', text = '') {
  return sql`
    select ${type}::text as type, ${uuidv7()}::uuid as subject_id, now() as at,
      jsonb_build_object('number', ${number}::integer, 'text', ${text}::text) as data, null::jsonb as texts`
}

function publish(number: number, type?: string, text?: string): Promise<void> {
  return service.context.db.transaction((transaction) =>
    publishEvents(transaction, ownPlace(service), facts(number, type, text)),
  )
}

async function open({
  query = '',
  lastId = '',
  key = service.key,
  path = pathOf(ownPlace(service)),
}: { query?: string; lastId?: string; key?: string; path?: string } = {}): Promise<ProjectStream> {
  const stream = await openProjectStream(`${service.url}${path}/events/stream${query}`, { key, lastId })
  if (stream.status === 200) await eventually('the place', () => stream.places[0] ?? null)
  return stream
}

const numbersOf = ({ events }: ProjectStream) => events.map(({ data }) => data['number'])

const sees = (stream: ProjectStream, numbers: readonly number[]) =>
  eventually(`the events ${numbers.join()}`, () =>
    JSON.stringify(numbersOf(stream)) === JSON.stringify(numbers) ? true : null,
  )

describe('the stream of events', () => {
  it('brings events as they happen, and begins now (200)', async () => {
    await publish(1)
    await using stream = await open()
    assert.match(stream.headers.get('content-type') ?? '', /^text\/event-stream/)
    assert.equal(stream.headers.get('cache-control'), 'no-store, no-transform')
    await publish(2)
    await publish(3)
    await sees(stream, [2, 3])
  })

  it('begins now while a transaction of another database of the server holds the end of the log back', async () => {
    const elsewhere = await holdLogBack()
    try {
      await publish(11)
      await using stream = await open()
      await publish(12)
      await using later = await open()
      await publish(13)
      const { body } = await service.request('GET', `${pathOf(ownPlace(service))}/events`)
      const listed = (body.data as { items: { data: { number: number } }[] }).items
      assert.ok(listed.every(({ data }) => data.number < 11))
      await elsewhere.end()
      await sees(stream, [12, 13])
      await sees(later, [13])
    } finally {
      await elsewhere.end()
    }
  })

  it('goes on after the last id, be it an event or a place, and misses nothing that committed late (Promise 117)', async () => {
    let lastId: string
    {
      await using stream = await open()
      lastId = stream.lastId
      assert.match(lastId, /^at-\d+$/)
    }
    await publish(1)
    const slow = await service.context.db.connect()
    await slow.query('begin')
    await slow.query(toText(sql`with ${eventsOf(ownPlace(service), facts(2))} select`))
    await publish(3)
    {
      await using stream = await open({ lastId })
      await sees(stream, [1])
      lastId = stream.lastId
      assert.match(lastId, /^[0-9a-f-]{36}$/)
    }
    await slow.query('commit')
    await slow.end()
    await using stream = await open({ lastId })
    await sees(stream, [2, 3])
    await using again = await open({ query: `?after=${lastId}` })
    await sees(again, [2, 3])
  })

  it('brings only the types that are asked for', async () => {
    await using stream = await open({ query: '?types=ticket.*' })
    await publish(1)
    await publish(2, 'ticket.opened')
    await publish(3)
    await publish(4, 'ticket.closed')
    await sees(stream, [2, 4])
  })

  it('plays the log from an instant on', async () => {
    const from = new Date().toISOString()
    await publish(1)
    await publish(2)
    await using stream = await open({ query: `?from=${from}` })
    await sees(stream, [1, 2])
  })

  it('refuses an unknown event or type (400), no key (401), a key without scope or of others (403)', async () => {
    assert.equal((await open({ lastId: uuidv7() })).status, 400)
    assert.equal((await open({ query: '?types=call.rang' })).status, 400)
    assert.equal((await open({ key: '' })).status, 401)
    for (const key of await limitedKeys(service)) assert.equal((await open({ key })).status, 403)
  })

  it(`refuses more than ${eventStreamsPerReaderMax} streams of a key (429), until one has ended`, async () => {
    await using stack = new AsyncDisposableStack()
    for (let count = 1; count < eventStreamsPerReaderMax; count++) stack.use(await open())
    {
      await using last = await open()
      assert.equal(last.status, 200)
      assert.equal((await open()).status, 429)
    }
    stack.use(
      await eventually('a free place', async () => {
        const stream = await open()
        return stream.status === 200 ? stream : null
      }),
    )
  })

  it(`refuses more than ${eventStreams.perOrganizationMax} streams of an organization (429), and none of another`, async () => {
    const keysOf = async (organization: string, project: string, count: number) => {
      const api_keys = Array.from({ length: count }, (_, number) => ({ name: `${number}`, scopes }))
      const projects = [{ name: project, api_keys }]
      const tree = await service.apply({ organizations: [{ name: organization, projects }] })
      const [applied] = tree.organizations
      const place = { organization_id: applied!._id, project_id: applied!.projects[0]!._id }
      return applied!.projects[0]!.api_keys.map(({ key }) => ({ key: key!, path: pathOf(place) }))
    }
    const keys = await keysOf('Acme', 'Streams', 11)
    const [foreign] = await keysOf('Other', 'Streams', 1)
    await using stack = new AsyncDisposableStack()
    for (const key of keys.slice(0, 10))
      for (let count = 0; count < eventStreamsPerReaderMax; count++)
        assert.equal(stack.use(await open(key)).status, 200)
    assert.equal((await open(keys[10])).status, 429)
    assert.equal(stack.use(await open(foreign)).status, 200)
  })

  it('answers HEAD at once, and takes no place of a stream for it (200)', async () => {
    await using agent = Object.assign(new Agent({ keepAlive: true, maxSockets: 1 }), {
      [Symbol.asyncDispose]: async () => agent.destroy(),
    })
    const ask = (method: string, path: string) =>
      new Promise<[status: number | undefined, type: string | undefined]>((resolve, reject) => {
        const options = { method, agent, headers: { 'x-api-key': service.key }, timeout: 10_000 }
        request(`${service.url}${pathOf(ownPlace(service))}${path}`, options, (answer) => {
          answer.resume().once('end', () => resolve([answer.statusCode, answer.headers['content-type']]))
        })
          .on('timeout', () => reject(new Error(`${method} ${path} is not answered`)))
          .on('error', reject)
          .end()
      })
    for (let count = 0; count <= eventStreamsPerReaderMax; count++)
      assert.deepEqual(await ask('HEAD', '/events/stream'), [200, 'text/event-stream; charset=utf-8'])
    // Over the same connection.
    const [status] = await ask('GET', '/campaigns')
    assert.equal(status, 200)
    assert.deepEqual((await ask('HEAD', '/events/stream?after=nothing'))[0], 400)
  })

  it('cuts a reader that takes nothing', async () => {
    await using hasty = await startHasty()
    const { hostname, port } = new URL(hasty.url)
    const socket = connect({ host: hostname, port: Number(port) })
    let hasEnded = false
    socket.on('error', () => (hasEnded = true)).on('close', () => (hasEnded = true))
    socket.pause()
    socket.write(
      `GET ${pathOf(ownPlace(service))}/events/stream HTTP/1.1\r\nhost: x\r\nx-api-key: ${service.key}\r\n\r\n`,
    )
    await eventually('the stream', async () => ((await connectionsOf(hasty.app)) > 0 ? true : null))
    // More than the buffers of both ends take.
    const text = 'x'.repeat(60_000)
    for (let number = 0; number < 300; number++) await publish(number, 'call.queued', text)
    await eventually('the cut', async () => ((await connectionsOf(hasty.app)) === 0 ? true : null))
    socket.resume()
    await eventually('the end', () => (hasEnded ? true : null))
  })

  it('ends where the key is revoked, and where the process stops', async () => {
    const hasty = await startHasty()
    const path = `${hasty.url}${pathOf(ownPlace(service))}/events/stream`
    const headers = { 'x-api-key': service.key }
    const first = await fetch(path, { headers })
    assert.equal(first.status, 200)
    const { db } = service.context
    await db.write(sql`update api_keys set revoked_at = now() where name = 'all'`)
    // `text` resolves or rejects once the server has ended the answer.
    await first.text().catch(() => '')
    assert.equal((await fetch(path, { headers })).status, 401)
    await db.write(sql`update api_keys set revoked_at = null where name = 'all'`)
    const second = await fetch(path, { headers })
    assert.equal(second.status, 200)
    const ended = second.text().catch(() => '')
    await hasty[Symbol.asyncDispose]()
    await ended
  })
})

/** Keeps a transaction open in another database of the server, until the connection ends. */
async function holdLogBack(): Promise<Client> {
  const { db } = service.context
  const own = await db.connect()
  const { host, user } = own
  await own.end()
  const client = new Client({ host, ...(user !== undefined && { user }), database: 'postgres' })
  await client.connect()
  await client.query('begin')
  await client.query('select pg_current_xact_id()')
  return client
}

/** Starts another server on the same database, which looks after its streams more often. */
async function startHasty(): Promise<{ app: App; url: string } & AsyncDisposable> {
  const faster = { registry: new Registry(), eventAliveMs: 50, eventUnreadMs: 300 }
  const app = await createServer({ ...service.context, ...faster })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, url, [Symbol.asyncDispose]: () => app.close() }
}

function connectionsOf(app: App): Promise<number> {
  return new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  )
}
