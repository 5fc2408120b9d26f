// Stops the program before it is ready. Each test waits until the start has reached a point that is visible from
// outside, and then sends the signal.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { createTestDatabase } from '../support/database.ts'
import { endsWithin } from '../support/ends-within.ts'
import { eventually } from '../support/service.ts'

const base = mkdtempSync(path.join(tmpdir(), 'switchboard-signals-'))
const children: ChildProcess[] = []
/** Services that are not child processes of the test. */
const services: number[] = []
after(() => {
  for (const child of children) child.kill('SIGKILL')
  for (const pid of services.filter(isAlive)) process.kill(pid, 'SIGKILL')
  for (const pid of processesOf(base)) process.kill(pid, 'SIGKILL')
  for (const { stdout } of children) stdout?.destroy()
  rmSync(base, { recursive: true, force: true })
})

/** Returns the processes that have the folder in their command line. */
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

const parentOf = (pid: number) => Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
const isAlive = (pid: number) => existsSync(`/proc/${pid}`)

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
    child,
    stop: async (signal: NodeJS.Signals, status: number) => {
      assert.equal(child.exitCode, null, 'it runs still')
      child.kill(signal)
      // The bound is for a busy machine. What a start would leave behind if it went on is checked below and by each
      // test.
      assert.equal((await endsWithin(60_000, () => ended))[0], status)
      assert.deepEqual(processesOf(folder), [])
    },
  }
}

/**
 * Starts the program until a moment of its start is seen: a test that stands still may miss one, and then tries again.
 */
async function startUntil(
  args: string[],
  isNow: (folder: string) => boolean,
  isPast: (folder: string) => boolean,
) {
  for (let tries = 1; ; tries++) {
    const started = start(args)
    const { folder, child } = started
    const seen = await eventually('the moment', () => {
      if (isNow(folder)) return 'now'
      return child.exitCode !== null || isPast(folder) ? 'past' : null
    })
    if (seen === 'now') return started
    assert.ok(tries < 20, 'the moment was never seen')
    child.kill('SIGKILL')
  }
}

/** Starts `serve` as a child of a shell, as npx does, and returns a function that kills the shell. */
function startBelowShell(environment: Record<string, string>) {
  const folder = path.join(base, String(++folders))
  const env = {
    ...process.env,
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'fatal',
    DATABASE_URL: '',
    npm_command: '',
  }
  const known = Object.entries({ ...env, ...environment }).filter(([, value]) => value !== '')
  // The colon keeps the shell from replacing itself with the program.
  const shell = spawn('sh', ['-c', `${process.execPath} src/cli/main.ts serve; :`], {
    env: { ...Object.fromEntries(known), DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(shell)
  const ready = once(shell.stdout, 'data') as Promise<[Buffer]>
  return {
    folder,
    shell,
    ready: ready.then(([text]) => {
      const pid = parentOf(Number(readFileSync(`${folder}/postgres/postmaster.pid`, 'utf8').split('\n')[0]))
      services.push(pid)
      return { pid, url: /http:\S+:\d+/.exec(text.toString())?.[0] ?? '' }
    }),
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
        const { folder, stop } = await startUntil(
          ['serve'],
          (each) => processesOf(`${each}/postgres.new-`).length > 0,
          (each) => existsSync(`${each}/postgres`),
        )
        await stop(signal, 0)
        assert.equal(has(folder, /^postgres/), null)
      }
    },
  )

  it('stops it while PostgreSQL starts', { skip: !existsSync('/proc/self') }, async () => {
    const { folder, stop } = start(['serve'])
    await eventually('it starts', () => (existsSync(`${folder}/postgres/postmaster.pid`) ? true : null))
    await stop('SIGTERM', 0)
    assert.equal(existsSync(`${folder}/postgres/postmaster.pid`), false)
  })

  it(
    'is obeyed by a command that has started PostgreSQL for itself',
    { skip: !existsSync('/proc/self') },
    async () => {
      const { folder, stop } = await startUntil(
        ['migrate'],
        (each) => existsSync(`${each}/postgres/postmaster.pid`),
        () => false,
      )
      await stop('SIGINT', 1)
      assert.equal(existsSync(`${folder}/postgres/postmaster.pid`), false)
    },
  )

  it('stops it while it waits for the migration of another process', async () => {
    await using database = await createTestDatabase({ isBare: true })
    const client = await database.db.connect()
    await using stack = new AsyncDisposableStack()
    stack.defer(() => client.end())
    await client.query('select pg_advisory_lock(8020326113)')
    const { stop } = start(['serve'], database.databaseUrl)
    await eventually('it waits', async () => {
      const waiting = await database.db.query(
        sql`select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and query like 'select pg_try_advisory_lock(%'`,
      )
      return waiting.length > 0 ? true : null
    })
    await stop('SIGINT', 0)
  })
})

describe('a killed parent', { skip: !existsSync('/proc/self') }, () => {
  it('ends the service and its PostgreSQL if it was npm, and not otherwise', async () => {
    const byNpm = startBelowShell({ npm_command: 'exec' })
    const byHand = startBelowShell({})
    const [kept, ended] = await Promise.all([byHand.ready, byNpm.ready])
    byHand.shell.kill('SIGKILL')
    byNpm.shell.kill('SIGKILL')
    await eventually('everything of it has ended', () =>
      isAlive(ended.pid) || processesOf(byNpm.folder).length > 0 ? null : true,
    )
    assert.equal((await fetch(`${kept.url}/readyz`)).status, 200)
  })
})
