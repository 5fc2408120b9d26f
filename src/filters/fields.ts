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

/** An open JSON object; the column is `jsonb`: an object, or null as JSON has it, never as SQL has it. */
export interface BagField {
  kind: 'bag'
  sql: Sql
}

/** A list of small objects of known members; the column is `jsonb`, an array of objects, never null. */
export interface ArrayField {
  kind: 'array'
  sql: Sql
  items: ReadonlyMap<string, Scalar>
}

export type Field = ScalarField | BagField | ArrayField

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

export function bagField(sql: Sql): BagField {
  return { kind: 'bag', sql }
}

export function arrayField(sql: Sql, items: Readonly<Record<string, Scalar>>): ArrayField {
  return { kind: 'array', sql, items: new Map(Object.entries(items)) }
}

function scalar(kind: Scalar, sql: Sql, { nullable = true }: Nullability = {}): ScalarField {
  return { kind, sql, nullable }
}
