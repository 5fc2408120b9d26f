// Backups of docs/scale.md, shown by real processes on this machine: node test/cluster/backups.ts [--folder DIR] It
// needs Debian's postgresql-15 and pgbackrest, and root, which starts PostgreSQL as its own user. It takes about two
// minutes.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createDatabase } from '../../src/db/database.ts'
import type { Db } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { sql } from '../../src/db/sql.ts'
import { startPhoneNetwork } from '../../src/sandbox/phone/phone-network.ts'
import type { PhoneNetwork } from '../../src/sandbox/phone/phone-network.ts'
import type { Finding } from '../faults/evidence.ts'
import { formatReport } from '../faults/report.ts'
import { runCommand } from '../support/command.ts'
import { freePort } from '../support/free-port.ts'
import { eventually } from '../support/service.ts'
import { declare, environmentOf, placeCall, startLoad, startPrograms } from './backed-up-service.ts'
import {
  makeFolder,
  mustRun,
  programs,
  runAsPostgres,
  startDebianPostgres,
  startSwitch,
} from './debian-postgres.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** Longer than two rounds of the watch for holds, and than any pause of a job that dials. */
const heldMs = 8_000

export const backupsPart = {
  name: 'backups',
  programs: ['pgbackrest', 'runuser', '/usr/lib/postgresql/15/bin/postgres'],
  isIsolated: false,
  run: ({ folder, say }: { folder: string; say: (line: string) => void }) => runBackups(folder, say),
}

async function runBackups(folder: string, say: (line: string) => void): Promise<Finding[]> {
  await using stack = new AsyncDisposableStack()
  chmodSync(folder, 0o711)
  const home = makeFolder(path.join(folder, 'postgres'))
  const config = writePgbackrest(folder, home)
  const pgbackrest = (...args: string[]) =>
    mustRun(['pgbackrest', `--config=${config}`, '--stanza=switchboard', ...args])

  say('a cluster with an archive')
  const dataDir = path.join(home, 'primary')
  await mustRun([
    `${programs}/initdb`,
    '-D',
    dataDir,
    '-U',
    'postgres',
    '--data-checksums',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '-A',
    'trust',
  ])
  const archiving = {
    archive_mode: 'on',
    archive_command: `pgbackrest --config=${config} --stanza=switchboard archive-push %p`,
    wal_level: 'replica',
  }
  const port = await freePort()
  const primary = stack.use(await startDebianPostgres(dataDir, port, archiving))
  writePgbackrest(folder, home, dataDir, port)
  const psql = (statement: string) =>
    mustRun([`${programs}/psql`, '-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-qAtc', statement])
  await psql('create role switchboard login')
  await psql('create database switchboard owner switchboard')
  await pgbackrest('stanza-create')

  const proxy = stack.use(await startSwitch(port))
  const databaseUrl = `postgres://switchboard@127.0.0.1:${proxy.port}/switchboard`
  const db = openDb(stack, databaseUrl)
  await migrate(db)
  const network = stack.use(await startPhoneNetwork({ port: 0, speed: 20 }))
  const declared = await declare(folder, databaseUrl, network)
  const original = stack.use(await startPrograms(databaseUrl))
  const load = stack.use(startLoad(original.url, declared))

  say('a full and an incremental backup while calls are placed')
  await load.until(40)
  await pgbackrest('--type=full', 'backup')
  await load.until(load.accepted.length + 40)
  await pgbackrest('--type=incr', 'backup')
  await load.until(load.accepted.length + 40)
  const targetAt = performance.now()
  const target = await psql('select clock_timestamp()')
  await load.until(load.accepted.length + 60)
  const archived = await psql('select pg_walfile_name(pg_switch_wal())')
  await eventually('the log is archived', async () =>
    (await psql(`select last_archived_wal >= '${archived.trim()}' from pg_stat_archiver`)).trim() === 't'
      ? true
      : null,
  )
  const before = load.accepted.filter(({ answeredAt }) => answeredAt < targetAt)
  const after = load.accepted.filter(({ sentAt }) => sentAt > targetAt + 100)

  say('switchboard backup drill')
  const drill = await runDrill({ home, config, databaseUrl, target: target.trim() })

  say('the same instant restored beside the running original')
  const copyDir = makeFolder(path.join(home, 'copy'))
  await pgbackrest(
    'restore',
    `--pg1-path=${copyDir}`,
    '--archive-mode=off',
    '--type=time',
    `--target=${target.trim()}`,
    '--target-action=promote',
  )
  const copyPostgres = stack.use(await startDebianPostgres(copyDir, await freePort(), { hot_standby: 'off' }))
  const copyDb = openDb(stack, copyPostgres.databaseUrl)
  await eventually('the recovery ends', async () => {
    const [row] = await copyDb
      .query<{ is_over: boolean }>(sql`select not pg_is_in_recovery() as is_over`)
      .catch(() => [])
    return row?.is_over === true ? true : null
  })
  const inCopy = new Set(
    (await copyDb.query<{ _id: string }>(sql`select _id from calls`)).map(({ _id }) => _id),
  )
  const lost = before.filter(({ id }) => !inCopy.has(id))
  const early = after.filter(({ id }) => inCopy.has(id))
  const [{ waiting } = { waiting: 0 }] = await copyDb.query<{ waiting: number }>(sql`
    select count(*)::float8 as waiting from calls where state = 'waiting'`)

  const copy = stack.use(await startPrograms(copyPostgres.databaseUrl))
  const held = await observe({ network, db, copyDb }, heldMs)
  const read = await fetch(`${copy.url}${declared.path}/calls`, { headers: declared.headers })
  const refused = await placeCall(copy.url, declared, 0)
  const shown = JSON.parse(
    (await runCommand(['hold', 'show', '--json'], environmentOf(copyPostgres.databaseUrl))).stdout,
  ) as {
    hold: { cause: string } | null
  }

  say('the copy released, after the original has ended')
  await load[Symbol.asyncDispose]()
  await original[Symbol.asyncDispose]()
  const attemptsHeld = await countAttempts(copyDb)
  await runCommand(['hold', 'release'], environmentOf(copyPostgres.databaseUrl))
  const released = await eventually('the copy dials', async () =>
    (await countAttempts(copyDb)) > attemptsHeld ? true : null,
  ).catch(() => false)
  await copy[Symbol.asyncDispose]()

  say('a failover, which is no restore')
  const failover = await failOver(stack, { home, primary, proxy, databaseUrl, db, psql })

  return [
    finding(
      'backup',
      'accepted before the instant',
      `${before.length} calls, ${lost.length} missing`,
      'none missing',
      lost.length === 0 && before.length > 100,
    ),
    finding(
      'backup',
      'accepted after the instant',
      `${after.length} calls, ${early.length} restored`,
      'none restored',
      early.length === 0 && after.length > 20,
    ),
    finding('drill', 'restores, recounts and checks', drill.figure, 'every check ok', drill.isGood),
    finding('hold', 'calls that wait in the copy', String(waiting), 'some', waiting > 0),
    finding(
      'hold',
      'attempts of the copy while it is held',
      `${held.copyAttempts} in ${heldMs / 1_000} s`,
      '0',
      held.copyAttempts === 0,
    ),
    finding(
      'hold',
      'attempts of the original meanwhile',
      String(held.originalAttempts),
      'some',
      held.originalAttempts > 0,
    ),
    finding(
      'hold',
      'calls at the carrier beyond those of the original',
      String(held.foreignCalls),
      '0',
      held.foreignCalls === 0,
    ),
    finding(
      'hold',
      'a read and a call at the copy',
      `${read.status} and ${refused.status}`,
      '200 and 503',
      read.status === 200 && refused.status === 503,
    ),
    finding(
      'hold',
      'why',
      shown.hold?.cause ?? 'not held',
      'other_timeline',
      shown.hold?.cause === 'other_timeline',
    ),
    finding('hold', 'the copy dials after its release', released ? 'yes' : 'no', 'yes', released),
    finding('failover', 'the promoted standby', failover, 'not held, dials', failover === 'not held, dials'),
  ]
}

function finding(bar: string, what: string, figure: string, must: string, holds: boolean): Finding {
  const breaches = holds ? [] : [{ what: `${figure}, and must be: ${must}` }]
  return { bar, what, figure, must, judged: 1, breaches }
}

function writePgbackrest(
  folder: string,
  home: string,
  dataDir = path.join(home, 'primary'),
  port = 0,
): string {
  const file = path.join(folder, 'pgbackrest.conf')
  const settings = {
    global: {
      'repo1-path': makeFolder(path.join(home, 'repository')),
      'log-path': makeFolder(path.join(home, 'log')),
      'lock-path': makeFolder(path.join(home, 'lock')),
      'spool-path': makeFolder(path.join(home, 'spool')),
      'repo1-retention-full': '2',
      'start-fast': 'y',
      'log-level-console': 'warn',
    },
    switchboard: { 'pg1-path': dataDir, 'pg1-port': String(port || 5432), 'pg1-socket-path': home },
  }
  const text = Object.entries(settings).map(([section, values]) =>
    [`[${section}]`, ...Object.entries(values).map(([name, value]) => `${name}=${value}`)].join('\n'),
  )
  writeFileSync(file, `${text.join('\n\n')}\n`, { mode: 0o644 })
  return file
}

function openDb(stack: AsyncDisposableStack, connectionString: string): Db {
  const db = createDatabase({ connection: { connectionString }, poolMax: 4, pipelinesMax: 2 })
  stack.defer(() => db.end())
  return db
}

/** Runs the drill as PostgreSQL's user. */
async function runDrill({
  home,
  config,
  databaseUrl,
  target,
}: {
  home: string
  config: string
  databaseUrl: string
  target: string
}) {
  const env = { ...environmentOf(databaseUrl), DATA_DIR: path.join(home, 'data'), TMPDIR: home }
  const port = String(await freePort())
  const command = [
    process.execPath,
    path.join(root, 'src/cli/main.ts'),
    'backup',
    'drill',
    '--config',
    config,
  ]
  const ran = await runAsPostgres([...command, '--until', target, '--port', port, '--json'], {
    env,
    cwd: root,
  })
  type Report = {
    rows: number
    restore_seconds: number
    recovery_seconds: number
    checks: { check: string; status: string; message: string }[]
  }
  if (ran.status !== 0) return { isGood: false, figure: `status ${ran.status}: ${ran.stderr || ran.stdout}` }
  const { rows, restore_seconds, recovery_seconds, checks } = JSON.parse(ran.stdout) as Report
  const figure = `${rows} rows, restored in ${restore_seconds} s, recovered in ${recovery_seconds} s, ${checks.map(({ check, status }) => `${check} ${status}`).join(', ')}`
  return { isGood: checks.length === 6 && checks.every(({ status }) => status === 'ok'), figure }
}

async function countAttempts(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`select count(*)::float8 as count from call_attempts`)
  return row?.count ?? 0
}

/** Returns what copy and original dial in a while, and how many calls at the carrier the original does not know. */
async function observe({ network, db, copyDb }: { network: PhoneNetwork; db: Db; copyDb: Db }, ms: number) {
  const [originalBefore, copyBefore] = [await countAttempts(db), await countAttempts(copyDb)]
  await delay(ms)
  const known = new Set(
    (
      await db.query<{ sid: string }>(
        sql`select carrier_call_sid as sid from call_attempts where carrier_call_sid is not null`,
      )
    ).map(({ sid }) => sid),
  )
  // A call that was just placed may not be recorded yet: look at those from before.
  const legs = network.calls().filter(({ sid }) => !known.has(sid))
  await delay(2_000)
  const later = new Set(
    (
      await db.query<{ sid: string }>(
        sql`select carrier_call_sid as sid from call_attempts where carrier_call_sid is not null`,
      )
    ).map(({ sid }) => sid),
  )
  return {
    originalAttempts: (await countAttempts(db)) - originalBefore,
    copyAttempts: (await countAttempts(copyDb)) - copyBefore,
    foreignCalls: legs.filter(({ sid }) => !later.has(sid)).length,
  }
}

interface Failover {
  home: string
  primary: { port: number; kill: () => Promise<void> }
  proxy: { leadTo: (port: number) => void }
  databaseUrl: string
  db: Db
  psql: (statement: string) => Promise<string>
}

/** Promotes a streaming standby of the original behind the same address, and returns what the service does then. */
async function failOver(
  stack: AsyncDisposableStack,
  { home, primary, proxy, databaseUrl, db, psql }: Failover,
): Promise<string> {
  const dataDir = path.join(home, 'standby')
  await mustRun([
    `${programs}/pg_basebackup`,
    '-h',
    '127.0.0.1',
    '-p',
    String(primary.port),
    '-U',
    'postgres',
    '-D',
    dataDir,
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
  ])
  const standby = stack.use(await startDebianPostgres(dataDir, await freePort()))
  const running = stack.use(await startPrograms(databaseUrl))
  void running
  await eventually('the standby has what the primary has', async () => {
    const level = await psql('select bool_and(replay_lsn >= pg_current_wal_lsn()) from pg_stat_replication')
    return level.trim() === 't' ? true : null
  })
  await primary.kill()
  await mustRun([`${programs}/pg_ctl`, 'promote', '-D', dataDir, '-w'])
  proxy.leadTo(standby.port)
  const attempts = await eventually('the database answers', () => countAttempts(db).catch(() => null))
  const dials = await eventually('the service dials on', async () =>
    (await countAttempts(db).catch(() => 0)) > attempts ? true : null,
  ).catch(() => false)
  const shown = await runCommand(['hold', 'show', '--json'], environmentOf(databaseUrl))
  const { hold } = JSON.parse(shown.stdout) as { hold: { cause: string } | null }
  return `${hold === null ? 'not held' : `held: ${hold.cause}`}, ${dials ? 'dials' : 'dials nothing'}`
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { folder: { type: 'string' } } })
  const lacks = [
    ...(existsSync(`${programs}/postgres`) ? [] : ['postgresql-15']),
    ...(existsSync('/usr/bin/pgbackrest') ? [] : ['pgbackrest']),
  ]
  if (lacks.length > 0 || process.getuid?.() !== 0) {
    console.log(lacks.length > 0 ? `NOT RUN: apt-get install ${lacks.join(' ')}` : 'NOT RUN: it needs root')
    process.exit(1)
  }
  const folder = values.folder ?? mkdtempSync(path.join(tmpdir(), 'switchboard-backups-'))
  mkdirSync(folder, { recursive: true })
  const findings = await backupsPart.run({ folder, say: (line) => console.log(`· ${line}`) })
  console.log(formatReport(findings))
  const isGood = findings.every(({ breaches }) => breaches.length === 0)
  if (isGood && values.folder === undefined) rmSync(folder, { recursive: true, force: true })
  else console.log(`Evidence: ${folder}`)
  process.exit(isGood ? 0 : 1)
}
