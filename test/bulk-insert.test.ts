import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { insertInBulk } from '../bench/support/bulk-insert.ts'
import { sql } from '../src/db/sql.ts'
import { createTestDatabase } from './support/database.ts'
import type { TestDatabase } from './support/database.ts'
import { eventually } from './support/service.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase({ isBare: true })
})
after(() => database[Symbol.asyncDispose]())

it('inserting in bulk closes its connection after an error', async () => {
  const { db, databaseUrl } = database
  const connections = async () =>
    (
      await db.query(sql`
        select from pg_stat_activity where datname = current_database() and application_name = ${name}`)
    ).length
  const name = 'inserts in bulk'
  const url = `${databaseUrl}&application_name=${encodeURIComponent(name)}`
  await db.write(sql`create table counted (n integer)`)
  const fault = new Error('no more rows')
  await assert.rejects(
    insertInBulk(url, ['counted'], async () => {
      assert.equal(await connections(), 1)
      throw fault
    }),
    fault,
  )
  await eventually('the connection is closed', async () => ((await connections()) === 0 ? true : null), 5_000)
})
