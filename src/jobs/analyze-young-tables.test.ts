import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createTestDatabase } from '../../test/support/database.ts'
import type { TestDatabase } from '../../test/support/database.ts'
import { eventually } from '../../test/support/service.ts'
import { sql } from '../db/sql.ts'
import { analyzeYoungTables } from './analyze-young-tables.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
  await database.db.write(sql`
    create table small_numbers (number integer primary key) with (autovacuum_enabled = false)`)
})
after(() => database[Symbol.asyncDispose]())

const run = () => analyzeYoungTables(database).run(new AbortController().signal)

async function known(): Promise<number> {
  const [row] = await database.db.query<{ rows: number }>(sql`
    select reltuples::integer as rows from pg_class where relname = 'small_numbers'`)
  return row!.rows
}

async function add(from: number, to: number): Promise<void> {
  await database.db.transaction(async (transaction) => {
    await transaction.query(sql`
      insert into small_numbers select * from generate_series(${from}::integer, ${to}::integer)`)
    // Otherwise an idle connection writes its statistics up to ten seconds later.
    await transaction.query(sql`select pg_stat_force_next_flush()`)
  })
  await eventually('the rows are counted', async () => {
    const [row] = await database.db.query<{ rows: number }>(sql`
      select n_live_tup as rows from pg_stat_user_tables where relname = 'small_numbers'`)
    return row!.rows >= to ? true : null
  })
}

it('analyzes a table once it has grown eightfold, and leaves others alone', async () => {
  await add(1, 199)
  await run()
  assert.equal(await known(), -1, 'it is small')
  await add(200, 300)
  await run()
  assert.equal(await known(), 300)
  await add(301, 2_400)
  await run()
  assert.equal(await known(), 300, 'it has grown eightfold, and no more')
  await add(2_401, 2_401)
  await run()
  assert.equal(await known(), 2_401)
})
