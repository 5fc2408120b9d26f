import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase } from '../../test/support/database.ts'
import type { TestDatabase } from '../../test/support/database.ts'
import type { Clock } from '../base/clock.ts'
import { createLog } from '../base/log.ts'
import { startDatabaseClock } from './database-clock.ts'
import { sql } from './sql.ts'

const hourMs = 3_600_000

describe('startDatabaseClock', () => {
  let database: TestDatabase
  before(async () => {
    database = await createTestDatabase()
  })
  after(() => database[Symbol.asyncDispose]())

  /** Starts a clock on a machine whose clocks the test can move. */
  async function start() {
    const moved = { day: 0, steady: 0 }
    const clock = await startDatabaseClock(database.db, createLog('silent'), {
      day: () => Date.now() + moved.day,
      steady: () => performance.now() + moved.steady,
    })
    return { clock, moved }
  }

  /**
   * Asserts that the clock shows the database's time. It may lag by the time that a comparison takes on a busy machine.
   */
  async function assertRight(clock: Clock): Promise<void> {
    const before = clock.now().getTime()
    const [row] = await database.db.query<{ now: string }>(sql`select clock_timestamp() as now`)
    const databaseMs = Date.parse(row?.now ?? '')
    assert.ok(before - databaseMs < 200, `${before - databaseMs} ms ahead`)
    assert.ok(databaseMs - clock.now().getTime() < 5_000, `${databaseMs - clock.now().getTime()} ms behind`)
  }

  it('shows the database’s time and needs no resync', async () => {
    const { clock } = await start()
    await using _ = clock
    assert.equal(clock.resync(), null)
    await assertRight(clock)
  })

  for (const [what, byMs] of [
    ['forward', hourMs],
    ['back', -hourMs],
  ] as const)
    it(`keeps the right time when the time of day is set ${what}, and needs one resync`, async () => {
      const { clock, moved } = await start()
      await using _ = clock
      moved.day = byMs
      await assertRight(clock)
      const resync = clock.resync()
      assert.notEqual(resync, null)
      await resync
      assert.equal(clock.resync(), null)
      await assertRight(clock)
    })

  it('needs a resync after the machine slept, and then shows the right time', async () => {
    const { clock, moved } = await start()
    await using _ = clock
    // The monotonic clock stops while the machine sleeps.
    moved.steady = -hourMs
    assert.ok(clock.now().getTime() < Date.now() - hourMs / 2)
    await clock.resync()
    assert.equal(clock.resync(), null)
    await assertRight(clock)
  })

  it('still needs a resync while the database is unreachable', async () => {
    const other = await createTestDatabase()
    const moved = { day: 0 }
    await using clock = await startDatabaseClock(other.db, createLog('silent'), {
      day: () => Date.now() + moved.day,
      steady: () => performance.now(),
    })
    await other[Symbol.asyncDispose]()
    moved.day = hourMs
    await assert.rejects(async () => clock.resync())
    assert.notEqual(clock.resync()?.catch(() => undefined) ?? null, null)
  })
})
