import type { Query, QueryClient } from '@tanstack/react-query'
import { concerns } from './queries.ts'

/** What the stream says: something of this topic has changed. */
export interface Hint {
  topic: string
  project_id: string | null
  ids: string[] | null
}

/** One query is asked for again at most twice a second. */
const refetchMsMin = 500

/**
 * Gathers hints, and invalidates each query at most twice a second. A request that is under way is never given up for a
 * hint: where hints come faster than answers, none would ever arrive. Its query is asked for once more after it.
 */
export function createInvalidator(queries: QueryClient): (hint: Hint | null) => void {
  const topics = new Set<string | null>()
  let timer: ReturnType<typeof setTimeout> | null = null
  let invalidatedAt = 0
  /** Those that are asked for once more after the request that is under way. */
  const late = new Set<Query>()
  const invalidateLate = async (query: Query): Promise<void> => {
    if (late.has(query)) return
    late.add(query)
    await query.promise?.catch(() => {})
    late.delete(query)
    // A request that has begun since is later than the hint.
    await queries.invalidateQueries({ predicate: (one) => one === query }, { cancelRefetch: false })
  }
  const invalidate = (): void => {
    timer = null
    invalidatedAt = Date.now()
    const isConcerned = ({ queryKey }: Query): boolean =>
      [...topics].some((topic) => concerns(topic, queryKey))
    const concerned = queries.getQueryCache().findAll({ predicate: isConcerned })
    topics.clear()
    const underWay = new Set(concerned.filter(({ state }) => state.fetchStatus === 'fetching'))
    for (const query of underWay) void invalidateLate(query)
    const idle = new Set(concerned.filter((query) => !underWay.has(query)))
    void queries.invalidateQueries({ predicate: (query) => idle.has(query) })
  }
  return (hint) => {
    topics.add(hint?.topic ?? null)
    timer ??= setTimeout(invalidate, Math.max(50, invalidatedAt + refetchMsMin - Date.now()))
  }
}
