import { isIP } from 'node:net'

/** The private hosts that the operator opens. */
export interface PrivateHosts {
  /** Returns whether the host is open. `hostname` has the form of `URL.hostname`; an IPv6 address may have brackets. */
  has(hostname: string, port: number): boolean
}

/**
 * Parses the hosts that the operator opens: `host` (all ports) or `host:port`. A host is opened by the name in the URL,
 * never by its address: other names that resolve to the same machine stay closed.
 *
 * @throws {TypeError} for an entry that is neither, so that a typo shows at startup.
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
    throw new TypeError(`PRIVATE_HOSTS: ${JSON.stringify(entry)} is not host or host:port`)
  // The URL parser normalizes every spelling of an address. The port is parsed separately, because it would drop port
  // 80.
  return comparable(url.hostname) + (port === undefined ? '' : `:${Number(port)}`)
}

function comparable(hostname: string): string {
  const host = hostname.toLowerCase().replace(/\.$/, '')
  return isIP(host) === 6 ? `[${host}]` : host
}
