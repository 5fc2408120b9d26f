import { createServer, request as ask } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Stands before a model network and hands its answers on piece by piece, so that a test can act in the midst of one.
 */
export interface ModelProxy extends AsyncDisposable {
  /** The `base_url` of an `openai_compatible` account. */
  openaiUrl: string
  port: number
  /** Called when a model is asked, and when its whole answer was sent. */
  onRequest: ((moment: 'asked' | 'answered') => void) | null
}

/** @param pauseMs returns the pause before each piece of an answer; a promise withholds it. */
export async function startModelProxy(
  network: { port: number },
  pauseMs: () => number | Promise<number>,
): Promise<ModelProxy> {
  const server = createServer((incoming, response) => {
    proxy.onRequest?.('asked')
    const { method, url, headers } = incoming
    const outgoing = ask({ host: '127.0.0.1', port: network.port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      handOn(answer, response, pauseMs).then(
        () => proxy.onRequest?.('answered'),
        () => response.destroy(),
      )
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const proxy: ModelProxy = {
    port,
    openaiUrl: `http://127.0.0.1:${port}/v1`,
    onRequest: null,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
  return proxy
}

async function handOn(
  answer: IncomingMessage,
  response: ServerResponse,
  pauseMs: () => number | Promise<number>,
): Promise<void> {
  const whole = (await Array.fromAsync(answer as AsyncIterable<Buffer>)).join('')
  for (const piece of whole.split(/(?<=\n\n)/)) {
    await delay(await pauseMs())
    response.write(piece)
  }
  await new Promise<void>((resolve) => void response.end(resolve))
}
