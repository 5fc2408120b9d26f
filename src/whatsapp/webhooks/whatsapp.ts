import { Refusal } from '../../base/refusals/refusal.ts'
import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { keepBodiesAsStreams } from '../../http/unproved-bodies.ts'
import type { UnprovedBodies } from '../../http/unproved-bodies.ts'
import { readHandshake } from '../../providers/whatsapp-cloud/handshake.ts'
import { scanIds } from '../../providers/whatsapp-cloud/scan-ids.ts'
import { isSignatureForm, verifySignature } from '../../providers/whatsapp-cloud/signature.ts'
import { parseWebhook } from '../../providers/whatsapp-cloud/webhook.ts'
import type { WebhookEvent } from '../../providers/whatsapp-cloud/webhook-event.ts'
import { insertEvents, notifyWorkers, selectNamedSenders } from '../inbound/event-queries.ts'
import type { NamedSender, NewEvent } from '../inbound/event-queries.ts'
import { updateLastWebhook } from '../senders/sender-queries.ts'
import { isVerifyToken } from '../inbound/verify-token.ts'

/** Meta's own bound on a webhook. */
const bodyBytesMax = 3 * 1_048_576
const path = '/webhooks/whatsapp'
const signatureHeader = 'x-hub-signature-256'
/** A request has the events of one app, so that one secret signs it. Senders that moved to another app add a few. */
const secretsMax = 8
/** When a sender's last webhook came is written at most this often. */
const webhookSeenMs = 10_000

export interface WebhookContext {
  db: Db
  clock: Clock
  log: Log
  secretBox: SecretBox
  bodies: UnprovedBodies
}

/**
 * Serves Meta's webhook, at one address for all senders. A POST counts only for the senders whose own secret signed its
 * bytes. Its events are stored and answered with 200; a worker processes them (Rule 31, Promises 27 and 30).
 */
export function whatsappWebhook(app: App, context: WebhookContext): void {
  app.register(async (scope: App) => {
    keepBodiesAsStreams(scope, '*')
    scope.get(path, { schema: { hide: true } }, async (request, reply) => {
      const handshake = readHandshake(request.query as Record<string, unknown>)
      if (handshake === null || !(await isVerifyToken(context, handshake.token)))
        throw new Refusal('bad_signature', 'The verify token is not that of a sender')
      return reply.type('text/plain; charset=utf-8').send(handshake.challenge)
    })
    scope.post(
      path,
      {
        schema: { hide: true },
        // Before the body is read, so that requests without a signature cost nothing.
        onRequest: async ({ headers }) => {
          if (!isSignatureForm(headerOf(headers[signatureHeader])))
            throw new Refusal('bad_signature', 'The request has no signature')
        },
      },
      async (request, reply) => {
        const signature = headerOf(request.headers[signatureHeader])
        await context.bodies.use(request.raw, bodyBytesMax, (body) =>
          receiveWebhook(context, body, signature),
        )
        return reply.code(200).type('text/plain; charset=utf-8').send('')
      },
    )
  })
}

function headerOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

/**
 * Stores the events of a webhook. Parses the body only after the signature of a sender, whose id is searched for in the bytes,
 * has been verified.
 *
 * @throws {Refusal} 403 if no sender that the body names signed it; 400 if it is signed but is no webhook.
 */
async function receiveWebhook(
  context: WebhookContext,
  body: Buffer,
  signature: string | undefined,
): Promise<void> {
  const { db, clock, log } = context
  const isSigned = createSignatureCheck(context, body, signature)
  const ids = scanIds(body)
  if (!(await selectNamedSenders(db, ids, ids)).some(isSigned)) throw notSigned(log, null)
  const parsed = parseWebhook(body)
  if (!parsed.ok) throw new Refusal('invalid_request', parsed.fault)
  const named = await selectNamedSenders(db, parsed.phoneNumberIds, parsed.wabaIds)
  const signed = named.filter(isSigned)
  const events = parsed.events.flatMap((event) => eventsFor(event, signed))
  // Another sender of the account may have another secret: its signature does not count for this number. Events of
  // numbers that are not declared here are correctly signed and belong to no sender.
  const isForOthers =
    events.length === 0 &&
    named.some((sender) => parsed.phoneNumberIds.includes(sender.phone_number_id) && !signed.includes(sender))
  if (signed.length === 0 || isForOthers) throw notSigned(log, parsed.events.length)
  const now = clock.now()
  const unseen = signed.filter(
    (sender) => isConcerned(sender, parsed) && isLongAgo(sender.last_webhook_at, now),
  )
  if (unseen.length > 0) await updateLastWebhook(db, unseen, now)
  if (events.length > 0 && (await insertEvents(db, events, now)) > 0) await notifyWorkers(db)
}

function isConcerned(
  { phone_number_id, business_account_id }: NamedSender,
  { phoneNumberIds, wabaIds }: { phoneNumberIds: readonly string[]; wabaIds: readonly string[] },
): boolean {
  return phoneNumberIds.length === 0
    ? wabaIds.includes(business_account_id)
    : phoneNumberIds.includes(phone_number_id)
}

function isLongAgo(at: string | null, now: Date): boolean {
  return at === null || now.getTime() - Date.parse(at) > webhookSeenMs
}

function notSigned(log: Log, events: number | null): Refusal {
  log.warn({ events }, 'a webhook was not signed by a sender that it names')
  return new Refusal('bad_signature', 'The signature does not fit the request')
}

/**
 * Returns a function that returns whether a sender's secret signed the body. Many senders share the secret of their app, so
 * each secret is tried once.
 */
function createSignatureCheck({ secretBox }: WebhookContext, body: Buffer, signature: string | undefined) {
  const verdicts = new Map<string, boolean>()
  return ({ app_secret }: NamedSender): boolean => {
    const secret = secretBox.open(app_secret)
    const known = verdicts.get(secret)
    if (known !== undefined) return known
    if (verdicts.size >= secretsMax) return false
    const verdict = verifySignature(body, signature, secret)
    verdicts.set(secret, verdict)
    return verdict
  }
}

/** Returns an event for each sender that it concerns: that of its phone number, or all senders of its account. */
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
