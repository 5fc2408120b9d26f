import { isIP } from 'node:net'
import type { PrivateHosts } from '../../../providers/web/guard/private-hosts.ts'
import { isMetadataAddress, isPublicAddress } from '../../../providers/web/guard/public-address.ts'
import { judgeTarget } from '../../../providers/web/guard/target.ts'
import type { BlockedTarget } from '../../../providers/web/guard/target.ts'
import { normalizeUrl, urlCharactersMax } from '../frontier/crawl-url.ts'

/** The parsed `domain` of a request, or what is wrong with it, such as `is empty; …`. */
export type DomainReading =
  | {
      kind: 'domain'
      /** Name and key of the source: `example.com` or `example.com/docs`. */
      name: string
      startUrl: string
      /** With the port, unless it is the default one. */
      host: string
      /** `/`, or a path without a final slash. The crawl stays on it and below it. */
      pathPrefix: string
    }
  | { kind: 'fault'; message: string }

/**
 * Parses `example.com`, `example.com/docs` or a URL (Rules 32, 60 and 61). The default scheme is https. All spellings
 * of a domain get the same name: scheme, case, and a final slash or dot do not count. International names become
 * Punycode. `www.example.com` is a different domain than `example.com`.
 *
 * Query and fragment are dropped: people paste addresses from the browser, and a crawl starts at a page, not at one
 * view of it. A path that ends in `index.html` or similar stands for its folder; the crawl starts at the file.
 *
 * A private address or name, and any port but the default, is a fault unless the operator opens it (PRIVATE_HOSTS).
 */
export function readDomain(given: string, privateHosts: PrivateHosts): DomainReading {
  const text = given.trim()
  if (text === '') return fault('is empty')
  if (text.length > urlCharactersMax) return fault(`is longer than ${urlCharactersMax} characters`)
  // The URL parser would drop some of these characters and escape others.
  if (/[\s\p{Cc}]/u.test(text)) return fault('contains white space or a control character')
  if (!text.isWellFormed()) return fault('contains half of a surrogate pair')
  if (isIP(text) === 6) return judgeBareAddress(text)
  if (/^(?!mailto:)[^/?#]*@/i.test(text)) return fault(faultOf.credentials)
  // Digits after the colon are a port, so the text before it is a host and not a scheme.
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d)/i.exec(text)?.[1]
  if (scheme !== undefined && !/^https?$/i.test(scheme)) return fault(faultOf.scheme)
  const url = URL.parse(scheme === undefined ? `https://${text.replace(/^\/\//, '')}` : text)
  // A lone path would become a host behind the scheme that is put before it.
  if (url === null || /^\/(?!\/)/.test(text)) return fault(faultOf.bad_url)
  if (url.username !== '' || url.password !== '') return fault(faultOf.credentials)
  const refused = judgeHost(url, privateHosts)
  if (refused !== null) return fault(faultOf[refused.reason], refused.reason)
  url.search = ''
  const startUrl = normalizeUrl(url.href)
  if (startUrl === null) return fault(`is longer than ${urlCharactersMax} characters when written as a URL`)
  const { host, pathname } = new URL(startUrl)
  const pathPrefix = pathname.replace(indexPage, '/').replace(/\/+$/, '') || '/'
  return {
    kind: 'domain',
    name: pathPrefix === '/' ? host : host + pathPrefix,
    startUrl,
    host,
    pathPrefix,
  }
}

const indexPage = /\/(?:index|default)\.(?:html?|php|aspx?|jsp)$/i

/** Applies the rules of the fetch guard, so that no domain is accepted which the crawl may not fetch. */
function judgeHost(
  { hostname, port, protocol }: URL,
  privateHosts: PrivateHosts,
): Pick<BlockedTarget, 'reason'> | null {
  const target = judgeTarget(hostname, Number(port || (protocol === 'http:' ? 80 : 443)), privateHosts)
  if (target.kind === 'refused') return target
  const isOpened = privateHosts.has(target.hostname, target.port) && !isMetadataAddress(target.hostname)
  if (isOpened) return null
  if (isIP(target.hostname) !== 0 && !isPublicAddress(target.hostname)) return { reason: 'private_address' }
  // The guard allows ports 80 and 443 for both schemes, but no site serves https on 80 or http on 443.
  return port === '' ? null : { reason: 'port' }
}

/** Returns the fault for an IPv6 address without brackets, which the URL parser would take for a scheme or a port. */
function judgeBareAddress(address: string): DomainReading {
  return isPublicAddress(address)
    ? fault(`is an IPv6 address without its brackets: [${address}]`)
    : fault(faultOf.private_address, 'private_address')
}

const faultOf: Readonly<Record<BlockedTarget['reason'], string>> = {
  scheme: 'is not an http or https address',
  credentials: 'must not contain a user name or password',
  bad_url: 'is not a domain',
  private_address: 'is an address or a name of a private network',
  port: 'has a port; only the default ports 80 and 443 are crawled',
}

function fault(wrong: string, reason?: BlockedTarget['reason']): DomainReading {
  const remedy =
    reason === 'private_address' || reason === 'port'
      ? 'the operator can open it with PRIVATE_HOSTS'
      : 'write it as example.com, example.com/docs or https://example.com/docs'
  return { kind: 'fault', message: `${wrong}; ${remedy}` }
}
