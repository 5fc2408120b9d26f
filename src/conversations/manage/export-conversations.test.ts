// The export over real HTTP: the same rows as the list, as fast as the client reads, and no longer than it is there.
import assert from 'node:assert/strict'
import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { Registry } from 'prom-client'
import { applyOtherPlaces, pathOf } from '../../../test/support/places.ts'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { signInAs, signInFirstOwner } from '../../../test/support/users.ts'
import type { Browser } from '../../../test/support/users.ts'
import { createServer } from '../../app/server.ts'
import { inAllBuckets } from '../../counters/bucket-counts.ts'
import { sql } from '../../db/sql.ts'
import { parseFilters } from '../../filters/parse.ts'
import { exportConversations } from '../export-conversations.ts'
import { conversationFields } from '../list-queries.ts'

const rows = 30_000
let service: Service
let viewer: Browser

before(async () => {
  service = await startService({})
  await signInFirstOwner(service)
  viewer = await signInAs(service, 'viewer')
  const { organizationId, projectId, context } = service
  const mine = sql`${organizationId}::uuid, ${projectId}::uuid`
  // Many begin at the same instant.
  await context.db.query(sql`
    insert into conversations (organization_id, project_id, _id, channel_type, conversation_type, status, phone_number,
      start_time, duration_seconds, created_at)
    select ${mine}, gen_random_uuid(), 'voice', 'outbound', (array['completed', 'busy', 'failed'])[1 + n % 3],
      '+1415' || lpad((n % 900)::text, 7, '0'), timestamptz '2026-01-01Z' + n / 1500 * interval '1 minute', n % 300, now()
    from generate_series(1, ${rows}::integer) n`)
  await context.db.query(sql`
    insert into conversation_counts (organization_id, project_id, grain, channel_type, conversation_type, status, bucket,
      conversations, durations, duration_seconds)
    ${inAllBuckets(sql`(
      select organization_id, project_id, date_trunc('hour', start_time, 'UTC') as hour, channel_type, conversation_type,
        status, count(*) as conversations, count(*) as durations, sum(duration_seconds::numeric) as duration_seconds
      from conversations group by 1, 2, 3, 4, 5, 6)`)}`)
})
after(() => service[Symbol.asyncDispose]())

const project = () => `/api/organizations/${service.organizationId}/projects/${service.projectId}`

const ownViewer = () => ({ cookie: viewer.cookie, url: service.url, path: project() })

/** Asks for an export, and returns the answer before anything of it is read. */
function ask(
  query = '',
  method = 'GET',
  { cookie, url: base, path } = ownViewer(),
): Promise<IncomingMessage> {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  return new Promise((resolve, reject) => {
    const url = `${base}${path}/conversations/export${query}`
    get(url, { headers, method }, resolve).on('error', reject)
  })
}

interface Row {
  _id: string
  status: string
  start_time: string
}

async function exported(query = ''): Promise<Row[]> {
  const answer = await ask(query)
  assert.equal(answer.statusCode, 200)
  assert.match(answer.headers['content-type'] ?? '', /^application\/x-ndjson/)
  assert.match(
    answer.headers['content-disposition'] ?? '',
    /filename="conversations-\d{4}-\d\d-\d\d\.ndjson"/,
  )
  let text = ''
  for await (const chunk of answer) text += String(chunk)
  return text === ''
    ? []
    : text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Row)
}

const filterOf = (filter: object) => `?filters=${encodeURIComponent(JSON.stringify(filter))}`

describe('the export of conversations', () => {
  it('has each row once, newest first, though many begin at one instant', async () => {
    const all = await exported()
    assert.equal(all.length, rows)
    assert.equal(new Set(all.map(({ _id }) => _id)).size, rows)
    const times = all.map(({ start_time }) => start_time)
    assert.deepEqual(times, times.toSorted().toReversed())
  })

  it('has what the list has by the same filter, and one line of each caller', async () => {
    const busy = await exported(filterOf({ status: 'busy' }))
    assert.equal(busy.length, rows / 3)
    assert.ok(busy.every(({ status }) => status === 'busy'))
    const list = await viewer.request(
      'GET',
      `${project()}/conversations${filterOf({ status: 'busy' })}&limit=100`,
    )
    const { items } = list.body.data as { items: Row[] }
    assert.deepEqual(busy.slice(0, 100), items)
    assert.equal((await exported('?unique=true')).length, 900)
    assert.deepEqual(await exported(filterOf({ status: 'ringing' })), [])
  })

  it('has a caller who calls while it is read, by the call that was there at its begin', async () => {
    const { organizationId, projectId, context } = service
    const call = (at: string) =>
      context.db.query<{ _id: string }>(sql`
      insert into conversations (organization_id, project_id, _id, channel_type, conversation_type, status, phone_number,
        start_time, duration_seconds, created_at)
      values (${organizationId}, ${projectId}, gen_random_uuid(), 'voice', 'outbound', 'completed', '+14159999999', ${at}, 1,
        now()) returning _id`)
    const [old] = await call('2025-12-31T00:00:00Z')
    const list = {
      organization_id: organizationId,
      project_id: projectId,
      unique: true,
      filter: parseFilters(undefined, conversationFields),
    }
    const lines: string[] = []
    let isFirst = true
    for await (const text of exportConversations(context.db, list)) {
      if (isFirst) await call('2026-10-01T00:00:00Z')
      isFirst = false
      lines.push(
        ...text
          .trimEnd()
          .split('\n')
          .filter((line) => line.includes('+14159999999')),
      )
    }
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as Row)._id),
      [old!._id],
    )
    await context.db.query(sql`delete from conversations where phone_number = '+14159999999'`)
  })

  it('is refused before its first line for a filter that is none', async () => {
    const { status } = await viewer.request('GET', `${project()}/conversations/export?filters=x`)
    assert.equal(status, 400)
  })

  it('reads no conversation for HEAD, which has no body', async () => {
    const heads = await Promise.all(Array.from({ length: 2 }, () => ask('', 'HEAD')))
    for (const head of heads) {
      assert.equal(head.statusCode, 200)
      assert.match(head.headers['content-type'] ?? '', /^application\/x-ndjson/)
      head.resume()
    }
    // None of them takes a place.
    const answer = await ask(filterOf({ status: 'ringing' }))
    answer.resume()
    assert.equal(answer.statusCode, 200)
  })

  it('takes two of an organization at a time, waits for a slow reader, and ends when the reader goes away', async () => {
    const slow = await Promise.all(Array.from({ length: 2 }, () => ask()))
    for (const answer of slow) {
      assert.equal(answer.statusCode, 200)
      answer.pause()
    }
    const refused = await ask()
    assert.equal(refused.statusCode, 429)
    assert.equal(refused.headers['retry-after'], '15')
    refused.resume()
    const place = (await applyOtherPlaces(service))[1]!.place
    const { cookie } = await signInAs(service, 'viewer', { organizationId: place.organization_id })
    const foreign = await ask('', 'GET', { cookie, url: service.url, path: `/api${pathOf(place)}` })
    assert.equal(foreign.statusCode, 200)
    foreign.resume()
    for (const answer of slow) answer.destroy()
    await eventually('another export is taken', async () => {
      const answer = await ask()
      answer.destroy()
      return answer.statusCode === 200 ? true : null
    })
  })

  it('is cut at its limit, however slowly it is read', async () => {
    const quick = { registry: new Registry(), exportMs: 300 }
    const app = await createServer({ ...service.context, ...quick })
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const slow = await Promise.all(Array.from({ length: 2 }, () => ask('', 'GET', { ...ownViewer(), url })))
    for (const answer of slow) answer.pause()
    await eventually('a place is free', async () => {
      const answer = await ask(filterOf({ status: 'ringing' }), 'GET', { ...ownViewer(), url })
      answer.resume()
      return answer.statusCode === 200 ? true : null
    })
    for (const answer of slow) await assert.rejects(answer.toArray(), { code: 'ECONNRESET' })
    await app.close()
  })
})
