import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { createDatabase } from '../../src/db/database.ts'
import type { Db } from '../../src/db/database.ts'
import { startEmbeddedPostgres } from '../../src/db/embedded-postgres.ts'
import type { EmbeddedPostgres } from '../../src/db/embedded-postgres.ts'
import { adminRole } from '../../src/db/postgres-access.ts'
import { migrate } from '../../src/db/migrate.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * The cluster that all tests of this clone share, in a folder that survives between runs. It gives up safety against
 * power cuts, which no test is about, for speed.
 */
export async function startTestCluster(): Promise<EmbeddedPostgres> {
  const dataDir = path.join(root, 'node_modules/.cache/switchboard-test')
  const cluster = await startEmbeddedPostgres({
    dataDir,
    role: 'command',
    settings: { fsync: 'off', full_page_writes: 'off' },
  })
  await grantTestRights(cluster)
  return cluster
}

/** Lets the service's role do what tests and benchmarks need beyond the service: databases, roles, loads without triggers. */
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
      grant pg_read_all_data, pg_write_all_data to ${user} with admin option; commit`)
  } finally {
    await admin.end()
  }
}

export interface TestDatabase extends AsyncDisposable {
  db: Db
  /** For programs under test that open the database by themselves. */
  databaseUrl: string
}

/** A database of the caller's own, migrated, empty: a copy of a template that is made once for these migrations. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const cluster = await startTestCluster()
  const admin = new Client({ ...cluster.connection, database: 'postgres' })
  await admin.connect()
  const template = await ensureTemplate(admin, cluster)
  const name = `test_${randomBytes(8).toString('hex')}`
  await admin.query(`create database ${name} template ${template}`)
  const connection = { ...cluster.connection, database: name }
  const db = createDatabase({ connection })
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

/** The template's name. Test files start at once, so making it is guarded by a lock. */
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
      await admin.query(`create database ${building}`)
      const db = createDatabase({ connection: { ...cluster.connection, database: building } })
      await migrate(db)
      await db.end()
      await admin.query(`alter database ${building} rename to ${template}`)
    }
  } finally {
    await admin.query('select pg_advisory_unlock(1)')
  }
  return template
}
