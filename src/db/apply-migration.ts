import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { isLockConflict } from './lock-errors.ts'

/** A file of a folder of migrations; `0001-organizations.sql` has number 1. */
export interface Migration {
  number: number
  name: string
  text: string
}

/** Called with what a migration waits for, as a sentence: at first and then every ten seconds. */
export type OnWait = (waitsFor: string) => void

/** How long a statement waits for a lock of a table. Every later statement on the table waits behind it. */
const lockWaitMs = 300
/**
 * The same while PostgreSQL vacuums by itself, which may take hours on a large table. It ends that for a statement
 * which has waited for `deadlock_timeout`, a second.
 */
const vacuumWaitMs = 1_300
/** The same for a file that only changes rows: nobody waits behind it, and giving up would undo the rows it changed. */
const rowWaitMs = 10_000
/** The rest after a try, as a multiple of how long it took: others wait behind it for a fifth of the time at most. */
const restFactor = 4
/** The longest rest where nobody waits behind it. */
const restMsMax = 30_000
const reportEveryMs = 10_000

/**
 * Applies a migration, again and again while others use its tables, for as long as that takes: the transaction of a
 * backup or an export may last for hours. Between two tries it holds no lock, and nobody waits behind it.
 */
export async function applyMigration(client: Client, migration: Migration, onWait: OnWait): Promise<void> {
  let reportedAt = -Infinity
  const isIndex = migration.text.startsWith('-- no transaction')
  const keepsOthersWaiting = !isIndex && changesSchema(migration.text)
  let waitMs = keepsOthersWaiting ? lockWaitMs : rowWaitMs
  for (;;) {
    const begunAt = performance.now()
    try {
      if (isIndex) await buildIndex(client, migration, onWait)
      else await applyInTransaction(client, migration, waitMs)
      return
    } catch (error) {
      if (!isLockConflict(error)) throw error
    }
    await client.query('rollback')
    const restMs = restFactor * (performance.now() - begunAt)
    if (performance.now() - reportedAt >= reportEveryMs) {
      onWait(`migration ${migration.name} waits for ${await describeUsers(client)}`)
      reportedAt = performance.now()
    }
    await delay(keepsOthersWaiting ? restMs : Math.min(restMs, restMsMax))
    if (keepsOthersWaiting) waitMs = (await isVacuuming(client)) ? vacuumWaitMs : lockWaitMs
  }
}

/** Returns whether a file may take the lock of a table that keeps everybody else off. */
function changesSchema(text: string): boolean {
  return /\b(?:alter|create|drop|lock|truncate)\b/i.test(text.replaceAll(/--.*$/gm, ''))
}

async function applyInTransaction(client: Client, migration: Migration, waitMs: number): Promise<void> {
  await client.query('begin')
  await client.query(`set local lock_timeout = ${waitMs}`)
  // Rows of organizations that are being moved may be changed by it (`follow_move`).
  await client.query(`set local switchboard.migrating = 'on'`)
  await client.query(migration.text)
  await insertMigration(client, migration)
  await client.query('commit')
}

/**
 * Runs the one statement of a file that begins with `-- no transaction`: it builds an index while others write. A
 * killed run leaves an invalid index, which takes time of every write and serves no read, or a whole one that the
 * table `migrations` lacks and that `if not exists` keeps. The statement waits without limit for the transactions that
 * have begun before it, and nobody waits behind it.
 */
async function buildIndex(client: Client, migration: Migration, onWait: OnWait): Promise<void> {
  const [, index] =
    /^create (?:unique )?index concurrently if not exists (\w+) on /m.exec(migration.text) ?? []
  if (index === undefined)
    throw new Error(`migration ${migration.name} is no \`create index concurrently if not exists\``)
  await client.query('set lock_timeout = 0')
  const { rows } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  )
  if (rows.length > 0) await client.query(`drop index concurrently ${index}`)
  const report = setInterval(
    () =>
      onWait(`migration ${migration.name} builds its index, or waits for transactions that began before it`),
    reportEveryMs,
  )
  try {
    await client.query(migration.text)
  } finally {
    clearInterval(report)
  }
  await insertMigration(client, migration)
}

async function insertMigration(client: Client, { number, name }: Migration): Promise<void> {
  await client.query('insert into migrations (number, name) values ($1, $2)', [number, name])
}

/** Returns whether PostgreSQL vacuums or analyzes a table by itself. Such a process has no role. */
async function isVacuuming(client: Client): Promise<boolean> {
  const { rows } = await client.query(`
    select from pg_stat_activity a join pg_locks l on l.pid = a.pid
    where a.datname = current_database() and a.usesysid is null
      and l.locktype = 'relation' and l.mode = 'ShareUpdateExclusiveLock' and l.granted limit 1`)
  return rows.length > 0
}

/**
 * Returns whose transaction holds locks of tables for the longest time, for people. PostgreSQL names the programs of
 * other roles, and its own such as a vacuum, to some roles alone.
 */
async function describeUsers(client: Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string | null }>(`
    select pid, coalesce(nullif(application_name, ''), backend_type) as name from pg_stat_activity a
    where datname = current_database() and pid <> pg_backend_pid()
      and exists (select from pg_locks l where l.pid = a.pid and l.locktype = 'relation' and l.granted)
    order by xact_start nulls last limit 1`)
  const [oldest] = rows
  if (oldest === undefined) return 'a lock of a table'
  const { pid, name } = oldest
  return `a lock of a table; the oldest open transaction is that of ${name ?? 'a program'}, process ${pid} of PostgreSQL`
}
