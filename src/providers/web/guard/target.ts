import { isIP } from 'node:net'
import type { PrivateHosts } from './private-hosts.ts'
import { isPrivateName } from './public-address.ts'

/** Why a request is not made at all. */
export type BlockedReason = 'scheme' | 'port' | 'credentials' | 'private_address' | 'bad_url'

/** Nothing was sent. `detail` is for the person who chose the URL; it contains no address that a name resolved to. */
export interface BlockedTarget {
  kind: 'refused'
  reason: BlockedReason
  detail: string
}

/** The target of a request, before its name is looked up. */
export interface Target {
  kind: 'target'
  /** Lower case, without the dot at the end of a name and the brackets of an IPv6 address. */
  hostname: string
  port: number
}

const urlCharactersMax = 8_192

/**
 * Parses a URL that somebody else chose, relative to `base` if given. The code behind uses only the parsed parts, never
 * the text again, so that two parsers cannot disagree.
 */
export function readTarget(
  text: string,
  privateHosts: PrivateHosts,
  base?: URL,
): (Target & { url: URL }) | BlockedTarget {
  const url = text.length > urlCharactersMax ? null : URL.parse(text, base)
  if (url === null) return blocked('bad_url', 'the address is not a valid URL')
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return blocked('scheme', 'only http and https addresses are fetched')
  if (url.username !== '' || url.password !== '')
    return blocked('credentials', 'an address with a user name or a password in it is not fetched')
  url.hash = ''
  const target = judgeTarget(
    url.hostname,
    Number(url.port || (url.protocol === 'http:' ? 80 : 443)),
    privateHosts,
  )
  return target.kind === 'target' ? { ...target, url } : target
}

/** Applies the rules for a host (in the form of `URL.hostname`) and a port that need no look-up. */
export function judgeTarget(host: string, port: number, privateHosts: PrivateHosts): Target | BlockedTarget {
  const hostname = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
  const isLiteral = isIP(hostname) !== 0
  if (!isLiteral && !isLookUpName(hostname))
    return blocked('bad_url', 'the host of the address is not a valid host name')
  const isOpened = privateHosts.has(hostname, port)
  if (!isOpened && !isLiteral && isPrivateName(hostname))
    return blocked('private_address', `${hostname} is a name of private networks`)
  if (!isOpened && port !== 80 && port !== 443)
    return blocked('port', `port ${port} is not allowed, only 80 and 443`)
  return { kind: 'target', hostname, port }
}

export function blocked(reason: BlockedReason, detail: string): BlockedTarget {
  return { kind: 'refused', reason, detail }
}

/**
 * Returns whether a host name can be looked up. The URL parser accepts empty labels, and characters that a resolver may
 * interpret differently.
 */
function isLookUpName(hostname: string): boolean {
  return hostname.length <= 253 && /^(?:[a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63}$/.test(hostname)
}
