import type { Sql } from './sql.ts'

/** Where statements can be sent: the database, or a transaction that is under way. */
export interface Queryable {
  /** Sends one statement and answers its rows. Timestamps are ISO 8601 UTC strings with milliseconds. */
  query<Row = unknown>(query: Sql): Promise<Row[]>
}

/**
 * A transaction under way. A function that needs one takes this type, which the database itself is not. Statements run
 * in the order in which they are sent; those that don't wait for each other's rows are sent together, by `Promise.all`,
 * which saves the way to the database and back for each.
 */
export interface Transaction extends Queryable {
  readonly inTransaction: true
}
