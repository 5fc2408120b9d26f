import { setTimeout as delay } from 'node:timers/promises'
import { Client, DatabaseError, Pool, TypeOverrides } from 'pg'
import type { ClientConfig, PoolClient, QueryResultRow } from 'pg'
import { cutClient } from './end-client.ts'
import { createFairQueue } from './fair-queue.ts'
import { createPipelines } from './pipelines.ts'
import type { Queryable, Transaction } from './queryable.ts'
import { runTransaction } from './run-transaction.ts'
import { toStatement, toText } from './sql.ts'
import type { Sql } from './sql.ts'

export interface Db extends Queryable {
  /**
   * For statements whose work a caller of this organization composes: a filter over a million rows may have no index
   * that serves it. They have connections of their own, so that nobody else waits behind one, are not prepared, since
   * each may be new, and end after `limitedMs` with `StatementTooLong`. An organization has two of the connections at a
   * time; what waits is served in turn among organizations, and beyond the queue's bounds rejected with `QueueFull`.
   */
  limited(organizationId: string): Queryable
  /**
   * Runs the function in one transaction (read committed) and commits when it resolves, rolls back when it throws. It
   * may run again, up to five times in all, when the database breaks a deadlock or a serialization conflict by
   * choosing this transaction: the function must do nothing outside the transaction. Where one of several statements
   * sent together failed, it rejects with that one's error, not with those that only followed from it.
   */
  transaction<T>(run: (transaction: Transaction) => Promise<T>): Promise<T>
  /** A connection of its own, for what belongs to a session (`LISTEN`, advisory locks). The caller ends it. */
  connect(): Promise<Client>
  /** Waits `endMs` at most for what is under way, which is then cut off. Not for connections given by `connect`. */
  end(): Promise<void>
}

export interface DatabaseOptions {
  /** A `postgres://` address, or a unix socket's folder for the embedded database. */
  connection: Pick<ClientConfig, 'connectionString' | 'host' | 'port' | 'user' | 'database'>
  /** Connections for transactions. */
  poolMax?: number
  /** Connections that single statements share, many at a time on each: those that may write, and as many for those that read. */
  pipelinesMax?: number
  /** What this process calls itself in `pg_stat_activity`. */
  applicationName?: string
  /**
   * How long a statement has, its way there, its turn on a shared connection and its answer's way back included, before
   * its connection counts as dead and is cut, together with whatever else waits on it. 18 s unless told.
   */
  answerMs?: number
  /** How long `end` waits for what is under way. 5 s unless told. */
  endMs?: number
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

/** How long the database works on one statement. */
const statementMs = 15_000
/** Its own limit comes first wherever it still answers: ours is for a machine that has vanished without a word. */
const defaultAnswerMs = statementMs + 3_000
const defaultEndMs = 5_000
/**
 * Connections that statements which only read share while they answer. Two or three backends are as much as one process can
 * keep busy with short statements.
 */
const readersFew = 3
/** Some hundred statements of a tenth of a millisecond. */
const readersFullMs = 16
/** How long a statement has whose work a caller composes. */
export const limitedMs = 2_000
const limitedConnections = 4
/** How long such a statement waits for a connection: as long as two others before it take at most, and a little. */
export const limitedWaitMs = 5_000
const limitedQueue = {
  runningMax: limitedConnections,
  runningPerTenantMax: 2,
  // A list has two statements, its page and its total.
  waitingPerTenantMax: 200,
  waitMaxMs: limitedWaitMs,
}

/** A statement of `limited` that was not done in time. */
export class StatementTooLong extends Error {
  override name = 'StatementTooLong'
}

/** Opens the database lazily: the first statement connects. */
export function createDatabase(options: DatabaseOptions): Db {
  const config: ClientConfig = {
    ...options.connection,
    application_name: options.applicationName ?? 'switchboard',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 10_000,
    // To compile a statement takes longer than any of ours.
    options: '-c timezone=UTC -c lock_timeout=10s -c jit=off',
    types,
  }
  const onConnectionLost = options.onConnectionLost ?? (() => {})
  // On a pipelined connection the driver cuts it at this limit, so that no later answer goes to the wrong statement.
  const pipelined = { ...config, pipeline: true, query_timeout: options.answerMs ?? defaultAnswerMs }
  const { endMs = defaultEndMs } = options
  const pool = new Pool({ ...pipelined, max: options.poolMax ?? 16 })
  pool.on('error', onConnectionLost)
  // While a client passes from the pool to whoever asked for it nobody listens, and an error then would end the process.
  pool.on('connect', (client) => void client.on('error', () => {}))
  const running = new Set<PoolClient>()
  pool.on('acquire', (client) => running.add(client))
  pool.on('release', (_error, client) => running.delete(client))
  const limitedPool = new Pool({ ...pipelined, statement_timeout: limitedMs, max: limitedConnections })
  limitedPool.on('error', onConnectionLost)
  limitedPool.on('connect', (client) => void client.on('error', () => {}))
  const limitedTurns = createFairQueue(limitedQueue)
  const most = options.pipelinesMax ?? 10
  // A durable insert keeps those behind it waiting for the disk: reads have connections of their own.
  const readers = createPipelines(
    pipelined,
    { few: readersFew, most, fullMs: readersFullMs },
    onConnectionLost,
  )
  const writers = createPipelines(pipelined, { few: most, most, fullMs: 0 }, onConnectionLost)

  return {
    query: (query) => {
      const statement = toStatement(query)
      return (statement.mayWrite ? writers : readers).query(statement)
    },
    limited: (organizationId) => ({
      query: (query) => limitedTurns.run(organizationId, () => queryLimited(limitedPool, query)),
    }),
    transaction: (run) => runTransaction(pool, run, onConnectionLost),
    connect: async () => {
      const client = new Client({ ...config, statement_timeout: 0 })
      client.on('error', onConnectionLost)
      await client.connect()
      return client
    },
    end: async () => {
      const ended = new AbortController()
      const late = delay(endMs, undefined, { signal: ended.signal }).then(
        () => running.forEach(cutClient),
        () => {},
      )
      await Promise.race([
        Promise.all([pool.end(), limitedPool.end(), readers.end(endMs), writers.end(endMs)]),
        late,
      ])
      ended.abort()
    },
  }
}

/** Cancelled at its limit; a pattern too complex to begin with. */
const tooLongCodes = new Set(['57014', '2201B'])

async function queryLimited<Row>(pool: Pool, query: Sql): Promise<Row[]> {
  const { text, values } = toText(query)
  try {
    return (await pool.query<Row & QueryResultRow>(text, values)).rows
  } catch (error) {
    if (error instanceof DatabaseError && tooLongCodes.has(error.code ?? ''))
      throw new StatementTooLong(error.message)
    throw error
  }
}

/** Whether the error says that the database could not be reached or went away, rather than that it refused. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) {
    // 57P01–57P03: shut down, crashed, starting up. 53300: too many connections. 08…: the connection failed.
    // 57014, 55P03: a statement or a lock that was waited for too long.
    return /^(57P0[123]|57014|55P03|53300|08...)$/.test(error.code ?? '')
  }
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  // A unix socket that is not there; a file that is not there says `open`.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'].includes(code) ||
    /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client (was closed|has encountered a connection error))/.test(
      error.message,
    )
  )
}
