import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createTestDatabase } from '../../test/support/database.ts'
import type { TestDatabase } from '../../test/support/database.ts'
import { uuidv7 } from '../base/ids.ts'
import { sql } from '../db/sql.ts'
import { upsertOrganization } from './queries.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database[Symbol.asyncDispose]())

it('an organization is made, changed, and left alone where nothing differs; rows of it can be inserted meanwhile', async () => {
  const { db } = database
  const now = new Date()
  const row = { _id: uuidv7(), name: 'Acme', plan_status: 'active', plan_links: 10, calls: null }
  const write = (plan_whatsapp_sends: number) =>
    db.transaction(async (transaction) => {
      const written = await upsertOrganization(transaction, { ...row, plan_whatsapp_sends }, now)
      // What a foreign key asks for.
      if (written !== null && plan_whatsapp_sends > 100)
        await db.query(sql`select from organizations where _id = ${row._id} for key share nowait`)
      return written
    })
  assert.equal(await write(100), row._id)
  assert.equal(await write(100), null)
  assert.equal(await write(200), row._id)
  const [stored] = await db.query(
    sql`select revision::int, plan_whatsapp_sends from organizations where _id = ${row._id}`,
  )
  assert.deepEqual(stored, { revision: 2, plan_whatsapp_sends: 200 })
})
