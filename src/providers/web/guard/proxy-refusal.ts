import type { Socket } from 'node:net'
import type { ByteBudget } from './byte-budget.ts'
import type { ConnectionRules, Failure } from './checked-connection.ts'
import type { BlockedTarget } from './target.ts'

/** A request of the browser that was blocked or failed. */
export interface BlockedRequest {
  reason:
    | BlockedTarget['reason']
    | Failure['reason']
    /** The byte budget is spent. */
    | 'bytes'
    /** A request to upgrade to another protocol. */
    | 'upgrade'
    /** A tunnel that does not begin with TLS. */
    | 'plain_tunnel'
  /** As requested; empty if the request has no readable one. */
  hostname: string
  port: number
}

/** Shared by the parts of the proxy. */
export interface ProxyWork {
  rules: ConnectionRules
  budget: ByteBudget
  idleMsMax: number
  onBlocked: (blocked: BlockedRequest) => void
}

/**
 * Reports a blocked request and returns the response for the browser. `Proxy-Status` (RFC 9209) marks it as a response
 * of the proxy and not of the site.
 */
export function blockRequest(
  blocked: BlockedRequest,
  { onBlocked }: ProxyWork,
): { status: number; headers: Record<string, string> } {
  onBlocked(blocked)
  const [status, error] = statusOf(blocked.reason)
  return {
    status,
    headers: { 'Proxy-Status': `switchboard; error=${error}; details="${blocked.reason}"` },
  }
}

function statusOf(reason: BlockedRequest['reason']): [status: number, error: string] {
  switch (reason) {
    case 'private_address':
      return [403, 'destination_ip_prohibited']
    case 'dns':
      return [502, 'dns_error']
    case 'connection':
    case 'tls':
    case 'aborted':
      return [502, 'destination_unavailable']
    case 'timeout':
      return [504, 'connection_timeout']
    case 'bad_answer':
    case 'too_many_redirects':
      return [502, 'http_protocol_error']
    case 'scheme':
    case 'port':
    case 'credentials':
    case 'bad_url':
    case 'bytes':
    case 'upgrade':
    case 'plain_tunnel':
      return [403, 'http_request_denied']
  }
}

/** Writes a response to a socket without a `ServerResponse`, and closes it. */
export function answerRaw(client: Socket, status: number, headers: Record<string, string>): void {
  const fields = { ...headers, 'Content-Length': '0', Connection: 'close' }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  client.write(`HTTP/1.1 ${status} -\r\n${lines.join('')}\r\n`)
  client.destroySoon()
}
