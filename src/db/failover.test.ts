// A cluster gets another primary: what the connections do that lead to a server without writes, on real PostgreSQL.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { startService } from '../../test/attacks/start-service.ts'
import { eventually } from '../../test/support/service.ts'
import { startServerPair } from '../../test/support/standby.ts'
import type { ServerPair } from '../../test/support/standby.ts'
import { createLog } from '../base/log.ts'
import { judgeDatabase, lookAtDatabase } from './database-identity.ts'
import type { SeenLog } from './database-identity.ts'
import { createDatabase, isDatabaseUnavailable } from './database.ts'
import type { Db } from './database.ts'
import { listen } from './listen.ts'
import { findDatabaseState } from './migrate.ts'
import { flushedPosition } from './replicas/position.ts'
import { sql } from './sql.ts'

let pair: ServerPair
before(async () => {
  pair = await startServerPair()
})
after(() => pair?.[Symbol.asyncDispose]())

const insert = sql`insert into written values ('a row')`
const find = sql`select pg_is_in_recovery() as is_standby`
const position = sql`select ${flushedPosition} as position`

function open(): Db & AsyncDisposable {
  const db = createDatabase({ connection: { connectionString: pair.databaseUrl } })
  return { ...db, [Symbol.asyncDispose]: () => db.end() }
}

/** Every way to reach the database, each on connections of its own. */
const ways: Record<string, (db: Db) => Promise<{ is_standby: boolean }[]>> = {
  query: (db) => db.query(find),
  write: (db) => db.write(find),
  transaction: (db) => db.transaction((transaction) => transaction.query(find)),
  list: (db) => db.limited('one').query(find),
  search: (db) => db.limited('one', 'search').query(find),
  call: (db) => db.limited('one', 'call').query(find),
}

describe('a server that takes no writes', () => {
  it('counts as an unavailable database, in a transaction too', async () => {
    pair.leadTo('standby')
    await using db = open()
    for (const writing of [
      () => db.write(insert),
      () => db.query(insert),
      () => db.transaction((transaction) => transaction.query(insert)),
    ])
      await assert.rejects(
        writing(),
        (error) => (error as { code?: string }).code === '25006' && isDatabaseUnavailable(error),
      )
    // Each request of a key that has just written asks for it.
    await assert.rejects(db.query(position), isDatabaseUnavailable)
    assert.equal(await findDatabaseState(db), 'read_only')
    pair.leadTo('primary')
    assert.equal(await findDatabaseState(db), 'ready')
  })

  for (const [what, refused] of Object.entries({
    'refused write': (db: Db) => db.write(insert),
    'refused question for the position of the primary': (db: Db) => db.query(position),
  }))
    it(`loses every connection at the first ${what}, also those that only read`, async () => {
      pair.leadTo('standby')
      await using db = open()
      for (const [name, way] of Object.entries(ways))
        assert.deepEqual(await way(db), [{ is_standby: true }], name)
      pair.leadTo('primary')
      for (const way of Object.values(ways)) assert.deepEqual(await way(db), [{ is_standby: true }])
      await assert.rejects(refused(db), isDatabaseUnavailable)
      await eventually('no connection to it is left', async () =>
        (await pair.connections()).standby === 0 ? true : null,
      )
      for (const [name, way] of Object.entries(ways))
        assert.deepEqual(await way(db), [{ is_standby: false }], name)
      await db.write(insert)
      await db.transaction((transaction) => transaction.query(insert))
    })

  it('keeps a connection until its transaction has ended, and loses it then', async () => {
    pair.leadTo('standby')
    await using db = open()
    let isIn = (): void => {}
    let goOn = (): void => {}
    const entered = new Promise<void>((resolve) => (isIn = resolve))
    const released = new Promise<void>((resolve) => (goOn = resolve))
    const reading = db.transaction(async (transaction) => {
      await transaction.query(find)
      isIn()
      await released
      return transaction.query(find)
    })
    await entered
    await assert.rejects(db.write(insert), (error) => isDatabaseUnavailable(error))
    pair.leadTo('primary')
    await eventually('its connection alone is left', async () =>
      (await pair.connections()).standby === 1 ? true : null,
    )
    goOn()
    assert.deepEqual(await reading, [{ is_standby: true }])
    await eventually('no connection is left', async () =>
      (await pair.connections()).standby === 0 ? true : null,
    )
  })

  it('makes a service not ready, until it is led to another primary', async () => {
    pair.leadTo('primary')
    const env = { SHUTDOWN_DELAY_SECONDS: '0' }
    await using service = await startService({ role: 'serve', databaseUrl: pair.databaseUrl, env })
    const ready = async () => (await fetch(`${service.url}/readyz`)).status
    assert.equal(await ready(), 200)
    pair.leadTo('standby')
    const unready = await fetch(`${service.url}/readyz`)
    assert.equal(unready.status, 503)
    assert.match(await unready.text(), /takes no writes/)
    pair.leadTo('primary')
    assert.equal(await ready(), 200)
    const exited = once(service.child, 'exit')
    service.child.kill('SIGTERM')
    assert.deepEqual(await exited, [0, null])
  })

  // The last tests: the standby is none afterwards.
  it('is listened to again once it has been promoted', async () => {
    pair.leadTo('standby')
    await using db = open()
    const payloads: string[] = []
    const refusals: string[] = []
    const stop = new AbortController()
    const log = Object.assign(createLog('silent'), {
      warn: ({ err }: { err: { code?: string } }) => void refusals.push(err.code ?? ''),
    })
    const listening = listen(db, 'somewhere', (payload) => void payloads.push(payload), {
      log,
      signal: stop.signal,
    })
    await eventually('it is refused', () => (refusals.length > 0 ? true : null))
    assert.equal(refusals[0], '25006')
    await pair.promote()
    await eventually('it listens', () => (payloads.length > 0 ? true : null))
    await db.query(sql`select pg_notify('somewhere', 'after it')`)
    await eventually('the notification arrives', () => (payloads.at(-1) === 'after it' ? true : null))
    await db.write(insert)
    stop.abort()
    await listening
  })

  it('goes on after a crash on a later timeline with all that a process had seen; it is held where it lacks some', async () => {
    pair.leadTo('standby')
    await using db = open()
    const [reached] = await db.query<{ replayed: string; lsn: string; timeline: number }>(sql`
      select pg_last_wal_replay_lsn()::text as replayed, pg_current_wal_flush_lsn()::text as lsn,
        ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint as timeline`)
    const { replayed, lsn, timeline } = reached!
    assert.equal(timeline, 2)
    /** Judges it by what was recorded and seen before the crash. */
    const judge = async (seen: SeenLog | null) => {
      await db.write(sql`delete from database_identity`)
      await db.write(sql`
        insert into database_identity (system_identifier, timeline, addresses)
        select system_identifier, 1, '{here}' from pg_control_system()`)
      return (await judgeDatabase(db, 'here', async () => false, seen))?.cause ?? null
    }
    assert.equal(await judge({ timeline: 1, lsn: replayed }), null)
    assert.deepEqual(await lookAtDatabase(db).then(({ hold, seen }) => [hold, seen?.timeline]), [null, 2])
    assert.equal(
      await judge({ timeline: 1, lsn }),
      'other_timeline',
      'what was written since is not of the old one',
    )
    assert.equal(
      await judge({ timeline: 0, lsn: replayed }),
      'other_timeline',
      'of a timeline before the recorded one',
    )
    assert.equal(await judge(null), 'other_timeline', 'a process that has seen nothing')
  })
})
