import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'

/**
 * What a field shows. A timestamp below an array is text in the form that the API shows (`YYYY-MM-DDTHH:mm:ss.sssZ`), so
 * that the order of the texts is the order of the instants. An `id` is shown as text and kept as `uuid`.
 */
export type Scalar = 'string' | 'number' | 'boolean' | 'timestamp' | 'id'

/** A column of a plain type: `text`, any number, `boolean`, `timestamptz(3)`, `uuid`. */
export interface ScalarField {
  kind: Scalar
  sql: Sql
  nullable: boolean
}

/**
 * What is known to stand at a place of a document: anything (`open`), a plain value, an object of known members, or a
 * list. Where nothing is there yet, it is null whatever it is otherwise.
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
 * A JSON document; the column is `jsonb`, never null as SQL has it. It stands `at` a path of the column, and the column is
 * an object or JSON's null, or always an array: an index means something else on each.
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
 * The fields of a resource in the order in which messages list them. A map and not an object, since names come from
 * callers and every object has a `constructor`.
 */
export type Fields = ReadonlyMap<string, Field>

/** The declaration of a resource's fields, as in `fieldsOf({ _id: idField(sql`c._id`), … })`. */
export function fieldsOf(declaration: Readonly<Record<string, Field>>): Fields {
  return new Map(Object.entries(declaration))
}

/**
 * A column counts as nullable unless it is declared otherwise, which is always right. One that is declared not to be
 * gets shorter SQL, which indexes serve better.
 */
export interface Nullability {
  nullable?: boolean
}

export const textField = (sql: Sql, options?: Nullability) => scalar('string', sql, options)
export const numberField = (sql: Sql, options?: Nullability) => scalar('number', sql, options)
export const booleanField = (sql: Sql, options?: Nullability) => scalar('boolean', sql, options)
export const timestampField = (sql: Sql, options?: Nullability) => scalar('timestamp', sql, options)
export const idField = (sql: Sql, options?: Nullability) => scalar('id', sql, options)

/** An open JSON object, or JSON's null. */
export function jsonbField(sql: Sql): JsonbField {
  return { kind: 'document', sql, at: [], startsOn: 'object', shape: 'open' }
}

/** A shape as it is declared: `{ name: 'string', days: ['string'] }`. */
type Declared = Scalar | readonly [Declared] | { readonly [member: string]: Declared }
type DeclaredMembers = Readonly<Record<string, Declared>>

/** An object of known members, or JSON's null. */
export function objectField(sql: Sql, members: DeclaredMembers): JsonbField {
  return { kind: 'document', sql, at: [], startsOn: 'object', shape: shapeOf(members) }
}

/** A list of objects of known members, never null. */
export function arrayField(sql: Sql, items: DeclaredMembers): JsonbField {
  return { kind: 'document', sql, at: [], startsOn: 'array', shape: shapeOf([items]) }
}

/** A list of plain values, or JSON's null. */
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
