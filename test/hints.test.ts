// The stream of hints, over real HTTP and a real database. The second process is another server on the same database.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, suite, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { createServer } from '../src/app/server.ts'
import { sql } from '../src/db/sql.ts'
import { hintStreams, streamsPerUserMax } from '../src/hints/manage/stream-hints.ts'
import { publishHealth } from '../src/hints/publish-health.ts'
import { createHintPublisher, payloadsOf } from '../src/hints/publish-hints.ts'
import { createHintWatch } from '../src/hints/watch-hints.ts'
import { carrierAccount, startCarrier } from './support/carrier.ts'
import type { Carrier } from './support/carrier.ts'
import { openHintStream } from './support/hint-stream.ts'
import { createNumbers } from './support/numbers.ts'
import { eventually, startService } from './support/service.ts'
import type { Answer, Service } from './support/service.ts'
import { assertTook, probeOf, watchStalls } from './support/slowness.ts'
import { signInAs, signInFirstOwner } from './support/users.ts'
import type { Browser } from './support/users.ts'

const nextNumber = createNumbers()
const aliveMs = 100

suite('the stream of hints', () => {
  let carrier: Carrier
  let service: Service
  let owner: Browser
  let otherUrl = ''
  let closeOther = async () => {}

  before(async () => {
    carrier = await startCarrier()
    service = await startService({ carrier: { api_url: carrier.url, account_sid: carrierAccount } })
    owner = await signInFirstOwner(service)
    const { db, log } = service.context
    const second = {
      ...service.context,
      registry: new Registry(),
      hints: createHintPublisher({ db, log }),
      hintWatch: createHintWatch({ db, log }),
      hintAliveMs: aliveMs,
    }
    const app = await createServer(second)
    otherUrl = await app.listen({ host: '127.0.0.1', port: 0 })
    closeOther = () => app.close()
  })
  after(async () => {
    await closeOther()
    await service[Symbol.asyncDispose]()
    await carrier[Symbol.asyncDispose]()
  })

  const open = (more: { cookie?: string; lastId?: string; url?: string } = {}) =>
    openHintStream(more.url ?? otherUrl, service.organizationId, { cookie: owner.cookie, ...more })
  const place = () =>
    service.request(
      'POST',
      `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds['Script']}/calls`,
      { body: { phone_number: nextNumber() } },
    )
  const idOf = ({ body }: Answer) => (body.data as { campaign_queue_id: string }).campaign_queue_id
  test('of the installation reaches every organization', async () => {
    await using stream = await open()
    await stream.next('it begins', ({ event }) => event === 'ready' || event === 'resync')
    publishHealth(service.context)
    const { data } = await stream.next('the hint', (each) => each.data.topic === 'health')
    assert.deepEqual(data, { topic: 'health', project_id: null, ids: null })
  })

  test('reaches another process within 500 ms of the commit, and carries no data', async () => {
    await using stream = await open()
    assert.equal(stream.status, 200)
    assert.match(stream.headers.get('content-type') ?? '', /^text\/event-stream/)
    assert.equal(stream.headers.get('cache-control'), 'no-store, no-transform')
    assert.equal(stream.headers.get('x-content-type-options'), 'nosniff')
    await stream.next('it begins', ({ event }) => event === 'ready' || event === 'resync')
    await using stalls = watchStalls(probeOf(service.context.db))
    const id = idOf(await place())
    const answeredAt = performance.now()
    const hint = await stream.next('the hint', ({ data }) => data.ids?.includes(id) === true)
    await assertTook(hint.at - answeredAt, 500, stalls.stalledMs())
    assert.deepEqual(Object.keys(hint.data).sort(), ['ids', 'project_id', 'topic'])
    assert.equal(hint.data.project_id, service.projectId)
    const leg = carrier.legs.at(-1)!
    const before = stream.events.length
    await carrier.report(leg, 'ringing')
    const reportedAt = performance.now()
    await eventually('the next hint', () => (stream.events.length > before ? true : null))
    await assertTook(performance.now() - reportedAt, 500, stalls.stalledMs())
  })

  test('keeps nothing of clients that leave before it begins, and nothing open for HEAD', async () => {
    const { host, hostname, port } = new URL(service.url)
    const path = `/api/organizations/${service.organizationId}/events`
    const ask = (method: string) =>
      `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nsec-fetch-site: same-origin\r\ncookie: ${owner.cookie}\r\n\r\n`
    await service.context.db.transaction(async (transaction) => {
      // The sessions of the requests are looked up only once their clients have gone.
      await transaction.write(sql`lock table sessions in access exclusive mode`)
      for (let count = 0; count < streamsPerUserMax; count++) {
        const socket = connect(Number(port), hostname)
        await once(socket, 'connect')
        socket.write(ask('GET'))
        await delay(50)
        socket.resetAndDestroy()
      }
      await delay(100)
    })
    await delay(500)
    const socket = connect(Number(port), hostname)
    socket.write(ask('HEAD'))
    const [answer] = (await once(socket, 'data', { signal: AbortSignal.timeout(10_000) })) as [Buffer]
    socket.destroy()
    assert.match(answer.toString(), /^HTTP\/1.1 200 /)
    await using stream = await open({ url: service.url })
    assert.equal(stream.status, 200)
  })

  test('gathers what one process publishes within 100 ms', async () => {
    await using stream = await open()
    await stream.next('it begins', ({ event }) => event === 'ready' || event === 'resync')
    const { hints } = service.context
    for (let count = 0; count < 500; count++)
      hints.publish({
        topic: 'sources',
        organization_id: service.organizationId,
        project_id: service.projectId,
        ids: [`s${count}`],
      })
    hints.publish({ topic: 'config', organization_id: service.organizationId, project_id: null, ids: ['a'] })
    await stream.next('the second hint', ({ data }) => data.topic === 'config')
    const sources = stream.events.filter(({ data }) => data.topic === 'sources')
    assert.deepEqual(
      sources.map(({ data }) => data.ids),
      [null],
    )
  })

  test('resumes after the last hint, and says resync where it can not', async () => {
    const first = await open()
    await first.next('it begins', ({ event }) => event === 'ready' || event === 'resync')
    const publish = (topic: 'messages' | 'health' | 'sources') =>
      service.context.hints.publish({
        topic,
        organization_id: service.organizationId,
        project_id: null,
        ids: null,
      })
    publish('messages')
    const { id } = await first.next('the hint', ({ data }) => data.topic === 'messages')
    await first[Symbol.asyncDispose]()
    publish('health')
    await new Promise((resolve) => setTimeout(resolve, 300))
    await using second = await open({ lastId: id })
    await second.next('what was missed', ({ data }) => data.topic === 'health')
    assert.deepEqual(
      second.events.map(({ event }) => event),
      ['hint'],
    )
    for (const lastId of ['other-1', 'nonsense', `${id.split('-')[0]}-99999`]) {
      await using third = await open({ lastId })
      const answer = await third.next('resync', ({ event }) => event === 'resync')
      assert.notEqual(answer.id, '')
    }
  })

  test('is kept alive, and ends with its session', async () => {
    const viewer = await signInAs(service, 'viewer')
    await using stream = await open({ cookie: viewer.cookie })
    await eventually('two lines', () => (stream.alive >= 2 ? true : null))
    assert.equal(stream.isOver, false)
    assert.equal((await viewer.request('POST', '/api/sign-out', {})).status, 200)
    await eventually('the stream is cut', () => (stream.isOver ? true : null))
  })

  test('is no request of its session, and ends 12 hours after the last one', async () => {
    const { db } = service.context
    const viewer = await signInAs(service, 'viewer')
    await using stream = await open({ cookie: viewer.cookie })
    const age = (hours: number) =>
      db.write<{ seen_at: string }>(sql`
        update sessions set seen_at = now() - ${hours}::integer * interval '1 hour' where user_id = ${viewer.userId}
        returning seen_at`)
    const aged = await age(11)
    const { alive } = stream
    await eventually('it is looked up again', () => (stream.alive >= alive + 3 ? true : null))
    assert.deepEqual(await db.query(sql`select seen_at from sessions where user_id = ${viewer.userId}`), aged)
    assert.equal(stream.isOver, false)
    await age(13)
    await eventually('the stream is cut', () => (stream.isOver ? true : null))
  })

  test('shows people with some projects only those, and foreigners nothing (404)', async () => {
    const other = await service.apply({ organizations: [{ name: 'Other', projects: [{ name: 'Theirs' }] }] })
    const theirs = other.organizations[0]!
    const limited = await signInAs(service, 'viewer', { projectIds: [service.projectId] })
    await using stream = await open({ cookie: limited.cookie })
    await stream.next('it begins', ({ event }) => event === 'ready' || event === 'resync')
    const organization_id = service.organizationId
    const { hints } = service.context
    hints.publish({
      topic: 'calls',
      organization_id,
      project_id: '00000000-0000-7000-8000-000000000001',
      ids: ['x'],
    })
    hints.publish({
      topic: 'calls',
      organization_id: theirs._id,
      project_id: theirs.projects[0]!._id,
      ids: ['y'],
    })
    hints.publish({ topic: 'calls', organization_id, project_id: service.projectId, ids: ['z'] })
    await stream.next('its own', ({ data }) => data.ids?.includes('z') === true)
    assert.equal(stream.events.filter(({ event }) => event === 'hint').length, 1)
    const foreign = await openHintStream(otherUrl, theirs._id, { cookie: limited.cookie })
    assert.equal(foreign.status, 404)
    assert.equal((await open({ cookie: '' })).status, 401)
  })

  test('has a bound for each user (429)', async () => {
    const viewer = await signInAs(service, 'viewer')
    await using stack = new AsyncDisposableStack()
    for (let count = 0; count < streamsPerUserMax; count++)
      assert.equal(stack.use(await open({ cookie: viewer.cookie })).status, 200)
    const refused = await open({ cookie: viewer.cookie })
    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get('retry-after'), '15')
    await stack.disposeAsync()
    await eventually('a dead connection is noticed', async () => {
      await using again = await open({ cookie: viewer.cookie })
      return again.status === 200 ? true : null
    })
  })

  test('has a bound for each organization (429), which leaves room for others', async () => {
    const tree = await service.apply({ organizations: [{ name: 'Busy', projects: [] }] })
    const organizationId = tree.organizations[0]!._id
    // The other server would look each session up ten times a second.
    const busy = (viewer: Browser) => openHintStream(service.url, organizationId, { cookie: viewer.cookie })
    await using stack = new AsyncDisposableStack()
    for (let count = 0; count < hintStreams.perOrganizationMax; count += streamsPerUserMax) {
      const viewer = await signInAs(service, 'viewer', { organizationId })
      for (let own = 0; own < streamsPerUserMax; own++)
        assert.equal(stack.use(await busy(viewer)).status, 200)
    }
    const next = await signInAs(service, 'viewer', { organizationId })
    assert.equal((await busy(next)).status, 429)
    assert.equal(stack.use(await open({ url: service.url })).status, 200)
    await stack.disposeAsync()
    await eventually('its streams have ended', async () => {
      await using again = await busy(next)
      return again.status === 200 ? true : null
    })
  })

  test('says resync when the database connection was lost', async () => {
    await using stream = await open()
    await stream.next('it begins', ({ event }) => event === 'ready' || event === 'resync')
    const before = stream.events.length
    // After some seconds, the last query of a listener is that of its heartbeat.
    const listeners = await service.context.db.query<{ pid: number }>(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and (query ilike 'listen%hints%' or query = 'select 1')`)
    assert.ok(listeners.length > 0)
    await eventually('resync', () =>
      stream.events.slice(before).some(({ event }) => event === 'resync') ? true : null,
    )
    service.context.hints.publish({
      topic: 'health',
      organization_id: service.organizationId,
      project_id: null,
      ids: ['after'],
    })
    await stream.next('a hint after it', ({ data }) => data.ids?.includes('after') === true)
  })

  test('listens only while somebody watches', async () => {
    const { db, log } = service.context
    const watch = createHintWatch({ db, log })
    assert.equal(watch.lastId(), null)
    const leave = watch.subscribe(service.organizationId, null, () => {})
    await eventually('it listens', () => watch.lastId())
    leave()
    await watch.close()
    assert.equal(watch.lastId(), null)
  })
})

test('hints are split into payloads that PostgreSQL takes', () => {
  const groups = Array.from({ length: 200 }, (_, count) => ({
    topic: 'calls',
    ids: [`${count}`.padStart(36, '0')],
  }))
  const payloads = payloadsOf(groups)
  assert.ok(payloads.length > 1)
  for (const payload of payloads) assert.ok(Buffer.byteLength(payload) < 8_000)
  assert.deepEqual(
    payloads.flatMap((payload) => JSON.parse(payload) as unknown[]),
    groups,
  )
})
