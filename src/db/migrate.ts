import { readdir, readFile } from 'node:fs/promises'
import type { Db } from './database.ts'
import { endClient, limitedStatement } from './client.ts'

const folder = new URL('../../migrations/', import.meta.url)

/** A file of `migrations/`; `0001-organizations.sql` has number 1. */
interface Migration {
  number: number
  name: string
  text: string
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => ({
      number: Number(name.slice(0, 4)),
      name: name.replace(/\.sql$/, ''),
      text: await readFile(new URL(name, folder), 'utf8'),
    })),
  )
}

/** Key of the advisory lock; an arbitrary number that other programs are unlikely to use. */
const migrationLock = 8_020_326_113

/**
 * Applies the missing migrations, each in a transaction, and returns their names. It is safe to run twice and on
 * several machines at once: an advisory lock serializes the runs, and the second one finds nothing to do (Promise 51).
 *
 * @throws when the database has migrations that this version doesn't know, since an older program must not write to it.
 */
export async function migrate(db: Db): Promise<string[]> {
  const migrations = await readMigrations()
  const client = await db.connect()
  try {
    await client.query('set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(`create table if not exists migrations (
      number integer primary key, name text not null, applied_at timestamptz(3) not null default now())`)
    const { rows } = await client.query<{ number: number }>('select number from migrations')
    const applied = new Set(rows.map(({ number }) => number))
    const newest = migrations.at(-1)?.number ?? 0
    if (Math.max(0, ...applied) > newest)
      throw new Error(
        `the database's schema is newer than this version of switchboard (${newest}): upgrade first`,
      )
    const missing = migrations.filter(({ number }) => !applied.has(number))
    for (const { number, name, text } of missing) {
      await client.query('begin')
      await client.query(text)
      await client.query('insert into migrations (number, name) values ($1, $2)', [number, name])
      await client.query('commit')
    }
    return missing.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

const answerMs = 5_000

/**
 * Returns whether every migration of this version is applied, for `/readyz` and at the start of API and worker. It
 * opens a connection of its own with short time limits, so it also notices a database that accepts no more connections.
 */
export async function isMigrated(db: Db): Promise<boolean> {
  const newest = (await readMigrations()).at(-1)?.number ?? 0
  const client = await db.connect()
  const check = (text: string, values: unknown[] = []) =>
    client.query<{ is_true: boolean }>({ ...limitedStatement(text, answerMs), values })
  try {
    const table = await check(`select to_regclass('migrations') is not null as is_true`)
    if (table.rows[0]?.is_true !== true) return false
    const found = await check('select exists (select from migrations where number = $1) as is_true', [newest])
    return found.rows[0]?.is_true === true
  } finally {
    await endClient(client, answerMs)
  }
}
