// A program that is told to stop before it is ready. Each test waits until the start has got to a certain point, seen
// from outside, and signals then.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { createTestDatabase } from './support/database.ts'
import { eventually } from './support/service.ts'

const base = mkdtempSync(path.join(tmpdir(), 'switchboard-signals-'))
const children: ChildProcess[] = []
after(() => {
  for (const child of children) child.kill('SIGKILL')
  for (const pid of processesOf(base)) process.kill(pid, 'SIGKILL')
  rmSync(base, { recursive: true, force: true })
})

/** Processes that bear the folder in their command line. */
function processesOf(folder: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)
    } catch {
      return false
    }
  })
}

let folders = 0

function start(args: string[], databaseUrl = '') {
  const folder = path.join(base, String(++folders))
  const env = { ...process.env, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'fatal', DATABASE_URL: databaseUrl }
  const child = spawn(process.execPath, ['src/cli/main.ts', ...args], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.push(child)
  const ended = once(child, 'exit') as Promise<[number | null]>
  return {
    folder,
    stop: async (signal: NodeJS.Signals, status: number) => {
      assert.equal(child.exitCode, null, 'it runs still')
      const begun = performance.now()
      child.kill(signal)
      assert.equal((await ended)[0], status)
      const tookMs = performance.now() - begun
      assert.ok(tookMs < 1_500, `${tookMs} ms`)
      assert.deepEqual(processesOf(folder), [])
    },
  }
}

const has = (folder: string, name: RegExp) =>
  existsSync(folder) && readdirSync(folder).some((found) => name.test(found)) ? true : null

describe('a signal during the start', () => {
  it(
    'is obeyed while initdb runs, and leaves nothing of it',
    { skip: !existsSync('/proc/self') },
    async () => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
        const { folder, stop } = start(['serve'])
        await eventually('initdb runs', () =>
          processesOf(`${folder}/postgres.new-`).length > 0 ? true : null,
        )
        await stop(signal, 0)
        assert.equal(has(folder, /^postgres/), null)
      }
    },
  )

  it('is obeyed while PostgreSQL starts', { skip: !existsSync('/proc/self') }, async () => {
    const { folder, stop } = start(['serve'])
    await eventually('it starts', () => (existsSync(`${folder}/postgres/postmaster.pid`) ? true : null))
    await stop('SIGTERM', 0)
    assert.equal(existsSync(`${folder}/postgres/postmaster.pid`), false)
  })

  it(
    'is obeyed by a command that has started PostgreSQL for itself',
    { skip: !existsSync('/proc/self') },
    async () => {
      const { folder, stop } = start(['migrate'])
      await eventually('it starts', () => (existsSync(`${folder}/postgres/postmaster.pid`) ? true : null))
      await stop('SIGINT', 1)
      assert.equal(existsSync(`${folder}/postgres/postmaster.pid`), false)
    },
  )

  it('is obeyed while it waits for another one that migrates', async () => {
    await using database = await createTestDatabase()
    const client = await database.db.connect()
    await using stack = new AsyncDisposableStack()
    stack.defer(() => client.end())
    await client.query('select pg_advisory_lock(8020326113)')
    const { stop } = start(['serve'], database.databaseUrl)
    await eventually('it waits', async () => {
      const waiting = await database.db.query(
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
      )
      return waiting.length > 0 ? true : null
    })
    await stop('SIGINT', 0)
  })
})
