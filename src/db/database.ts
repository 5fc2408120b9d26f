import { setTimeout as delay } from 'node:timers/promises'
import { Client, DatabaseError, Pool, TypeOverrides } from 'pg'
import type { ClientConfig, PoolClient, QueryResultRow } from 'pg'
import { cutClient } from './client.ts'
import { createFairQueue } from './fair-queue.ts'
import { createPipelines } from './pipelines.ts'
import type { Queryable, Reader, Transaction } from './queryable.ts'
import { runTransaction } from './run-transaction.ts'
import { toStatement, toText } from './sql.ts'
import type { Statement } from './sql.ts'

export interface Db extends Queryable {
  /**
   * Returns connections for reads whose cost the caller decides: a filter over a million rows may have no index to serve
   * it. Such a statement is not prepared, and fails with `StatementTooLong` after `limitedMs`. An organization runs two
   * at a time. Further ones wait; free slots are shared fairly among organizations. They fail with `QueueFull` beyond the
   * queue's limits.
   *
   * `search`: the same, for a search of a knowledge base, whose statements are few and worth preparing. `call`: prepared too,
   * and on connections of their own, so that a call's look-up waits for no list and no search.
   */
  limited(organizationId: string, use?: 'list' | 'search' | 'call'): Reader
  /**
   * Runs the function in one transaction (read committed); commits when it resolves and rolls back when it throws. After
   * a deadlock or serialization failure it runs again, up to five times in all, so it must have no effect outside the
   * transaction. When one of several statements sent together fails, it rejects with that statement's error, not with the
   * errors of those that PostgreSQL refused because of it.
   */
  transaction<T>(run: (transaction: Transaction) => Promise<T>): Promise<T>
  /** Opens a connection for session state (`LISTEN`, advisory locks). The caller ends it. */
  connect(): Promise<Client>
  /** Waits up to `endMs` for running statements, then cuts them. Leaves connections from `connect` open. */
  end(): Promise<void>
}

export interface DatabaseOptions {
  /** A `postgres://` address, or the embedded database's socket folder. */
  connection: Pick<ClientConfig, 'connectionString' | 'host' | 'port' | 'user' | 'database'>
  /** Connections for transactions. */
  poolMax?: number
  /** Connections that single statements share: this many for `write`, and as many for `query`. */
  pipelinesMax?: number
  /** The name of this process in `pg_stat_activity`. */
  applicationName?: string
  /**
   * How long a statement may take, with network time and the wait behind others on its connection. After that the
   * connection counts as dead and is cut, and every statement on it fails. 18 s by default.
   */
  answerMs?: number
  /** How long `end` waits for running statements. 5 s by default. */
  endMs?: number
  /** Called when a connection breaks while idle. The next statement opens a new one. */
  onConnectionLost?: (error: Error) => void
}

const timestamptzOid = 1184
const bigintOid = 20
const types = new TypeOverrides()
types.setTypeParser(timestamptzOid, formatTimestamp)
types.setTypeParser(bigintOid, Number)

/** Converts PostgreSQL's `2026-11-21 06:18:10.5+00` (UTC) to ISO 8601: `2026-11-21T06:18:10.500Z`. */
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

/** PostgreSQL's own limit for a statement. */
const statementMs = 15_000
/** Longer than PostgreSQL's limit, which applies first: ours is for a server that has vanished silently. */
const defaultAnswerMs = statementMs + 3_000
const defaultEndMs = 5_000
const defaultPipelinesMax = 10
/** Two or three backends are as many as one Node process can keep busy with short reads. */
const readersUsualMax = 3
/** Short reads take about a tenth of a millisecond, so the last one waits a few milliseconds. */
const readersInFlightMax = 32
/** How long a statement of `limited` may run. */
export const limitedMs = 2_000
const limitedConnections = 4
/** How long a statement of `limited` waits for a connection: at most two others run before it, plus a margin. */
export const limitedWaitMs = 5_000
const limitedQueue = {
  runningMax: limitedConnections,
  runningPerTenantMax: 2,
  // A list runs two statements: its page and its total.
  waitingPerTenantMax: 200,
  waitMaxMs: limitedWaitMs,
}

const callConnections = 3
/** A look-up of a call gives up after 1.5 s, so a statement that waits longer is not wanted any more. */
const callQueue = {
  runningMax: callConnections,
  runningPerTenantMax: 2,
  waitingPerTenantMax: 200,
  waitMaxMs: 1_500,
}

/** A statement of `limited` exceeded its time limit. */
export class StatementTooLong extends Error {
  override name = 'StatementTooLong'
}

/** Creates the database's connections, which are opened by the first statements that need them. */
export function createDatabase(options: DatabaseOptions): Db {
  const config: ClientConfig = {
    ...options.connection,
    application_name: options.applicationName ?? 'switchboard',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 10_000,
    // Compiling a statement (JIT) takes longer than running any of ours.
    options: '-c timezone=UTC -c lock_timeout=10s -c jit=off',
    types,
  }
  const onConnectionLost = options.onConnectionLost ?? (() => {})
  // A pipelined connection is cut at this limit, so that a late answer can't go to the wrong statement.
  const pipelined = { ...config, pipeline: true, query_timeout: options.answerMs ?? defaultAnswerMs }
  const { endMs = defaultEndMs } = options
  const pool = new Pool({ ...pipelined, max: options.poolMax ?? 16 })
  pool.on('error', onConnectionLost)
  // The pool has no listener while it hands a client over, and an unhandled `error` event would end the process.
  pool.on('connect', (client) => void client.on('error', () => {}))
  const running = new Set<PoolClient>()
  pool.on('acquire', (client) => running.add(client))
  pool.on('release', (_error, client) => running.delete(client))
  const limitedPool = new Pool({ ...pipelined, statement_timeout: limitedMs, max: limitedConnections })
  limitedPool.on('error', onConnectionLost)
  limitedPool.on('connect', (client) => void client.on('error', () => {}))
  const limitedTasks = createFairQueue(limitedQueue)
  const callPool = new Pool({ ...pipelined, statement_timeout: limitedMs, max: callConnections })
  callPool.on('error', onConnectionLost)
  callPool.on('connect', (client) => void client.on('error', () => {}))
  const callTasks = createFairQueue(callQueue)
  const max = options.pipelinesMax ?? defaultPipelinesMax
  // Writes wait for the disk and for row locks, and keep the statements behind them waiting: reads have their own connections.
  const readers = createPipelines(
    pipelined,
    { usualMax: readersUsualMax, max, inFlightMax: readersInFlightMax },
    onConnectionLost,
  )
  const writers = createPipelines(pipelined, { usualMax: max, max, inFlightMax: 1 }, onConnectionLost)

  return {
    query: (query) => readers.query(toStatement(query)),
    write: (statement) => writers.query(toStatement(statement)),
    limited: (organizationId, use = 'list') => ({
      query: (query) =>
        use === 'call'
          ? callTasks.run(organizationId, () => queryLimited(callPool, toStatement(query)))
          : limitedTasks.run(organizationId, () =>
              queryLimited(limitedPool, use === 'search' ? toStatement(query) : toText(query)),
            ),
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
      const timeout = delay(endMs, undefined, { signal: ended.signal }).then(
        () => running.forEach(cutClient),
        () => {},
      )
      await Promise.race([
        Promise.all([pool.end(), limitedPool.end(), callPool.end(), readers.end(endMs), writers.end(endMs)]),
        timeout,
      ])
      ended.abort()
    },
  }
}

/** `query_canceled`, at the time limit; `invalid_regular_expression`, for a pattern that is too complex. */
const tooLongCodes = new Set(['57014', '2201B'])

async function queryLimited<Row>(pool: Pool, statement: Statement): Promise<Row[]> {
  try {
    return (await pool.query<Row & QueryResultRow>(statement)).rows
  } catch (error) {
    if (error instanceof DatabaseError && tooLongCodes.has(error.code ?? ''))
      throw new StatementTooLong(error.message)
    throw error
  }
}

/**
 * The codes with which the server ends a session, opens none or gives a statement up:
 *
 * - 08…: the connection failed. 08P01 (protocol violation) too: connection poolers say it when they have no connection.
 * - 25P03, 25P04: the transaction was idle or open for too long, as after this process was stopped for a while.
 * - 53300: there are too many connections.
 * - 55P03, 57014: a statement, or its wait for a lock, took too long.
 * - 57P01, 57P02, 57P03: the server shut down, crashed, or starts and takes no sessions yet.
 * - 57P04: the database was removed under the session, as when it is restored from a backup.
 * - 57P05: the session was idle for too long; the server may have been given a limit for that.
 *
 * Not 25P01 and 25P02 (there is no transaction, or it has failed), which are our own mistakes, nor 57000, which says no
 * more than that somebody intervened.
 */
const awayCodes = /^(08...|25P0[34]|53300|55P03|57014|57P0[1-5])$/

/** Returns whether the error means that the database was unreachable, went away or timed out, not that it refused the statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) return awayCodes.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  // A missing unix socket. For other missing files `syscall` is `open`.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'].includes(code) ||
    /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client (was closed|has encountered a connection error))/.test(
      error.message,
    )
  )
}
