import type { Socket } from 'node:net'
import type { ByteBudget } from './byte-budget.ts'
import type { ConnectionRules, Failure } from './checked-connection.ts'
import type { Refusal } from './target.ts'

/** Something that the browser asked for and did not get. */
export interface BlockedRequest {
  reason:
    | Refusal['reason']
    | Failure['reason']
    /** The budget of bytes is spent. */
    | 'bytes'
    /** A request to change to another protocol. */
    | 'upgrade'
    /** A tunnel that carries no TLS. */
    | 'plain_tunnel'
  /** As it was asked for; empty where there was none to read. */
  hostname: string
  port: number
}

/** What the parts of the proxy work with. */
export interface ProxyWork {
  rules: ConnectionRules
  budget: ByteBudget
  idleMsMax: number
  onTurnedAway: (turnedAway: BlockedRequest) => void
}

/** Tells of it, and says what the browser is answered. `Proxy-Status` (RFC 9209) tells it from an answer of the site. */
export function turnAway(
  turnedAway: BlockedRequest,
  { onTurnedAway }: ProxyWork,
): { status: number; headers: Record<string, string> } {
  onTurnedAway(turnedAway)
  const [status, error] = statusOf(turnedAway.reason)
  return {
    status,
    headers: { 'Proxy-Status': `switchboard; error=${error}; details="${turnedAway.reason}"` },
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

/** Answers where no `ServerResponse` exists, and closes. */
export function answerRaw(client: Socket, status: number, headers: Record<string, string>): void {
  const fields = { ...headers, 'Content-Length': '0', Connection: 'close' }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  client.write(`HTTP/1.1 ${status} -\r\n${lines.join('')}\r\n`)
  client.destroySoon()
}
