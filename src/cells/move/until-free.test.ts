import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createTestDatabase } from '../../../test/support/database.ts'
import { assertTook, probeOf, watchStalls } from '../../../test/support/slowness.ts'
import { sql } from '../../db/sql.ts'
import { followTables, leaveTables } from './copy-tables.ts'
import { MoveFault } from './hold-alone.ts'
import { selectTables } from './move-sql.ts'
import type { TenantTable } from './move-sql.ts'
import { openSession } from './sessions.ts'
import { untilFree } from './until-free.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
before(async () => {
  database = await createTestDatabase()
})
after(() => database[Symbol.asyncDispose]())

it('triggers wait for a long transaction, and keep others that write the table waiting for a moment at a time', async () => {
  const { db } = database
  const organizationId = '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d01'
  const tables = (await db.query<TenantTable>(selectTables)).filter(({ name }) => name === 'campaigns')
  const triggers = () => db.query(sql`select from pg_trigger where tgname like 'move\_%'`)
  await using session = await openSession(db)
  for (const change of [followTables, leaveTables]) {
    const before = await triggers()
    const writer = await db.connect()
    await writer.query('begin; lock table campaigns in row exclusive mode')
    let isDone = false
    const changing = change(session, tables, organizationId).then(() => (isDone = true))
    const waits: number[] = []
    {
      await using stalls = watchStalls(probeOf(db))
      const until = performance.now() + 2_000
      while (performance.now() < until) {
        const begunAt = performance.now()
        await db.write(sql`update campaigns set name = name where false`)
        waits.push(performance.now() - begunAt)
        await delay(5)
      }
      await assertTook(Math.max(...waits), 150, stalls.stalledMs())
    }
    assert.equal(isDone, false)
    assert.equal((await triggers()).length, before.length)
    await writer.query('commit')
    await writer.end()
    await changing
    assert.notEqual((await triggers()).length, before.length)
  }
})

it('a table that is never free is named', async () => {
  const busy = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })
  await assert.rejects(
    untilFree('campaigns', () => Promise.reject(busy), 300),
    (error) => error instanceof MoveFault && /kept table campaigns busy/.test(error.message),
  )
  const broken = new Error('the connection was lost')
  await assert.rejects(
    untilFree('campaigns', () => Promise.reject(broken)),
    broken,
  )
})
