import { isIP } from 'node:net'
import { isMetadataAddress, isPublicAddress } from '../../../providers/web/guard/public-address.ts'
import type { PrivateHosts } from '../../../providers/web/guard/private-hosts.ts'
import { judgeTarget } from '../../../providers/web/guard/target.ts'
import type { Refusal } from '../../../providers/web/guard/target.ts'
import { normalizeUrl, urlCharactersMax } from '../frontier/crawl-url.ts'

/** What a caller means by `domain`, or what is wrong with it. */
export type DomainReading =
  | {
      kind: 'domain'
      /** Of the source, and its key: `example.com` or `example.com/docs`. */
      name: string
      startUrl: string
      /** With its port, where that is not the usual one. */
      host: string
      /** `/`, or a path without a slash at its end: the crawl stays on it and below it. */
      pathPrefix: string
    }
  | { kind: 'fault'; message: string }

/**
 * Reads `example.com`, `example.com/docs` or a URL (Rules 32, 60 and 61). Without a scheme it is https. Two spellings of
 * one domain have one name, whatever their scheme, case, slash or dot at the end; names beyond ASCII are in Punycode.
 * `www.example.com` is a name of its own.
 *
 * Query and fragment are dropped: people paste addresses as the browser shows them, and a crawl begins with a page and
 * not with one view of it. A path that ends in `index.html` or the like means its folder, and begins there.
 *
 * A private address or name, and a port but the usual one, are faults unless the operator opens them.
 */
export function readDomain(given: string, privateHosts: PrivateHosts): DomainReading {
  const text = given.trim()
  if (text === '') return fault('is empty')
  if (text.length > urlCharactersMax) return fault(`is longer than ${urlCharactersMax} characters`)
  // The URL's reader would drop some of them and escape others.
  if (/[\s\p{Cc}]/u.test(text)) return fault('holds white space or a control character')
  if (!text.isWellFormed()) return fault('holds half of a surrogate pair')
  if (isIP(text) === 6) return judgeBareAddress(text)
  if (/^(?!mailto:)[^/?#]*@/i.test(text)) return fault(faultOf.credentials)
  // What stands before a colon is a host where a port follows.
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d)/i.exec(text)?.[1]
  if (scheme !== undefined && !/^https?$/i.test(scheme)) return fault('is no http or https address')
  const url = URL.parse(scheme === undefined ? `https://${text.replace(/^\/\//, '')}` : text)
  // A path alone would be read as a host.
  if (url === null || /^\/(?!\/)/.test(text)) return fault('is no domain')
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

/** The guard's own rules, so that nothing is taken which the crawl would not be let to. */
function judgeHost(
  { hostname, port, protocol }: URL,
  privateHosts: PrivateHosts,
): Pick<Refusal, 'reason'> | null {
  const target = judgeTarget(hostname, Number(port || (protocol === 'http:' ? 80 : 443)), privateHosts)
  if (target.kind === 'refused') return target
  const isOpened = privateHosts.has(target.hostname, target.port) && !isMetadataAddress(target.hostname)
  if (isOpened) return null
  if (isIP(target.hostname) !== 0 && !isPublicAddress(target.hostname)) return { reason: 'private_address' }
  // 80 for https or 443 for http, which the guard lets pass and no site has.
  return port === '' ? null : { reason: 'port' }
}

/** Written without brackets, which its reader would take for a scheme or a port. */
function judgeBareAddress(address: string): DomainReading {
  return isPublicAddress(address)
    ? fault(`is an IPv6 address without its brackets: [${address}]`)
    : fault(faultOf.private_address, 'private_address')
}

const faultOf: Readonly<Record<Refusal['reason'], string>> = {
  scheme: 'is no http or https address',
  credentials: 'must not hold a user name or password',
  bad_url: 'is no domain',
  private_address: 'is an address or a name of an inner network',
  port: 'names a port, and only the usual ones, 80 and 443, are crawled',
}

function fault(wrong: string, reason?: Refusal['reason']): DomainReading {
  const remedy =
    reason === 'private_address' || reason === 'port'
      ? 'the operator can open it by CRAWL_PRIVATE_HOSTS'
      : 'write it as example.com, example.com/docs or https://example.com/docs'
  return { kind: 'fault', message: `domain: ${wrong}; ${remedy}` }
}
