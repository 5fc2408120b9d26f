import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase } from '../../test/support/database.ts'
import type { TestDatabase } from '../../test/support/database.ts'
import { formatTimestamp, isDatabaseUnavailable } from './database.ts'
import { migrate } from './migrate.ts'
import { sql } from './sql.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
  await database.db.query(sql`create table counters (name text primary key, value integer not null)`)
  await database.db.query(sql`insert into counters values ('a', 0), ('b', 0)`)
})
after(() => database[Symbol.asyncDispose]())

const valueOf = async (name: string) => {
  const [row] = await database.db.query<{ value: number }>(
    sql`select value from counters where name = ${name}`,
  )
  return row?.value
}
const add = (name: string) => sql`update counters set value = value + 1 where name = ${name}`

describe('the database', () => {
  it('answers many statements at once, each its own rows', async () => {
    const numbers = Array.from({ length: 500 }, (_, index) => index)
    const rows = await Promise.all(numbers.map((n) => database.db.query(sql`select ${n}::integer as n`)))
    assert.deepEqual(
      rows,
      numbers.map((n) => [{ n }]),
    )
  })

  it('keeps a failing statement from its neighbours', async () => {
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

  it('commits a transaction whole, or nothing of it', async () => {
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

  it('runs a transaction again that the database chose to break a deadlock', async () => {
    // Each takes its first row, waits until both have, and then wants the other's.
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

  it('lives on when connections break, in the middle of a transaction too', async () => {
    const broken = database.db.transaction(async (transaction) => {
      const [row] = await transaction.query<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      await database.db.query(sql`select pg_terminate_backend(${row!.pid})`)
      await new Promise((resolve) => setTimeout(resolve, 100))
      await transaction.query(add('a'))
    })
    await assert.rejects(broken, (error) => isDatabaseUnavailable(error))
    const all = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    await database.db.query(all)
    await new Promise((resolve) => setTimeout(resolve, 100))
    assert.equal(await valueOf('a'), 3)
    await database.db.transaction((transaction) => transaction.query(add('a')))
    assert.equal(await valueOf('a'), 4)
  })

  it('is migrated once, however many do it at once', async () => {
    assert.deepEqual(await Promise.all([migrate(database.db), migrate(database.db)]), [[], []])
    await database.db.query(sql`insert into migrations (number, name) values (9999, 'of a later version')`)
    await assert.rejects(migrate(database.db), /newer than this version/)
  })
})

describe('formatTimestamp', () => {
  it('gives ISO 8601 with milliseconds, whatever digits PostgreSQL leaves out', () => {
    assert.equal(formatTimestamp('2026-11-21 06:18:10+00'), '2026-11-21T06:18:10.000Z')
    assert.equal(formatTimestamp('2026-11-21 06:18:10.5+00'), '2026-11-21T06:18:10.500Z')
    assert.equal(formatTimestamp('2026-11-21 06:18:10.123456+00'), '2026-11-21T06:18:10.123Z')
  })
})
