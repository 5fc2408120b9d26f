import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import type { Client } from 'pg'
import { sql } from '../../src/db/sql.ts'
import { parseFilters } from '../../src/filters/parse.ts'
import { filterToSql } from '../../src/filters/to-sql.ts'
import { createTestDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createDocumentTable, documentColumns, send } from './document-table.ts'
import { documentFields, randomDocuments } from './documents.ts'
import { predicateOf } from './model.ts'
import type { Json, JsonObject } from './shape.ts'

const rowCount = 10_000
/** The number of rows that are compared with the model, which tests every list member by member and is slow. */
const comparedCount = 300
/**
 * The service's time limit for a list, here of the processor time: other load on the machine does not lengthen that.
 * Testing a thousand members one after the other takes several times as long.
 */
const limitMs = 2_000
const listCharactersMax = 8_000

const documents = randomDocuments('long lists', rowCount).map((document, n): JsonObject => ({
  ...document,
  phones: [0, 1, 2].map((k) => ({
    value: `+${(n * 7 + k * 131) % 3000}`,
    seen_at: new Date(Date.UTC(2025, 0, 1 + ((n * 7 + k * 131) % 3000), 12)).toISOString(),
    rank: (n + k) % 2000,
    verified: k === 0,
  })),
  properties: {
    n: n % 2000,
    tags: [0, 1, 2].map((k) => `t${(n * 7 + k * 131) % 3000}`),
    pair: [n % 2000, 'x'],
    items: [0, 1, 2].map((k) => ({ sku: (n * 7 + k * 131) % 3000, qty: k })),
  },
}))

/**
 * Returns the most members that fit into a filter, of the thousand that are allowed; some occur in the rows, some do
 * not.
 */
function members<T extends Json>(make: (n: number) => T): T[] {
  const all = Array.from({ length: 1_000 }, (_, index) => make(1_000 + ((index * 773) % 5_000)))
  while (JSON.stringify(all).length > listCharactersMax) all.length -= 10
  return all
}

const day = (n: number) => new Date(Date.UTC(2025, 0, n)).toISOString().slice(0, 10)
const filters: Record<string, JsonObject> = {
  'numbers of a bag': { 'properties.n': { $in: members((n) => n) } },
  'strings of an array': { 'properties.tags': { $in: members((n) => `t${n}`) } },
  'strings that no member equals': { 'properties.tags': { $nin: members((n) => `t${n}`) } },
  'values of every type': {
    'properties.tags': { $in: members((n) => [`t${n}`, n, [`t${n}`], null, { n }][n % 5]!) },
  },
  'whole arrays': { 'properties.pair': { $in: members((n) => [n, 'x']) } },
  'objects of an array': { 'properties.items': { $in: members((n) => ({ qty: n % 3, sku: n })) } },
  'members of objects': { 'phones.value': { $in: members((n) => `+${n}`) } },
  'days below an array': { 'phones.seen_at': { $in: members(day) } },
  'one element': { phones: { $elemMatch: { verified: true, rank: { $in: members((n) => n) } } } },
  'a hundred alternatives': {
    $or: members((n) => ({ 'properties.tags': `t${n}` })).slice(0, 100),
  },
  'a hundred refusals': {
    $and: members((n) => ({ 'properties.tags': { $ne: `t${n}` } })).slice(0, 100),
  },
}

/**
 * Returns the processor time that a process has used, in milliseconds; on systems without `/proc`, the time by the
 * clock.
 */
function processorMsOf(pid: number): number {
  if (!existsSync('/proc/self/stat')) return performance.now()
  // Fields 14 and 15 count hundredths of a second; the second field ends with the last parenthesis (proc_pid_stat(5)).
  const [, fields = ''] = /.*\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  const [user, system] = fields.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) * 10
}

describe(`lists of a thousand members, on ${rowCount} rows`, () => {
  let database: TestDatabase
  let client: Client
  let usedMs: () => number
  before(async () => {
    database = await createTestDatabase()
    client = await database.db.connect()
    await createDocumentTable(client, documents)
    await send(client, sql`select set_config('statement_timeout', ${`${10 * limitMs}`}, false)`)
    const [backend] = await send<{ pid: number }>(client, sql`select pg_backend_pid() as pid`)
    usedMs = () => processorMsOf(backend!.pid)
  })
  after(async () => {
    await client.end()
    await database[Symbol.asyncDispose]()
  })

  for (const [name, filter] of Object.entries(filters))
    it(`${name} are found within the limit`, async () => {
      const where = filterToSql(parseFilters(JSON.stringify(filter), documentColumns), documentColumns)
      const before = usedMs()
      const rows = await send<{ _id: string }>(client, sql`select _id from documents where ${where}`)
      const tookMs = usedMs() - before
      assert.ok(tookMs < limitMs, `${tookMs} ms of processor time`)
      assert.ok(rows.length > 0 && rows.length < rowCount, `${rows.length} rows`)
      const compared = documents.slice(0, comparedCount)
      const found = new Set(rows.map(({ _id }) => _id))
      assert.deepEqual(
        compared.filter(({ _id }) => found.has(_id as string)),
        compared.filter(predicateOf(filter, documentFields)),
      )
    })
})
