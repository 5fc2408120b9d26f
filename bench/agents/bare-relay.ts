import { createServer } from 'node:http'
// What a session costs at the least: node bench/agents/bare-relay.ts. A websocket server that answers each prompt with
// a frame (`/echo`), or asks the model at MODEL_URL and passes its text on, without a database (`/relay`). Prints its
// address.
import type { AddressInfo } from 'node:net'
import { createParser } from 'eventsource-parser'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'

const server = createServer()
const sockets = new WebSocketServer({ server, perMessageDeflate: false, clientTracking: false })
sockets.on('connection', (socket, request) => {
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString('utf8')) as { type: string; voicePrompt: string }
    if (message.type !== 'prompt') return
    if (request.url === '/echo') say(socket, message.voicePrompt)
    else void ask(socket, message.voicePrompt)
  })
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.once('SIGTERM', () => process.exit(0))

function say(socket: WebSocket, token: string): void {
  socket.send(JSON.stringify({ type: 'text', token, last: false }))
}

async function ask(socket: WebSocket, content: string): Promise<void> {
  const response = await fetch(`${process.env['MODEL_URL']}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'timed', stream: true, messages: [{ role: 'user', content }] }),
  })
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data === '[DONE]') return
      const { choices } = JSON.parse(data) as { choices: { delta: { content?: string } }[] }
      const text = choices[0]?.delta.content
      if (text) say(socket, text)
    },
  })
  const decoder = new TextDecoder()
  for await (const chunk of response.body!) parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }))
  socket.send(JSON.stringify({ type: 'text', token: '', last: true }))
}
