import type { Sql } from './sql.ts'

/** Accepts statements that only read. */
export interface Reader {
  /**
   * Runs one statement that waits for neither a row lock nor the disk, which is true of reads, and returns its rows.
   * Timestamps are ISO 8601 UTC strings with milliseconds.
   */
  query<Row = unknown>(query: Sql): Promise<Row[]>
}

/** Accepts statements: the database itself, or an open transaction, where both methods do the same. */
export interface Queryable extends Reader {
  /**
   * Runs one statement that may write or lock rows, and returns its rows. Outside a transaction it commits by itself.
   */
  write<Row = unknown>(statement: Sql): Promise<Row[]>
}

/**
 * An open transaction. A function that needs one takes this type, so that it can't be passed the database itself.
 * Statements run in the order in which they are sent. Statements that don't need each other's rows are sent together
 * with `Promise.all`, which saves a round trip each.
 */
export interface Transaction extends Queryable {
  readonly inTransaction: true
}
