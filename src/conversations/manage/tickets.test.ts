// The list of tickets over real HTTP, in a project with many tickets of one subject.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { signInAs } from '../../../test/support/users.ts'
import type { Browser } from '../../../test/support/users.ts'
import { uuidv7 } from '../../base/ids.ts'
import { sql } from '../../db/sql.ts'

/** More than a search takes of one kind. */
const closed = 10_500
let service: Service
let viewer: Browser

before(async () => {
  service = await startService({})
  viewer = await signInAs(service, 'viewer')
  const { organizationId, projectId, context } = service
  const mine = sql`${organizationId}::uuid, ${projectId}::uuid`
  await context.db.write(sql`
    insert into tickets (organization_id, project_id, _id, channel_type, subject, status, created_at, closed_at)
    select ${mine}, gen_random_uuid(), 'web', 'Please call back', 'closed', at, at
    from generate_series(1, ${closed}::integer) n,
      lateral (select timestamptz '2026-01-01Z' + n * interval '1 minute' as at) a`)
  await context.db.write(sql`
    insert into tickets (organization_id, project_id, _id, channel_type, subject, status, created_at)
    select ${mine}, gen_random_uuid(), 'web', 'Please call back', 'open', timestamptz '2026-11-01Z'
    from generate_series(1, 2::integer)`)
})
after(() => service[Symbol.asyncDispose]())

interface Page {
  items: { _id: string; status: string; closed_at: string | null }[]
  pagination: { total: number }
}

async function search(show: string, text = 'call back'): Promise<Page> {
  const path = `/api/organizations/${service.organizationId}/projects/${service.projectId}/tickets`
  const answer = await viewer.request('GET', `${path}?show=${show}&search=${encodeURIComponent(text)}`)
  return (answer.body as { data: Page }).data
}

it('finds the open tickets of a subject that many closed ones have', async () => {
  const { items, pagination } = await search('open')
  assert.deepEqual(
    items.map(({ status }) => status),
    ['open', 'open'],
  )
  assert.equal(pagination.total, 2)
})

it('finds the latest of the closed tickets of a subject', async () => {
  const { items } = await search('closed')
  const last = new Date(Date.parse('2026-01-01T00:00:00Z') + closed * 60_000).toISOString()
  assert.equal(items[0]?.closed_at, last)
})

it('finds the ticket of one of many people with a name', async () => {
  const { organizationId, projectId, context } = service
  const mine = sql`${organizationId}::uuid, ${projectId}::uuid`
  await context.db.write(sql`
    with made as (
      insert into profiles (organization_id, project_id, _id, name, display_id, created_at, updated_at)
      select ${mine}, gen_random_uuid(), 'Ada Smith', 'CUST-' || 900000 + n, now(), now() from generate_series(1, 1100::integer) n
      returning organization_id, project_id, _id, name, display_id
    )
    insert into profile_search (organization_id, project_id, profile_id, words, digits)
    select organization_id, project_id, _id, 'ada smith', '' from made order by display_id`)
  await context.db.write(sql`
    insert into tickets (organization_id, project_id, _id, channel_type, subject, status, created_at, profile_id)
    select ${mine}, gen_random_uuid(), 'web', 'Invoice', 'open', now(), _id from profiles where display_id = 'CUST-901100'`)
  assert.equal((await search('open', 'smith')).pagination.total, 1)
})

it('finds a ticket by its id, where its status is asked for', async () => {
  const { organizationId, projectId, context } = service
  const _id = uuidv7()
  await context.db.write(sql`
    insert into tickets (organization_id, project_id, _id, channel_type, status, created_at, closed_at)
    values (${organizationId}, ${projectId}, ${_id}, 'web', 'closed', '2020-01-01Z', '2020-01-02Z')`)
  const found = (await search('closed', _id)).items
  assert.deepEqual(
    found.map((ticket) => ticket._id),
    [_id],
  )
  assert.deepEqual((await search('open', _id)).items, [])
})
