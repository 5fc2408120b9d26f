import { WebSocket } from 'ws'
import type { Exchange } from '../exchange.ts'
import type { Leg } from '../leg.ts'
import { twilioSignature } from '../signature.ts'
import { messageBytesMax } from './service-message.ts'

/** The most time for a handshake, in real milliseconds. */
const handshakeMs = 5000

export type Opened = { kind: 'open'; socket: WebSocket } | { kind: 'refused'; reason: string }

/** Makes a signed handshake with the service and logs how it went. Never rejects. */
export function openSocket(
  exchange: Exchange,
  leg: Leg,
  handshake: { url: string; sessionSid: string; isForged: boolean },
): Promise<Opened> {
  const { url, sessionSid, isForged } = handshake
  const token = exchange.tokenOf(leg.order.accountSid)
  const note = (failure: string | null) =>
    exchange.log.append({
      kind: 'relay_handshake',
      call_sid: leg.sid,
      session_sid: sessionSid,
      url,
      forged: isForged,
      failure,
    })
  const socket = new WebSocket(url, {
    headers: {
      'x-twilio-signature': twilioSignature(isForged ? `${token}-forged` : token, url, []),
      'user-agent': 'TwilioProxy/1.1',
    },
    handshakeTimeout: handshakeMs,
    perMessageDeflate: false,
    maxPayload: messageBytesMax,
    // The session answers pings itself, so that a stalled one does not.
    autoPong: false,
  })
  return new Promise((resolve) => {
    let isSettled = false
    const refuse = (reason: string) => {
      if (isSettled) return
      isSettled = true
      note(reason)
      resolve({ kind: 'refused', reason })
    }
    socket.once('open', () => {
      isSettled = true
      note(null)
      resolve({ kind: 'open', socket })
    })
    socket.once('unexpected-response', (request, response) => {
      refuse(`HTTP ${response.statusCode ?? 0}`)
      request.destroy()
    })
    // An error after the handshake is followed by `close`, which the session handles.
    socket.on('error', (error: Error & { code?: string }) => refuse(error.code ?? error.message))
  })
}
