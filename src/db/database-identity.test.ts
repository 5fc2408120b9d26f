import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { createTestDatabase } from '../../test/support/database.ts'
import type { TestDatabase } from '../../test/support/database.ts'
import {
  insertHold,
  isDatabaseHeld,
  judgeDatabase,
  releaseDatabase,
  selectHold,
} from './database-identity.ts'
import { sql } from './sql.ts'
import type { Sql } from './sql.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database[Symbol.asyncDispose]())
beforeEach(() => database.db.write(sql`delete from database_identity`))

const alone = async () => false
const judge = (address: string | null = 'one', isInService = alone) =>
  judgeDatabase(database.db, address, isInService)
const change = (assignment: Sql) => database.db.write(sql`update database_identity set ${assignment}`)
/** Whether statements that check at the last moment find it held. */
const isHeld = async () => {
  const [row] = await database.db.query<{ is_held: boolean }>(sql`select ${isDatabaseHeld} as is_held`)
  return row!.is_held
}

it('takes a database without a record as it is, and knows it again', async () => {
  assert.equal(await judge(), null)
  assert.equal(await judge(), null)
  assert.equal(await isHeld(), false)
})

for (const [cause, assignment] of [
  ['other_system', sql`system_identifier = system_identifier + 1`],
  ['other_timeline', sql`timeline = timeline + 1`],
] as const)
  it(`holds a database with ${cause}, at once and until the release`, async () => {
    await judge()
    await change(assignment)
    assert.equal(await isHeld(), true)
    assert.equal((await selectHold(database.db))?.cause, cause)
    const hold = await judge()
    assert.equal(hold?.cause, cause)
    assert.notEqual(hold.since, null)
    assert.equal((await judge())?.cause, cause)
    assert.equal(await releaseDatabase(database.db, 'ada@one'), true)
    assert.equal(await judge(), null)
    assert.equal(await isHeld(), false)
    assert.equal(await releaseDatabase(database.db, 'ada@one'), false)
  })

it('takes a later timeline for a restored backup where nothing was streamed', async () => {
  await judge()
  await change(sql`timeline = timeline - 1`)
  assert.equal((await judge())?.cause, 'other_timeline')
})

it('holds a database at another address where nobody runs, and accepts the address by the release', async () => {
  await judge('one')
  assert.equal((await judge('two'))?.cause, 'other_address')
  assert.equal((await judge('three'))?.cause, 'other_address')
  await releaseDatabase(database.db, 'ada@one')
  assert.equal(await judge('two'), null)
  assert.equal(await judge('three'), null)
  assert.equal((await judge('one'))?.cause, 'other_address', 'the copy is not where the original was')
})

it('accepts another address where processes run on the same database', async () => {
  await judge('one')
  assert.equal(await judge('two', async () => true), null)
  assert.equal(await judge('two'), null)
  assert.equal(await judge('one'), null)
})

it('keeps the addresses where an operator holds and releases it', async () => {
  await judge('one')
  await insertHold(database.db, 'operator', 'cutting over')
  assert.deepEqual(
    { ...(await judge('two')), since: '' },
    { cause: 'operator', since: '', note: 'cutting over' },
  )
  await insertHold(database.db, 'other_system', null)
  assert.equal((await selectHold(database.db))?.cause, 'operator', 'the first cause stays')
  await releaseDatabase(database.db, 'ada@one')
  assert.equal(await judge('one'), null)
  assert.equal(await judge('two'), null)
})

it('takes over the note of a later hold, and nothing else', async () => {
  await judge('one')
  await insertHold(database.db, 'operator', null)
  const first = await selectHold(database.db)
  await insertHold(database.db, 'operator', 'cutting over')
  assert.deepEqual(await selectHold(database.db), { ...first, note: 'cutting over' })
  await insertHold(database.db, 'operator', null)
  assert.deepEqual(await selectHold(database.db), { ...first, note: 'cutting over' })
})

it('judges no address of a command', async () => {
  await judge('one')
  assert.equal(await judge(null), null)
})

it('keeps at most 100 addresses, the newest', async () => {
  await judge('one')
  for (let index = 0; index < 100; index++) await judge(`other ${index}`, async () => true)
  assert.equal(await judge('other 99'), null)
  assert.equal((await judge('one'))?.cause, 'other_address')
})

it('lets processes at different addresses start on a new database at the same time', async () => {
  const addresses = ['one', 'two', 'three', 'four']
  assert.deepEqual(
    await Promise.all(addresses.map((address) => judge(address, async () => true))),
    addresses.map(() => null),
  )
})
