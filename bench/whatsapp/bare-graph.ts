// A Graph API that accepts every message at once, and has no templates to read. It runs as a program, or within a
// benchmark, which then sees the messages.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A received message. */
export interface TakenMessage {
  wamid: string
  /** The text that is returned with each status. */
  callbackData: string
}

export interface BareGraph extends AsyncDisposable {
  url: string
  /** Called for each message after its response. */
  onMessage: (message: TakenMessage) => void
}

export async function startBareGraph(): Promise<BareGraph> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.method !== 'POST') return response.writeHead(503).end()
      const { to, biz_opaque_callback_data: callbackData } = JSON.parse(
        Buffer.concat(chunks).toString('utf8'),
      )
      const wamid = `wamid.${randomBytes(24).toString('base64')}`
      const contacts = [{ input: to, wa_id: to.slice(1) }]
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ messaging_product: 'whatsapp', contacts, messages: [{ id: wamid }] }))
      graph.onMessage({ wamid, callbackData })
      return response
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const graph: BareGraph = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    onMessage: () => {},
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return graph
}

if (import.meta.main) console.log((await startBareGraph()).url)
