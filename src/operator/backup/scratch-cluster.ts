import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createDatabase } from '../../db/database.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'

/** A backup was not restored or did not start. The message is one line. */
export class BackupFault extends Error {
  override name = 'BackupFault'
}

/** Where a backup comes from and goes to. */
export interface RestoreOptions {
  stanza: string
  /** pgBackRest's configuration file; null: its own default. */
  config: string | null
  /** Restores what was committed by then, in PostgreSQL's words; null: everything that is archived. */
  until: string | null
  /** An empty or missing folder that only this user can enter. */
  folder: string
  /** The loopback port of the restored PostgreSQL. */
  port: number
  /** The service's database and role, as in the original. */
  database: string
  user: string
  /** Ends the restore, or the restored PostgreSQL. */
  signal: AbortSignal
}

/** A restored PostgreSQL that has ended its recovery. */
export interface ScratchCluster extends AsyncDisposable {
  db: Db
  dataDir: string
  restoreSeconds: number
  recoverySeconds: number
}

/** A restore of terabytes takes hours; none takes longer than this. */
const hoursMax = 12
const outputBytesMax = 10 * 1024 ** 2

/**
 * Runs pgBackRest and returns what it prints. Where the signal aborts, its reason is thrown once the program has ended.
 */
export async function runPgbackrest(
  { stanza, config, signal }: Pick<RestoreOptions, 'stanza' | 'config' | 'signal'>,
  args: readonly string[],
): Promise<string> {
  signal.throwIfAborted()
  const given = [`--stanza=${stanza}`, ...(config === null ? [] : [`--config=${config}`]), ...args]
  const running = promisify(execFile)('pgbackrest', given, {
    timeout: hoursMax * 3_600_000,
    maxBuffer: outputBytesMax,
  })
  const end = () => running.child.kill('SIGTERM')
  signal.addEventListener('abort', end)
  try {
    return (await running).stdout
  } catch (error) {
    signal.throwIfAborted()
    if (isMissing(error)) throw new BackupFault('pgbackrest is not installed: apt-get install pgbackrest')
    // It writes its errors on standard output, as `P00  ERROR: [055]: …`.
    const output = (error as { stdout?: string }).stdout ?? ''
    const line = /ERROR: .*/.exec(output)?.[0] ?? 'it failed without a word'
    throw new BackupFault(`pgbackrest ${args.find((arg) => !arg.startsWith('-')) ?? ''}: ${line}`)
  } finally {
    signal.removeEventListener('abort', end)
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/**
 * Restores the backup into a new folder `data` in the folder, starts it on loopback and resolves once its recovery has
 * ended. It archives nothing and takes connections of roles with passwords only, except through a socket in the folder.
 * What it has restored is removed in the end, also where it fails or is stopped.
 */
export async function restoreScratch(options: RestoreOptions): Promise<ScratchCluster> {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 })
  const dataDir = path.join(options.folder, 'data')
  if (existsSync(dataDir)) throw new BackupFault(`${dataDir} exists: remove it, or name another --folder`)
  mkdirSync(dataDir, { mode: 0o700 })
  const remove = () => rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
  try {
    const scratch = await restoreInto(dataDir, options)
    return {
      ...scratch,
      [Symbol.asyncDispose]: async () => {
        await scratch[Symbol.asyncDispose]()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

async function restoreInto(dataDir: string, options: RestoreOptions): Promise<ScratchCluster> {
  const { folder, until, port, database, user, signal } = options
  const begun = performance.now()
  await runPgbackrest(options, [
    'restore',
    `--pg1-path=${dataDir}`,
    '--archive-mode=off',
    ...(until === null ? [] : ['--type=time', `--target=${until}`, '--target-action=promote']),
  ])
  const restored = performance.now()
  const program = findPostgres(readFileSync(path.join(dataDir, 'PG_VERSION'), 'utf8').trim())
  const child = spawn(program, ['-D', dataDir, ...settingsOf(options)], { stdio: ['ignore', 'pipe', 'pipe'] })
  const log = createWriteStream(path.join(folder, 'postgres.log'), { mode: 0o600 })
  child.stdout.pipe(log, { end: false })
  child.stderr.pipe(log, { end: false })
  const exited = once(child, 'exit')
  // The look below notices an end; nobody else waits for it by then.
  exited.catch(() => {})
  const db = createDatabase({
    connection: { host: folder, port, user, database },
    poolMax: 2,
    pipelinesMax: 2,
  })
  // A fast shutdown, with which statements at work fail.
  const shutDown = () => child.kill('SIGINT')
  signal.addEventListener('abort', shutDown)
  if (signal.aborted) shutDown()
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const stop = async (): Promise<void> => {
    signal.removeEventListener('abort', shutDown)
    await db.end()
    if (hasEnded()) return
    shutDown()
    await exited
  }
  try {
    await untilRecovered(db, hasEnded)
  } catch (error) {
    await stop()
    signal.throwIfAborted()
    const last = readFileSync(path.join(folder, 'postgres.log'), 'utf8').trim().split('\n').at(-1) ?? ''
    throw new BackupFault(`the restored PostgreSQL does not take connections: ${last}`, { cause: error })
  }
  return {
    db,
    dataDir,
    restoreSeconds: (restored - begun) / 1_000,
    recoverySeconds: (performance.now() - restored) / 1_000,
    [Symbol.asyncDispose]: stop,
  }
}

/** Debian installs several versions side by side; elsewhere the one in the path has to be the right one. */
function findPostgres(version: string): string {
  const debian = `/usr/lib/postgresql/${version}/bin/postgres`
  return existsSync(debian) ? debian : 'postgres'
}

/**
 * Writes the scratch cluster's configuration. Debian keeps that of the original outside of its folder, so no backup has
 * it.
 */
function settingsOf({ folder, port }: RestoreOptions): string[] {
  const hba = path.join(folder, 'pg_hba.conf')
  writeFileSync(hba, 'local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n', { mode: 0o600 })
  const config = path.join(folder, 'postgresql.conf')
  writeFileSync(config, '', { mode: 0o600 })
  const settings = {
    config_file: config,
    hba_file: hba,
    ident_file: path.join(folder, 'pg_ident.conf'),
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: folder,
    // Without queries during the recovery, its limits may be lower than the original's.
    hot_standby: 'off',
    archive_mode: 'off',
    shared_preload_libraries: '',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function untilRecovered(db: Db, hasEnded: () => boolean): Promise<void> {
  for (const deadline = performance.now() + hoursMax * 3_600_000; ; await delay(200)) {
    try {
      const [row] = await db.query<{ is_over: boolean }>(sql`select not pg_is_in_recovery() as is_over`)
      if (row?.is_over === true) return
    } catch (error) {
      if (hasEnded() || performance.now() > deadline) throw error
    }
  }
}
