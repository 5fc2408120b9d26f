import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Random } from '../random.ts'

/** A request to do something, as the operator's endpoint got it. */
export interface SeenWrite {
  at: number
  order: string
  /** Its `Idempotency-Key`. */
  key: string
}

/** An endpoint of the operator that does what it is asked, and may not say so. */
export interface ToolObserver extends AsyncDisposable {
  url: string
  writes: SeenWrite[]
  /** While true, one answer in four is late, broken or missing. */
  isTroubled: boolean
  /** Called with the loopback port of each request once it has had its effect; true: nobody waits for the answer. */
  onWrite: (port: number) => boolean
}

export async function startToolObserver(random: Random): Promise<ToolObserver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => {})
    request.on('end', () => {
      const { arguments: given } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
        arguments: { order: string }
      }
      const key = String(request.headers['idempotency-key'] ?? '')
      observer.writes.push({ at: Date.now(), order: given.order, key })
      if (observer.onWrite(request.socket.remotePort ?? 0)) return
      const roll = observer.isTroubled ? random.next() : 1
      if (roll < 0.06) return void request.socket.destroy()
      if (roll < 0.12) return void response.writeHead(502).end('<html>Bad Gateway</html>')
      const afterMs = roll < 0.25 ? random.integer(700, 1_500) : random.integer(20, 250)
      setTimeout(() => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ placed: given.order }))
      }, afterMs)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const observer: ToolObserver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    writes: [],
    isTroubled: false,
    onWrite: () => false,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return observer
}
