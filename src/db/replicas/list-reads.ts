import { StatementTooLong, isTooLong } from '../database.ts'
import type { Db } from '../database.ts'
import { QueueFull } from '../fair-queue.ts'
import type { Sql } from '../sql.ts'
import { parsePosition } from './position.ts'
import type { FallbackReason, ReplicaMetrics } from './replica-metrics.ts'
import { ReplicaWatch } from './replica-watch.ts'
import type { ReplicaStanding, ReplicaWatchOptions } from './replica-watch.ts'
import { ReplicaBehind } from './replica.ts'
import type { Replica, Use } from './replica.ts'

/** What a list must show. */
export interface ListNeed {
  /**
   * The primary's position when the request came, all of which the list must show (Promise 174); null: the declared lag
   * is enough.
   */
  mustSee: string | null
}

/** Where lists and analytics are read. */
export interface ListReads extends AsyncDisposable {
  /**
   * Returns the database for the reads of one request. `query` and `limited` go to a replica that has what the request
   * needs, and to the primary where none has or one fails; all else goes to the primary.
   */
  of(need: ListNeed): Db
  standings(): ReplicaStanding[]
}

/** Returns reads that all go to the primary. */
export function readFromPrimary(db: Db): ListReads {
  return { of: () => db, standings: () => [], [Symbol.asyncDispose]: async () => {} }
}

/** Opens the replicas and watches them until it is disposed of. */
export function createListReads(options: ReplicaWatchOptions): ListReads {
  const watch = new ReplicaWatch(options)
  return {
    of: (need) => {
      const read = readerOf(watch, options.metrics, need)
      const { db } = options
      return {
        ...db,
        query: <Row>(query: Sql) => read(query, { kind: 'short' }, () => db.query<Row>(query)),
        limited: (organizationId, use = 'list') => {
          const limited = db.limited(organizationId, use)
          if (use !== 'list') return limited
          const shared: Use = { kind: 'limited', organizationId }
          return { query: <Row>(query: Sql) => read(query, shared, () => limited.query<Row>(query)) }
        },
      }
    },
    standings: () => watch.standings(),
    [Symbol.asyncDispose]: () => watch[Symbol.asyncDispose](),
  }
}

/** Returns a function that runs the reads of one request, all of them in one place, so that a page fits its total. */
function readerOf(watch: ReplicaWatch, metrics: ReplicaMetrics, { mustSee }: ListNeed) {
  const position = mustSee === null ? null : parsePosition(mustSee)
  let place: Promise<Replica | FallbackReason> | null = null
  const choose = async (): Promise<Replica | FallbackReason> => {
    const chosen = await watch.choose(position)
    if (typeof chosen === 'string') metrics.fallbacks.inc({ reason: chosen })
    return chosen
  }
  return async <Row>(query: Sql, use: Use, onPrimary: () => Promise<Row[]>): Promise<Row[]> => {
    place ??= choose()
    const chosen = await place
    if (typeof chosen !== 'string')
      try {
        const rows = await chosen.read<Row>(query, use, () => position ?? watch.requiredNow())
        metrics.reads.inc({ place: 'replica' })
        return rows
      } catch (error) {
        // On the primary these would only take the time and the places of others.
        if (use.kind === 'limited' && isTooLong(error)) throw new StatementTooLong(error.message)
        if (error instanceof QueueFull) throw error
        const reason = error instanceof ReplicaBehind ? 'behind' : 'failed'
        metrics.fallbacks.inc({ reason })
        place = Promise.resolve(reason)
      }
    metrics.reads.inc({ place: 'primary' })
    return onPrimary()
  }
}
