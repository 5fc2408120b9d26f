import type { Clock } from '../../base/clock.ts'
import { openCrawlEngine } from './engines/open-engine.ts'
import type { OpenEngine } from './engines/open-engine.ts'
import { privateHostsOf } from './guard/private-hosts.ts'
import type { PrivateHosts } from './guard/private-hosts.ts'
import { createResolver } from './guard/resolver.ts'
import type { Resolver } from './guard/resolver.ts'
import { createWebFetch } from './guard/web-fetch.ts'
import type { WebFetch } from './guard/web-fetch.ts'
import { createRobotsFiles } from './robots-file.ts'
import type { RobotsFiles } from './robots-file.ts'
import { productToken, userAgentOf } from './user-agent.ts'

/** All ways to addresses that others chose. */
export interface WebAccess {
  privateHosts: PrivateHosts
  webFetch: WebFetch
  /** What a site's robots.txt says, kept for a while. */
  robotsOf: RobotsFiles
  openEngine: OpenEngine
}

/**
 * @param options.named the hosts that the operator opens although they are private.
 * @param options.publicUrl asked at the first fetch, since an address of our own may be known only then.
 */
export function createWebAccess(options: {
  named: readonly string[]
  clock: Clock
  publicUrl: () => string
  /** The machine's hosts file and name servers unless told. */
  lookup?: Resolver
  chromiumDir: string
}): WebAccess {
  const { lookup = createResolver(), chromiumDir } = options
  const privateHosts = privateHostsOf(options.named)
  let opened: WebFetch | null = null
  const webFetch: WebFetch = (request) => {
    opened ??= createWebFetch({ privateHosts, userAgent: userAgentOf(options.publicUrl()), lookup })
    return opened(request)
  }
  const robotsOf = createRobotsFiles({ webFetch, clock: options.clock, productToken })
  const openEngine: OpenEngine = (crawler) =>
    openCrawlEngine(crawler, {
      webFetch,
      robotsOf,
      privateHosts,
      userAgent: userAgentOf(options.publicUrl()),
      lookup,
      chromiumDir,
    })
  return { privateHosts, webFetch, robotsOf, openEngine }
}
