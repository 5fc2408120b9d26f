import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Refusal } from '../../base/refusals/refusal.ts'
import { applyPendingInbound } from '../inbound/apply-pending-inbound.ts'
import { toGraphMessage } from '../message/graph-message.ts'
import type { GraphMessage } from '../message/graph-message.ts'
import { erasedAddress } from '../people/erased-address.ts'
import { isNumber, selectAddress } from '../people/user-id-queries.ts'
import { selectBroadcastForSend } from './broadcast-queries.ts'
import type { BroadcastForSend } from './broadcast-queries.ts'
import { resendRefusal } from './resend.ts'
import type { Send, SendContext } from './send-context.ts'
import { selectRecipientStanding, selectResend } from './send-queries.ts'
import type { RecipientStanding } from './send-queries.ts'

export const windowMs = 24 * 3_600_000

/** What is checked of a send before anything is reserved, in this order (Rule 23). */
export const sendRules = ['resend', 'plan', 'sender', 'template', 'content', 'window', 'opt_out'] as const
export type SendRule = (typeof sendRules)[number]

/** Is called for each rule that forbids the send. A send throws the first; a check gathers them all. */
type OnRefusal = (rule: SendRule, refusal: Refusal) => void

/** A send without its request, which a form may not have yet. */
type SendPlace = Pick<Send, 'organization_id' | 'project_id' | 'broadcast_id'>

/** What the rules about the recipient need of a request. */
export interface Addressed extends SendPlace {
  request: Pick<Send['request'], 'kind' | 'to'>
}

/** @throws {Refusal} 404 if the project has no such broadcast. */
export async function findBroadcast(
  { db }: Pick<SendContext, 'db'>,
  { organization_id, project_id, broadcast_id }: SendPlace,
): Promise<BroadcastForSend> {
  const found = isUuid(broadcast_id)
    ? await selectBroadcastForSend(db, organization_id, project_id, broadcast_id)
    : null
  if (found === null) throw refusals.broadcastNotFound()
  return found
}

/** Returns the request with the person's number instead of an id, if it is known, or with their present id. */
export async function withAddress<Sent extends Addressed>(
  { db }: Pick<SendContext, 'db'>,
  send: Sent,
): Promise<Sent> {
  const { request } = send
  if (isNumber(request.to)) return send
  return { ...send, request: { ...request, to: await selectAddress(db, send, request.to) } }
}

/**
 * Checks every rule before anything is reserved (Promises 6 and 12): what is sent again, plan and quota, sender,
 * template, content, window and opt-out. Returns the message for the provider; null if a rule forbids it.
 */
export async function checkRules(
  context: Pick<SendContext, 'db' | 'clock' | 'secretBox'>,
  send: Send,
  broadcast: BroadcastForSend,
  onRefusal: OnRefusal,
): Promise<GraphMessage | null> {
  if (send.resendOf !== null) await checkResend(context, send, send.resendOf, onRefusal)
  checkBroadcast(broadcast, send.request.kind, onRefusal)
  const message = contentOf(send, broadcast, onRefusal)
  await checkRecipient(context, send, broadcast, onRefusal)
  return message
}

export async function checkResend(
  { db }: Pick<SendContext, 'db'>,
  send: Addressed,
  messageId: string,
  onRefusal: OnRefusal,
): Promise<void> {
  const message = isUuid(messageId) ? await selectResend(db, send, messageId) : null
  const refusal = resendRefusal(message)
  if (refusal !== null) onRefusal('resend', refusal)
  if (message === null) return
  const { recipient } = message
  const address = isNumber(recipient) ? recipient : await selectAddress(db, send, recipient)
  if (address !== send.request.to) {
    const fault = { path: 'to', message: 'must be the recipient of the message that is sent again' }
    onRefusal('resend', refusals.faultyRequest(fault))
  }
}

/** Checks what depends on neither recipient nor content. */
export function checkBroadcast(
  { plan_status, sends_left, sender, template }: BroadcastForSend,
  kind: Send['request']['kind'],
  onRefusal: OnRefusal,
): void {
  if (plan_status !== 'active') onRefusal('plan', refusals.planInactive())
  else if (sends_left <= 0) onRefusal('plan', refusals.quotaExhausted())
  if (sender.status !== 'connected') onRefusal('sender', refusals.senderUnavailable())
  if (kind !== 'template') return
  if (template === null) onRefusal('template', refusals.noTemplate())
  else if (template.status !== 'approved')
    onRefusal('template', refusals.templateNotApproved(template.status))
}

/** Returns the message for the provider; null if the request does not fit the template or the sender. */
export function contentOf(
  { request }: Pick<Send, 'request'>,
  { sender, template }: BroadcastForSend,
  onRefusal: OnRefusal,
): GraphMessage | null {
  const made = toGraphMessage(request, { catalogId: sender.catalog_id, template })
  if (made.kind === 'message') return made.message
  onRefusal('content', refusals.invalidRequest(made.faults.join('; '), made.faults.map(placedFault)))
  return null
}

/** Takes the place of a fault off its sentence: `data.name: must not be empty`. */
function placedFault(fault: string): { path: string; message: string } {
  const [, path = '', message = fault] = /^([a-z]\w*(?:[.[][^: ]*)?): (.*)$/s.exec(fault) ?? []
  return { path, message }
}

/** What a recipient's messages and opt-outs allow at this moment. */
export interface Recipient extends RecipientStanding {
  /** The window is open until then; null if they never wrote to the sender. In the past if it is closed. */
  closes_at: string | null
  isOpen: boolean
}

/**
 * Returns the recipient's window with the sender and their opt-outs, with messages that no worker has processed yet.
 */
export async function selectRecipient(
  { db, clock, secretBox }: Pick<SendContext, 'db' | 'clock' | 'secretBox'>,
  send: SendPlace,
  to: string,
  { sender, language }: BroadcastForSend,
): Promise<Recipient> {
  const { pendingInbound, ...known } = await selectRecipientStanding(
    db,
    send,
    sender._id,
    to,
    erasedAddress(secretBox, send, to),
  )
  const standing = applyPendingInbound(known, pendingInbound, { whatsapp_sender_id: sender._id, language })
  const last = standing.last_inbound_at
  if (last === null) return { ...standing, closes_at: null, isOpen: false }
  const closesAt = Date.parse(last) + windowMs
  return {
    ...standing,
    closes_at: new Date(closesAt).toISOString(),
    isOpen: clock.now().getTime() < closesAt,
  }
}

/**
 * Checks what depends on the recipient: the window of a typed message, and the opt-out (Promise 28).
 *
 * @throws {Refusal} 503 if the database is held, or the organization moves to another cell or has moved there.
 */
export async function checkRecipient(
  context: Pick<SendContext, 'db' | 'clock' | 'secretBox'>,
  send: Addressed,
  broadcast: BroadcastForSend,
  onRefusal: OnRefusal,
): Promise<void> {
  const { request } = send
  const recipient = await selectRecipient(context, send, request.to, broadcast)
  if (recipient.is_held) throw refusals.databaseHeld()
  if (recipient.is_elsewhere) throw refusals.organizationMoving()
  if (request.kind === 'typed' && !recipient.isOpen)
    onRefusal('window', refusals.windowClosed(recipient.last_inbound_at))
  const isMarketing = request.kind === 'template' && broadcast.template?.category === 'marketing'
  if (recipient.opted_out || (isMarketing && recipient.opted_out_of_marketing))
    onRefusal('opt_out', refusals.optedOut())
}
