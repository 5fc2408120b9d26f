import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { limitedKeys } from '../../../test/support/limited-keys.ts'
import { ownPlace, pathOf } from '../../../test/support/places.ts'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { uuidv7 } from '../../base/ids.ts'
import { sql } from '../../db/sql.ts'
import { publishEvents } from '../event-of.ts'

let service: Service
let keys: [plain: string, foreign: string]
before(async () => {
  service = await startService()
  keys = await limitedKeys(service)
  for (let number = 1; number <= 5; number++) await publish(number)
  // Another test file's transaction, on the same server, may hold the end of the log back for a moment.
  await eventually('all events', async () => ((await get()).page.items.length === 5 ? true : null))
})
after(() => service[Symbol.asyncDispose]())

const subjects: string[] = []

async function publish(number: number): Promise<void> {
  const subject = uuidv7()
  subjects.push(subject)
  const at = new Date(Date.UTC(2026, 10, 20 + number))
  const facts = sql`
    select ${number % 2 === 0 ? 'ticket.opened' : 'call.queued'}::text as type, ${subject}::uuid as subject_id,
      ${at}::timestamptz as at, jsonb_build_object('_id', ${subject}::text, 'number', ${number}::integer) as data,
      jsonb_build_object('note', 'text') as texts`
  await service.context.db.transaction((transaction) => publishEvents(transaction, ownPlace(service), facts))
}

interface Page {
  items: { _id: string; type: string; timestamp: string; data: Record<string, unknown> }[]
  next_after: string
  has_more: boolean
}

async function get(
  query: Record<string, string> = {},
  key?: string | null,
): Promise<{ status: number; message: string; page: Page }> {
  const path = `${pathOf(ownPlace(service))}/events?${new URLSearchParams(query).toString()}`
  const { status, body } = await service.request('GET', path, key === undefined ? {} : { key })
  return { status, message: body.message, page: body.data }
}

const numbersOf = ({ items }: Page) => items.map(({ data }) => data['number'])

describe('GET events', () => {
  it('lists events oldest first, as receivers get them (200)', async () => {
    const { status, page } = await get()
    assert.equal(status, 200)
    assert.deepEqual(numbersOf(page), [1, 2, 3, 4, 5])
    assert.deepEqual(page.items[0], {
      _id: page.items[0]!._id,
      type: 'call.queued',
      timestamp: '2026-11-21T00:00:00.000Z',
      version: '2026-11-22',
      ...ownPlace(service),
      data: { _id: subjects[0], number: 1 },
    })
    assert.deepEqual([page.has_more, page.next_after], [false, page.items.at(-1)!._id])
    assert.deepEqual((await get({ content: 'full' })).page.items[0]!.data['note'], 'text')
  })

  it('goes on page by page, also once there is nothing more yet', async () => {
    const first = (await get({ limit: '2' })).page
    assert.deepEqual([numbersOf(first), first.has_more], [[1, 2], true])
    const second = (await get({ limit: '3', after: first.next_after })).page
    assert.deepEqual([numbersOf(second), second.has_more], [[3, 4, 5], false])
    const last = (await get({ after: second.next_after })).page
    assert.deepEqual([last.items, last.has_more], [[], false])
    assert.match(last.next_after, /^(at-\d+|[0-9a-f-]{36})$/)
    assert.deepEqual((await get({ after: last.next_after })).page.items, [])
  })

  it('filters by types, subject and time', async () => {
    assert.deepEqual(numbersOf((await get({ types: 'ticket.*' })).page), [2, 4])
    assert.deepEqual(numbersOf((await get({ types: 'ticket.opened, call.queued' })).page), [1, 2, 3, 4, 5])
    assert.deepEqual(numbersOf((await get({ types: 'guard.tripped' })).page), [])
    assert.deepEqual(numbersOf((await get({ subject_id: subjects[2]! })).page), [3])
    assert.deepEqual(numbersOf((await get({ subject_id: 'nonsense' })).page), [])
    assert.deepEqual(numbersOf((await get({ from: '2026-11-22', to: '2026-11-24T00:00:00Z' })).page), [2, 3])
  })

  it('refuses an unknown type, event, content or size (400)', async () => {
    const refused: [Record<string, string>, RegExp][] = [
      [{ types: 'call.rang' }, /^types: there is no type call\.rang/],
      [{ types: Array(51).fill('call.ended').join() }, /^types: must name at most 50 types$/],
      [{ after: uuidv7() }, /^after: the project has no event with this id any more/],
      [{ after: 'nonsense' }, /^after: /],
      [{ content: 'all' }, /^content: must be ids or full$/],
      [{ limit: '101' }, /^limit: must be a whole number from 1 to 100$/],
      [{ from: 'yesterday' }, /^from: /],
    ]
    for (const [query, message] of refused) {
      const answer = await get(query)
      assert.equal(answer.status, 400, JSON.stringify(query))
      assert.match(answer.message, message)
    }
  })

  it('requires a key (401) with the scope, of this project (403)', async () => {
    assert.equal((await get({}, null)).status, 401)
    for (const key of keys) assert.equal((await get({}, key)).status, 403)
  })

  it('shows no event of another project, and goes on from none of its events', async () => {
    const [, foreign] = keys
    const [other] = await service.context.db.query<{ project_id: string }>(sql`
      select project_id from api_keys where project_id <> ${service.projectId} and name = 'all'`)
    const { items } = (await get()).page
    const path = pathOf({ organization_id: service.organizationId, project_id: other!.project_id })
    const listed = await service.request('GET', `${path}/events`, { key: foreign })
    assert.deepEqual((listed.body.data as Page).items, [])
    const after = await service.request('GET', `${path}/events?after=${items[0]!._id}`, { key: foreign })
    assert.equal(after.status, 400)
  })
})
