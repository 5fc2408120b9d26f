import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createTestDatabase } from '../../../test/support/database.ts'
import { sql } from '../../db/sql.ts'
import { openSession, pipe } from './sessions.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
before(async () => {
  database = await createTestDatabase()
  await database.db.write(sql`create table small_numbers (number integer check (number < 1000))`)
})
after(() => database[Symbol.asyncDispose]())

/** Far more bytes than the buffers between two connections take. */
const numbers = sql`copy (select * from generate_series(1, 3000000)) to stdout`

it(
  'a copy that the target refuses fails with what it said, and ends both transactions',
  { timeout: 60_000 },
  async () => {
    const { db } = database
    await using source = await openSession(db)
    await using target = await openSession(db)
    await assert.rejects(
      source.transaction('repeatable read', () =>
        target.transaction('read committed', () =>
          pipe(source, numbers, target, sql`copy small_numbers from stdin`),
        ),
      ),
      { code: '23514' },
    )
    assert.deepEqual(await target.query(sql`select from small_numbers`), [])
  },
)

it('a copy that the source can not read fails with what it said', { timeout: 60_000 }, async () => {
  const { db } = database
  await using source = await openSession(db)
  await using target = await openSession(db)
  const broken = sql`copy (select 100 / (5 - n) from generate_series(1, 10) n) to stdout`
  await assert.rejects(
    target.transaction('read committed', () =>
      pipe(source, broken, target, sql`copy small_numbers from stdin`),
    ),
    { code: '22012' },
  )
  assert.deepEqual(await target.query(sql`select from small_numbers`), [])
})
