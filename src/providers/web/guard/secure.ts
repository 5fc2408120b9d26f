import { isIP } from 'node:net'
import type { Socket } from 'node:net'
import { connect } from 'node:tls'
import { failure } from './checked-connection.ts'
import type { Failure } from './checked-connection.ts'

/**
 * Starts TLS on a connection. The connection goes to an address, but SNI and the certificate check use the host name of
 * the URL.
 */
export function secure(
  socket: Socket,
  { hostname, ca }: { hostname: string; ca: string | undefined },
  signal: AbortSignal,
): Promise<{ kind: 'connected'; socket: Socket } | Failure> {
  return new Promise((resolve) => {
    const secured = connect({
      socket,
      host: hostname,
      ...(isIP(hostname) === 0 && { servername: hostname }),
      ...(ca !== undefined && { ca }),
      ALPNProtocols: ['http/1.1'],
      // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED cannot turn it off.
      rejectUnauthorized: true,
    })
    const settle = (result: { kind: 'connected'; socket: Socket } | Failure): void => {
      signal.removeEventListener('abort', late)
      if (result.kind === 'failed') secured.destroy()
      if (result.kind === 'failed') socket.destroy()
      resolve(result)
    }
    const late = (): void => settle(failure('timeout', 'no secure connection was made in time'))
    secured.on('error', (error: NodeJS.ErrnoException) => settle(failure('tls', tlsDetail(error))))
    if (signal.aborted) return late()
    signal.addEventListener('abort', late)
    secured.once('close', () => settle(failure('tls', 'the secure connection was closed at once')))
    secured.once('secureConnect', () => settle({ kind: 'connected', socket: secured }))
  })
}

/** Uses the error code only: OpenSSL's messages contain memory addresses. */
function tlsDetail({ code }: NodeJS.ErrnoException): string {
  const known = code !== undefined && /^[A-Z][A-Z0-9_]+$/.test(code) ? ` (${code})` : ''
  return `no secure connection could be made${known}`
}
