import { Refusal } from '../../base/refusals.ts'
import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { readHandshake } from '../../providers/whatsapp-cloud/handshake.ts'
import { verifySignature } from '../../providers/whatsapp-cloud/signature.ts'
import { parseWebhook } from '../../providers/whatsapp-cloud/webhook.ts'
import type { WebhookEvent } from '../../providers/whatsapp-cloud/webhook-event.ts'
import { insertEvents, notifyWorkers, selectNamedSenders } from '../event-queries.ts'
import type { NamedSender, NewEvent } from '../event-queries.ts'
import { isVerifyToken } from '../verify-token.ts'

/** The provider's own bound on a webhook. */
const bodyBytesMax = 3 * 1_048_576
const path = '/webhooks/whatsapp'
const signatureForm = /^sha256=[0-9a-f]{64}$/i
/** Meta tells one app a request, so that all senders in it have the secret of one; a few more for those who moved. */
const secretsMost = 8

export interface WebhookContext {
  db: Db
  clock: Clock
  log: Log
  secretBox: SecretBox
}

/**
 * Meta's webhook, one address for every sender. A POST is believed for the senders whose own secret has signed its bytes,
 * and for no other; its events are stored, answered 200, and worked off by the worker (Rule 31,
 * Promises 27 and 30).
 */
export function whatsappWebhook(app: App, context: WebhookContext): void {
  app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyBytesMax }, (_request, body, done) =>
      done(null, body),
    )
    scope.get(path, { schema: { hide: true } }, async (request, reply) => {
      const handshake = readHandshake(request.query as Record<string, unknown>)
      if (handshake === null || !(await isVerifyToken(context, handshake.token)))
        throw new Refusal('bad_signature', 'The verify token is not that of a sender')
      return reply.type('text/plain; charset=utf-8').send(handshake.challenge)
    })
    scope.post(path, { schema: { hide: true }, bodyLimit: bodyBytesMax }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      await takeIn(context, body, headerOf(request.headers['x-hub-signature-256']))
      return reply.code(200).type('text/plain; charset=utf-8').send('')
    })
  })
}

function headerOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

/** @throws {Refusal} 400 for what is no webhook; 403 where no sender that it names has signed it. */
async function takeIn(context: WebhookContext, body: Buffer, signature: string | undefined): Promise<void> {
  const { db, clock, log, secretBox } = context
  // Before anything is read: whoever does not even claim to sign costs nothing.
  if (!signatureForm.test(signature ?? ''))
    throw new Refusal('bad_signature', 'The request bears no signature')
  const parsed = parseWebhook(body)
  if (!parsed.ok) throw new Refusal('invalid_request', parsed.fault)
  const named = await selectNamedSenders(db, parsed.phoneNumberIds, parsed.wabaIds)
  // One app has many senders and one secret.
  const verdicts = new Map<string, boolean>()
  const isSigned = ({ app_secret }: NamedSender): boolean => {
    const secret = secretBox.open(app_secret)
    const known = verdicts.get(secret)
    if (known !== undefined) return known
    if (verdicts.size >= secretsMost) return false
    const verdict = verifySignature(body, signature, secret)
    verdicts.set(secret, verdict)
    return verdict
  }
  const signed = named.filter(isSigned)
  const events = parsed.events.flatMap((event) => eventsFor(event, signed))
  // The secret of another number of the account says nothing about this one's. Numbers of the account that are not
  // declared here are told of as well, rightly signed, and for nobody.
  const isForOthers =
    events.length === 0 &&
    named.some((sender) => parsed.phoneNumberIds.includes(sender.phone_number_id) && !signed.includes(sender))
  if (signed.length === 0 || isForOthers) {
    log.warn(
      { events: parsed.events.length, senders: named.length },
      'a webhook was not signed by a sender it names',
    )
    throw new Refusal('bad_signature', 'The signature does not fit the request')
  }
  if (events.length > 0 && (await insertEvents(db, events, clock.now())) > 0) await notifyWorkers(db)
}

/** An event of a number is its sender's; one of an account is for each sender of the account. */
function eventsFor(event: WebhookEvent, signed: readonly NamedSender[]): NewEvent[] {
  const phoneNumberId = 'phoneNumberId' in event ? event.phoneNumberId : null
  const senders = signed.filter((sender) =>
    phoneNumberId === null
      ? sender.business_account_id === event.wabaId
      : sender.phone_number_id === phoneNumberId,
  )
  return senders.map(({ organization_id, project_id, _id }) => ({
    organization_id,
    project_id,
    whatsapp_sender_id: _id,
    event_id: event.id,
    kind: event.kind,
    payload: event,
  }))
}
