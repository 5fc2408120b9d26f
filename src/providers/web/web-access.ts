import type { Clock } from '../../base/clock.ts'
import { openCrawlEngine } from './engines/open-engine.ts'
import type { OpenEngine } from './engines/open-engine.ts'
import { createKeptFetch } from './guard/kept-fetch.ts'
import type { KeptFetch } from './guard/kept-fetch.ts'
import { privateHostsOf } from './guard/private-hosts.ts'
import type { PrivateHosts } from './guard/private-hosts.ts'
import { createResolver, lookUpsOf } from './guard/resolver.ts'
import type { Resolver } from './guard/resolver.ts'
import { createWebFetch } from './guard/web-fetch.ts'
import type { WebFetch } from './guard/web-fetch.ts'
import { createRobotsFiles } from './robots-file.ts'
import type { RobotsFiles } from './robots-file.ts'
import { productToken, userAgentOf, webhookUserAgent } from './user-agent.ts'

/** Everything that fetches URLs which other people chose. */
export interface WebAccess {
  privateHosts: PrivateHosts
  webFetch: WebFetch
  /** Posts deliveries to the endpoints of webhooks. */
  webhookFetch: KeptFetch
  /** Returns a site's robots.txt rules, from a cache. */
  robotsOf: RobotsFiles
  openEngine: OpenEngine
}

/**
 * Creates the guarded access to the web.
 *
 * @param options.named the private hosts that the operator opens.
 * @param options.publicUrl called at the first fetch, because the service may not know its own address before.
 */
export function createWebAccess(options: {
  named: readonly string[]
  clock: Clock
  publicUrl: () => string
  /** Default: the machine's hosts file and name servers. */
  lookup?: Resolver
  chromiumDir: string
  /** Certificates that endpoints of webhooks may have instead of the usual ones. */
  ca?: string
}): WebAccess {
  const { lookup = createResolver(), chromiumDir } = options
  const privateHosts = privateHostsOf(options.named)
  let opened: WebFetch | null = null
  const webFetch: WebFetch = (request) => {
    opened ??= createWebFetch({ privateHosts, userAgent: userAgentOf(options.publicUrl()), lookup })
    return opened(request)
  }
  const webhookFetch = createKeptFetch({
    privateHosts,
    userAgent: webhookUserAgent,
    lookup,
    ...(options.ca !== undefined && { ca: options.ca }),
  })
  const robotsOf = createRobotsFiles({ webFetch, clock: options.clock, productToken })
  const openEngine: OpenEngine = (crawler, tenant) =>
    openCrawlEngine(crawler, {
      webFetch: (request) => webFetch({ ...request, tenant }),
      robotsOf: (origin, signal, since) => robotsOf(origin, signal, since, tenant),
      privateHosts,
      userAgent: userAgentOf(options.publicUrl()),
      lookup: lookUpsOf(lookup, tenant),
      chromiumDir,
    })
  return { privateHosts, webFetch, webhookFetch, robotsOf, openEngine }
}
