import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import { Refusal } from '../../base/refusals/refusal.ts'
import type { RefusalCode } from '../../base/refusals/refusal.ts'
import type { HoldState } from '../../db/hold-watch.ts'
import type { App } from '../../http/app.ts'
import { answerRaw } from '../../http/error-handler.ts'
import { verifyRelaySignature } from '../../providers/twilio/relay-signature.ts'
import { isSignatureForm } from '../../providers/twilio/signature.ts'
import { callbackRoutes, socketAddress } from '../attempt/callback-addresses.ts'
import { unsealAccount } from '../attempt/carrier-account.ts'
import { selectReadAttempt } from '../attempt/report-queries.ts'
import type { Attempt } from '../queries.ts'
import type { RelayContext } from '../relay/relay-context.ts'
import { selectIsAddressOpen } from '../relay/relay-queries.ts'
import { relaySocketOptions } from '../relay/relay-sessions.ts'
import type { RelaySessions } from '../relay/relay-sessions.ts'
import { signatureOf } from './read-callback.ts'

const addressForm =
  /^\/webhooks\/voice\/twilio\/(?<organization_id>[^/?]+)\/(?<attempt_id>[^/?]+)\/relay\/(?<nonce>[A-Za-z0-9_-]{1,100})$/

export type RelayWebhookContext = RelayContext & { relaySessions: RelaySessions; holdState: HoldState }

/** A handshake that is not accepted: its result for the metrics, and the answer. */
type RefusedHandshake = {
  result: 'forged' | 'unknown' | 'used' | 'full' | 'held'
  code: RefusalCode
  message: string
}

/**
 * Accepts Twilio's websockets for calls with agents. The signature is checked before the connection becomes a
 * websocket. The same address without an upgrade is answered with 426 (Rule 111).
 */
export function twilioRelay(app: App, context: RelayWebhookContext): void {
  const sockets = new WebSocketServer(relaySocketOptions)
  app.upgrades.add(addressForm, (request, socket, head) => {
    const onError = () => socket.destroy()
    socket.on('error', onError)
    checkHandshake(context, request).then(
      (checked) => {
        if ('result' in checked) return refuse(context, request, socket, checked)
        // The client may be gone by now.
        if (socket.destroyed) return
        const free = context.relaySessions.takePlace(checked.attempt.organization_id)
        if (free === null) return refuse(context, request, socket, full)
        socket.once('close', free)
        socket.off('error', onError)
        sockets.handleUpgrade(request, socket, head, (accepted) =>
          context.relaySessions.admit(accepted, checked.attempt, checked),
        )
      },
      (error: unknown) => {
        context.log.error({ err: error }, 'the handshake of a session failed')
        answerRaw(socket, 'unavailable', 'The session can not begin at the moment')
      },
    )
  })
  app.get(callbackRoutes('twilio').relay, { schema: { hide: true } }, async () => {
    throw new Refusal(
      'upgrade_required',
      'This address takes websockets alone; a proxy in front has to pass the Upgrade and Connection headers on',
      { upgrade: 'websocket' },
    )
  })
}

async function checkHandshake(
  { db, clock, publicUrl, secretBox, relaySessions, holdState }: RelayWebhookContext,
  request: IncomingMessage,
): Promise<{ attempt: Attempt; nonce: string; accountSid: string } | RefusedHandshake> {
  const signature = signatureOf(request)
  if (!isSignatureForm(signature)) return forged
  if (holdState.hold !== null)
    return { result: 'held', code: 'database_held', message: refusals.databaseHeld().message }
  if (relaySessions.isFull) return full
  const {
    organization_id = '',
    attempt_id = '',
    nonce = '',
  } = addressForm.exec(request.url ?? '')?.groups ?? {}
  const found =
    isUuid(organization_id) && isUuid(attempt_id)
      ? await selectReadAttempt(db, organization_id, attempt_id)
      : null
  if (found === null || found.attempt.agent_id === null) return { ...forged, result: 'unknown' }
  const { attempt, account } = found
  const { authToken, accountSid } = unsealAccount(secretBox, account)
  const url = socketAddress(publicUrl()) + request.url
  if (!verifyRelaySignature({ authToken, signature, url })) return forged
  if (!(await selectIsAddressOpen(db, attempt, nonce, clock.now()))) return { ...forged, result: 'used' }
  return { attempt, nonce, accountSid }
}

const forged: RefusedHandshake = {
  result: 'forged',
  code: 'bad_signature',
  message: 'The handshake is not signed by the account of the call, or its address was used before',
}

const full: RefusedHandshake = {
  result: 'full',
  code: 'webhooks_busy',
  message: 'The process holds as many sessions as it may',
}

function refuse(
  { relayMetrics, log }: RelayWebhookContext,
  request: IncomingMessage,
  socket: Duplex,
  { result, code, message }: RefusedHandshake,
): void {
  const { attempt_id } = addressForm.exec(request.url ?? '')?.groups ?? {}
  relayMetrics.handshakes.inc({ result })
  log.warn(
    { ...(attempt_id !== undefined && isUuid(attempt_id) && { attempt_id }), result },
    'the handshake of a session was refused',
  )
  answerRaw(socket, code, message)
}
