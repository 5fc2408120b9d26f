import { lookup } from 'node:dns/promises'

/** All addresses of a host name, at least one; rejects where there is none. Asked once for each connection. */
export type Resolver = (hostname: string) => Promise<readonly string[]>

/** The machine's own: its hosts file, then its name servers. */
export const systemResolver: Resolver = async (hostname) => {
  const found = await lookup(hostname, { all: true })
  return found.map(({ address }) => address)
}
