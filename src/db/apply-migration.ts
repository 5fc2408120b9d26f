import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'

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
/** The rest after a try, as a multiple of how long it took: others wait behind it for a fifth of the time at most. */
const restFactor = 4
const reportEveryMs = 10_000

/** `lock_not_available` and `deadlock_detected`. */
const busyCodes = new Set(['55P03', '40P01'])

/**
 * Applies a migration, again and again while others use its tables, for as long as that takes: the transaction of a
 * backup or an export may last for hours. Between two tries it holds no lock, and nobody waits behind it.
 */
export async function applyMigration(client: Client, migration: Migration, onWait: OnWait): Promise<void> {
  let reportedAt = -Infinity
  for (;;) {
    const begunAt = performance.now()
    try {
      await applyInTransaction(client, migration)
      return
    } catch (error) {
      const isBusy = error instanceof Error && 'code' in error && busyCodes.has(String(error.code))
      if (!isBusy) throw error
    }
    await client.query('rollback')
    const restMs = restFactor * (performance.now() - begunAt)
    if (performance.now() - reportedAt >= reportEveryMs) {
      onWait(`migration ${migration.name} waits for ${await describeUsers(client)}`)
      reportedAt = performance.now()
    }
    await delay(restMs)
  }
}

async function applyInTransaction(client: Client, { number, name, text }: Migration): Promise<void> {
  await client.query('begin')
  await client.query(`set local lock_timeout = ${lockWaitMs}`)
  // Rows of organizations that are being moved may be changed by it (`follow_move`).
  await client.query(`set local switchboard.migrating = 'on'`)
  await client.query(text)
  await client.query('insert into migrations (number, name) values ($1, $2)', [number, name])
  await client.query('commit')
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
