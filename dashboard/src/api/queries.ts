import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import { call } from './client.ts'
import { ApiError } from './errors.ts'
import { operationOf } from './operations.ts'
import type { Data, Operation, Params } from './operations.ts'

/** A page that is looked at asks again this often, so that a lost hint costs that much at most. */
const liveRefetchMs = 15_000
const retriesMax = 2

/**
 * Returns the options of `useQuery` for an operation. A live one is asked for again every 15 s while its page is
 * visible, and at once when a hint of the stream concerns it.
 */
export function query<Name extends Operation>(name: Name, params: Params<Name>, { live = false } = {}) {
  return queryOptions<Data<Name>, ApiError>({
    queryKey: [name, params] as QueryKey,
    queryFn: ({ signal }) => call(name, params, { signal }),
    refetchInterval: live ? liveRefetchMs : false,
  })
}

/**
 * The same for a list: the page before stays until the next one is there. A list with another id in the path begins
 * without rows: those of before are not its own.
 */
export function listQuery<Name extends Operation>(
  name: Name,
  params: Params<Name>,
  options: { live?: boolean } = {},
) {
  const placeholderData = (
    before: Data<Name> | undefined,
    former: { queryKey: QueryKey } | undefined,
  ): Data<Name> | undefined =>
    former !== undefined && hasSameIds(name, former.queryKey[1], params) ? before : undefined
  return { ...query(name, params, options), placeholderData }
}

/** Returns whether the ids in the path of an operation are the same. */
function hasSameIds(name: Operation, one: unknown, other: object): boolean {
  const [, path] = operationOf(name)
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, id]) => id!)
  const [before, after] = [one, other] as Record<string, unknown>[]
  return ids.every((id) => before?.[id] === after?.[id])
}

/** Which operations a topic of the stream concerns, by the names of their records. */
const topics: Record<string, RegExp> = {
  calls: /call(?!er)|queue|campaignFigures|carrierEvents|timeline|today|eventLog/i,
  conversations: /conversation|turn|inbox|profile|ticket|analytics|today|eventLog/i,
  messages: /message|send|broadcast|template|optOut|conversation|profile|today|eventLog/i,
  sources: /source|crawl|page|knowledge|today|eventLog/i,
  webhooks: /webhook|eventLog/i,
  config:
    /organization|health|demo|campaign|broadcast|carrier|callerId|caller_id|sender|template|workflow|agent|model|webhook|key|project|people|change|declaration|queue|today/i,
  health: /health|process|worker|underWay|queue/i,
}

/** Returns whether a hint about a topic concerns a query. `null` is the topic of everything. */
export function concerns(topic: string | null, key: QueryKey): boolean {
  const [name] = key
  if (topic === null || typeof name !== 'string') return topic === null
  return topics[topic]?.test(name) ?? true
}

/** Makes the cache of the server's answers. What is refused is not asked again by itself. */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => failures < retriesMax && isPassing(error),
        retryDelay: (failures) => 500 * 2 ** failures,
        refetchOnWindowFocus: true,
      },
      // Without a network a change is refused at once, instead of being made whenever the network is back.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

function isPassing(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 502 || error.status === 503)
}

/** The one cache of this page. */
export const queries = createQueryClient()
