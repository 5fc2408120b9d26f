import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Serves the HTTP of the bare handlers: `node:http`, and JSON in the service's envelope. Prints its address. */
export function serveBare(answer: (incoming: IncomingMessage) => Promise<unknown>): void {
  const server = createServer((incoming, outgoing) => {
    answer(incoming).then(
      (data) => {
        const text = JSON.stringify({ status: 'success', message: 'OK', data, status_code: 200 })
        outgoing
          .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
          .end(text)
      },
      (error: Error) => outgoing.writeHead(500).end(error.message),
    )
  })
  server.listen(0, '127.0.0.1', () =>
    console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
  )
}

export async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
