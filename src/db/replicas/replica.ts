import { clientConfigOf, limitedConnections, limitedMs, limitedQueue, readerLimits } from '../database.ts'
import { createFairQueue } from '../fair-queue.ts'
import type { FairQueue } from '../fair-queue.ts'
import { createPipelines } from '../pipelines.ts'
import type { Pipelines } from '../pipelines.ts'
import { toStatement, toText } from '../sql.ts'
import type { Sql } from '../sql.ts'
import { runStatement } from '../statement-span.ts'
import type { ReplicaState } from './choose-replica.ts'
import { hasReached, parsePosition } from './position.ts'
import type { Position } from './position.ts'
import { hasReplayed, selectReplicaAnswer } from './replica-queries.ts'
import type { ReplicaAnswer } from './replica-queries.ts'

/** How long a replica may take to say how far it is. One that takes longer counts as away. */
const lookMsMax = 1_000
/** A statement with a time limit is cut a moment after it. */
const limitedAnswerMs = limitedMs + 500

/** A replica has not replayed what a statement needs. The statement's rows are dropped. */
export class ReplicaBehind extends Error {
  override name = 'ReplicaBehind'
}

/** How a statement shares the connections. */
export type Use = { kind: 'short' } | { kind: 'limited'; organizationId: string }

/** The connections to one replica, and what is known of it. */
export class Replica implements ReplicaState {
  /** Its host and port, without user and password. */
  readonly name: string
  /** Null: it has not answered, or is no replica of this database. */
  replayed: Position | null = null
  /** Why it is not used; null: it answers. */
  fault: string | null = 'it has not been asked yet'
  /** What it last said that it has replayed, whether or not it is used. */
  answered: Position | null = null
  /** The statements that it runs for this process. */
  inFlight = 0
  readonly #config
  readonly #limitedTasks: FairQueue
  #looks: Pipelines
  #short: Pipelines
  #limited: Pipelines
  #looking: Promise<void> | null = null
  #isAhead = false

  constructor(connectionString: string) {
    this.name = nameOf(connectionString)
    this.#config = {
      ...clientConfigOf({ connectionString }),
      connectionTimeoutMillis: lookMsMax,
    }
    this.#limitedTasks = createFairQueue(limitedQueue)
    this.#looks = this.#openLooks()
    this.#short = this.#openShort()
    this.#limited = this.#openLimited()
  }

  #openLooks(): Pipelines {
    const limits = { usualMax: 1, max: 1, inFlightMax: 1 }
    return createPipelines({ ...this.#config, query_timeout: lookMsMax }, limits, () => {})
  }

  #openShort(): Pipelines {
    return createPipelines({ ...this.#config, query_timeout: 18_000 }, readerLimits, () => {})
  }

  #openLimited(): Pipelines {
    const config = { ...this.#config, statement_timeout: limitedMs, query_timeout: limitedAnswerMs }
    const limits = { usualMax: limitedConnections, max: limitedConnections, inFlightMax: 1 }
    return createPipelines(config, limits, () => {})
  }

  /** Asks how far it has replayed. Callers at the same time share one statement. Never rejects. */
  look(database: string): Promise<void> {
    this.#looking ??= this.#look(database).finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  async #look(database: string): Promise<void> {
    try {
      const looks = this.#looks
      this.#note(await selectReplicaAnswer({ query: (query) => looks.query(toStatement(query)) }), database)
    } catch (error) {
      await this.#leave(`it does not answer: ${error instanceof Error ? error.message : 'it failed'}`)
    }
  }

  #note({ replayed, timeline, database: found }: ReplicaAnswer, database: string): void {
    if (found !== database) this.#refuse('it has another database than DATABASE_URL')
    else if (replayed === null) this.#refuse('it is no replica: it accepts writes')
    else if (timeline === null) this.#refuse('it has not followed the primary onto its timeline')
    else {
      this.answered = parsePosition(`${timeline} ${replayed}`)
      if (this.#isAhead) return this.#refuse('it has what the primary does not have: copy it again')
      this.replayed = this.answered
      this.fault = null
    }
  }

  /** Compares an earlier answer with a later position of the primary, which a true replica can't have passed. */
  compare(answered: Position | null, primary: Position): void {
    this.#isAhead =
      answered !== null && answered.timeline === primary.timeline && !hasReached(primary, answered)
    if (this.#isAhead) this.#refuse('it has what the primary does not have: copy it again')
  }

  #refuse(fault: string): void {
    this.replayed = null
    this.fault = fault
  }

  /** Cuts all connections, so that statements that wait for an answer are repeated elsewhere. */
  async #leave(fault: string): Promise<void> {
    const wasUsed = this.replayed !== null
    this.#refuse(fault)
    if (!wasUsed) return
    const left = [this.#short, this.#limited]
    this.#short = this.#openShort()
    this.#limited = this.#openLimited()
    await Promise.all(left.map((pipelines) => pipelines.end(0)))
  }

  /**
   * Runs a statement. What was known of the replica may be wrong by then: it may have restarted with less, or its
   * address may lead to another one. So the connection itself says first how far it is.
   *
   * @param required returns what it must have replayed, once the statement's turn has come; null: nobody knows.
   * @throws {ReplicaBehind} where it has not.
   */
  async read<Row>(query: Sql, use: Use, required: () => Position | null): Promise<Row[]> {
    const run = async (pipelines: Pipelines): Promise<Row[]> => {
      const position = required()
      if (position === null) throw new ReplicaBehind('the primary has not been asked within the lag')
      const statement = use.kind === 'limited' ? toText(query) : toStatement(query)
      const [[check], rows] = await runStatement(query, 'replica', () =>
        pipelines.queryPair<{ has_replayed: boolean }, Row>(toStatement(hasReplayed(position)), statement),
      )
      if (check?.has_replayed !== true)
        throw new ReplicaBehind(`${this.name} has not replayed ${position.lsn}`)
      return rows
    }
    this.inFlight++
    try {
      return use.kind === 'limited'
        ? await this.#limitedTasks.run(use.organizationId, () => run(this.#limited))
        : await run(this.#short)
    } finally {
      this.inFlight--
    }
  }

  async end(timeoutMs: number): Promise<void> {
    await Promise.all([this.#looks, this.#short, this.#limited].map((pipelines) => pipelines.end(timeoutMs)))
  }
}

/** Returns host and port of an address, which may name a socket's folder in `?host=`. */
function nameOf(connectionString: string): string {
  const [, authority = '', query = ''] =
    /^postgres(?:ql)?:\/\/([^/?]*)[^?]*\??(.*)$/.exec(connectionString) ?? []
  const parameters = new URLSearchParams(query)
  const host = authority.slice(authority.lastIndexOf('@') + 1) || (parameters.get('host') ?? 'localhost')
  const port = parameters.get('port')
  return port === null ? host : `${host}:${port}`
}
