import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Client } from 'pg'
import { createTestDatabase } from '../../test/support/database.ts'
import type { TestDatabase } from '../../test/support/database.ts'
import { eventually } from '../../test/support/service.ts'
import { uuidv7 } from '../base/ids.ts'
import { cutClient } from './end-client.ts'
import { sql } from './sql.ts'
import { awaitPrepared, canPrepare, commitTogether, prepare, settlePrepared } from './two-phase.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
  await database.db.query(sql`create table halves (half text primary key)`)
})
after(() => database[Symbol.asyncDispose]())
beforeEach(async () => {
  await database.db.query(sql`truncate halves`)
})

/** A session with its half written. */
async function begin(half: string): Promise<Client> {
  const client = await database.db.connect()
  await client.query('begin')
  await client.query('insert into halves values ($1)', [half])
  return client
}

async function stored(): Promise<string[]> {
  const rows = await database.db.query<{ half: string }>(sql`select half from halves order by half`)
  return rows.map(({ half }) => half)
}

/** What a commit of two leaves behind while it is not over. */
async function leftOver(): Promise<{ prepared: number; decided: number }> {
  const [row] = await database.db.query<{ prepared: number; decided: number }>(sql`
    select (select count(*) from pg_prepared_xacts where database = current_database()) as prepared,
      (select count(*) from decided_commits) as decided`)
  assert.ok(row)
  return row
}

/** As far as a coordinator comes before its commit; it holds what it holds. */
async function prepareBoth(): Promise<{ main: Client; gid: string }> {
  const [main, other] = await Promise.all([begin('main'), begin('other')])
  const gid = `switchboard:${uuidv7()}`
  await main.query('select pg_advisory_lock(hashtextextended($1, 0))', [gid])
  await prepare(other, gid)
  await other.end()
  await main.query('insert into decided_commits (gid) values ($1)', [gid])
  return { main, gid }
}

/** As `kill -9` of its process does; the database sees it a moment later. */
async function die(main: Client): Promise<void> {
  cutClient(main)
  await eventually('its session is over', async () => {
    const [locks] = await database.db.query<{ held: number }>(sql`
      select count(*) as held from pg_locks
      where locktype = 'advisory' and pid is not null
        and database = (select oid from pg_database where datname = current_database())`)
    return locks?.held === 0 ? true : null
  })
}

describe('transactions of two sessions', () => {
  it('are committed both', async () => {
    assert.equal(await canPrepare(database.db), true)
    const [main, other] = await Promise.all([begin('main'), begin('other')])
    await commitTogether(database.db, main, other, uuidv7)
    assert.deepEqual(await stored(), ['main', 'other'])
    assert.deepEqual(await leftOver(), { prepared: 0, decided: 0 })
    await Promise.all([main.end(), other.end()])
  })

  it('are committed neither where the one can not be prepared', async () => {
    const [main, other] = await Promise.all([begin('main'), begin('other')])
    await other.query('create temp table own (n integer)')
    await assert.rejects(commitTogether(database.db, main, other, uuidv7), /temporary objects/)
    assert.deepEqual(await stored(), [])
    assert.deepEqual(await leftOver(), { prepared: 0, decided: 0 })
    await Promise.all([main.end(), other.end()])
  })

  it('are committed neither where the other can not be committed', async () => {
    await database.db.query(sql`
      alter table halves add column part integer, add constraint once unique (part) deferrable initially deferred`)
    const [main, other] = await Promise.all([begin('main'), begin('other')])
    await main.query('insert into halves values ($1, 1), ($2, 1)', ['one', 'two'])
    await assert.rejects(commitTogether(database.db, main, other, uuidv7), /"once"/)
    assert.deepEqual(await stored(), [])
    assert.deepEqual(await leftOver(), { prepared: 0, decided: 0 })
    await database.db.query(sql`alter table halves drop column part`)
    await Promise.all([main.end(), other.end()])
  })

  it('are left alone while their coordinator lives, before its commit and after', async () => {
    const { main, gid } = await prepareBoth()
    assert.equal(await settlePrepared(database.db), 0)
    assert.deepEqual(await leftOver(), { prepared: 1, decided: 0 })
    await main.query('commit')
    assert.equal(await settlePrepared(database.db), 0)
    assert.deepEqual(await leftOver(), { prepared: 1, decided: 1 })
    assert.deepEqual(await stored(), ['main'])
    await main.query(`commit prepared '${gid}'`)
    await main.end()
    await eventually('the decision is tidied', async () =>
      (await settlePrepared(database.db)) === 1 ? true : null,
    )
    assert.deepEqual(await stored(), ['main', 'other'])
    assert.deepEqual(await leftOver(), { prepared: 0, decided: 0 })
  })

  it('are gone when the coordinator dies before it has decided', async () => {
    const { main } = await prepareBoth()
    await die(main)
    assert.deepEqual(await leftOver(), { prepared: 1, decided: 0 })
    assert.equal(await settlePrepared(database.db), 1)
    assert.deepEqual(await stored(), [])
    assert.deepEqual(await leftOver(), { prepared: 0, decided: 0 })
  })

  it('are there when it dies once it has decided, whoever settles, and several at once', async () => {
    const { main } = await prepareBoth()
    await main.query('commit')
    await die(main)
    assert.deepEqual(await stored(), ['main'])
    const settled = await Promise.all(Array.from({ length: 4 }, () => settlePrepared(database.db)))
    assert.ok(settled.some((ended) => ended === 1))
    assert.deepEqual(await stored(), ['main', 'other'])
    assert.deepEqual(await leftOver(), { prepared: 0, decided: 0 })
    assert.equal(await settlePrepared(database.db), 0)
  })

  it('of other programs are not touched', async () => {
    const other = await begin('theirs')
    await other.query(`prepare transaction 'theirs:${uuidv7()}'`)
    assert.equal(await settlePrepared(database.db), 0)
    assert.equal((await leftOver()).prepared, 1)
    const { rows } = await other.query<{ gid: string }>(
      'select gid from pg_prepared_xacts where database = current_database()',
    )
    await other.query(`rollback prepared '${rows[0]?.gid}'`)
    await other.end()
  })

  it('are waited for by whoever needs both halves, from the moment in which one is there', async () => {
    const { main, gid } = await prepareBoth()
    await database.db.transaction(awaitPrepared)
    await main.query('commit')
    const seen = database.db.transaction(async (transaction) => {
      await awaitPrepared(transaction)
      return transaction.query<{ half: string }>(sql`select half from halves order by half`)
    })
    await eventually('they wait', async () => {
      const [waiting] = await database.db.query<{ count: number }>(sql`
        select count(*) as count from pg_stat_activity
        where datname = current_database() and wait_event = 'advisory'`)
      return waiting?.count === 1 ? true : null
    })
    await main.query(`commit prepared '${gid}'`)
    assert.deepEqual(await seen, [{ half: 'main' }, { half: 'other' }])
    await main.end()
  })
})
