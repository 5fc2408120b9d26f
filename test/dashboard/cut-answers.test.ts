// An answer whose connection is lost on the way: the page is as away from the server as if none had come.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { sendChatMessage } from '../../dashboard/src/api/agent-chat.ts'
import { call } from '../../dashboard/src/api/client.ts'

/** Lets `respond` answer all that the dashboard asks for, until the test ends. */
async function answerAll(context: TestContext, respond: (response: ServerResponse) => void): Promise<void> {
  const server = createServer((_, response) => respond(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const send = fetch
  // In a browser, addresses are those of the page.
  context.mock.method(globalThis, 'fetch', (address: string, init: RequestInit) =>
    send(new URL(address, `http://127.0.0.1:${port}`), init),
  )
  context.after(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
}

/** Sends the first half of an answer, and then loses the connection. */
function cutIn(type: string, status: number, half: string) {
  return (response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': type, 'content-length': 2 * half.length })
    response.write(half, () => setImmediate(() => response.destroy()))
  }
}

const away = { name: 'ApiError', code: 'unreachable', status: 0 }

test('an answer that is cut off is no answer', async (context) => {
  await answerAll(context, cutIn('application/json', 200, '{"data":{"name":"Ada"'))
  await assert.rejects(call('getMe', {}), away)
})

test('a refusal that is cut off is none either', async (context) => {
  await answerAll(context, cutIn('application/json', 503, '{"message":"The service'))
  await assert.rejects(call('getMe', {}), away)
})

test('nor is half of an answer that a proxy passes on as whole', async (context) => {
  await answerAll(context, (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end('{"data":{"name":"Ada"')
  })
  await assert.rejects(call('getMe', {}), away)
})

test('a request that is given up in the middle of its answer rejects as aborted', async (context) => {
  const stop = new AbortController()
  await answerAll(context, (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"data"', () => setTimeout(() => stop.abort(), 50))
  })
  await assert.rejects(call('getMe', {}, { signal: stop.signal }), { name: 'AbortError' })
})

test('the answer of an agent that breaks off in the middle can be asked for again', async (context) => {
  const half = 'event: sentence\ndata: {"text":"Hello."}\n\n'
  await answerAll(context, cutIn('text/event-stream', 200, half))
  const ids = { organization_id: 'o', project_id: 'p' }
  const message = { ids, conversationId: 'v', text: 'Hi', idempotencyKey: 'k' }
  const said: unknown[] = []
  const listen = async () => {
    for await (const event of sendChatMessage(message, new AbortController().signal)) said.push(event)
  }
  await assert.rejects(listen(), away)
  assert.deepEqual(said, [{ kind: 'sentence', text: 'Hello.' }])
})
