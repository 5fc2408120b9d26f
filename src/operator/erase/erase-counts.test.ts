import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { mergePair } from '../../../test/support/merge-pair.ts'
import { createMergeWorld } from '../../../test/support/merge-world.ts'
import type { MergeWorld } from '../../../test/support/merge-world.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { applyOtherPlaces } from '../../../test/support/places.ts'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { uuidv7 } from '../../base/ids.ts'
import { addBatch } from '../../calls/batches/add-batch.ts'
import { workOnDueBatch } from '../../calls/batches/work-on-batch.ts'
import { sql } from '../../db/sql.ts'
import { guardTimes, numberCountUntil } from '../../guards/limits/guard-times.ts'
import { recount } from '../recount/recount.ts'
import { erasePeople } from './erase-people.ts'

const nextNumber = createNumbers()
let service: Service
let world: MergeWorld
before(async () => {
  service = await startService({
    carrier: { api_url: 'http://127.0.0.1:9' },
    campaigns: [scriptCampaign({ name: 'Open' }), scriptCampaign({ name: 'Held', status: 'paused' })],
    calls: {},
  })
  world = await createMergeWorld(service, service.projectId)
})
after(() => service[Symbol.asyncDispose]())
afterEach(() => service.context.db.write(sql`delete from dial_counts`))

const project = () => `/organizations/${service.organizationId}/projects/${service.projectId}`

/** Makes a person whose number was dialed as often today as a number may be on a day. */
async function makeDialed(): Promise<{ phone: string; id: string }> {
  const { db, clock } = service.context
  const phone = nextNumber()
  const times = guardTimes(clock.now())
  await db.write(sql`
    insert into dial_counts (organization_id, counted, since, dials, until)
    values (${service.organizationId}, ${phone}, ${times.dayBegins}, 3, ${numberCountUntil(times)})`)
  return { phone, id: await world.call({ phone }, new Date()) }
}

async function erase(id: string): Promise<void> {
  const { status, body } = await service.request('DELETE', `${project()}/customer-profiles/${id}`)
  assert.equal(status, 200, body.message)
  const job = erasePeople(service.context)
  while (await job.run(new AbortController().signal)) continue
}

const place = (campaign: string, phone_number: string) =>
  service.request('POST', `${project()}/campaigns/${service.campaignIds[campaign]}/calls`, {
    body: { phone_number },
  })

/** Returns the counts of all numbers by what they are counted by, without those of blocks. */
async function counts(): Promise<Record<string, number>> {
  const rows = await service.context.db.query<{ counted: string; dials: number }>(sql`
    select counted, dials from dial_counts where counted not like '%***'`)
  return Object.fromEntries(rows.map(({ counted, dials }) => [counted, dials]))
}

describe('how often an erased person was dialed', () => {
  it('stays without the number, and holds the next call as before', async () => {
    const { phone, id } = await makeDialed()
    await erase(id)
    const erased = await counts()
    assert.ok(!JSON.stringify(erased).includes(phone.slice(1)))
    assert.deepEqual(Object.values(erased), [3])
    const { status, body } = await place('Open', phone)
    assert.equal(status, 400)
    assert.match(body.message, /calls\.number_dials_a_day/)
    assert.deepEqual(await counts(), erased)
    assert.equal((await place('Held', phone)).status, 200)
    assert.deepEqual(await counts(), { [phone]: 3 })
  })

  it('comes back without holding the organization’s day while the call waits for the person', async () => {
    const { db, clock } = service.context
    const { phone, id } = await makeDialed()
    await erase(id)
    const anew = await world.call({ phone }, new Date())
    const { placed } = await db.transaction(async (transaction) => {
      await transaction.query(sql`select from profiles where _id = ${anew} for update`)
      const placing = service.request('POST', `${project()}/campaigns/${service.campaignIds['Held']}/calls`, {
        body: { phone_number: phone, name: 'Ada' },
      })
      await eventually('the call waits for the person', async () => {
        const waiting = await db.query(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        return waiting.length > 0 ? true : null
      })
      const free = await db.query(sql`
        select from call_days where organization_id = ${service.organizationId}
          and day = ${guardTimes(clock.now()).day}::date for update skip locked`)
      assert.equal(free.length, 1)
      return { placed: placing }
    })
    assert.equal((await placed).status, 200)
    assert.deepEqual(await counts(), { [phone]: 3 })
  })

  it('is found by a row of a file', async () => {
    const { phone, id } = await makeDialed()
    await erase(id)
    const file = {
      organization_id: service.organizationId,
      project_id: service.projectId,
      campaign_id: service.campaignIds['Held']!,
      bytes: Buffer.from(`phone_number\n${phone}\n${nextNumber()}`),
      name: 'people.csv',
      include: ['repeated', 'waiting', 'incomplete'] as const,
      isAgain: true,
      idempotencyKey: null,
    }
    await addBatch(service.context, file, {
      kind: 'cli',
      id: null,
      name: 'ada@box',
      via: 'command',
      requestId: null,
    })
    await eventually('all rows are calls', async () =>
      (await workOnDueBatch(service.context)) ? null : true,
    )
    assert.deepEqual(await counts(), { [phone]: 3 })
  })

  it('adds up, and stays by the number while another project has a call to it', async () => {
    const { db } = service.context
    const { phone, id } = await makeDialed()
    await erase(id)
    await db.write(sql`
      insert into dial_counts (organization_id, counted, since, dials, until)
      select organization_id, ${phone}, since, 2, until from dial_counts where counted like '#%'`)
    await erase(await world.call({ phone }, new Date()))
    assert.deepEqual(Object.values(await counts()), [5])
    await db.write(sql`delete from dial_counts`)

    const busy = await makeDialed()
    const [other] = await applyOtherPlaces(service)
    await db.write(sql`
      insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer, state, state_since,
        created_at, waits_for)
      values (${service.organizationId}, ${other!.place.project_id}, ${uuidv7()}, ${service.campaignIds['Held']!}, 'queue', ${busy.phone}, '{}',
        'waiting', now(), now(), 'turn')`)
    await erase(busy.id)
    assert.deepEqual(await counts(), { [busy.phone]: 3 })
  })
})

describe('the callers of conversations', () => {
  it('stay those of another person, where a conversation with that person had the erased number', async () => {
    const { older, younger, own } = await mergePair(world, nextNumber)
    const separated = await service.request('POST', `${project()}/customer-profiles/${older}/separate`, {
      body: { merged_id: younger, contacts: { [`phone:${own}`]: 'survivor' } },
    })
    assert.equal(separated.status, 200, separated.body.message)
    await erase(older)
    const theirs = await service.context.db.query(sql`
      select caller, (select conversations from conversation_callers k where k.organization_id = c.organization_id
          and k.project_id = c.project_id and k.caller = c.caller) as counted, count(*)
      from conversations c where profile_id = ${younger} group by organization_id, project_id, caller`)
    assert.deepEqual(theirs, [{ caller: younger, counted: 2, count: 2 }])
    const { callers, caller_days, caller_months, call_durations } = await recount(service.context.db, {
      repair: false,
    })
    assert.deepEqual([callers, caller_days, caller_months, call_durations], [0, 0, 0, 0])
    const { body } = await service.request('GET', `${project()}/conversations?unique=true&limit=100`)
    const { items, pagination } = body.data as { items: unknown[]; pagination: { total: number } }
    assert.equal(items.length, pagination.total)
  })
})
