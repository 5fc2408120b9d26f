import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import { idempotencyKeyOf, retryOnConflict } from '../../idempotency/idempotent-request.ts'
import { applyPendingInbound } from '../inbound/apply-pending-inbound.ts'
import { toGraphMessage } from '../message/graph-message.ts'
import type { GraphMessage } from '../message/graph-message.ts'
import { isNumber, selectAddress } from '../people/user-id-queries.ts'
import { answerOutcome, replayAnswer } from './answer-send.ts'
import { decideSend } from './decide-send.ts'
import type { Send, SendContext, SentMessage } from './send-context.ts'
import { selectBroadcastForSend, selectRecipientStanding } from './send-queries.ts'
import type { BroadcastForSend } from './send-queries.ts'
import { sendWithRetries } from './send-with-retries.ts'

const windowMs = 24 * 3_600_000

/**
 * Sends one message under a broadcast: checks every rule in the order of Rule 23, commits the reservation and the message,
 * asks the provider, and records the answer (docs/architecture.md, "Decide, commit, act, settle"). If the process dies in
 * between, the message becomes `unresolved`; it is never sent a second time.
 *
 * @throws {Refusal} 400, 402, 404, 409 before anything is reserved; 400 if the provider certainly did not send the message;
 *   503 if that is unknown.
 */
export async function sendMessage(context: SendContext, send: Send): Promise<SentMessage> {
  // The 24-hour window depends on the time.
  await context.clock.resync?.()
  return retryOnConflict(() => sendOnce(context, send))
}

async function sendOnce(context: SendContext, requested: Send): Promise<SentMessage> {
  const broadcast = await findBroadcast(context, requested)
  const send = await withAddress(context, requested)
  const key = idempotencyKeyOf(send, ['whatsapp', send.broadcast_id], send.request.given)
  const replayed = key && (await replayAnswer(context, key))
  if (replayed) return replayed
  const checkedAt = performance.now()
  let message: GraphMessage
  try {
    message = await checkRules(context, send, broadcast)
  } catch (error) {
    // Another request with the key may have used the last send in the meantime.
    const meanwhile = key && (await replayAnswer(context, key))
    if (meanwhile) return meanwhile
    throw error
  }
  const account = accountOf(context, broadcast)
  const decidesAt = performance.now()
  const decided = await decideSend(context, send, broadcast, message, key)
  const { organization_id, project_id } = send
  const publish = () =>
    context.hints.publish({ topic: 'messages', organization_id, project_id, ids: [decided.messageId] })
  publish()
  const outcome = await sendWithRetries(account, message, {
    ...decided,
    decidesAt,
    checkedAt,
    checkAgain: () => checkRecipient(context, send, broadcast),
  })
  return answerOutcome(context, send, decided.messageId, outcome, key).finally(publish)
}

async function findBroadcast({ db }: SendContext, send: Send): Promise<BroadcastForSend> {
  const { organization_id, project_id, broadcast_id } = send
  const found = isUuid(broadcast_id)
    ? await selectBroadcastForSend(db, organization_id, project_id, broadcast_id)
    : null
  if (found === null) throw refusals.broadcastNotFound()
  return found
}

/** Returns the request with the person's number instead of an id, if it is known, or with their present id. */
async function withAddress({ db }: SendContext, send: Send): Promise<Send> {
  const { request } = send
  if (isNumber(request.to)) return send
  return { ...send, request: { ...request, to: await selectAddress(db, send, request.to) } }
}

/**
 * Checks plan and quota, sender, template or window, and opt-out, before anything is reserved (Promises 6 and 12). Returns
 * the message for the provider.
 */
async function checkRules(
  { db, clock }: SendContext,
  send: Send,
  broadcast: BroadcastForSend,
): Promise<GraphMessage> {
  const { sender, template } = broadcast
  const { request } = send
  if (broadcast.plan_status !== 'active') throw refusals.planInactive()
  if (broadcast.sends_left <= 0) throw refusals.quotaExhausted()
  if (sender.status !== 'connected') throw refusals.senderUnavailable()
  if (request.kind === 'template') {
    if (template === null) throw refusals.noTemplate()
    if (template.status !== 'approved') throw refusals.templateNotApproved(template.status)
  }
  const made = toGraphMessage(request, { catalogId: sender.catalog_id, template })
  if (made.kind === 'refused') throw refusals.invalidRequest(made.faults.join('; '))
  await checkRecipient({ db, clock }, send, broadcast)
  return made.message
}

/**
 * Checks what depends on the recipient: the window of a typed message, and the opt-out (Promise 28).
 *
 * @throws {Refusal} 400 if one of them forbids the message.
 */
async function checkRecipient(
  { db, clock }: Pick<SendContext, 'db' | 'clock'>,
  send: Send,
  { sender, template, language }: BroadcastForSend,
): Promise<void> {
  const { request } = send
  const { pendingInbound, ...known } = await selectRecipientStanding(db, send, sender._id, request.to)
  const standing = applyPendingInbound(known, pendingInbound, { whatsapp_sender_id: sender._id, language })
  if (request.kind === 'typed') {
    const last = standing.last_inbound_at
    const isOpen = last !== null && clock.now().getTime() - Date.parse(last) < windowMs
    if (!isOpen) throw refusals.windowClosed(last)
  }
  const isMarketing = request.kind === 'template' && template?.category === 'marketing'
  if (standing.opted_out || (isMarketing && standing.opted_out_of_marketing)) throw refusals.optedOut()
}

/** Returns the sending number's account. Decrypted before anything is written: a bad token must not leave a message behind. */
function accountOf({ secretBox }: SendContext, { sender }: BroadcastForSend) {
  const access_token = secretBox.open(sender.access_token)
  return { phone_number_id: sender.phone_number_id, access_token, api_url: sender.api_url }
}
