// The events of the target keep their places while another organization comes, and others go on writing them
// (Promise 176).
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { cancelMove } from '../../src/cells/move/end-move.ts'
import { moveOrganization } from '../../src/cells/move/move-organization.ts'
import type { MoveRequest, MoveStep } from '../../src/cells/move/move-request.ts'
import type { Db } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { continueEventOrder } from '../../src/events/queries.ts'
import { moveRequestOf, startTwoCells } from '../support/cells.ts'
import type { TwoCells } from '../support/cells.ts'
import { assertTook, probeOf, watchStalls } from '../support/slowness.ts'

let cells: TwoCells
before(async () => {
  cells = await startTwoCells()
})
after(() => cells[Symbol.asyncDispose]())

function writeEvent(db: Db): Promise<unknown> {
  return db.write(sql`
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, tx)
    select organization_id, _id, gen_random_uuid(), 'call.ended', 'call', gen_random_uuid(), now(), '{}',
      (select xid_base from event_order) + pg_current_xact_id()::text::bigint
    from projects`)
}

const requestOf = (onStep: MoveRequest['onStep']) => moveRequestOf(cells, 'one', 'two', onStep)

class Killed extends Error {}

it('somebody who reads events in the target for long keeps nobody from writing any, and the move goes on after it', async () => {
  const { db } = cells.two.context
  const reader = await db.connect()
  const begun = Promise.withResolvers<void>()
  const steps: MoveStep[] = []
  const request = requestOf((step) => {
    steps.push(step)
    if (step === 'copy') begun.resolve()
    if (step === 'catch up') throw new Killed(step)
  })
  let longestMs = 0
  let isReading = true
  await using stalls = watchStalls(probeOf(db))
  try {
    await reader.query('begin; select from events')
    const moving = assert.rejects(moveOrganization(request), Killed)
    await Promise.race([begun.promise, moving])
    const until = performance.now() + 3_000
    while (performance.now() < until) {
      const writtenAt = performance.now()
      await writeEvent(db)
      longestMs = Math.max(longestMs, performance.now() - writtenAt)
      await delay(20)
    }
    assert.equal(steps.at(-1), 'copy', 'the log was raised beside the reader')
    await reader.query('commit')
    isReading = false
    await moving
  } finally {
    if (isReading) await reader.query('rollback')
    await reader.end()
  }
  await assertTook(longestMs, 1_000, stalls.stalledMs())
  await cancelMove(request)
  await db.write(sql`delete from events`)
})

it('copied events look like no dump in the target, whose own events keep their places', async () => {
  const [from, to] = [cells.one.context.db, cells.two.context.db]
  // The cell that the organization leaves has counted more transactions than the one that gets it.
  await from.write(sql`update event_order set xid_base = xid_base + 5000000000`)
  for (const db of [from, to]) await writeEvent(db)
  const own = () =>
    to.query(sql`select _id, tx from events where organization_id = ${cells.two.organizationId} order by _id`)
  const before = await own()
  let checks = 0
  await moveOrganization(
    requestOf(async (step) => {
      if (step !== 'catch up') return
      checks++
      assert.equal(await continueEventOrder(to), false)
    }),
  )
  assert.equal(checks, 1)
  assert.equal(before.length, 1)
  assert.deepEqual(await own(), before)
})
