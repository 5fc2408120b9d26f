import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { createLog } from '../../base/log.ts'
import { createTriggers, selectTables } from '../../cells/move/move-sql.ts'
import type { TenantTable } from '../../cells/move/move-sql.ts'
import { listen } from '../../db/listen.ts'
import { sql } from '../../db/sql.ts'
import { insertWaitingCall } from '../queries.ts'
import { createQueueNotifier } from './queue-notifier.ts'
import { queueChannel } from './queue-queries.ts'

let service: Service
before(async () => {
  const campaigns = ['Quiet', 'Called', 'Due', 'Empty', 'Busy', 'Free', 'Ending'].map((name) =>
    scriptCampaign({ name }),
  )
  service = await startService({ campaigns, carrier: { api_url: 'http://127.0.0.1:9' } })
})
after(() => service[Symbol.asyncDispose]())

/** Lets a call wait in the campaign. */
async function queueCall(name: string): Promise<void> {
  const { db, newId } = service.context
  const call = {
    organization_id: service.organizationId,
    project_id: service.projectId,
    _id: newId(),
    campaign_id: service.campaignIds[name]!,
    placed_by: 'queue' as const,
    phone_number: '+14155552671',
    customer: {},
  }
  const wait = { open_until: null, due_at: null, held_timezone: null }
  await db.transaction((transaction) => insertWaitingCall(transaction, call, wait, newId(), noon))
}

const noon = new Date('2026-11-20T12:00:00.000Z')
const queueOf = (name: string) => ({
  organization_id: service.organizationId,
  campaign_id: service.campaignIds[name]!,
})
const createNotifier = (db = service.context.db) =>
  createQueueNotifier({ db, clock: { now: () => noon }, log: service.context.log })

async function nextOf(name: string): Promise<string | null> {
  const [row] = await service.context.db.query<{ next_at: string | null }>(
    sql`select next_at from campaign_queues where campaign_id = ${service.campaignIds[name]}`,
  )
  return row!.next_at
}

describe('the queue notifier', () => {
  before(() => Promise.all(['Quiet', 'Called', 'Due', 'Busy', 'Free', 'Ending'].map(queueCall)))

  it('makes only the given queues due in which calls wait, keeps earlier due times, and notifies workers', async () => {
    const { db, log } = service.context
    const earlier = '2026-11-20T11:59:00.000Z'
    await db.query(sql`update campaign_queues set next_at = null`)
    await db.query(sql`
      update campaign_queues set next_at = ${earlier} where campaign_id = ${service.campaignIds['Due']}`)
    const stop = new AbortController()
    let notifications = 0
    const listening = listen(db, queueChannel, () => void notifications++, { log, signal: stop.signal })
    await eventually('it listens', () => (notifications === 1 ? true : null))
    const notifier = createNotifier()
    notifier.wake([queueOf('Called'), queueOf('Due'), queueOf('Empty')])
    await notifier.idle()
    assert.deepEqual(
      [await nextOf('Quiet'), await nextOf('Called'), await nextOf('Due'), await nextOf('Empty')],
      [null, noon.toISOString(), earlier, null],
    )
    await eventually('it is notified', () => (notifications === 2 ? true : null))
    stop.abort()
    await listening
  })

  it('leaves out the queues of an organization that a move has closed, which the database would refuse', async () => {
    const { db } = service.context
    const [queues] = (await db.query<TenantTable>(selectTables)).filter(
      ({ name }) => name === 'campaign_queues',
    )
    for (const statement of createTriggers(queues!, service.organizationId)) await db.write(statement)
    await db.query(sql`update campaign_queues set next_at = null`)
    await db.query(sql`
      insert into organization_moves (organization_id, side, cell, url, state, begun_at, changed_at)
      values (${service.organizationId}, 'source', 'two', 'http://127.0.0.1:9', 'closed', now(), now())`)
    const faults: unknown[] = []
    const log = Object.assign(createLog('silent'), { warn: (fault: unknown) => void faults.push(fault) })
    const notifier = createQueueNotifier({ db, clock: { now: () => noon }, log })
    notifier.wake([queueOf('Called')])
    await notifier.idle()
    await db.query(sql`delete from organization_moves`)
    assert.deepEqual(faults, [])
    assert.equal(await nextOf('Called'), null)
  })

  it('collects queues while a statement runs', async () => {
    const { db } = service.context
    let statements = 0
    const notifier = createNotifier({
      ...db,
      write: (statement) => {
        // These calls end while the statement runs.
        if (++statements === 1) for (let count = 0; count < 100; count++) notifier.wake([queueOf('Quiet')])
        return db.write(statement)
      },
    })
    for (let count = 0; count < 100; count++) notifier.wake([queueOf('Called')])
    await notifier.idle()
    assert.deepEqual([statements, await nextOf('Quiet')], [2, noon.toISOString()])
  })

  it('makes a queue with a new call due only if a slot is free, or the end of its campaign is not scheduled', async () => {
    const { db } = service.context
    await db.query(sql`update campaign_queues set next_at = null`)
    const taken = [service.campaignIds['Busy']!, service.campaignIds['Ending']!]
    // A campaign without slots has as few free ones as one whose calls use them all.
    await db.query(sql`delete from calling_slots where campaign_id = any(${taken}::uuid[])`)
    const ends = '2026-11-21T12:00:00.000Z'
    await db.query(sql`update campaigns set ends_at = ${ends} where _id = ${taken[1]}`)
    const notifier = createNotifier()
    for (const name of ['Busy', 'Free', 'Ending']) notifier.wakeIfServable(queueOf(name))
    await notifier.idle()
    assert.deepEqual(
      [await nextOf('Busy'), await nextOf('Free'), await nextOf('Ending')],
      [null, noon.toISOString(), noon.toISOString()],
    )
    await db.query(sql`update campaign_queues set next_at = ${ends} where campaign_id = ${taken[1]}`)
    notifier.wakeIfServable(queueOf('Ending'))
    await notifier.idle()
    assert.equal(await nextOf('Ending'), ends)
  })
})
