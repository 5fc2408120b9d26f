import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startDoNotCallWorld } from '../../../test/support/do-not-call.ts'
import type { DoNotCallWorld } from '../../../test/support/do-not-call.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { eventually } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { hashNumber } from '../do-not-call/hash-number.ts'

const nextNumber = createNumbers()
let world: DoNotCallWorld
before(async () => {
  world = await startDoNotCallWorld()
})
after(() => world[Symbol.asyncDispose]())

describe('POST do-not-call end', () => {
  it('lets the number be called again, and keeps who ended it and why (200)', async () => {
    const number = nextNumber()
    await world.add([number])
    assert.equal(await world.end(number, 'changed their mind'), true)
    assert.equal(await world.end(number), false)
    assert.equal((await world.place(number)).status, 200)
    assert.equal((await world.entries(`q=${encodeURIComponent(number)}`)).length, 0)
    const [entry] = await world.entries(`q=${encodeURIComponent(number)}&show=all`)
    assert.equal(entry?.ended_by, 'all')
    assert.equal(entry.ended_why, 'changed their mind')
    await world.add([number])
    assert.equal((await world.entries(`q=${encodeURIComponent(number)}&show=all`)).length, 2)
  })

  it('refuses what is no number, and a missing reason (400)', async () => {
    assert.equal(
      (await world.service.request('POST', `${world.list}/Ada/end`, { body: { why: 'x' } })).status,
      400,
    )
    assert.equal(
      (await world.service.request('POST', `${world.list}/+14155550123/end`, { body: {} })).status,
      400,
    )
  })

  it('requires a key (401) of this organization with the scope (403)', async () => {
    await world.checkKeys('POST', `${world.list}/+14155550123/end`, { why: 'asked for it' })
  })
})

describe('an entry of which only the hash is left', () => {
  it('stops calls as before, is found and ended by its number, and shows it nowhere (Rule 160)', async () => {
    const { db, secretBox } = world.service.context
    const number = nextNumber()
    const key = { organization_id: world.service.organizationId, number }
    const waiting = await world.place(number, 'Paused')
    await world.add([number], { why: 'Ada wrote' })
    await db.transaction((transaction) => hashNumber(secretBox, transaction, key, new Date()))
    const { status, message } = await world.place(number)
    assert.deepEqual([status, /do-not-call/.test(message)], [400, true])
    assert.equal((await world.stateOf(waiting.id))?.state, 'canceled')
    const [entry] = await world.entries(`q=${encodeURIComponent(number)}`)
    assert.equal(entry?.number, null)
    assert.equal(entry.why, null)
    const rows = await db.query<{ text: string }>(sql`select d::text as text from do_not_call d`)
    assert.ok(!rows.some(({ text }) => text.includes(number)))
    // Added again as a number, and erased again: one entry stays open.
    await world.add([number])
    await db.transaction((transaction) => hashNumber(secretBox, transaction, key, new Date()))
    assert.equal((await world.entries(`q=${encodeURIComponent(number)}`)).length, 1)
    assert.equal(await world.end(number), true)
    assert.equal((await world.place(number)).status, 200)
  })

  it('stops a call that had been claimed, and cancels it', async () => {
    const { db, secretBox } = world.service.context
    const number = nextNumber()
    const { id } = await world.place(number, 'Paused')
    // A hash stops no waiting call by itself: it is the look-up right before the attempt that does.
    await db.write(sql`
      insert into do_not_call (organization_id, _id, number_hash, since, source)
      values (${world.service.organizationId}, gen_random_uuid(),
        ${secretBox.digest(`do-not-call ${world.service.organizationId} ${number}`)}, now(), 'voice')`)
    await db.write(
      sql`update campaigns set status = 'running' where _id = ${world.service.campaignIds['Paused']}`,
    )
    await db.write(
      sql`update campaign_queues set next_at = now() where campaign_id = ${world.service.campaignIds['Paused']}`,
    )
    world.service.startWorker()
    await eventually('it is canceled', async () =>
      (await world.stateOf(id))?.state === 'canceled' ? true : null,
    )
    await db.write(
      sql`update campaigns set status = 'paused' where _id = ${world.service.campaignIds['Paused']}`,
    )
    assert.deepEqual(await world.stateOf(id), {
      state: 'canceled',
      reason: 'the number is on the do-not-call list',
    })
    assert.equal(world.dialsTo(number), 0)
    const [attempts] = await db.query(sql`
      select count(*) as count, (select count(*) from numbers_in_use where phone_number = ${number}) as in_use
      from call_attempts where call_id = ${id}`)
    assert.deepEqual(attempts, { count: 0, in_use: 0 })
  })
})
