import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { Refusal } from '../../base/refusals/refusal.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { CellMember } from '../../cells/directory/cell-member.ts'
import { selectSendersElsewhere } from '../../cells/directory/copy-queries.ts'
import type { SenderElsewhere } from '../../cells/directory/copy-queries.ts'
import { hopOf } from '../../cells/forward/hop-signature.ts'
import { passParts } from '../../cells/forward/pass-parts.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { keepBodiesAsStreams } from '../../http/unproved-bodies.ts'
import type { UnprovedBodies } from '../../http/unproved-bodies.ts'
import { readHandshake } from '../../providers/whatsapp-cloud/handshake.ts'
import { scanIds } from '../../providers/whatsapp-cloud/scan-ids.ts'
import { isSignatureForm, verifySignature } from '../../providers/whatsapp-cloud/signature.ts'
import type { WebhookEvent } from '../../providers/whatsapp-cloud/webhook-event.ts'
import { parseWebhook } from '../../providers/whatsapp-cloud/webhook.ts'
import { insertEvents, notifyWorkers, selectNamedSenders } from '../inbound/event-queries.ts'
import type { NamedSender, NewEvent } from '../inbound/event-queries.ts'
import { isVerifyToken, openToken } from '../inbound/verify-token.ts'
import { updateLastWebhook } from '../senders/sender-queries.ts'

/** Meta's own bound on a webhook. */
const bodyBytesMax = 3 * 1_048_576
const path = '/webhooks/whatsapp'
const signatureHeader = 'x-hub-signature-256'
/**
 * The most bytes that one request makes us hash. One secret signs a request, but senders that changed the app, and
 * others who declare the account, add secrets to try.
 */
const hashedBytesMax = 8 * bodyBytesMax
/** Each secret that is tried counts as at least this many bytes. */
const secretBytes = 16_384
/** How often the time of a sender's last webhook is written at most. */
const webhookSeenMs = 10_000

export interface WebhookContext {
  db: Db
  clock: Clock
  log: Log
  secretBox: SecretBox
  bodies: UnprovedBodies
  /** The cell that the process is of; null: there is one cell. */
  cells: Pick<CellMember, 'name'> | null
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
        const part = readPart(context, request)
        await context.bodies.use(request.raw, bodyBytesMax, (body) =>
          receiveWebhook(context, body, signature, part),
        )
        return reply.code(200).type('text/plain; charset=utf-8').send('')
      },
    )
  })
}

function headerOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

/** How a webhook came to this cell, and which organizations it is for. */
interface Part {
  url: string
  /** How often cells have forwarded it. */
  hops: number
  /** Null: all that are here; the events of others are forwarded. */
  organizationIds: ReadonlySet<string> | null
}

/** @throws {Refusal} 503 if it claims to come from a cell and does not; Meta sends it again. */
function readPart(context: WebhookContext, { raw }: FastifyRequest): Part {
  const hop = hopOf(context, raw)
  return {
    url: raw.url ?? path,
    hops: hop?.hops ?? 0,
    organizationIds: hop === null ? null : new Set(hop.organizationIds),
  }
}

/**
 * Stores the events of a webhook and forwards those of senders in other cells. Finds the senders' ids by a scan of the
 * bytes, and parses the body only once a signature is verified.
 *
 * @throws {Refusal} 403 if no sender that the body names signed it; 400 if it is signed but is no webhook.
 */
async function receiveWebhook(
  context: WebhookContext,
  body: Buffer,
  signature: string | undefined,
  part: Part,
): Promise<void> {
  const { db, clock, log } = context
  const isSigned = createSignatureCheck(context, body, signature)
  const ids = scanIds(body)
  const [likely, likelyElsewhere] = await findSenders(context, part, ids, ids)
  if (![...likely, ...likelyElsewhere].some(isSigned)) throw notSigned(log, null)
  const parsed = parseWebhook(body)
  if (!parsed.ok) throw new Refusal('invalid_request', parsed.fault)
  const [named, elsewhere] = await findSenders(context, part, parsed.phoneNumberIds, parsed.wabaIds)
  const signed = named.filter(isSigned)
  const events = parsed.events.flatMap((event) => eventsFor(event, signed))
  const passed = elsewhere.filter(
    (sender) => isSigned(sender) && parsed.events.some((event) => concerns(event, sender)),
  )
  // Another sender of the account may have another secret: its signature does not count for this number. Events of
  // numbers that are not declared here are correctly signed and belong to no sender.
  const isForOthers =
    events.length === 0 &&
    passed.length === 0 &&
    named.some((sender) => parsed.phoneNumberIds.includes(sender.phone_number_id) && !signed.includes(sender))
  if ((signed.length === 0 && !elsewhere.some(isSigned)) || isForOthers)
    throw notSigned(log, parsed.events.length)
  const now = clock.now()
  const unseen = signed.filter(
    (sender) => isConcerned(sender, parsed) && isLongAgo(sender.last_webhook_at, now),
  )
  if (unseen.length > 0) await updateLastWebhook(db, unseen, now)
  if (events.length > 0 && (await insertEvents(db, events, now)) > 0) await notifyWorkers(db)
  const headers = { 'content-type': 'application/json', [signatureHeader]: signature ?? '' }
  await passParts(context, { url: part.url, body, headers, hops: part.hops }, passed)
}

/**
 * Returns the senders with these numbers or accounts: those of this cell, and those that are elsewhere or on the way.
 */
async function findSenders(
  { db, cells }: WebhookContext,
  { organizationIds }: Part,
  phoneNumberIds: readonly string[],
  accountIds: readonly string[],
): Promise<[NamedSender[], SenderElsewhere[]]> {
  const found = await Promise.all([
    selectNamedSenders(db, phoneNumberIds, accountIds),
    cells === null ? [] : selectSendersElsewhere(db, cells.name, phoneNumberIds, accountIds),
  ])
  const isMeant = ({ organization_id }: { organization_id: string }): boolean =>
    organizationIds === null || organizationIds.has(organization_id)
  // A number has one sender; an account may have been declared by many, whose secrets are tried later.
  const numbers = new Set(phoneNumberIds)
  const isAboutAccount = ({ phone_number_id }: { phone_number_id: string }) =>
    Number(!numbers.has(phone_number_id))
  const inOrder = <Sender extends { organization_id: string; phone_number_id: string }>(senders: Sender[]) =>
    senders.filter(isMeant).toSorted((one, other) => isAboutAccount(one) - isAboutAccount(other))
  return [inOrder(found[0]), inOrder(found[1])]
}

function concerns(
  event: WebhookEvent,
  sender: Pick<NamedSender, 'phone_number_id' | 'business_account_id'>,
): boolean {
  const phoneNumberId = 'phoneNumberId' in event ? event.phoneNumberId : null
  return phoneNumberId === null
    ? sender.business_account_id === event.wabaId
    : sender.phone_number_id === phoneNumberId
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
 * Returns a function that returns whether a sender's secret signed the body. Many senders share the secret of their
 * app, so each secret is tried once, in the order of the calls. One that can't be decrypted has signed nothing: others
 * of the account, maybe of other tenants, get their events.
 */
function createSignatureCheck(
  { secretBox, log }: WebhookContext,
  body: Buffer,
  signature: string | undefined,
) {
  const verdicts = new Map<string, boolean>()
  const secretsMax = Math.floor(hashedBytesMax / Math.max(body.length, secretBytes))
  return ({ app_secret, organization_id }: Pick<NamedSender, 'app_secret' | 'organization_id'>): boolean => {
    const secret = openToken(secretBox, app_secret)
    if (secret === null) {
      log.warn(
        { organization_id },
        'the app secret of a WhatsApp sender can not be decrypted with this SECRET_KEY; declare the sender again',
      )
      return false
    }
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
  const senders = signed.filter((sender) => concerns(event, sender))
  return senders.map(({ organization_id, project_id, _id }) => ({
    organization_id,
    project_id,
    whatsapp_sender_id: _id,
    event_id: event.id,
    kind: event.kind,
    payload: event,
  }))
}
