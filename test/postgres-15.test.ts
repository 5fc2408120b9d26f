// Prepares every statement that the program sends on PostgreSQL 15, the oldest version that it runs on. The other tests
// run on a newer one. Needs Debian's PostgreSQL 15, and root to run it as its user.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, it } from 'node:test'
import { Client } from 'pg'
import { createDatabase } from '../src/db/database.ts'
import { migrate } from '../src/db/migrate.ts'
import { makeFolder, mustRun, programs, startDebianPostgres } from './cluster/debian-postgres.ts'
import type { DebianPostgres } from './cluster/debian-postgres.ts'
import { freePort } from './support/free-port.ts'

const skip = !existsSync(`${programs}/postgres`) || process.getuid?.() !== 0

/** Refusals of names that a version does not know: `undefined_function` and `syntax_error`. */
const unknownCodes = new Set(['42883', '42601'])

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-postgres-15-'))
let postgres: DebianPostgres | null = null
before(async () => {
  if (skip) return
  makeFolder(folder)
  const dataDir = path.join(folder, 'data')
  const role = ['-U', 'switchboard']
  await mustRun([`${programs}/initdb`, '-D', dataDir, ...role, '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8'])
  postgres = await startDebianPostgres(dataDir, await freePort(), { fsync: 'off' })
  const address = ['-h', '127.0.0.1', '-p', String(postgres.port)]
  await mustRun([`${programs}/createdb`, ...address, ...role, 'switchboard'])
})
after(async () => {
  await postgres?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

/** The statements of queries.sql, each with the function that sends it. */
function statements(): { name: string; text: string }[] {
  const [, ...parts] = readFileSync('queries.sql', 'utf8').split(/^-- (src\/.*)$/m)
  return parts.flatMap((part, index) => {
    if (index % 2 === 0) return []
    const name = parts[index - 1]!
    return part.split(/;$/m).flatMap((text) =>
      // A piece of a statement stands there too, and a statement whose names are put in.
      /^\s*(--.*\n\s*)*(select|with|insert|update|delete)\b/.test(text) &&
      !/\b(from|into|update|as) \(?\$\d/.test(text)
        ? [{ name, text }]
        : [],
    )
  })
}

it('runs on PostgreSQL 15', { skip }, async () => {
  const db = createDatabase({ connection: { connectionString: postgres!.databaseUrl } })
  await migrate(db)
  await db.end()
  const client = new Client({ connectionString: postgres!.databaseUrl })
  await client.connect()
  const unknown: string[] = []
  const all = statements()
  assert.ok(all.length > 800)
  for (const [index, { name, text }] of all.entries())
    try {
      await client.query(`prepare statement_${index} as ${text}`)
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      if (unknownCodes.has(code ?? '')) unknown.push(`${name}: ${message}`)
    }
  await client.end()
  assert.deepEqual(unknown, [])
})
