import { Client, DatabaseError, Pool, TypeOverrides } from 'pg'
import type { ClientConfig, QueryResultRow } from 'pg'
import { toStatement } from './sql.ts'
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

export interface Db extends Queryable {
  /**
   * Runs the function in one transaction (read committed) and commits when it resolves, rolls back when it throws. It
   * may run again, up to three times in all, when the database breaks a deadlock or a serialization conflict by
   * choosing this transaction: the function must do nothing outside the transaction.
   */
  transaction<T>(run: (transaction: Transaction) => Promise<T>): Promise<T>
  /** A connection of its own, for what belongs to a session (`LISTEN`, advisory locks). The caller ends it. */
  connect(): Promise<Client>
  end(): Promise<void>
}

export interface DatabaseOptions {
  /** A `postgres://` address, or a unix socket's folder for the embedded database. */
  connection: Pick<ClientConfig, 'connectionString' | 'host' | 'port' | 'user' | 'database'>
  /** Connections for transactions. */
  poolMax?: number
  /** Connections that single statements share, many at a time on each. */
  pipelinesMax?: number
  /** What this process calls itself in `pg_stat_activity`. */
  applicationName?: string
  /** Told of connections that break while idle; the next statement opens new ones. */
  onConnectionLost?: (error: Error) => void
}

const timestamptzOid = 1184
const bigintOid = 20
const types = new TypeOverrides()
types.setTypeParser(timestamptzOid, formatTimestamp)
types.setTypeParser(bigintOid, Number)

/** `2026-11-21 06:18:10.5+00`, as PostgreSQL prints it in UTC → `2026-11-21T06:18:10.500Z`. */
export function formatTimestamp(text: string): string {
  const fraction = text.indexOf('.')
  const seconds = text.slice(0, 10) + 'T' + text.slice(11, 19)
  if (fraction === -1) return seconds + '.000Z'
  return (
    seconds +
    '.' +
    text
      .slice(fraction + 1, text.indexOf('+', fraction))
      .slice(0, 3)
      .padEnd(3, '0') +
    'Z'
  )
}

/** Opens the database lazily: the first statement connects. */
export function createDatabase(options: DatabaseOptions): Db {
  const config: ClientConfig = {
    ...options.connection,
    application_name: options.applicationName ?? 'switchboard',
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
    options: '-c timezone=UTC -c lock_timeout=10s',
    types,
  }
  const onConnectionLost = options.onConnectionLost ?? (() => {})
  const pool = new Pool({ ...config, pipeline: true, max: options.poolMax ?? 16 })
  pool.on('error', onConnectionLost)
  const pipelines = createPipelines(config, options.pipelinesMax ?? 16, onConnectionLost)

  return {
    query: (query) => pipelines.query(query),
    transaction: (run) => retryConflicts(() => runTransaction(pool, run, onConnectionLost)),
    connect: async () => {
      const client = new Client({ ...config, statement_timeout: 0 })
      client.on('error', onConnectionLost)
      await client.connect()
      return client
    },
    end: async () => {
      await Promise.all([pool.end(), pipelines.end()])
    },
  }
}

async function runTransaction<T>(
  pool: Pool,
  run: (transaction: Transaction) => Promise<T>,
  onConnectionLost: (error: Error) => void,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  let isOver = false
  // The pool listens to idle connections only; one that breaks between two statements would end the process.
  const lose = (error: Error) => {
    broken = error
    onConnectionLost(error)
  }
  client.on('error', lose)
  try {
    // Sent together with the first statement, not before it: on a connection that fails, that one fails too.
    client.query('begin').catch(() => {})
    const result = await run({
      inTransaction: true,
      query: async <Row>(query: Sql) => {
        // One of several sent together may still be at work when another has failed: it must not reach the next caller's.
        if (isOver) throw new Error('the transaction is over')
        return (await client.query<Row & QueryResultRow>(toStatement(query))).rows
      },
    })
    const { command } = await client.query('commit')
    // PostgreSQL answers so where a statement had failed and its error was swallowed.
    if (command !== 'COMMIT')
      throw new Error('the transaction was rolled back: one of its statements had failed')
    return result
  } catch (error) {
    isOver = true
    // A connection that can't roll back is thrown away, so that no half transaction is handed to the next caller.
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError
    })
    throw error
  } finally {
    isOver = true
    client.off('error', lose)
    client.release(broken)
  }
}

const conflictCodes = new Set(['40001', '40P01'])
const conflictTriesMax = 3

async function retryConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      const code = error instanceof DatabaseError ? error.code : undefined
      if (code === undefined || !conflictCodes.has(code) || tries >= conflictTriesMax) throw error
    }
  }
}

interface Pipelines {
  query<Row>(query: Sql): Promise<Row[]>
  end(): Promise<void>
}

/**
 * A few connections that many single statements share: each is written as it comes, without waiting for the answers of
 * those before it, which about doubles the statements a second over a pool that hands a connection to one at a time.
 */
function createPipelines(config: ClientConfig, most: number, onLost: (error: Error) => void): Pipelines {
  interface Pipeline {
    client: Promise<Client>
    inFlight: number
  }
  let pipelines: Pipeline[] = []

  function open(): Pipeline {
    const client = new Client({ ...config, pipeline: true })
    const pipeline: Pipeline = { client: client.connect().then(() => client), inFlight: 0 }
    const drop = () => {
      pipelines = pipelines.filter((other) => other !== pipeline)
    }
    client.on('error', (error) => {
      drop()
      onLost(error)
    })
    client.on('end', drop)
    pipeline.client.catch(drop)
    pipelines.push(pipeline)
    return pipeline
  }

  function choose(): Pipeline {
    let best: Pipeline | undefined
    for (const pipeline of pipelines)
      if (best === undefined || pipeline.inFlight < best.inFlight) best = pipeline
    return best === undefined || (best.inFlight > 0 && pipelines.length < most) ? open() : best
  }

  return {
    async query<Row>(query: Sql) {
      const pipeline = choose()
      pipeline.inFlight++
      try {
        const client = await pipeline.client
        return (await client.query<Row & QueryResultRow>(toStatement(query))).rows
      } finally {
        pipeline.inFlight--
      }
    },
    async end() {
      const open = pipelines
      pipelines = []
      await Promise.allSettled(open.map(async ({ client }) => (await client).end()))
    },
  }
}

/** Whether the error says that the database could not be reached or went away, rather than that it refused. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) {
    // 57P01–57P03: shut down, crashed, starting up. 53300: too many connections. 08…: the connection failed.
    return /^(57P0[123]|53300|08...)$/.test(error.code ?? '')
  }
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  // A unix socket that is not there; a file that is not there says `open`.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'].includes(code) ||
    /^(Connection terminated|timeout exceeded when trying to connect|Client (was closed|has encountered a connection error))/.test(
      error.message,
    )
  )
}
