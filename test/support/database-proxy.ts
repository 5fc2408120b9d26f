import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A proxy between a program and PostgreSQL, with which a test can alter the traffic. */
export interface DatabaseProxy extends AsyncDisposable {
  /** The address of the database through this proxy. */
  databaseUrl: string
  /** Replaces text that programs send with other text of the same length; null: nothing is replaced. */
  replaced: { from: string; to: string } | null
  /** When a program sends this text, it and everything after it is lost, as with {@link isDead}. */
  diesAt: string | null
  /** While true nothing passes in either direction and no connection closes, as if the other machine had lost power. */
  isDead: boolean
}

/** @param databaseUrl an address on a unix socket, as `createTestDatabase` returns it. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const url = new URL(databaseUrl.replace('@/', '@localhost/'))
  const socketPath = `${url.searchParams.get('host')}/.s.PGSQL.5432`
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(socketPath)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk: Buffer) => {
        if (from === near && proxy.diesAt !== null && chunk.includes(proxy.diesAt)) proxy.isDead = true
        if (!proxy.isDead) to.write(from === near ? rewrite(chunk, proxy.replaced) : chunk)
      })
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        if (!proxy.isDead) to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const proxy: DatabaseProxy = {
    databaseUrl: `postgres://${url.username}@127.0.0.1:${port}${url.pathname}`,
    replaced: null,
    diesAt: null,
    isDead: false,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return proxy
}

function rewrite(chunk: Buffer, replaced: DatabaseProxy['replaced']): Buffer {
  if (replaced === null) return chunk
  // latin1 has one byte for each character, so that other bytes stay unchanged.
  return Buffer.from(chunk.toString('latin1').replaceAll(replaced.from, replaced.to), 'latin1')
}
