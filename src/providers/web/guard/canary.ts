import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/** For tests: every connection that the process tries to make while it watches, as `address port`. */
export interface ConnectionWatch extends Disposable {
  attempts: string[]
}

/**
 * For tests. A listening canary sees only what arrives, and at its own port; this sees each attempt that any code of
 * the process makes to any address, also where nobody listens.
 */
export function watchConnections(): ConnectionWatch {
  const attempts: string[] = []
  const see = (message: unknown): void => {
    const { socket } = message as { socket: Socket }
    socket.on('connectionAttempt', (address, port) => attempts.push(`${address} ${port}`))
  }
  subscribe('net.client.socket', see)
  return {
    attempts,
    [Symbol.dispose]: () => {
      unsubscribe('net.client.socket', see)
    },
  }
}

/** For tests: a resolver that knows these names only, and counts what it is asked. */
export function resolverOf(names: Readonly<Record<string, readonly string[]>>): {
  lookup: (hostname: string) => Promise<readonly string[]>
  asked: string[]
} {
  const asked: string[] = []
  return {
    asked,
    lookup: (hostname) => {
      asked.push(hostname)
      const addresses = names[hostname]
      return addresses === undefined
        ? Promise.reject(new Error(`no such name: ${hostname}`))
        : Promise.resolve(addresses)
    },
  }
}

/** A key and certificate of nobody's, for a server named localhost in tests. */
export const loopbackCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgP9BqW/K2EmN33CHU
XP2B8c/D94X3SUt3iQ68E+0GFzShRANCAAQRztO26KtsgHBK8760C8yedpIpGkv7
YFmVnbCC0pa3igTjKdk06iqifSxMD7iTk3pD39zIDEPvmXfvdt6F9OZP
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBYDCCAQegAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABBHO07boq2yAcErz
vrQLzJ52kikaS/tgWZWdsILSlreKBOMp2TTqKqJ9LEwPuJOTekPf3MgMQ++Zd+92
3oX05k+jSDBGMBQGA1UdEQQNMAuCCWxvY2FsaG9zdDAPBgNVHRMBAf8EBTADAQH/
MB0GA1UdDgQWBBQ9KROEWe7sXBAvplV5AiX8CH7C6TAKBggqhkjOPQQDAgNHADBE
AiBRTMSSdCKK/GezwZ7wu95P8gik7bwK9pSCGMpLpW3K3gIgOX6uG63gb6ferQAF
qcXyXQco5cwdcyQEOZwUz6DcLbg=
-----END CERTIFICATE-----`,
}
