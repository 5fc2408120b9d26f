import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** Stands between a program and its PostgreSQL, so that a test can spoil what passes. */
export interface DatabaseProxy extends AsyncDisposable {
  /** The database's address by way of this proxy. */
  databaseUrl: string
  /** What programs have sent in this form goes on as this text of the same length; null: goes on as it is. */
  replaced: { from: string; to: string } | null
  /** What programs send from this text on does not pass, and nothing after it: as {@link isDead} then says. */
  diesAt: string | null
  /** While true nothing passes, either way, and no connection ends: as if the other machine had lost its power. */
  isDead: boolean
}

/** @param databaseUrl an address on a unix socket, as `createTestDatabase` gives. */
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
  // One byte a character, so that nothing but the text changes.
  return Buffer.from(chunk.toString('latin1').replaceAll(replaced.from, replaced.to), 'latin1')
}
