import { setTimeout as delay } from 'node:timers/promises'
import { Client, DatabaseError, TypeOverrides } from 'pg'
import type { ClientConfig, Pool, QueryResultRow } from 'pg'
import { runSpan } from '../base/trace-span.ts'
import type { TraceSpan } from '../base/trace-span.ts'
import { openPool } from './droppable-pool.ts'
import { createFairQueue } from './fair-queue.ts'
import { createPipelines } from './pipelines.ts'
import type { Queryable, Reader, Transaction } from './queryable.ts'
import { runTransaction } from './run-transaction.ts'
import { toStatement, toText } from './sql.ts'
import type { Sql, Statement } from './sql.ts'
import { runStatement } from './statement-span.ts'

export interface Db extends Queryable {
  /**
   * Returns connections for reads whose cost the caller decides: a filter over a million rows may have no index to
   * serve it. Such a statement is not prepared, and fails with `StatementTooLong` after `limitedMs`. An organization
   * runs two at a time. Further ones wait; free slots are shared fairly among organizations. They fail with `QueueFull`
   * beyond the queue's limits.
   *
   * `search`: the same, for a search of a knowledge base, whose statements are few and worth preparing. `call`:
   * prepared too, and on connections of their own, so that a call's look-up waits for no list and no search.
   */
  limited(organizationId: string, use?: 'list' | 'search' | 'call'): Reader
  /**
   * Runs the function in one transaction (read committed); commits when it resolves and rolls back when it throws.
   * After a deadlock or serialization failure it runs again, up to five times in all, so it must have no effect outside
   * the transaction. When one of several statements sent together fails, it rejects with that statement's error, not
   * with the errors of those that PostgreSQL refused because of it.
   */
  transaction<T>(run: (transaction: Transaction) => Promise<T>): Promise<T>
  /** Opens a connection for session state (`LISTEN`, advisory locks). The caller ends it. */
  connect(): Promise<Client>
  /** Waits up to `endMs` for running statements, then cuts them. Leaves connections from `connect` open. */
  end(): Promise<void>
}

/** How long statements wait at most, in milliseconds. */
export interface Waits {
  /** For a new connection. */
  connectMs: number
  /** For the answer of a statement of `limited`, in PostgreSQL. */
  limitedMs: number
  /** For a connection, before a statement of `limited` is refused. */
  limitedWaitMs: number
  /** The same for the look-up of a call. */
  callWaitMs: number
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
  /** Other limits than the usual ones, for a machine that is much slower than those that run a service. */
  waits?: Partial<Waits>
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
/** How statements that only read share connections. */
export const readerLimits = {
  usualMax: readersUsualMax,
  max: defaultPipelinesMax,
  inFlightMax: readersInFlightMax,
}
/** How long a statement of `limited` may run. */
export const limitedMs = 2_000
export const limitedConnections = 4
/** How long a statement of `limited` waits for a connection: at most two others run before it, plus a margin. */
export const limitedWaitMs = 5_000
export const limitedQueue = {
  runningMax: limitedConnections,
  runningPerTenantMax: 2,
  // A list runs two statements: its page and its total.
  waitingPerTenantMax: 200,
  waitMaxMs: limitedWaitMs,
}

const callConnections = 3
const callQueue = {
  runningMax: callConnections,
  runningPerTenantMax: 2,
  waitingPerTenantMax: 200,
}

const usualWaits: Waits = {
  connectMs: 5_000,
  limitedMs,
  limitedWaitMs,
  // A look-up of a call gives up after 1.5 s, so a statement that waits longer is not wanted any more.
  callWaitMs: 1_500,
}

/** A statement of `limited` exceeded its time limit. */
export class StatementTooLong extends Error {
  override name = 'StatementTooLong'
}

/** Returns how connections are opened, to the primary and to replicas. */
export function clientConfigOf(
  connection: DatabaseOptions['connection'],
  applicationName = 'switchboard',
): ClientConfig {
  return {
    ...connection,
    application_name: applicationName,
    connectionTimeoutMillis: usualWaits.connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 10_000,
    // Compiling a statement (JIT) takes longer than running any of ours. Plans are made for storage that reads any page
    // as fast as the next. With PostgreSQL's figure for turning disks, a plan that is made while a table has some
    // hundred rows reads all of it. Such a plan is kept until the table is analyzed again.
    options: '-c timezone=UTC -c lock_timeout=10s -c jit=off -c random_page_cost=1.1',
    types,
  }
}

/** Creates the database's connections, which are opened by the first statements that need them. */
export function createDatabase(options: DatabaseOptions): Db {
  const waits = { ...usualWaits, ...options.waits }
  const config = {
    ...clientConfigOf(options.connection, options.applicationName),
    connectionTimeoutMillis: waits.connectMs,
  }
  const onConnectionLost = options.onConnectionLost ?? (() => {})
  // A pipelined connection is cut at this limit, so that a late answer can't go to the wrong statement.
  const answered = { ...config, pipeline: true, query_timeout: options.answerMs ?? defaultAnswerMs }
  const { endMs = defaultEndMs } = options
  const forTransactions = openPool({ ...answered, max: options.poolMax ?? 16 }, onConnectionLost)
  const limited = { ...answered, statement_timeout: waits.limitedMs }
  const forLists = openPool({ ...limited, max: limitedConnections }, onConnectionLost)
  const limitedTasks = createFairQueue({ ...limitedQueue, waitMaxMs: waits.limitedWaitMs })
  const forCalls = openPool({ ...limited, max: callConnections }, onConnectionLost)
  const callTasks = createFairQueue({ ...callQueue, waitMaxMs: waits.callWaitMs })
  const max = options.pipelinesMax ?? defaultPipelinesMax
  // Writes wait for the disk and for row locks, and keep the statements behind them waiting: reads have their own
  // connections.
  const readers = createPipelines(answered, { ...readerLimits, max }, onConnectionLost)
  const writers = createPipelines(answered, { usualMax: max, max, inFlightMax: 1 }, onConnectionLost)

  const pools = [forTransactions, forLists, forCalls]
  const noticing = createReadOnlyNotice(() => {
    for (const each of [...pools, readers, writers]) each.dropConnections()
  })

  return {
    query: <Row>(query: Sql) =>
      runStatement(query, 'primary', () => noticing(readers.query<Row>(toStatement(query)))),
    write: <Row>(statement: Sql) =>
      runStatement(statement, 'primary', () => noticing(writers.query<Row>(toStatement(statement)))),
    limited: (organizationId, use = 'list') => ({
      query: <Row>(query: Sql) =>
        runStatement(query, 'primary', () =>
          use === 'call'
            ? callTasks.run(organizationId, () => queryLimited<Row>(forCalls.pool, toStatement(query)))
            : limitedTasks.run(organizationId, () =>
                queryLimited<Row>(forLists.pool, use === 'search' ? toStatement(query) : toText(query)),
              ),
        ),
    }),
    transaction: (run) =>
      runSpan(describeTransaction, () =>
        noticing(runTransaction(forTransactions.pool, run, onConnectionLost)),
      ),
    connect: async () => {
      const client = new Client({ ...config, statement_timeout: 0 })
      client.on('error', onConnectionLost)
      await client.connect()
      return client
    },
    end: async () => {
      const ended = new AbortController()
      const timeout = delay(endMs, undefined, { signal: ended.signal }).then(
        () => forTransactions.cutRunning(),
        () => {},
      )
      const ending = [...pools.map(({ pool }) => pool.end()), readers.end(endMs), writers.end(endMs)]
      await Promise.race([Promise.all(ending), timeout])
      ended.abort()
    },
  }
}

/**
 * Returns whether the server is a standby, or accepts no writes for another reason: `read_only_sql_transaction`, or the
 * error of a function that knows the position of a primary alone. PostgreSQL gives that one a code with other meanings
 * and a translated text, so it is known by the file of PostgreSQL that reports it.
 */
function isReadOnly({ code, file }: DatabaseError): boolean {
  return code === '25006' || (code === '55000' && file === 'xlogfuncs.c')
}

/** How often connections may be dropped because of it. A database may be read-only on purpose. */
const dropsEveryMs = 1_000

/**
 * Returns a function that passes a result on, and drops all connections when the server has refused a statement because
 * it is read-only. Every connection may lead to that server, and those that only read would go on without an error.
 */
function createReadOnlyNotice(dropConnections: () => void) {
  let droppedAt = -Infinity
  return async <T>(running: Promise<T>): Promise<T> => {
    try {
      return await running
    } catch (error) {
      const isRefused = error instanceof DatabaseError && isReadOnly(error)
      if (isRefused && performance.now() - droppedAt >= dropsEveryMs) {
        droppedAt = performance.now()
        dropConnections()
      }
      throw error
    }
  }
}

const describeTransaction = (): TraceSpan => ({
  name: 'transaction',
  kind: 'internal',
  attributes: { 'db.system.name': 'postgresql' },
})

/** `query_canceled`, at the time limit; `invalid_regular_expression`, for a pattern that is too complex. */
const tooLongCodes = new Set(['57014', '2201B'])

async function queryLimited<Row>(pool: Pool, statement: Statement): Promise<Row[]> {
  try {
    return (await pool.query<Row & QueryResultRow>(statement)).rows
  } catch (error) {
    throw isTooLong(error) ? new StatementTooLong(error.message) : error
  }
}

/** Returns whether a statement of `limited` exceeded its time limit. */
export function isTooLong(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && tooLongCodes.has(error.code ?? '')
}

/**
 * The codes with which the server ends a session, opens none or gives a statement up:
 *
 * - 08…: the connection failed. 08P01 (protocol violation) too: connection poolers say it when they have no connection.
 * - 25P03, 25P04: the transaction was idle or open for too long, as after this process was stopped for a while.
 * - 53000, 53100, 53200, 58030: it lacks a resource, its disk is full, it lacks memory, or its disk fails.
 * - 53300: there are too many connections.
 * - 55P03, 57014: a statement, or its wait for a lock, took too long.
 * - 57P01, 57P02, 57P03: the server shut down, crashed, or starts and takes no sessions yet.
 * - 57P04: the database was removed under the session, as when it is restored from a backup.
 * - 57P05: the session was idle for too long; the server may have been given a limit for that.
 *
 * Not 25P01 and 25P02 (there is no transaction, or it has failed), which are our own mistakes, nor 57000, which says no
 * more than that somebody intervened.
 */
const awayCodes = /^(08...|25P0[34]|53[0-3]00|55P03|57014|57P0[1-5]|58030)$/

/** The errors of a connection whose certificate does not hold. */
const certificateErrors = new Set([
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/**
 * Returns whether the error means that the address of the database is wrong: the server does not let this role in
 * (28…), has no such database (3D000), has no TLS or another certificate.
 */
export function isConnectionRefused(error: unknown): boolean {
  if (error instanceof DatabaseError) return /^(28...|3D000)$/.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  if ('code' in error && certificateErrors.has(String(error.code))) return true
  return error.message.startsWith('The server does not support SSL connections')
}

/** Returns whether the error is that of the function `follow_move`: the organization of a row is being moved. */
export function isOrganizationMoving(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === 'SBM01'
}

/**
 * The codes with which the server refuses a text that it can't store: 22021 for a NUL, 22P05 for a NUL in JSON, 22P02
 * for half of a surrogate pair in JSON. The last one has other meanings too.
 */
const textCodes = new Set(['22021', '22P05', '22P02'])

/** Returns whether the error may mean that a text has a character which the database can't store. */
export function isTextRefused(error: unknown): boolean {
  return error instanceof DatabaseError && textCodes.has(error.code ?? '')
}

/**
 * Returns whether the database takes no write at the moment, whatever it is: its disk is full or broken, or it is
 * read-only. So the statement that failed is not to blame.
 */
export function isWriteRefused(error: unknown): boolean {
  return error instanceof DatabaseError && (/^(53100|58030)$/.test(error.code ?? '') || isReadOnly(error))
}

/** The system's errors of a connection that failed, broke or could not be opened. */
const awayErrors = new Set([
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/**
 * Returns whether the error means that the database was unreachable, read-only, full, went away or timed out, not that
 * it refused the statement.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) return awayCodes.test(error.code ?? '') || isReadOnly(error)
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  // A missing unix socket. For other missing files `syscall` is `open`.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return (
    awayErrors.has(code) ||
    /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client (was closed|has encountered a connection error))/.test(
      error.message,
    )
  )
}
