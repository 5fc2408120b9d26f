import { isIP } from 'node:net'

/** The hosts that the operator opens to fetches of given addresses, although they are private. */
export interface PrivateHosts {
  /** `hostname` as `URL.hostname` has it; an IPv6 address with or without its brackets. */
  has(hostname: string, port: number): boolean
}

/**
 * Reads what the operator opens: `host` (every port of it) or `host:port`. A host is opened by the name that it is
 * asked for by, never by its address: other names that resolve to the same machine stay closed.
 *
 * @throws {TypeError} where an entry is neither, so that a misspelt one is found at start.
 */
export function privateHostsOf(named: readonly string[]): PrivateHosts {
  const opened = new Set(named.map(readEntry))
  return {
    has: (hostname, port) => {
      const host = comparable(hostname)
      return opened.has(host) || opened.has(`${host}:${port}`)
    },
  }
}

function readEntry(entry: string): string {
  const [, host = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(entry) ?? []
  const url = /[/?#@\\\s]/.test(host) ? null : URL.parse(`http://${host}/`)
  if (url === null || Number(port ?? 1) > 65_535)
    throw new TypeError(`CRAWL_PRIVATE_HOSTS: ${JSON.stringify(entry)} is not host or host:port`)
  // The URL's reader brings every spelling of an address into one form; it would also drop a port 80.
  return comparable(url.hostname) + (port === undefined ? '' : `:${Number(port)}`)
}

function comparable(hostname: string): string {
  const host = hostname.toLowerCase().replace(/\.$/, '')
  return isIP(host) === 6 ? `[${host}]` : host
}
