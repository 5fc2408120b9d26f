import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { concerns } from './queries.ts'

/** What the stream says: something of this topic has changed. */
export interface Hint {
  topic: string
  /** Null: in any project of the organization. */
  project_id: string | null
  /** Records of several kinds, so they do not say which queries are concerned. */
  ids: string[] | null
}

/** One query is asked for again at most twice a second. */
const refetchMsMin = 500

/**
 * Gathers hints, and invalidates each query at most twice a second. A request that is under way is never given up for a
 * hint: where hints come faster than answers, none would ever arrive. Its query is asked for once more after it.
 */
export function createInvalidator(queries: QueryClient): (hint: Hint | null) => void {
  /** Topics that are hinted at, each with its projects; null: all projects. */
  const topics = new Map<string | null, Set<string> | null>()
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
      [...topics].some(([topic, projects]) => concerns(topic, queryKey) && isOfOne(projects, queryKey))
    const concerned = queries.getQueryCache().findAll({ predicate: isConcerned })
    topics.clear()
    const underWay = new Set(concerned.filter(({ state }) => state.fetchStatus === 'fetching'))
    for (const query of underWay) void invalidateLate(query)
    const idle = new Set(concerned.filter((query) => !underWay.has(query)))
    void queries.invalidateQueries({ predicate: (query) => idle.has(query) })
  }
  return (hint) => {
    gather(topics, hint)
    timer ??= setTimeout(invalidate, Math.max(50, invalidatedAt + refetchMsMin - Date.now()))
  }
}

function gather(topics: Map<string | null, Set<string> | null>, hint: Hint | null): void {
  const topic = hint?.topic ?? null
  const project = hint?.project_id ?? null
  const projects = topics.get(topic)
  if (project === null) topics.set(topic, null)
  else if (projects === undefined) topics.set(topic, new Set([project]))
  else projects?.add(project)
}

/** Returns whether a query is about one of the projects, or about no project alone. */
function isOfOne(projects: ReadonlySet<string> | null, [, params]: QueryKey): boolean {
  if (projects === null || typeof params !== 'object' || params === null) return true
  const project = 'project_id' in params ? params.project_id : undefined
  return typeof project !== 'string' || projects.has(project)
}
