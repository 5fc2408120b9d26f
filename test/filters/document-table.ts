import type { Client } from 'pg'
import { join, sql, toStatement } from '../../src/db/sql.ts'
import type { Sql } from '../../src/db/sql.ts'
import {
  arrayField,
  jsonbField,
  booleanField,
  fieldsOf,
  idField,
  listField,
  numberField,
  objectField,
  textField,
  timestampField,
} from '../../src/filters/fields.ts'
import { documentFields } from './documents.ts'
import type { JsonObject } from './shape.ts'

/** `documentFields` in the form of the compiler: the columns of `documents`, with the types of real tables. */
export const documentColumns = fieldsOf({
  _id: idField(sql`documents._id`, { nullable: false }),
  name: textField(sql`documents.name`),
  status: textField(sql`documents.status`, { nullable: false }),
  active: booleanField(sql`documents.active`),
  attempts: numberField(sql`documents.attempts`, { nullable: false }),
  duration_seconds: numberField(sql`documents.duration_seconds`),
  start_time: timestampField(sql`documents.start_time`),
  created_at: timestampField(sql`documents.created_at`, { nullable: false }),
  phones: arrayField(sql`documents.phones`, documentFields.phones.items),
  work: objectField(sql`coalesce(documents.work, 'null'::jsonb)`, {
    state: 'string',
    done: 'number',
    began_at: 'timestamp',
    tags: ['string'],
    windows: [{ days: ['string'], from: 'string' }],
  }),
  patterns: listField(sql`coalesce(documents.patterns, 'null'::jsonb)`, 'string'),
  properties: jsonbField(sql`documents.properties`),
})

const columns = sql`
  _id uuid, name text, status text, active boolean, attempts integer, duration_seconds float8,
  start_time timestamptz(3), created_at timestamptz(3), phones jsonb, work jsonb, patterns jsonb, properties jsonb`

/** Returns the documents as rows. Timestamps inside of open objects stay text. */
export function documentRows(documents: readonly JsonObject[]): Sql {
  return sql`jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) as documents (${columns})`
}

/** Creates `documents` for this connection only. */
export async function createDocumentTable(client: Client, documents: readonly JsonObject[]): Promise<void> {
  await send(client, sql`create temporary table documents (${columns})`)
  await send(client, sql`insert into documents select * from ${documentRows(documents)}`)
  await send(client, sql`create unique index on documents (_id)`)
  await send(client, sql`analyze documents`)
}

/** PostgreSQL's limit for the arguments of a function such as `concat`. */
export const conditionsMax = 100

/** Returns for each row, in the order of `_id`, a text with 1 or 0 for each condition. */
export async function selectAnswers(
  client: Client,
  conditions: readonly Sql[],
  from: Sql,
): Promise<string[]> {
  const bits = conditions.map((condition) => sql`((${condition}) is true)::int`)
  const rows = await send<{ bits: string }>(
    client,
    sql`select concat(${join(bits, sql`, `)}) as bits from ${from} order by documents._id`,
  )
  return rows.map((row) => row.bits)
}

/** Sends the statement unprepared, because each has a different text. */
export async function send<Row>(client: Client, query: Sql): Promise<Row[]> {
  const { text, values } = toStatement(query)
  const { rows } = await client.query(text, values)
  return rows as Row[]
}
