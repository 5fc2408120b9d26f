import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startDatabaseProxy } from '../../test/support/database-proxy.ts'
import { createTestDatabase } from '../../test/support/database.ts'
import type { TestDatabase } from '../../test/support/database.ts'
import { eventually } from '../../test/support/service.ts'
import { createLog } from '../base/log.ts'
import { createDatabase } from './database.ts'
import type { Db } from './database.ts'
import { listen } from './listen.ts'
import type { ListenOptions } from './listen.ts'
import { sql } from './sql.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database[Symbol.asyncDispose]())

const channel = 'A "quoted" channel'
const notify = (payload: string) => database.db.query(sql`select pg_notify(${channel}, ${payload})`)

/** Returns the backends whose last statement was `listen` or the heartbeat. */
async function backends(): Promise<number[]> {
  const rows = await database.db.query<{ pid: number }>(
    sql`select pid from pg_stat_activity where datname = current_database()
      and (query like 'listen %' or query = 'select 1')`,
  )
  return rows.map(({ pid }) => pid)
}

function start(db: Db, options: Partial<ListenOptions> = {}) {
  const payloads: string[] = []
  const stop = new AbortController()
  const log = createLog('silent')
  const running = listen(db, channel, (payload) => void payloads.push(payload), {
    log,
    signal: stop.signal,
    ...options,
  })
  return {
    has: (...expected: string[]) =>
      eventually(`payloads ${expected.join()}`, () =>
        JSON.stringify(payloads) === JSON.stringify(expected) ? true : null,
      ),
    [Symbol.asyncDispose]: () => {
      stop.abort()
      return running
    },
  }
}

describe('listen', () => {
  it('reports that it listens and then each notification, until the signal aborts', async () => {
    {
      await using listener = start(database.db)
      await listener.has('')
      assert.equal((await backends()).length, 1)
      await notify('one')
      await notify('two')
      await listener.has('', 'one', 'two')
    }
    await eventually('no connection is left', async () => ((await backends()).length === 0 ? true : null))
  })

  it('listens again after its connection broke, and reports it', async () => {
    await using listener = start(database.db)
    await listener.has('')
    const [first] = await backends()
    await database.db.query(sql`select pg_terminate_backend(${first})`)
    await listener.has('', '')
    await notify('later')
    await listener.has('', '', 'later')
    assert.notEqual((await backends())[0], first)
  })

  it('notices that the server has vanished, and listens again once it is back', async () => {
    await using proxy = await startDatabaseProxy(database.databaseUrl)
    await using stack = new AsyncDisposableStack()
    const db = createDatabase({ connection: { connectionString: proxy.databaseUrl } })
    stack.defer(() => db.end())
    const warned: string[] = []
    const log = Object.assign(createLog('silent'), {
      warn: (_: unknown, message: string) => void warned.push(message),
    })
    await using listener = start(db, { log, heartbeatMs: 50, answerMs: 5_000 })
    await listener.has('')
    proxy.isDead = true
    await eventually('it has noticed', () => (warned.length > 0 ? true : null))
    proxy.isDead = false
    await listener.has('', '')
    await notify('back')
    await listener.has('', '', 'back')
  })

  it('ends at once while the database is unreachable', async () => {
    const db = createDatabase({ connection: { connectionString: 'postgres://nobody@127.0.0.1:1/none' } })
    const stop = new AbortController()
    const log = Object.assign(createLog('silent'), { warn: () => stop.abort() })
    await listen(db, channel, () => assert.fail('it listens'), { log, signal: stop.signal })
    await db.end()
  })
})
