import type { Socket } from 'node:net'
import { connectFor } from './checked-connection.ts'
import { answerRaw, blockRequest } from './proxy-refusal.ts'
import type { ProxyWork, BlockedRequest } from './proxy-refusal.ts'
import { blocked, judgeTarget } from './target.ts'
import type { BlockedTarget, Target } from './target.ts'

/** The first byte of a TLS handshake's record. */
const tlsHandshake = 0x16

/**
 * Serves one `CONNECT`: checks its target, connects to it, and then carries bytes both ways until one side closes. The
 * browser's first bytes must be TLS, so that a tunnel cannot carry any other protocol.
 */
export async function tunnel(
  authority: string,
  { client, head }: { client: Socket; head: Buffer },
  work: ProxyWork,
): Promise<void> {
  const { hostname, port, target } = readAuthority(authority, work)
  const refuse = (reason: BlockedRequest['reason']): void => {
    const { status, headers } = blockRequest({ reason, hostname, port }, work)
    answerRaw(client, status, headers)
  }
  if (target.kind === 'refused') return refuse(target.reason)
  if (work.budget.isSpent) return refuse('bytes')
  const connected = await connectFor(client, target, work.rules)
  if (connected.kind !== 'connected') return client.destroyed ? undefined : refuse(connected.reason)
  const upstream = connected.socket
  bind(client, upstream, work)
  client.write('HTTP/1.1 200 OK\r\n\r\n')
  const begin = (first: Buffer): void => {
    if (first[0] !== tlsHandshake) {
      blockRequest({ reason: 'plain_tunnel', hostname, port }, work)
      client.destroy()
      return
    }
    work.budget.spend(first.length)
    upstream.write(first)
    carry(client, upstream, work)
    carry(upstream, client, work)
  }
  if (head.length > 0) begin(head)
  else client.once('data', begin)
}

/** Refuses port 80: unencrypted requests need no tunnel, and a tunnel to it would carry an unencrypted WebSocket. */
function readAuthority(
  authority: string,
  { rules: { privateHosts } }: ProxyWork,
): { hostname: string; port: number; target: Target | BlockedTarget } {
  const [, host = '', digits = ''] = authorityForm.exec(authority) ?? []
  const port = Number(digits)
  const hostname = host === '' ? undefined : URL.parse(`https://${host}/`)?.hostname
  if (hostname === undefined)
    return { hostname: '', port, target: blocked('bad_url', 'not a host and a port') }
  const isPlain = port === 80 && !privateHosts.has(hostname, port)
  const target = isPlain
    ? blocked('port', 'no tunnel leads to port 80')
    : judgeTarget(hostname, port, privateHosts)
  return { hostname, port, target }
}

const authorityForm = /^(\[[0-9a-f:.]+\]|[^[\]:/?#@\\\s]+):(\d{1,5})$/i

/** Ties both sides together: each closes with the other, after its end, and when both are idle for too long. */
function bind(client: Socket, upstream: Socket, { idleMsMax }: ProxyWork): void {
  if (client.destroyed) upstream.destroy()
  client.once('end', () => client.destroy())
  client.once('close', () => upstream.destroy())
  upstream.once('close', () => client.destroySoon())
  client.setTimeout(idleMsMax, () => client.destroy())
}

function carry(from: Socket, to: Socket, { budget }: ProxyWork): void {
  from.on('data', (chunk: Buffer) => budget.spend(chunk.length))
  from.pipe(to)
}
