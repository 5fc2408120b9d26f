import { Resolver as NameServers } from 'node:dns/promises'
import { hostsAddresses } from './hosts-file.ts'

/** Returns all addresses of a host name, at least one; rejects where there is none. Asked once for each connection. */
export type Resolver = (hostname: string, signal?: AbortSignal) => Promise<readonly string[]>

/** What a resolver goes by. */
export interface ResolverOptions {
  /** `address` or `address:port`. Default: those of the machine (`/etc/resolv.conf`), as they are at each look-up. */
  servers?: readonly string[]
  /** Read before name servers are asked. Default: `/etc/hosts`. */
  hostsFile?: string
  /** For a whole look-up, its wait for others included. Default: 5 s. */
  timeoutMs?: number
  /** Look-ups that ask name servers at one time; others wait. Default: 50. */
  lookUpsMax?: number
}

/** A look-up had no answer in its time: the name servers were silent, or too many look-ups came before it. */
export class LookUpTimeout extends Error {
  override name = 'LookUpTimeout'
  constructor(hostname: string, timeoutMs: number) {
    super(`${hostname} could not be looked up within ${timeoutMs / 1_000} s`)
  }
}

/** One name server is asked twice, the second time with more patience. */
const tryMs = 1_500
const triesMax = 2
/** How long the addresses of one family wait for those of the other. Some name servers never answer for IPv6. */
const otherFamilyMs = 500

/**
 * Creates a resolver for host names that tenants choose. It asks the name servers over sockets of its own, never through
 * `dns.lookup`: that runs on the thread pool of the process, two at a time, so that a few silent name servers would stop the
 * look-ups of the database, of carriers and of everybody else.
 *
 * `localhost` is this machine (RFC 6761). The hosts file comes before the name servers. Names are asked for as they are: the
 * search list of `/etc/resolv.conf` is not applied.
 */
export function createResolver(options: ResolverOptions = {}): Resolver {
  const { servers, hostsFile = '/etc/hosts', timeoutMs = 5_000, lookUpsMax = 50 } = options
  const places = createPlaces(lookUpsMax)
  return async (hostname, signal) => {
    const local = await hostsAddresses(hostname, hostsFile)
    if (local.length > 0) return local
    const end = new AbortController()
    const late = (): void => end.abort(new LookUpTimeout(hostname, timeoutMs))
    const giveUp = (): void => end.abort(signal?.reason)
    const timer = setTimeout(late, timeoutMs)
    signal?.addEventListener('abort', giveUp)
    if (signal?.aborted) giveUp()
    try {
      using _place = await places.take(end.signal)
      return await askNameServers(hostname, servers, end.signal)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
    }
  }
}

/** Asks for both families at once. A query in hand is canceled when `signal` aborts, whose reason is then thrown. */
async function askNameServers(
  hostname: string,
  servers: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<readonly string[]> {
  signal.throwIfAborted()
  // One for each look-up: its queries are canceled together, and it reads the machine's settings anew.
  const nameServers = new NameServers({ timeout: tryMs, tries: triesMax })
  if (servers !== undefined) nameServers.setServers(servers)
  const cancel = (): void => nameServers.cancel()
  signal.addEventListener('abort', cancel)
  let timer: NodeJS.Timeout | undefined
  const queries = [nameServers.resolve4(hostname), nameServers.resolve6(hostname)]
  const answers = await Promise.allSettled(
    queries.map(async (query) => {
      const addresses = await query
      timer ??= setTimeout(cancel, otherFamilyMs)
      return addresses
    }),
  )
  clearTimeout(timer)
  signal.removeEventListener('abort', cancel)
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (addresses.length > 0) return addresses
  signal.throwIfAborted()
  throw (
    answers.find((answer) => answer.status === 'rejected')?.reason ?? new Error(`${hostname} has no address`)
  )
}

interface Places {
  /** Resolves when a place is free, in the order of asking; rejects with the signal's reason. */
  take: (signal: AbortSignal) => Promise<Disposable>
}

function createPlaces(most: number): Places {
  const waiting = new Set<() => void>()
  const taken = new Set<Disposable>()
  return {
    take: async (signal) => {
      while (taken.size >= most) await turn(waiting, signal)
      signal.throwIfAborted()
      const place: Disposable = {
        [Symbol.dispose]: () => {
          taken.delete(place)
          const [next] = waiting
          next?.()
        },
      }
      taken.add(place)
      return place
    },
  }
}

/** Resolves when it is called from the set, or rejects when the signal aborts. */
function turn(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const abort = (): void => reject(signal.reason as Error)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  waiting.add(resolve)
  return promise.finally(() => {
    waiting.delete(resolve)
    signal.removeEventListener('abort', abort)
  })
}
