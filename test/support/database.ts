import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { createDatabase } from '../../src/db/database.ts'
import type { Db, Waits } from '../../src/db/database.ts'
import { startEmbeddedPostgres } from '../../src/db/embedded-postgres.ts'
import type { EmbeddedPostgres } from '../../src/db/embedded-postgres.ts'
import { migrate } from '../../src/db/migrate.ts'
import { adminRole } from '../../src/db/postgres-access.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** With less free memory than this, the clusters are on the disk. Tests need far less at a time. */
const sharedMemoryBytesMin = 4 * 1024 ** 3

/** All files that run at once share the cluster, and some start four programs of the service. */
const connectionsMax = 600

const clusters = clustersFolder()

/**
 * Returns the folder for the clusters of this clone's runs: in memory if the machine has room, because each test file
 * has a database of hundreds of files. On a disk's file system, creating them takes a third of a second of processor
 * time.
 */
function clustersFolder(): string {
  const memory = '/dev/shm'
  const clone = createHash('sha1').update(root).digest('hex').slice(0, 6)
  try {
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize >= sharedMemoryBytesMin) return path.join(memory, `switchboard-${clone}`)
  } catch {
    // No such folder outside of Linux.
  }
  return path.join(root, 'node_modules/.cache/test-clusters')
}

/** Returns a new folder for the temporary files of this run. The caller removes the folder above it at the end. */
export function makeTestFolder(): string {
  const folder = path.join(clusters, String(process.pid))
  removeLeftClusters()
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  const temporary = path.join(folder, 'tmp')
  mkdirSync(temporary, { recursive: true })
  // The embedded PostgreSQL may run as another user.
  chmodSync(temporary, 0o1777)
  return temporary
}

type TestCluster = EmbeddedPostgres & { dataDir: string }

/** The variable that passes the folder of the run's cluster to the test files, which are separate processes. */
export const clusterVariable = 'SWITCHBOARD_TEST_CLUSTER'

/** The cluster of the run that this process is a part of, once it was found. */
let found: TestCluster | null = null

/**
 * Starts the cluster of a test run, or connects to it. Each run has its own cluster, which is removed at the end, so
 * that runs can't disturb each other. It is not safe against power loss, which makes it faster.
 */
export async function startTestCluster(): Promise<TestCluster> {
  if (found !== null) return found
  const given = process.env[clusterVariable]
  const cluster = await openTestCluster(given)
  // It outlives this process. Looking for it again takes two connections, a third of what a new database costs.
  if (given !== undefined && !cluster.owned) found = cluster
  return cluster
}

async function openTestCluster(given: string | undefined): Promise<TestCluster> {
  const dataDir = given ?? path.join(clusters, String(process.pid))
  if (given === undefined) removeLeftClusters()
  const cluster = await startEmbeddedPostgres({
    dataDir,
    role: 'command',
    settings: { fsync: 'off', full_page_writes: 'off', max_connections: String(connectionsMax) },
  })
  await grantTestRights(cluster)
  const stop = async (): Promise<void> => {
    await cluster.stop()
    if (cluster.owned) rmSync(dataDir, { recursive: true, force: true })
  }
  return { ...cluster, dataDir, stop }
}

/** Stops and removes the clusters of killed runs. */
function removeLeftClusters(): void {
  if (!existsSync(clusters)) return
  for (const name of readdirSync(clusters)) {
    if (isAlive(Number(name))) continue
    const folder = path.join(clusters, name)
    const pidFile = path.join(folder, 'postgres/postmaster.pid')
    const postmaster = existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, 'utf8'), 10) : NaN
    if (isAlive(postmaster)) process.kill(postmaster, 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * Grants the service's role what tests and benchmarks need beyond the service: databases, roles, checkpoints, loads
 * without triggers.
 */
export async function grantTestRights({ connection }: EmbeddedPostgres): Promise<void> {
  const { user } = connection
  const admin = new Client({ ...connection, user: adminRole, database: 'postgres' })
  await admin.connect()
  try {
    await admin.query('select pg_advisory_lock(2)')
    const { rows } = await admin.query('select 1 from pg_roles where rolname = $1 and rolcreatedb', [user])
    if (rows.length > 0) return
    await admin.query(`begin; alter role ${user} createdb createrole;
      grant set on parameter session_replication_role to ${user};
      grant pg_checkpoint, pg_read_all_data, pg_write_all_data to ${user} with admin option; commit`)
  } finally {
    await admin.end()
  }
}

export interface TestDatabase extends AsyncDisposable {
  db: Db
  /** For programs that open the database themselves. */
  databaseUrl: string
}

/** A machine that runs tests may be slow and busy: only a test of the usual limits has them. */
const patientWaits: Waits = {
  connectMs: 60_000,
  limitedMs: 14_000,
  limitedWaitMs: 60_000,
  callWaitMs: 60_000,
}

/**
 * Creates an empty migrated database: a copy of a template that is made once for these migrations. With `isBare` it has
 * no schema. With `hasUsualWaits`, statements wait no longer than those of a service that is installed. With
 * `hasUnicodeCase`, it takes all letters for the same that Unicode does, and not only those of ASCII.
 */
export async function createTestDatabase({
  isBare = false,
  hasUsualWaits = false,
  hasUnicodeCase = false,
} = {}): Promise<TestDatabase> {
  const cluster = await startTestCluster()
  // As the superuser: dropping a database ends all its connections, including PostgreSQL's own autovacuum.
  const admin = new Client({ ...cluster.connection, user: adminRole, database: 'postgres' })
  await admin.connect()
  const template = hasUnicodeCase
    ? `template0 locale_provider builtin builtin_locale 'C.UTF-8'`
    : isBare
      ? 'template1'
      : await ensureTemplate(admin, cluster)
  const name = `test_${randomBytes(8).toString('hex')}`
  // Copying files takes half of the processor time of writing them to the log first.
  await admin.query(
    `create database ${name} template ${template} owner ${cluster.connection.user} strategy file_copy`,
  )
  const connection = { ...cluster.connection, database: name }
  const db = createDatabase({ connection, waits: hasUsualWaits ? {} : patientWaits })
  if (hasUnicodeCase) await migrate(db)
  const { host, user } = connection
  return {
    db,
    databaseUrl: `postgres://${user}@/${name}?host=${encodeURIComponent(host)}`,
    [Symbol.asyncDispose]: async () => {
      await db.end()
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
      await cluster.stop()
    },
  }
}

/** Returns the template's name. A lock guards its creation, because test files start at the same time. */
async function ensureTemplate(admin: Client, cluster: EmbeddedPostgres): Promise<string> {
  const folder = path.join(root, 'migrations')
  const hash = createHash('sha1')
  for (const name of readdirSync(folder).sort())
    hash.update(name).update(readFileSync(path.join(folder, name)))
  const template = `template_${hash.digest('hex').slice(0, 16)}`
  await admin.query('select pg_advisory_lock(1)')
  try {
    const { rows } = await admin.query('select 1 from pg_database where datname = $1', [template])
    if (rows.length === 0) {
      const building = `${template}_building`
      await admin.query(`drop database if exists ${building} with (force)`)
      await admin.query(`create database ${building} owner ${cluster.connection.user}`)
      const db = createDatabase({ connection: { ...cluster.connection, database: building } })
      await migrate(db)
      await db.end()
      // Migrations remove PostgreSQL's cache of the catalog. The next connection makes it, else one in each copy would.
      const first = new Client({ ...cluster.connection, database: building })
      await first.connect()
      await first.end()
      await admin.query(`alter database ${building} rename to ${template}`)
    }
  } finally {
    await admin.query('select pg_advisory_unlock(1)')
  }
  return template
}
