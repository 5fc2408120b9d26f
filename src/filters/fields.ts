import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'

/**
 * The type of a plain value. A timestamp below an array is text in the form of the API (`YYYY-MM-DDTHH:mm:ss.sssZ`), so
 * that text order is time order. An `id` is shown as text and stored as `uuid`.
 */
export type Scalar = 'string' | 'number' | 'boolean' | 'timestamp' | 'id'

/** A column of a scalar type: `text`, a number, `boolean`, `timestamptz(3)` or `uuid`. */
export interface ScalarField {
  kind: Scalar
  sql: Sql
  nullable: boolean
}

/**
 * What is known about the value at a place in a document: nothing (`open`), or that it is a scalar, an object with
 * known members, or a list. Any of these can also be missing, which counts as null.
 */
export type Shape = 'open' | Scalar | ObjectShape | ListShape

export interface ObjectShape {
  kind: 'object'
  members: ReadonlyMap<string, Shape>
}

export interface ListShape {
  kind: 'list'
  each: Shape
}

/**
 * A JSON document in a `jsonb` column that is never SQL null. The document is at the path `at` in the column. The
 * column holds an object or JSON null, or it always holds an array; an index means something different in each.
 */
export interface JsonbField {
  kind: 'document'
  sql: Sql
  at: readonly string[]
  startsOn: 'object' | 'array'
  shape: Shape
}

export type Field = ScalarField | JsonbField

/**
 * The fields of a resource, in the order in which messages list them. It is a map because names come from callers, and
 * every plain object has a `constructor`.
 */
export type Fields = ReadonlyMap<string, Field>

/** Declares the fields of a resource, as in `fieldsOf({ _id: idField(sql`c._id`), … })`. */
export function fieldsOf(declaration: Readonly<Record<string, Field>>): Fields {
  return new Map(Object.entries(declaration))
}

/**
 * Columns count as nullable by default, which is always correct. Declaring a column as not nullable gives shorter SQL
 * that indexes serve better.
 */
export interface Nullability {
  nullable?: boolean
}

export const textField = (sql: Sql, options?: Nullability) => scalar('string', sql, options)
export const numberField = (sql: Sql, options?: Nullability) => scalar('number', sql, options)
export const booleanField = (sql: Sql, options?: Nullability) => scalar('boolean', sql, options)
export const timestampField = (sql: Sql, options?: Nullability) => scalar('timestamp', sql, options)
export const idField = (sql: Sql, options?: Nullability) => scalar('id', sql, options)

/** Declares an open JSON object or JSON null. */
export function jsonbField(sql: Sql): JsonbField {
  return { kind: 'document', sql, at: [], startsOn: 'object', shape: 'open' }
}

/** A shape as it is written in a declaration: `{ name: 'string', days: ['string'] }`. */
type Declared = Scalar | readonly [Declared] | { readonly [member: string]: Declared }
type DeclaredMembers = Readonly<Record<string, Declared>>

/** Declares an object with known members, or JSON null. */
export function objectField(sql: Sql, members: DeclaredMembers): JsonbField {
  return { kind: 'document', sql, at: [], startsOn: 'object', shape: shapeOf(members) }
}

/** Declares a list of objects with known members; it is never null. */
export function arrayField(sql: Sql, items: DeclaredMembers): JsonbField {
  return { kind: 'document', sql, at: [], startsOn: 'array', shape: shapeOf([items]) }
}

/** Declares a list of scalars, or JSON null. */
export function listField(list: Sql, each: Scalar): JsonbField {
  const column = sql`jsonb_build_object('list', ${list})`
  return { kind: 'document', sql: column, at: ['list'], startsOn: 'object', shape: shapeOf([each]) }
}

function shapeOf(declared: Declared): Shape {
  if (typeof declared === 'string') return declared
  if (isList(declared)) return { kind: 'list', each: shapeOf(declared[0]) }
  const members = Object.entries(declared).map(([name, member]) => [name, shapeOf(member)] as const)
  return { kind: 'object', members: new Map(members) }
}

function isList(declared: Exclude<Declared, Scalar>): declared is readonly [Declared] {
  return Array.isArray(declared)
}

function scalar(kind: Scalar, sql: Sql, { nullable = true }: Nullability = {}): ScalarField {
  return { kind, sql, nullable }
}
