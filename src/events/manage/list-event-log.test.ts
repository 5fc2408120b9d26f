import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { signInFirstOwner } from '../../../test/support/users.ts'
import type { Browser } from '../../../test/support/users.ts'
import { insertDeliveredEvent } from '../../../test/support/webhooks/events.ts'
import { startReceiver } from '../../../test/support/webhooks/receiver.ts'
import type { Receiver } from '../../../test/support/webhooks/receiver.ts'
import { createWebhookWorld } from '../../../test/support/webhooks/world.ts'
import type { WebhookWorld } from '../../../test/support/webhooks/world.ts'
import { sql } from '../../db/sql.ts'

let world: WebhookWorld
let receiver: Receiver
let owner: Browser
before(async () => {
  receiver = await startReceiver()
  world = await createWebhookWorld([receiver.host])
  owner = await signInFirstOwner(world.service)
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

interface Log {
  items: {
    event: { _id: string; data: unknown }
    subject_id: string
    recipients: { endpoint_name: string; state: string; tries: number }[]
  }[]
  next_before: string | null
  are_kept: boolean
}

const path = () =>
  `/api/organizations/${world.tenant.organization_id}/projects/${world.tenant.project_id}/event-log`
async function get(query: Record<string, string> = {}): Promise<Log> {
  const { status, body } = await owner.request('GET', `${path()}?${new URLSearchParams(query).toString()}`)
  assert.equal(status, 200, body.message)
  return body.data
}
const idsOf = ({ items }: Log) => items.map(({ event }) => event._id)

describe('GET /api/…/event-log', () => {
  it('lists nothing where events are not kept, and says so (200)', async () => {
    await world.db.write(sql`update api_keys set scopes = '{}'`)
    assert.deepEqual(await get(), { items: [], next_before: null, are_kept: false })
  })

  it('lists the newest first, with the endpoints that each goes to (200)', async () => {
    await world.addEndpoint({ name: 'crm', url: receiver.url, types: ['call.ended'] })
    const texts = { note: 'secret' }
    const [queued, ended, last] = [
      await insertDeliveredEvent(world.db, world.tenant, { type: 'call.queued', texts }),
      await insertDeliveredEvent(world.db, world.tenant, { type: 'call.ended' }),
      await insertDeliveredEvent(world.db, world.tenant, { type: 'call.queued' }),
    ]
    const all = await get()
    assert.deepEqual(idsOf(all), [last, ended, queued])
    assert.deepEqual([all.next_before, all.are_kept], [null, true])
    const [, sent, unsent] = all.items
    assert.deepEqual(
      sent?.recipients.map(({ endpoint_name, state, tries }) => [endpoint_name, state, tries]),
      [['crm', 'waiting', 0]],
    )
    assert.deepEqual(unsent?.recipients, [])
    assert.ok(!JSON.stringify(all).includes('secret'))
    assert.deepEqual(idsOf(await get({ types: 'call.ended' })), [ended])
    assert.deepEqual(idsOf(await get({ subject_id: unsent.subject_id })), [queued])
    const first = await get({ limit: '1' })
    assert.deepEqual([idsOf(first), first.next_before], [[last], last])
    const second = await get({ limit: '2', before: last })
    assert.deepEqual([idsOf(second), second.next_before], [[ended, queued], null])
    assert.deepEqual(idsOf(await get({ types: 'call.queued', before: last })), [queued])
  })

  it('finds a rare type beyond the events that one look reads', async () => {
    const rare = await insertDeliveredEvent(world.db, world.tenant, { type: 'ticket.opened' })
    await world.db.write(sql`
      insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data)
      select organization_id, project_id, overlay(_id::text placing lpad(to_hex(n), 12, '0') from 25)::uuid, 'call.queued',
        subject_kind, subject_id, at, data
      from events, generate_series(1, 600) as n where _id = ${rare}`)
    assert.deepEqual(idsOf(await get({ types: 'ticket.*' })), [rare])
    assert.equal((await get({ limit: '100' })).items.length, 100)
  })

  it('refuses unknown types, bad numbers and an event that is not there (400)', async () => {
    for (const query of ['types=call.rang', 'limit=0', 'before=x', `before=${randomUUID()}`])
      assert.equal((await owner.request('GET', `${path()}?${query}`)).status, 400, query)
  })

  it('requires a session (401), and a project that is open to the person (403, 404)', async () => {
    assert.equal((await world.service.request('GET', path(), { key: null })).status, 401)
    const other = path().replace(world.tenant.project_id, randomUUID())
    assert.ok([403, 404].includes((await owner.request('GET', other)).status))
  })
})
