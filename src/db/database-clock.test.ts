import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it, mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createTestDatabase } from '../../test/support/database.ts'
import type { TestDatabase } from '../../test/support/database.ts'
import type { Clock } from '../base/clock.ts'
import { createLog } from '../base/log.ts'
import { startDatabaseClock } from './database-clock.ts'
import type { Queryable } from './queryable.ts'
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

describe('a database clock whose database answers late', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }))
  afterEach(() => mock.timers.reset())

  /** A machine and a database whose clocks the test moves. `late`: what happens while each answer is on its way. */
  function createWorld() {
    const at = { database: Date.parse('2026-11-21T09:00:00Z'), day: 0, steady: 0 }
    const late: (() => void)[] = []
    const pass = (ms: number) => {
      at.steady += ms
      sleep(ms)
    }
    const sleep = (ms: number) => {
      at.day += ms
      at.database += ms
    }
    const query = async <Row>() => {
      const rows = [{ ms: at.database }] as Row[]
      late.shift()?.()
      return rows
    }
    const db: Queryable = { query, write: query }
    const start = () =>
      startDatabaseClock(db, createLog('silent'), { day: () => at.day, steady: () => at.steady })
    /** Lets the clock compare itself as it does every five seconds. */
    const compare = async () => {
      mock.timers.tick(5_000)
      await turn()
    }
    const lagMs = (clock: Clock) => at.database - clock.now().getTime()
    return { at, late, pass, sleep, start, compare, lagMs }
  }

  it('keeps the time that it has carried on', async () => {
    const { late, pass, start, compare, lagMs } = createWorld()
    await using clock = await start()
    pass(61_000)
    late.push(() => pass(2_000))
    await compare()
    assert.equal(late.length, 0)
    assert.equal(lagMs(clock), 0)
  })

  it('moves the time that it has carried on to where the answer says that it is', async () => {
    const { at, late, pass, start, compare, lagMs } = createWorld()
    await using clock = await start()
    at.database += hourMs
    late.push(() => pass(2_000))
    await compare()
    assert.equal(lagMs(clock), 2_000)
    at.database -= hourMs
    late.push(() => pass(2_000))
    await compare()
    assert.equal(lagMs(clock), 0)
  })

  it('starts with the fastest of three answers', async () => {
    const { late, pass, start, lagMs } = createWorld()
    late.push(...[2_000, 150, 900, 0].map((ms) => () => pass(ms)))
    await using clock = await start()
    assert.equal(late.length, 1)
    assert.equal(lagMs(clock), 150)
  })

  it('asks again after the machine slept', async () => {
    const { late, pass, sleep, start, lagMs } = createWorld()
    await using clock = await start()
    sleep(hourMs)
    late.push(...[2_000, 50, 0].map((ms) => () => pass(ms)))
    await clock.resync()
    assert.equal(late.length, 1)
    assert.equal(lagMs(clock), 50)
  })

  it('asks again where the machine slept before it read the answer', async () => {
    const { late, sleep, start, compare, lagMs } = createWorld()
    await using clock = await start()
    late.push(() => sleep(hourMs))
    await compare()
    assert.equal(lagMs(clock), 0)
  })
})
