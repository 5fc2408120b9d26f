import { createHmac, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket } from 'ws'
import { carrierAccount } from './agent-project.ts'

/** A carrier that answers every call at once and connects it with its agent. */
export interface RelayCarrier extends AsyncDisposable {
  url: string
  /** The sockets of the calls, which have begun. */
  sockets: WebSocket[]
  /** What went wrong, by its words. */
  failures: string[]
}

export async function startRelayCarrier(): Promise<RelayCarrier> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const order = new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
      // Reads of a call, which is answered and goes on.
      const read = /\/Calls\/(CA\w+)\.json/.exec(request.url ?? '')?.[1]
      if (read !== undefined || !order.has('Url')) {
        response.writeHead(200, { 'content-type': 'application/json' })
        return void response.end(JSON.stringify({ sid: read ?? '', status: 'in-progress' }))
      }
      const sid = `CA${randomBytes(16).toString('hex')}`
      response.writeHead(201, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ sid, status: 'queued' }))
      connect(sid, order).then(
        (socket) => carrier.sockets.push(socket),
        (error: Error) => carrier.failures.push(error.message),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const carrier: RelayCarrier = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sockets: [],
    failures: [],
    [Symbol.asyncDispose]: async () => {
      for (const socket of carrier.sockets) socket.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return carrier
}

async function connect(sid: string, order: URLSearchParams): Promise<WebSocket> {
  const url = order.get('Url') ?? ''
  const form: Record<string, string> = {
    AccountSid: carrierAccount.accountSid,
    ApiVersion: '2010-04-01',
    CallSid: sid,
    CallStatus: 'in-progress',
    Direction: 'outbound-api',
    From: order.get('From') ?? '',
    To: order.get('To') ?? '',
  }
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signature(url, form),
    },
    body: new URLSearchParams(form),
  })
  const document = await response.text()
  const relay = /<ConversationRelay[^>]* url="([^"]+)"/.exec(document)?.[1]?.replaceAll('&amp;', '&')
  if (relay === undefined) throw new Error(`${response.status}: no session in the instructions`)
  const socket = new WebSocket(relay, {
    headers: { 'x-twilio-signature': signature(relay, {}) },
    perMessageDeflate: false,
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.on('error', reject)
  })
  socket.send(
    JSON.stringify({
      type: 'setup',
      sessionId: `VX${randomBytes(16).toString('hex')}`,
      accountSid: carrierAccount.accountSid,
      callSid: sid,
      from: form['From'],
      to: form['To'],
      direction: 'outbound-api',
      callStatus: 'IN-PROGRESS',
      customParameters: {},
    }),
  )
  return socket
}

function signature(url: string, form: Record<string, string>): string {
  const signed = Object.keys(form)
    .sort()
    .reduce((text, name) => text + name + form[name], url)
  return createHmac('sha1', carrierAccount.authToken).update(signed).digest('base64')
}
