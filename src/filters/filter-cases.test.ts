import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase } from '../../test/support/database.ts'
import type { TestDatabase } from '../../test/support/database.ts'
import { Refusal } from '../base/refusals/refusal.ts'
import { join, sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import { arrayField, jsonbField, fieldsOf, numberField, textField, timestampField } from './fields.ts'
import type { Field, Fields, Scalar } from './fields.ts'
import { parseFilters } from './parse.ts'
import { parseProjection, project } from './projection.ts'
import { parseSort, sortToSql } from './sort.ts'
import { filterToSql } from './to-sql.ts'

type Shape = Record<string, 'string' | 'number' | 'timestamp' | 'bag' | { items: Record<string, Scalar> }>
type Doc = Record<string, unknown> & { _id: string }

interface Cases {
  schema: Record<string, Shape>
  docs: Record<string, Doc[]>
  filter_cases: { id: string; collection: string; filter: unknown; expected: string[] }[]
  sort_cases: { id: string; collection: string; sort: unknown; expected: string[] }[]
  projection_cases: { id: string; projection: unknown; expected: unknown }[]
  projection_lists: { id: string; raw: string; expected: unknown }[]
  refusals: { id: string; schema: string; param: string; raw: string; message_has: string[] }[]
}

const file = new URL('../../test/filters/filter-cases.json', import.meta.url)
const cases = JSON.parse(readFileSync(file, 'utf8')) as Cases
const fieldsOfCollection = new Map(
  Object.entries(cases.schema).map(([name, shape]) => [name, declare(shape)]),
)

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
  for (const [name, shape] of Object.entries(cases.schema)) await fill(name, shape, cases.docs[name] ?? [])
})
after(() => database[Symbol.asyncDispose]())

describe('the cases of filter-cases.json, on PostgreSQL', () => {
  for (const { id, collection, filter, expected } of cases.filter_cases)
    it(`${id}: ${JSON.stringify(filter).slice(0, 100)}`, async () => {
      const fields = fieldsFor(collection)
      const where = filterToSql(parseFilters(JSON.stringify(filter), fields), fields)
      assert.deepEqual(await select(collection, sql`where ${where} order by position`), expected)
    })

  for (const { id, collection, sort, expected } of cases.sort_cases)
    it(`${id}: sort ${JSON.stringify(sort)}`, async () => {
      const fields = fieldsFor(collection)
      const order = sortToSql(parseSort(JSON.stringify(sort), fields, []), fields)
      assert.deepEqual(await select(collection, sql`order by ${order}`), expected)
    })
})

describe('the cases of filter-cases.json, without a database', () => {
  const [item] = cases.docs.projection!
  for (const { id, projection, expected } of cases.projection_cases)
    it(`${id}: projection ${JSON.stringify(projection)}`, () => {
      const parsed = parseProjection(JSON.stringify(projection), fieldsFor('projection'), { lists: false })
      assert.deepEqual(project(parsed, item!), expected)
    })

  for (const { id, raw, expected } of cases.projection_lists)
    it(`${id}: projection ${raw}`, () => {
      const parsed = parseProjection(raw, fieldsFor('projection'), { lists: true })
      assert.deepEqual(project(parsed, item!), expected)
    })

  for (const { id, schema, param, raw, message_has } of cases.refusals)
    it(`${id}: refuses ${param} ${raw.slice(0, 100)}`, () => {
      const fields = fieldsFor(schema)
      assert.throws(
        () => {
          if (param === 'filters') parseFilters(raw, fields)
          else if (param === 'sort') parseSort(raw, fields, [])
          else parseProjection(raw, fields, { lists: true })
        },
        (error) => {
          assert(error instanceof Refusal && error.status === 400)
          for (const word of message_has) assert(error.message.includes(word), `${word} in ${error.message}`)
          return true
        },
      )
    })
})

function fieldsFor(collection: string): Fields {
  const fields = fieldsOfCollection.get(collection)
  assert(fields)
  return fields
}

async function select(collection: string, rest: Sql): Promise<string[]> {
  const rows = await database.db.query<{ _id: string }>(
    sql`select c._id from ${raw(`case_${collection}`)} c ${rest}`,
  )
  return rows.map((row) => row._id)
}

/** Creates a table like the real ones: scalar columns for scalars, `jsonb` for objects and arrays. */
async function fill(name: string, shape: Shape, docs: readonly Doc[]): Promise<void> {
  const columns = Object.entries(shape).map(([column, type]) => `${column} ${columnType(type)}`)
  await database.db.query(sql`create table ${raw(`case_${name}`)} (${raw(columns.join(', '))}, position int)`)
  for (const [position, doc] of docs.entries()) {
    const values = Object.keys(shape).map((column) => {
      const value = doc[column]
      return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null)
    })
    const bound = join(
      [...values, position].map((value) => sql`${value}`),
      sql`, `,
    )
    await database.db.query(sql`insert into ${raw(`case_${name}`)} values (${bound})`)
  }
}

function declare(shape: Shape): Fields {
  return fieldsOf(
    Object.fromEntries(Object.entries(shape).map(([name, type]) => [name, fieldOf(name, type)])),
  )
}

function fieldOf(name: string, type: Shape[string]): Field {
  const column = sql`c.${raw(name)}`
  if (typeof type === 'object') return arrayField(column, type.items)
  if (type === 'bag') return jsonbField(column)
  if (type === 'number') return numberField(column)
  if (type === 'timestamp') return timestampField(column)
  return textField(column, { nullable: name !== '_id' && name !== 'status' })
}

function columnType(type: Shape[string]): string {
  if (typeof type === 'object' || type === 'bag') return 'jsonb not null'
  return { string: 'text', number: 'float8', timestamp: 'timestamptz(3)' }[type]
}

/** Returns text of this file as SQL. */
function raw(text: string): Sql {
  return sql([text] as unknown as TemplateStringsArray)
}
