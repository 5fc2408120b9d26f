// A carrier that accepts every call at once. Run as a program it sends no callbacks, so that only placing calls is
// measured. A benchmark that imports it can send callbacks.
import { createHmac, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A received request to place a call. */
export interface PlacedCall {
  sid: string
  accountSid: string
  to: string
  from: string
  statusCallback: string
  /** `performance.now()` when the whole request had arrived. */
  at: number
}

export interface BareCarrier extends AsyncDisposable {
  url: string
  /** Called for each call after its response. */
  onCall: (call: PlacedCall) => void
  /** Sends a signed status callback, and waits for its response. */
  sendStatus: (call: PlacedCall, status: string) => Promise<void>
}

/** The token that signs the account's callbacks. */
const token = 'a-token-of-the-sandbox'

export async function startBareCarrier(): Promise<BareCarrier> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const at = performance.now()
      const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
      const sid = `CA${randomBytes(16).toString('hex')}`
      const accountSid = /\/Accounts\/(AC\w+)\//.exec(request.url ?? '')?.[1] ?? ''
      response
        .writeHead(201, { 'content-type': 'application/json' })
        .end(JSON.stringify({ sid, status: 'queued' }))
      carrier.onCall({
        sid,
        accountSid,
        to: form.get('To') ?? '',
        from: form.get('From') ?? '',
        statusCallback: form.get('StatusCallback') ?? '',
        at,
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const carrier: BareCarrier = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    onCall: () => {},
    sendStatus: async ({ sid, accountSid, to, from, statusCallback }, status) => {
      const form: Record<string, string> = {
        CallSid: sid,
        AccountSid: accountSid,
        From: from,
        To: to,
        CallStatus: status,
        SequenceNumber: '3',
        CallbackSource: 'call-progress-events',
        Direction: 'outbound-api',
        ApiVersion: '2010-04-01',
      }
      const signed = Object.keys(form)
        .sort()
        .reduce((text, name) => text + name + form[name], statusCallback.split('#')[0]!)
      const response = await fetch(statusCallback, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-twilio-signature': createHmac('sha1', token).update(signed).digest('base64'),
        },
        body: new URLSearchParams(form),
      })
      if (!response.ok)
        throw new Error(`a callback was answered ${response.status}: ${await response.text()}`)
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return carrier
}

if (import.meta.main) console.log((await startBareCarrier()).url)
