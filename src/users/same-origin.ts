import type { IncomingHttpHeaders } from 'node:http'

/**
 * Returns whether a browser made the request from a page of this service. Browsers send `Sec-Fetch-Site` to https and
 * loopback, and `Origin` with every request that may change something. No page can forge either. A request with neither
 * header is no browser's, and is refused too, so that nothing depends on which browsers send what.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin, host } = headers
  if (origin === undefined || !URL.canParse(origin)) return false
  const from = new URL(origin)
  if (!/^https?:$/.test(from.protocol)) return false
  return from.origin === new URL(publicUrl).origin || from.host === host?.toLowerCase()
}
