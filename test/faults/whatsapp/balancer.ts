import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../random.ts'

/** A load balancer for webhooks in front of the APIs. */
export interface Balancer extends AsyncDisposable {
  url: string
  /** While true, a webhook in four is late, goes to two APIs at once, or loses its answer. */
  isTroubled: boolean
}

const answerTimeoutMs = 10_000

/** Passes each webhook unchanged to one of the running APIs. Responds 502 if none answers, so that it is repeated. */
export async function startBalancer(servingUrls: () => string[], random: Random): Promise<Balancer> {
  const server = createServer((request, response) => {
    void pass(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const roll = balancer.isTroubled ? random.next() : 1
    if (roll < 0.1) await delay(random.integer(10, 800))
    const urls = servingUrls()
    const first = urls.length === 0 ? null : random.pick(urls)
    const targets = roll >= 0.1 && roll < 0.2 ? urls : first === null ? [] : [first]
    const answers = await Promise.all(targets.map((url) => post(url + (request.url ?? ''), request, body)))
    if (roll >= 0.2 && roll < 0.25) return void response.destroy()
    response.writeHead(answers.find((status) => status !== null) ?? 502).end()
  }

  const balancer: Balancer = {
    url: `http://127.0.0.1:${port}`,
    isTroubled: false,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return balancer
}

async function post(url: string, { headers }: IncomingMessage, body: Buffer): Promise<number | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': headers['content-type'] ?? '',
        'x-hub-signature-256': String(headers['x-hub-signature-256'] ?? ''),
      },
      body,
      signal: AbortSignal.timeout(answerTimeoutMs),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return null
  }
}
