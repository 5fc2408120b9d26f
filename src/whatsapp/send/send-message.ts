import { DatabaseError } from 'pg'
import type { Clock } from '../../base/clock.ts'
import { isUuid } from '../../base/ids.ts'
import type { NewId } from '../../base/ids.ts'
import type { Log } from '../../base/log.ts'
import { refusals } from '../../base/refusals.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { Db } from '../../db/database.ts'
import { fingerprintOf } from '../../idempotency/fingerprint.ts'
import { replayedHeader } from '../../idempotency/idempotency-key.ts'
import { deleteKey, insertKey, selectKey } from '../../idempotency/queries.ts'
import { takeNumber } from '../../people/display-ids.ts'
import { insertProfile, selectContactOwners } from '../../people/queries.ts'
import type { SendOutcome } from '../../providers/whatsapp-cloud/outcome.ts'
import { sendWithRetries, retryBudgetMs, providerTimeoutMs } from './send-with-retries.ts'
import type { BlockedSend } from './send-with-retries.ts'
import { applyPendingInbound } from '../inbound/apply-pending-inbound.ts'
import { toGraphMessage } from '../message/graph-message.ts'
import { learnFromCode } from './learn-from-code.ts'
import type { GraphMessage } from '../message/graph-message.ts'
import type { SendRequest } from '../message/send-body.ts'
import { reserveSendSlot } from './rate-limit-queries.ts'
import { contactOfRecipient } from '../people/contact-of-recipient.ts'
import { keptRefusal, keptResult, sendResult } from './send-answer.ts'
import type { SendAnswer, SendResult } from './send-answer.ts'
import {
  insertMessage,
  lockMessage,
  reserveSend,
  selectBroadcastForSend,
  selectRecipientStanding,
} from './send-queries.ts'
import type { BroadcastForSend, LockedMessage, NewMessage } from './send-queries.ts'
import { settleMessage } from './settle-message.ts'
import type { StatusReport } from './settle-message.ts'
import { isNumber, selectAddress } from '../people/user-id-queries.ts'

export interface SendContext {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  secretBox: SecretBox
}

export interface Send {
  organization_id: string
  project_id: string
  broadcast_id: string
  request: SendRequest
  idempotencyKey: string | null
}

export interface SendAnswered {
  result: SendResult
  /** True: the provider has it. False: it is in flight, or whether it has it is not known (202; Rule 25, Promise 8). */
  isSettled: boolean
  replayed: boolean
}

/** From the decision on: its turn, the tries, the last answer, and some. */
const leaseMs = 2 * retryBudgetMs + providerTimeoutMs + 5_000
const windowMs = 24 * 3_600_000

/**
 * Sends one message under a broadcast: checks every rule in the order of Rule 23, commits the reservation and the
 * intent, asks the provider, and records what it answers (docs/architecture.md, "Decide, commit, act, settle"). A process
 * that dies in between leaves a message that becomes `unresolved`; it is never sent a second time.
 *
 * @throws {Refusal} 400, 402, 404, 409 before anything is reserved; 400 where the provider surely did not send it; 503
 *   where whether it did is not known.
 */
export async function sendMessage(context: SendContext, asked: Send): Promise<SendAnswered> {
  // Windows open and close by the time of day.
  await context.clock.resync?.()
  const broadcast = await findBroadcast(context, asked)
  const send = await addressed(context, asked)
  const key = keyOf(send)
  const kept = key && (await replay(context, key))
  if (kept) return kept
  const checkedAt = performance.now()
  let message: GraphMessage
  try {
    message = await checkRules(context, send, broadcast)
  } catch (error) {
    // Another request with the key may have been what took the last send since we looked.
    const meanwhile = key && (await replay(context, key))
    if (meanwhile) return meanwhile
    throw error
  }
  const account = accountOf(context, broadcast)
  const decidesAt = performance.now()
  const decided = await decide(context, send, broadcast, message, key)
  // The key's answer, or that it is under way, is there by now, and so is the person.
  if (decided === 'again') return sendMessage(context, send)
  const outcome = await sendWithRetries(account, message, {
    ...decided,
    decidesAt,
    checkedAt,
    checkAgain: () => checkStanding(context, send, broadcast),
  })
  const { message: settled, answer } = await settle(context, send, decided.messageId, outcome, key)
  return answerOf(context, send, outcome, settled, answer)
}

async function findBroadcast({ db }: SendContext, send: Send): Promise<BroadcastForSend> {
  const { organization_id, project_id, broadcast_id } = send
  const found = isUuid(broadcast_id)
    ? await selectBroadcastForSend(db, organization_id, project_id, broadcast_id)
    : null
  if (found === null) throw refusals.broadcastNotFound()
  return found
}

/** The send with the person's number in the place of an id, where it is known, or with the id that they go by now. */
async function addressed({ db }: SendContext, send: Send): Promise<Send> {
  const { request } = send
  if (isNumber(request.to)) return send
  return { ...send, request: { ...request, to: await selectAddress(db, send, request.to) } }
}

interface Key {
  organization_id: string
  project_id: string
  key: string
  fingerprint: Buffer
}

function keyOf({
  organization_id,
  project_id,
  broadcast_id,
  request,
  idempotencyKey: key,
}: Send): Key | null {
  if (key === null) return null
  return {
    organization_id,
    project_id,
    key,
    fingerprint: fingerprintOf(['whatsapp', broadcast_id], request.given),
  }
}

/**
 * What was answered under the key before, or how the message stands; null where the key is new (Promises 2 and 3).
 *
 * @throws {Refusal} 409 where it was used for another request; the refusal that was answered before.
 */
async function replay(context: SendContext, key: Key, looks = 5): Promise<SendAnswered | null> {
  const { db, clock } = context
  const kept = await selectKey<SendAnswer>(db, key, clock.now())
  if (kept === null) return null
  if (!kept.fingerprint.equals(key.fingerprint)) throw refusals.idempotencyKeyReused()
  if (kept.answer !== null) return answerKept(kept.answer, true)
  const message = await db.transaction((transaction) =>
    lockMessage(transaction, key.organization_id, { _id: kept.subject_id }),
  )
  if (message === null) return null
  // Since we looked it got its answer, or its key was freed.
  if (message.quota !== 'reserved' && looks > 1) return replay(context, key, looks - 1)
  return { result: sendResult(message), isSettled: false, replayed: false }
}

/**
 * What is kept under a key, as everybody gets it (Rule 50): the first of them too, whatever has become known meanwhile.
 */
function answerKept(answer: SendAnswer, replayed: boolean): SendAnswered {
  if (answer.kind === 'refused') throw keptRefusal(answer, replayed ? replayedHeader : {})
  return { result: keptResult(answer.result), isSettled: true, replayed }
}

/**
 * Checks plan and quota, sender, template or window, opt-out, before anything is reserved (Promises 6 and 12); returns
 * what goes to the provider.
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
  await checkStanding({ db, clock }, send, broadcast)
  return made.message
}

/**
 * What the recipient has a say in: the window of a typed message, and the opt-out (Promise 28).
 *
 * @throws {Refusal} 400 where they bar it.
 */
async function checkStanding(
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

interface DecidedSend {
  messageId: string
  /** Until its turn at the sender's pace. */
  waitMs: number
}

/**
 * Commits the intent: the key, the message, the person, the turn and the reservation.
 *
 * The rows that others wait for come last, together: those of the sender's pace and of the plan, in which every send of the
 * organization waits for the one before it to commit.
 */
async function decide(
  context: SendContext,
  send: Send,
  broadcast: BroadcastForSend,
  message: GraphMessage,
  key: Key | null,
): Promise<DecidedSend | 'again'> {
  const { db, clock, newId } = context
  const now = clock.now()
  const row = messageRow(send, broadcast, message, newId())
  const messageId = row._id
  const person = contactOfRecipient(send, send.request.to, now)
  try {
    return await db.transaction(async (transaction) => {
      const [isMine, known] = await Promise.all([
        key === null ? true : insertKey(transaction, key, { ...key, subject_id: messageId }, now),
        selectContactOwners(transaction, person),
        insertMessage(transaction, row, new Date(now.getTime() + leaseMs), now),
      ])
      if (!isMine) throw new DecideAgain()
      const number = known.length > 0 ? null : await takeNumber(db, person)
      const [isKnown, waitMs, isReserved] = await Promise.all([
        number === null || insertProfile(transaction, person, { profileId: newId(), number }),
        reserveSendSlot(transaction, row),
        reserveSend(transaction, send.organization_id),
      ])
      // Whoever links what others link too must hold none of these rows.
      if (!isKnown) throw new DecideAgain()
      if (!isReserved) throw refusals.quotaExhausted()
      if (waitMs > retryBudgetMs) throw refusals.senderBusy()
      return { messageId, waitMs }
    })
  } catch (error) {
    if (error instanceof DecideAgain) return 'again'
    throw error
  }
}

/** Rolls the decision back: another request has the key, or has just made the person's profile. */
class DecideAgain extends Error {}

function messageRow(
  { organization_id, project_id, request }: Send,
  { broadcast_id, sender }: BroadcastForSend,
  message: GraphMessage,
  _id: string,
): NewMessage {
  return {
    organization_id,
    project_id,
    _id,
    broadcast_id,
    whatsapp_sender_id: sender._id,
    recipient: request.to,
    type: request.kind === 'template' ? 'template' : request.type,
    request: request.given,
    provider_message: message,
  }
}

/** The number that sends; opened before anything is written: a token that does not open must not leave a message behind. */
function accountOf({ secretBox }: SendContext, { sender }: BroadcastForSend) {
  const access_token = secretBox.open(sender.access_token)
  return { phone_number_id: sender.phone_number_id, access_token, api_url: sender.api_url }
}

/** Records what the provider answered; answers how the message stands then, and what is kept under its key. */
async function settle(
  context: SendContext,
  send: Send,
  messageId: string,
  outcome: SendOutcome | BlockedSend,
  key: Key | null,
): Promise<{ message: LockedMessage; answer: SendAnswer | null }> {
  try {
    return await record(context, send, messageId, outcome, key)
  } catch (error) {
    // Its answer names a message that it had taken before: which of the two it has, or both, its webhooks tell.
    if (outcome.kind !== 'accepted' || !isIdTaken(error)) throw error
    const reason = 'WhatsApp answered with the id of another message'
    return record(context, send, messageId, { kind: 'unknown', code: null, reason }, key)
  }
}

function isIdTaken(error: unknown): boolean {
  return error instanceof DatabaseError && error.constraint === 'whatsapp_messages_by_provider_id'
}

async function record(
  { db, clock, newId }: SendContext,
  { organization_id }: Send,
  messageId: string,
  outcome: SendOutcome | BlockedSend,
  key: Key | null,
): Promise<{ message: LockedMessage; answer: SendAnswer | null }> {
  const now = clock.now()
  return db.transaction(async (transaction) => {
    const message = await lockMessage(transaction, organization_id, { _id: messageId })
    if (message === null) throw new Error(`message ${messageId} is gone`)
    // The key is free again, for another try (Rule 24); the history keeps this one.
    if ((outcome.kind === 'not_done' || outcome.kind === 'blocked') && message.quota === 'reserved')
      await deleteKey(transaction, organization_id, messageId)
    if (outcome.kind === 'rejected') await learnFromCode(transaction, message, outcome.code, { at: now, now })
    const settled = await settleMessage({ newId }, transaction, message, toldBy(outcome, now), now)
    // What is kept under the key is of this, or of nothing yet, unless somebody else has settled the message before.
    if (key === null || message.quota === 'reserved') return { message: settled, answer: null }
    const kept = await selectKey<SendAnswer>(transaction, key, now)
    return { message: settled, answer: kept?.subject_id === messageId ? kept.answer : null }
  })
}

function toldBy(outcome: SendOutcome | BlockedSend, at: Date): StatusReport {
  switch (outcome.kind) {
    case 'accepted':
      return { status: 'sent', at, error: null, providerMessageId: outcome.messageId }
    case 'rejected':
    case 'not_done':
      return {
        status: 'failed',
        at,
        error: { code: outcome.code, reason: outcome.reason },
        providerMessageId: null,
      }
    case 'blocked': {
      const error = { code: null, reason: `not sent after all: ${outcome.refusal.message}` }
      return { status: 'failed', at, error, providerMessageId: null }
    }
    case 'unknown':
      return { status: 'unresolved', at, error: null, providerMessageId: null }
  }
}

/** A webhook may have said more meanwhile: then that is what the caller is told. */
function answerOf(
  { log }: SendContext,
  send: Send,
  outcome: SendOutcome | BlockedSend,
  message: LockedMessage,
  answer: SendAnswer | null,
): SendAnswered {
  const { status } = message
  if (outcome.kind === 'unknown')
    log.warn(
      { message_id: message._id, organization_id: send.organization_id, code: outcome.code },
      'whether the provider has a message is not known',
    )
  if (answer !== null) return answerKept(answer, false)
  if (status === 'unresolved') throw refusals.sendUnresolved(message._id)
  if (status !== 'failed') return { result: sendResult(message), isSettled: true, replayed: false }
  switch (outcome.kind) {
    case 'blocked':
      throw outcome.refusal
    case 'not_done':
      throw refusals.providerBusy(outcome.reason, outcome.retryAfterMs)
    case 'rejected':
      throw refusals.messageRejected(outcome.reason, outcome.code)
    // It was taken, or may have been, and its webhook told of the failure before we were answered.
    case 'accepted':
    case 'unknown':
      throw refusals.messageRejected(message.error_reason ?? 'it failed', message.error_code)
  }
}
