import assert from 'node:assert/strict'
import test from 'node:test'
import type { Client } from 'pg'
import { Refusal } from '../../src/base/refusals/refusal.ts'
import { sql } from '../../src/db/sql.ts'
import type { Sql } from '../../src/db/sql.ts'
import { parseFilters } from '../../src/filters/parse.ts'
import { parseSort, sortToSql } from '../../src/filters/sort.ts'
import { filterToSql } from '../../src/filters/to-sql.ts'
import { createRandom } from '../faults/random.ts'
import { createTestDatabase } from '../support/database.ts'
import { countOf } from '../support/length.ts'
import { propertySeed } from '../support/property-seed.ts'
import { conditionsMax, createDocumentTable, documentColumns, documentRows } from './document-table.ts'
import { selectAnswers, send } from './document-table.ts'
import { documentFields, randomDocuments } from './documents.ts'
import { malformedText } from './generate-malformed.ts'
import { randomComparison, randomFilter, randomSort } from './generator.ts'
import { refuses } from './model-refusals.ts'
import { sortOrder } from './model-sort.ts'
import { predicateOf } from './model.ts'
import type { JsonObject } from './shape.ts'
import { shrink } from './shrink.ts'

const seed = String(propertySeed)
const runs = countOf('FILTER_RUNS', { short: 5_000, long: 20_000 })
const replay = `PROPERTY_SEED=${seed} FILTER_RUNS=${runs} replays it`

const documents = randomDocuments(seed, 80)
const connectionsMax = 2
/**
 * With how many following documents each sorted document is compared. More than one, because some pairs have no defined
 * order.
 */
const neighbors = 8

/** Runs the function on several connections at once, each with its own table of documents. */
async function withDocuments(connections: number, run: (client: Client) => Promise<void>): Promise<void> {
  await using database = await createTestDatabase()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = await database.db.connect()
      try {
        await createDocumentTable(client, documents)
        await run(client)
      } finally {
        await client.end()
      }
    }),
  )
}

function conditionOf(text: string): Sql {
  try {
    return filterToSql(parseFilters(text, documentColumns), documentColumns)
  } catch (cause) {
    throw new Error(`the compiler refuses ${text}\n${replay}`, { cause })
  }
}

test(`the database matches as the model does, ${runs} random filters (Promise 31)`, async () => {
  let started = 0
  await withDocuments(connectionsMax, async (client) => {
    while (started < runs) {
      const from = started
      started += conditionsMax
      const count = Math.min(conditionsMax, runs - from)
      await checkFilters(
        client,
        Array.from({ length: count }, (_, index) => `${seed} ${from + index}`),
      )
    }
  })
})

async function checkFilters(client: Client, seeds: readonly string[]): Promise<void> {
  const filters = seeds.map((seed) => {
    const random = createRandom(seed)
    const text = JSON.stringify(randomFilter(random, documents))
    if (random.chance(0.1)) checkRefused(malformedText(random, text))
    return text
  })
  const conditions = filters.map((text) => conditionOf(text))
  const answers = await selectAnswers(client, conditions, sql`documents`).catch(async (error: unknown) => {
    for (const [index, condition] of conditions.entries())
      await selectAnswers(client, [condition], sql`documents`).catch((cause: unknown) => {
        throw new Error(`the database fails on ${filters[index]}\n${replay}`, { cause })
      })
    throw error
  })
  for (const [index, text] of filters.entries()) {
    const predicate = predicateOf(JSON.parse(text) as JsonObject, documentFields)
    const wrong = documents.findIndex(
      (document, row) => predicate(document) !== (answers[row]![index] === '1'),
    )
    if (wrong !== -1) await reportMismatch(client, text, documents[wrong]!)
  }
}

/** Checks that model and compiler refuse the filter, the compiler with status 400. */
function checkRefused(text: string): void {
  assert.ok(refuses(text, documentFields), `the model takes ${text}\n${replay}`)
  assert.throws(
    () => parseFilters(text, documentColumns),
    (error) => error instanceof Refusal && error.status === 400,
    `the compiler takes ${text}\n${replay}`,
  )
}

async function reportMismatch(client: Client, text: string, document: JsonObject): Promise<never> {
  const differ = async (filter: JsonObject, document: JsonObject): Promise<boolean> => {
    const text = JSON.stringify(filter)
    if (refuses(text, documentFields)) return false
    const [bit] = await selectAnswers(client, [conditionOf(text)], documentRows([document]))
    return predicateOf(filter, documentFields)(document) !== (bit === '1')
  }
  const filter = await shrink(JSON.parse(text) as JsonObject, (smaller) => differ(smaller, document))
  const properties = await shrink(document['properties'] as JsonObject, (smaller) =>
    differ(filter, { ...document, properties: smaller }),
  )
  const small = { ...document, properties }
  const expected = predicateOf(filter, documentFields)(small)
  assert.fail(
    `by the model ${JSON.stringify(filter)} ${expected ? 'matches' : 'does not match'} ${JSON.stringify(small)}\n` +
      `found with ${text}\n${replay}`,
  )
}

test('the database joins and negates filters as sets (Promise 32)', async () => {
  await withDocuments(1, async (client) => {
    for (let pair = 0; pair < 150; pair++) {
      const random = createRandom(`${seed} laws ${pair}`)
      const left = randomFilter(random, documents)
      const right = randomFilter(random, documents)
      const { path, operand, list } = randomComparison(random, documents)
      const both = [left, right]
      const filters = [
        left,
        right,
        { $and: both },
        { $or: both },
        { $nor: [left] },
        { $nor: both },
        { [path]: operand },
        { [path]: { $eq: operand } },
        { [path]: { $ne: operand } },
        { [path]: { $in: list } },
        { [path]: { $nin: list } },
        {},
      ].map((filter) => JSON.stringify(filter))
      // Combining two filters of ten levels makes eleven, which is too deep.
      if (filters.some((text) => refuses(text, documentFields))) continue
      for (const bits of await selectAnswers(client, filters.map(conditionOf), sql`documents`)) {
        const [a, b, and, or, notA, neither, plain, eq, ne, isIn, nin, all] = Array.from(
          bits,
          (bit) => bit === '1',
        )
        const found = [and, or, notA, neither, plain, ne, nin, all]
        const expected = [a && b, a || b, !a, !a && !b, eq, !eq, !isIn, true]
        assert.deepEqual(found, expected, `${filters.join('\n')}\n${replay}`)
      }
    }
  })
})

test('the database sorts as the model does, 200 random sorts (Promise 35)', async () => {
  await withDocuments(1, async (client) => {
    for (let run = 0; run < 200; run++) {
      const text = JSON.stringify(randomSort(createRandom(`${seed} sort ${run}`), documents))
      const keys = Object.entries(JSON.parse(text) as Record<string, 1 | -1>)
      const orderBy = sortToSql(parseSort(text, documentColumns, []), documentColumns)
      const rows = await send<{ _id: string }>(client, sql`select _id from documents order by ${orderBy}`)
      const sorted = rows.map(({ _id }) => documents.find((document) => document['_id'] === _id)!)
      assert.equal(new Set(sorted).size, documents.length)
      for (const [index, left] of sorted.entries())
        for (const right of sorted.slice(index + 1, index + 1 + neighbors)) {
          const order = sortOrder(left, right, keys, documentFields)
          if (order !== undefined && order >= 0)
            assert.fail(
              `by ${text} ${JSON.stringify(right)}\ncomes before ${JSON.stringify(left)}\n${replay}`,
            )
        }
    }
  })
})
