import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { Random } from '../random.ts'

/** A load balancer of connections in front of the APIs, which passes requests and websockets on as they are. */
export interface Front extends AsyncDisposable {
  url: string
}

/** Connects each client with one of the running APIs. Without any, the connection closes at once. */
export async function startFront(servingUrls: () => string[], random: Random): Promise<Front> {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const urls = servingUrls()
    if (urls.length === 0) return void near.destroy()
    const { port } = new URL(random.pick(urls))
    const far = connect(Number(port), '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.setNoDelay(true)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
