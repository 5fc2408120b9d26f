import { Resolver as NameServers } from 'node:dns/promises'
import { hostsAddresses } from './hosts-file.ts'

/**
 * Returns all addresses of a host name, at least one; rejects if there is none. Called once for each connection.
 *
 * @param tenant who named the host, where that is known: nobody gets more than a fifth of the look-ups at a time.
 */
export type Resolver = (hostname: string, signal?: AbortSignal, tenant?: string) => Promise<readonly string[]>

/** Returns the look-up of hosts that one tenant has named. */
export function lookUpsOf(lookup: Resolver, tenant: string | undefined): Resolver {
  return (hostname, signal) => lookup(hostname, signal, tenant)
}

export interface ResolverOptions {
  /** `address` or `address:port`. Default: those of the machine (`/etc/resolv.conf`), as they are at each look-up. */
  servers?: readonly string[]
  /** Read before name servers are asked. Default: `/etc/hosts`. */
  hostsFile?: string
  /** For a whole look-up, with the wait for a slot. Default: 5 s. */
  timeoutMs?: number
  /** Concurrent look-ups at name servers; others wait. Default: 50. */
  lookUpsMax?: number
}

/** A look-up timed out: the name servers did not answer, or too many look-ups were waiting before it. */
export class LookUpTimeout extends Error {
  override name = 'LookUpTimeout'
  constructor(hostname: string, timeoutMs: number) {
    super(`${hostname} could not be looked up within ${timeoutMs / 1_000} s`)
  }
}

/** Each name server is asked twice; c-ares waits longer the second time. */
const tryMs = 1_500
const triesMax = 2
/** After one address family has answered, the other gets this long. Some name servers never answer for IPv6. */
const otherFamilyMs = 500

/**
 * Creates a resolver for host names that tenants choose. It queries name servers over its own sockets, never with
 * `dns.lookup`: that uses the thread pool of the process, two at a time. A few silent name servers would block the
 * look-ups of the database, of carriers and of everything else.
 *
 * `localhost` is this machine (RFC 6761). The hosts file comes before the name servers. The search list of
 * `/etc/resolv.conf` is not applied.
 */
export function createResolver(options: ResolverOptions = {}): Resolver {
  const { servers, hostsFile = '/etc/hosts', timeoutMs = 5_000, lookUpsMax = 50 } = options
  const slots = createSlots(lookUpsMax)
  return async (hostname, signal, tenant) => {
    const local = await hostsAddresses(hostname, hostsFile)
    if (local.length > 0) return local
    const end = new AbortController()
    const late = (): void => end.abort(new LookUpTimeout(hostname, timeoutMs))
    const giveUp = (): void => end.abort(signal?.reason)
    const timer = setTimeout(late, timeoutMs)
    signal?.addEventListener('abort', giveUp)
    if (signal?.aborted) giveUp()
    try {
      using _slot = await slots.take(end.signal, tenant)
      return await askNameServers(hostname, servers, end.signal)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
    }
  }
}

/**
 * Queries both address families at once. When `signal` aborts, it cancels the queries and throws the signal's reason.
 */
async function askNameServers(
  hostname: string,
  servers: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<readonly string[]> {
  signal.throwIfAborted()
  // One per look-up: `cancel` ends all queries of an instance, and a new one reads the machine's present settings.
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

interface Slots {
  /** Resolves when a slot is free, in the order of the calls; rejects with the signal's reason. */
  take: (signal: AbortSignal, tenant: string | undefined) => Promise<Disposable>
}

function createSlots(slotsMax: number): Slots {
  const waiting = new Set<() => void>()
  /** With the tenant of each. */
  const taken = new Map<Disposable, string | undefined>()
  const tenantMax = Math.ceil(slotsMax / 5)
  const isFull = (tenant: string | undefined): boolean =>
    taken.size >= slotsMax ||
    (tenant !== undefined && [...taken.values()].filter((each) => each === tenant).length >= tenantMax)
  return {
    take: async (signal, tenant) => {
      while (isFull(tenant)) await nextFree(waiting, signal)
      signal.throwIfAborted()
      const slot: Disposable = {
        [Symbol.dispose]: () => {
          taken.delete(slot)
          // All of them: the first one may be of a tenant that has its part.
          for (const next of waiting) next()
        },
      }
      taken.set(slot, tenant)
      return slot
    },
  }
}

/** Adds itself to the set; resolves when it is called from there, rejects when the signal aborts. */
function nextFree(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
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
