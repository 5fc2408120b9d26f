// The events of the target keep their places while another organization comes (Promise 176).
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { moveOrganization } from '../../src/cells/move/move-organization.ts'
import type { Db } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { continueEventOrder } from '../../src/events/queries.ts'
import { startTwoCells } from '../support/cells.ts'
import type { TwoCells } from '../support/cells.ts'

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

it('copied events look like no dump in the target, whose own events keep their places', async () => {
  const [from, to] = [cells.one.context.db, cells.two.context.db]
  // The cell that the organization leaves has counted more transactions than the one that gets it.
  await from.write(sql`update event_order set xid_base = xid_base + 5000000000`)
  for (const db of [from, to]) await writeEvent(db)
  const own = () =>
    to.query(sql`select _id, tx from events where organization_id = ${cells.two.organizationId} order by _id`)
  const before = await own()
  let checks = 0
  const side = (name: 'one' | 'two') => ({ name, url: cells[name].url, db: cells[name].context.db })
  await moveOrganization({
    directory: cells.directory,
    organization: { _id: cells.one.organizationId, name: 'Acme' },
    from: side('one'),
    to: side('two'),
    onStep: async (step) => {
      if (step !== 'catch up') return
      checks++
      assert.equal(await continueEventOrder(to), false)
    },
  })
  assert.equal(checks, 1)
  assert.equal(before.length, 1)
  assert.deepEqual(await own(), before)
})
