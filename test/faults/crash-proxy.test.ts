import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { createDatabase } from '../../src/db/database.ts'
import type { Db } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { createTestDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { eventually } from '../support/service.ts'
import { startCrashProxy } from './crash-proxy.ts'
import type { CrashMoment, CrashProxy } from './crash-proxy.ts'

suite('a process that ends at a commit of its own', () => {
  let database: TestDatabase
  let proxy: CrashProxy
  let near: Db
  let crashes = 0

  before(async () => {
    database = await createTestDatabase()
    await database.db.query(sql`create table marks (mark text primary key)`)
    proxy = await startCrashProxy(database.databaseUrl)
    near = createDatabase({ connection: { connectionString: proxy.databaseUrl }, answerMs: 400 })
  })

  after(async () => {
    await near?.end()
    await proxy?.[Symbol.asyncDispose]()
    await database?.[Symbol.asyncDispose]()
  })

  const alone = (mark: string) => near.query(sql`insert into marks values (${mark})`)
  const inTransaction = (mark: string) =>
    near.transaction(async (transaction) => {
      await transaction.query(sql`insert into marks values (${mark})`)
      await transaction.query(sql`select 1`)
    })
  const isThere = async (mark: string) =>
    (await database.db.query(sql`select from marks where mark = ${mark}`)).length === 1
  const setTrap = (isTransaction: boolean, moment: CrashMoment, skip = 0) => {
    crashes = 0
    proxy.trap = {
      isAt: (unit) =>
        unit.isTransaction === isTransaction && unit.statements.some((text) => text.includes('into marks')),
      moment,
      skip,
      afterMs: 0,
      crash: () => void crashes++,
    }
  }

  for (const [name, write] of [
    ['a statement', alone],
    ['a transaction', inTransaction],
  ] as const) {
    test(`${name}, before: it is not done, and not answered`, async () => {
      setTrap(name === 'a transaction', 'before')
      await assert.rejects(write(`${name} before`))
      assert.equal(crashes, 1)
      assert.equal(await isThere(`${name} before`), false)
    })

    test(`${name}, sent: it is done, and not answered`, async () => {
      setTrap(name === 'a transaction', 'sent')
      await assert.rejects(write(`${name} sent`))
      assert.equal(crashes, 1)
      await eventually('it is done', async () => (await isThere(`${name} sent`)) || null)
    })

    test(`${name}, answered: it is done and answered first`, async () => {
      setTrap(name === 'a transaction', 'answered')
      await write(`${name} answered`)
      assert.equal(await isThere(`${name} answered`), true)
      await eventually('the crash', () => (crashes === 1 ? true : null))
    })
  }

  test('passes a commit as often as `skip` says, and all other statements', async () => {
    setTrap(false, 'before', 2)
    await near.query(sql`select mark from marks where mark = ${'other'}`)
    await inTransaction('in a transaction')
    await Promise.all([alone('first'), alone('second')])
    assert.equal(crashes, 0)
    await assert.rejects(alone('third'))
    assert.equal(crashes, 1)
    assert.deepEqual([await isThere('second'), await isThere('third')], [true, false])
  })
})
