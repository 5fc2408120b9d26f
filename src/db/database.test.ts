import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import { startDatabaseProxy } from '../../test/support/database-proxy.ts'
import { createTestDatabase } from '../../test/support/database.ts'
import type { TestDatabase } from '../../test/support/database.ts'
import { list } from '../../test/support/page.ts'
import { eventually } from '../../test/support/service.ts'
import { createDatabase, formatTimestamp, isDatabaseUnavailable, isWriteRefused } from './database.ts'
import type { DatabaseOptions, Db } from './database.ts'
import { migrate } from './migrate.ts'
import { sql } from './sql.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
  await database.db.write(sql`create table counters (name text primary key, value integer not null)`)
  await database.db.write(sql`insert into counters values ('a', 0), ('b', 0)`)
})
after(() => database[Symbol.asyncDispose]())

const valueOf = async (name: string) => {
  const [row] = await database.db.query<{ value: number }>(
    sql`select value from counters where name = ${name}`,
  )
  return row?.value
}
/** Opens the same database again; the test ends it. */
const open = (
  options: Partial<DatabaseOptions>,
  databaseUrl = database.databaseUrl,
): Db & AsyncDisposable => {
  const db = createDatabase({ connection: { connectionString: databaseUrl }, ...options })
  return { ...db, [Symbol.asyncDispose]: () => db.end() }
}
const numbers = Array.from({ length: 500 }, (_, index) => index)
const isRunning = async (pid: number) => {
  const found = await database.db.query(sql`select 1 from pg_stat_activity where pid = ${pid}`)
  return found.length > 0
}
const add = (name: string) => sql`update counters set value = value + 1 where name = ${name}`

describe('the database', () => {
  it('returns its own rows to each of many concurrent statements', async () => {
    const rows = await Promise.all(numbers.map((n) => database.db.query(sql`select ${n}::integer as n`)))
    assert.deepEqual(
      rows,
      numbers.map((n) => [{ n }]),
    )
  })

  it('does not let a failing statement affect others on its connection', async () => {
    const results = await Promise.allSettled([
      database.db.query(sql`select 1 as n`),
      database.db.query(sql`select 1 / 0`),
      database.db.query(sql`select 2 as n`),
    ])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
  })

  it('lets the look-up of a call wait for no list and no search of its organization', async () => {
    await using db = open({})
    // The others wait for this lock until the look-up has come back.
    const holder = await database.db.connect()
    await holder.query('select pg_advisory_lock(2)')
    const slow = ['list', 'list', 'search', 'search'].map((use) =>
      db.limited('o', use as 'list' | 'search').query(sql`select pg_advisory_xact_lock_shared(2)`),
    )
    const ended = Promise.allSettled(slow)
    await db.limited('o', 'call').query(sql`select 1 as n`)
    await holder.end()
    await ended
    await assert.rejects(db.limited('o', 'call').query(sql`select pg_sleep(3)`), { name: 'StatementTooLong' })
  })

  it('uses other connections while those in use are busy with slow statements', async () => {
    await using db = open({})
    const holder = await database.db.connect()
    const slow: Promise<unknown>[] = []
    try {
      await holder.query('select pg_advisory_lock(1)')
      for (const count of [1, 2, 3]) {
        slow.push(db.query(sql`select pg_advisory_xact_lock_shared(1), ${count}::integer`))
        await eventually('it waits beside the others', async () => {
          const { rowCount } = await holder.query(`
            select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`)
          return rowCount === count ? true : null
        })
        // A connection counts as busy only once it has been silent for some milliseconds.
        await sleep(20)
      }
      // All of them end while the slow ones wait for the lock.
      await Promise.all(numbers.map((n) => db.query(sql`select ${n}::integer as n`)))
    } finally {
      await holder.end()
    }
    await Promise.all(slow)
  })

  it('does not let reads wait behind writes', async () => {
    await using db = open({ pipelinesMax: 1 })
    await db.write(sql`insert into counters values ('held', 0)`)
    const written = await database.db.transaction(async (transaction) => {
      await transaction.query(add('held'))
      const waiting = db.write(add('held'))
      await eventually('the update waits for the row', async () => {
        const found = await database.db.query(sql`
          select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'update counters%'`)
        return found.length === 1 ? true : null
      })
      assert.deepEqual(await db.query(sql`select 1 as n`), [{ n: 1 }])
      return { waiting }
    })
    await written.waiting
    assert.equal(await valueOf('held'), 2)
  })

  it('commits all of a transaction or nothing', async () => {
    await database.db.transaction(async (transaction) => {
      await Promise.all([transaction.query(add('a')), transaction.query(add('b'))])
    })
    const refused = database.db.transaction(async (transaction) => {
      await transaction.query(add('a'))
      throw new Error('no')
    })
    await assert.rejects(refused, /^Error: no$/)
    await assert.rejects(
      database.db.transaction(async (transaction) => transaction.query(sql`select nonsense`)),
    )
    assert.deepEqual([await valueOf('a'), await valueOf('b')], [1, 1])
  })

  it('repeats a transaction that the database canceled to break a deadlock', async () => {
    // Each transaction locks its first row, waits until both have, and then locks the other's row.
    let arrived = 0
    let open: () => void = () => {}
    const bothArrived = new Promise<void>((resolve) => (open = resolve))
    const cross = (first: string, second: string) =>
      database.db.transaction(async (transaction) => {
        await transaction.query(add(first))
        if (++arrived === 2) open()
        await bothArrived
        await transaction.query(add(second))
      })
    await Promise.all([cross('a', 'b'), cross('b', 'a')])
    assert.deepEqual([await valueOf('a'), await valueOf('b')], [3, 3])
  })

  it('repeats a deadlocked transaction also when the function throws the error of a later statement', async () => {
    let arrived = 0
    let admitCalls: () => void = () => {}
    const bothArrived = new Promise<void>((resolve) => (admitCalls = resolve))
    const cross = (first: string, second: string) =>
      database.db.transaction(async (transaction) => {
        await transaction.query(add(first))
        if (++arrived === 2) admitCalls()
        await bothArrived
        const wanted = transaction.query(add(second))
        wanted.catch(() => {})
        await transaction.query(sql`select 'sent behind it'`)
        await wanted
      })
    await Promise.all([cross('a', 'b'), cross('b', 'a')])
    assert.deepEqual([await valueOf('a'), await valueOf('b')], [5, 5])
    // The database cancels one of the two, on a busy machine sometimes both, also when they run again.
    assert.ok(arrived >= 3, `${arrived} runs`)
  })

  it('rejects with the error that made a transaction fail, not with one that followed from it', async () => {
    const failed = database.db.transaction(async (transaction) => {
      const first = transaction.query(sql`select 1 / 0`)
      first.catch(() => {})
      await transaction.query(sql`select 1`)
    })
    await assert.rejects(failed, { code: '22012' })
    const swallowed = database.db.transaction(async (transaction) => {
      await transaction.query(sql`select 1 / 0`).catch(() => {})
    })
    await assert.rejects(swallowed, /rolled back: one of its statements had failed/)
  })

  it('rejects a transaction whose begin failed, and can begin the next one', async () => {
    await using proxy = await startDatabaseProxy(database.databaseUrl)
    await using db = open({ poolMax: 1 }, proxy.databaseUrl)
    proxy.replaced = { from: 'begin', to: 'begun' }
    let ran = 0
    const refused = db.transaction(async (transaction) => {
      await transaction.query(sql`select ${++ran}::integer`)
      await transaction.query(add('a'))
    })
    await assert.rejects(refused, { code: '42601' })
    await assert.rejects(
      db.transaction(async () => {}),
      { code: '42601' },
    )
    proxy.replaced = null
    assert.deepEqual([await valueOf('a'), ran], [5, 1])
    assert.deepEqual(await db.transaction((transaction) => transaction.query(sql`select 7 as n`)), [{ n: 7 }])
  })

  it('survives broken connections, also in the middle of a transaction', async () => {
    const broken = database.db.transaction(async (transaction) => {
      const [row] = await transaction.query<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      await database.db.query(sql`select pg_terminate_backend(${row!.pid})`)
      await eventually('the backend ends', async () => ((await isRunning(row!.pid)) ? null : true))
      await transaction.query(add('a'))
    })
    await assert.rejects(broken, (error) => isDatabaseUnavailable(error))
    // Materialized, so that the function runs only for rows that pass the conditions.
    const others = sql`with others as materialized (
        select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid())
      select pid, pg_terminate_backend(pid) from others`
    for (const { pid } of await database.db.query<{ pid: number }>(others))
      await eventually('the backend ends', async () => ((await isRunning(pid)) ? null : true))
    assert.equal(await valueOf('a'), 5)
    await database.db.transaction((transaction) => transaction.query(add('a')))
    assert.equal(await valueOf('a'), 6)
  })

  it('counts a session that the server has ended as an unavailable database, as after the process was stopped', async () => {
    const stopped = database.db.transaction(async (transaction) => {
      await transaction.query(sql`select set_config('idle_in_transaction_session_timeout', '50ms', true)`)
      // Nothing of this process runs meanwhile, as if it were stopped.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
      await transaction.query(add('a'))
    })
    await assert.rejects(stopped, (error) => isDatabaseUnavailable(error))
    const failed = (code: string) => Object.assign(new DatabaseError('refused', 0, 'error'), { code })
    const away = [
      '08006',
      '08P01',
      '25006',
      '25P03',
      '25P04',
      '53100',
      '53200',
      '53300',
      '57P01',
      '57P02',
      '57P03',
      '57P04',
      '57P05',
      '58030',
    ]
    for (const code of away) {
      assert.equal(isDatabaseUnavailable(failed(code)), true, code)
      assert.equal(isWriteRefused(failed(code)), ['25006', '53100', '58030'].includes(code), code)
    }
    for (const code of ['25P01', '25P02', '23505', '42601', '53400', '57000'])
      assert.equal(isDatabaseUnavailable(failed(code)), false, code)
  })

  it('rejects an unanswered statement and those behind it, and mixes up no answers', async () => {
    await using db = open({ pipelinesMax: 1, poolMax: 1, answerMs: 5_000 })
    const results = await Promise.allSettled([
      db.query(sql`select pg_sleep(60)`),
      db.query(sql`select 'behind'`),
      db.transaction((transaction) => transaction.query(sql`select pg_sleep(60)`)),
    ])
    for (const result of results)
      assert.ok(result.status === 'rejected' && isDatabaseUnavailable(result.reason), JSON.stringify(result))
    const rows = await Promise.all(numbers.map((n) => db.query(sql`select ${n}::integer as n`)))
    assert.deepEqual(
      rows,
      numbers.map((n) => [{ n }]),
    )
    assert.deepEqual(await db.transaction((transaction) => transaction.query(sql`select 7 as n`)), [{ n: 7 }])
  })

  it('rejects statements to a database that has vanished', async () => {
    await using proxy = await startDatabaseProxy(database.databaseUrl)
    await using db = open({ answerMs: 5_000 }, proxy.databaseUrl)
    await Promise.all([
      db.query(sql`select 1`),
      db.transaction((transaction) => transaction.query(sql`select 1`)),
    ])
    proxy.isDead = true
    await Promise.all([
      assert.rejects(db.query(sql`select 1`), (error) => isDatabaseUnavailable(error)),
      assert.rejects(
        db.transaction((transaction) => transaction.query(sql`select 1`)),
        (error) => isDatabaseUnavailable(error),
      ),
    ])
    proxy.isDead = false
    assert.deepEqual(await db.query(sql`select 1 as n`), [{ n: 1 }])
  })

  it('waits for an open transaction when it ends, and cuts it when that takes too long', async () => {
    const patient = open({})
    let isIn = (_pid: number) => {}
    const inside = new Promise<number>((resolve) => (isIn = resolve))
    const short = patient.transaction(async (transaction) => {
      const [row] = await transaction.query<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      isIn(row!.pid)
      await transaction.query(add('b'))
    })
    await inside
    await patient.end()
    await short
    assert.equal(await valueOf('b'), 6)

    const hasty = open({ endMs: 100 })
    const long = hasty.transaction(async (transaction) => {
      await transaction.query(add('b'))
      await transaction.query(sql`select pg_sleep(61)`)
    })
    const single = hasty.query(sql`select pg_sleep(61)`)
    const both = Promise.allSettled([long, single])
    await eventually('both are at work', async () => {
      const busy = await database.db.query(
        sql`select 1 from pg_stat_activity where query = 'select pg_sleep(61)' and state = 'active'`,
      )
      return busy.length === 2 ? true : null
    })
    await hasty.end()
    for (const { status } of await both) assert.equal(status, 'rejected')
    assert.equal(await valueOf('b'), 6)
  })

  it('is migrated once by concurrent runs (Promise 51)', async () => {
    await using bare = await createTestDatabase({ isBare: true })
    await using other = open({}, bare.databaseUrl)
    const runs = await Promise.all([migrate(bare.db), migrate(other)])
    assert.deepEqual(
      runs.map(({ length }) => length).toSorted((a, b) => a - b),
      [0, list(['migrations/*.sql']).length],
    )
    await bare.db.write(sql`insert into migrations (number, name) values (9999, 'of a later version')`)
    await assert.rejects(migrate(bare.db), /newer than this version/)
  })
})

describe('formatTimestamp', () => {
  it('returns ISO 8601 with milliseconds for any number of fractional digits', () => {
    assert.equal(formatTimestamp('2026-11-21 06:18:10+00'), '2026-11-21T06:18:10.000Z')
    assert.equal(formatTimestamp('2026-11-21 06:18:10.5+00'), '2026-11-21T06:18:10.500Z')
    assert.equal(formatTimestamp('2026-11-21 06:18:10.123456+00'), '2026-11-21T06:18:10.123Z')
  })
})
