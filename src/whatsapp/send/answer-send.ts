import { DatabaseError } from 'pg'
import { refusals } from '../../base/refusals.ts'
import { Refusal } from '../../base/refusals/refusal.ts'
import { isOrganizationMoving } from '../../db/database.ts'
import { replayedHeader } from '../../idempotency/idempotency-key.ts'
import { selectEarlierUse } from '../../idempotency/idempotent-request.ts'
import type { IdempotencyKey } from '../../idempotency/idempotent-request.ts'
import { deleteKey, selectKey } from '../../idempotency/queries.ts'
import type { SendOutcome } from '../../providers/whatsapp-cloud/outcome.ts'
import { learnFromCode } from './learn-from-code.ts'
import { keptRefusal, keptResult, sendResult } from './send-answer.ts'
import type { SendAnswer } from './send-answer.ts'
import type { Send, SendContext, SentMessage } from './send-context.ts'
import { lockMessage } from './send-queries.ts'
import type { LockedMessage } from './send-queries.ts'
import type { BlockedSend } from './send-with-retries.ts'
import { settleMessage } from './settle-message.ts'
import type { StatusReport } from './settle-message.ts'

/**
 * Returns what an earlier request with the key was answered (Promises 2 and 3); null if the key is new. While the
 * message is being sent, or its outcome is unknown, the response is 202 with its state (Rule 25, Promise 8).
 *
 * @throws {Refusal} 409 if it was used for another request; the earlier answer if that was a refusal.
 */
export async function replayAnswer(
  context: SendContext,
  key: IdempotencyKey,
  tries = 5,
): Promise<SentMessage | null> {
  const { db, clock } = context
  const earlier = await selectEarlierUse<SendAnswer>(db, key, clock.now())
  if (earlier === null) return null
  if (earlier.answer !== null) return storedAnswer(earlier.answer, true)
  const message = await db.transaction((transaction) =>
    lockMessage(transaction, key.organization_id, { _id: earlier.subject_id }),
  )
  if (message === null) return null
  // In the meantime the message got its answer, or its key was freed.
  if (message.quota !== 'reserved' && tries > 1) return replayAnswer(context, key, tries - 1)
  return { result: sendResult(message), isSettled: false, replayed: false }
}

/** Returns the answer that is stored under a key: every request gets the same, also the first one (Rule 50). */
function storedAnswer(answer: SendAnswer, replayed: boolean): SentMessage {
  if (answer.kind === 'refused') throw keptRefusal(answer, replayed ? replayedHeader : {})
  return { result: keptResult(answer.result), isSettled: true, replayed }
}

/**
 * Records what the provider answered, and returns the answer for the caller. A webhook may have reported more
 * meanwhile; then the answer is by its report.
 *
 * @throws {Refusal} if the message was not sent, or if that is unknown.
 */
export async function answerOutcome(
  context: SendContext,
  send: Send,
  messageId: string,
  outcome: SendOutcome | BlockedSend,
  key: IdempotencyKey | null,
): Promise<SentMessage> {
  const { message, answer } = await settle(context, send, messageId, outcome, key)
  if (outcome.kind === 'unknown')
    context.log.warn(
      { message_id: messageId, organization_id: send.organization_id, code: outcome.code },
      'it is unknown whether the provider has a message',
    )
  if (answer !== null) return storedAnswer(answer, false)
  if (message.status === 'unresolved') throw refusals.sendUnresolved(messageId)
  if (message.status !== 'failed') return { result: sendResult(message), isSettled: true, replayed: false }
  switch (outcome.kind) {
    case 'blocked':
      throw outcome.error
    case 'not_done':
      throw refusals.providerBusy(outcome.reason, outcome.retryAfterMs)
    case 'rejected':
      throw refusals.messageRejected(outcome.reason, outcome.code)
    // The provider has it, or may have it, and a webhook reported its failure before this answer.
    case 'accepted':
    case 'unknown':
      throw refusals.messageRejected(message.error_reason ?? 'it failed', message.error_code)
  }
}

interface Settled {
  message: LockedMessage
  /** The answer that is stored under the message's key. */
  answer: SendAnswer | null
}

async function settle(
  context: SendContext,
  send: Send,
  messageId: string,
  outcome: SendOutcome | BlockedSend,
  key: IdempotencyKey | null,
): Promise<Settled> {
  try {
    return await record(context, send, messageId, outcome, key)
  } catch (error) {
    // The message was committed before, so WhatsApp may have it, and the answer must not say that nothing was sent.
    if (isOrganizationMoving(error)) {
      context.log.warn(
        { message_id: messageId, organization_id: send.organization_id },
        'the organization moved before the outcome of a message was recorded',
      )
      throw refusals.sendUnresolved(messageId)
    }
    // The provider's id belongs to an earlier message. Webhooks will show which of the two the provider has, or both.
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
  key: IdempotencyKey | null,
): Promise<Settled> {
  const now = clock.now()
  return db.transaction(async (transaction) => {
    const message = await lockMessage(transaction, organization_id, { _id: messageId })
    if (message === null) throw new Error(`message ${messageId} is gone`)
    // The key is free again for another try (Rule 24); the history keeps this one.
    if ((outcome.kind === 'not_done' || outcome.kind === 'blocked') && message.quota === 'reserved')
      await deleteKey(transaction, organization_id, messageId)
    if (outcome.kind === 'rejected' || outcome.kind === 'not_done')
      await learnFromCode(transaction, message, outcome.code, { at: now, now })
    const settled = await settleMessage({ newId }, transaction, message, reportOf(outcome, now), now)
    // Only if something else has settled the message before may the key have an answer that differs from this outcome.
    if (key === null || message.quota === 'reserved') return { message: settled, answer: null }
    const stored = await selectKey<SendAnswer>(transaction, key, now)
    return { message: settled, answer: stored?.subject_id === messageId ? stored.answer : null }
  })
}

function reportOf(outcome: SendOutcome | BlockedSend, at: Date): StatusReport {
  switch (outcome.kind) {
    case 'accepted':
      return { status: 'sent', at, error: null, providerMessageId: outcome.messageId }
    case 'rejected':
    case 'not_done': {
      const error = { code: outcome.code, reason: outcome.reason }
      return { status: 'failed', at, error, providerMessageId: null }
    }
    case 'blocked': {
      const why =
        outcome.error instanceof Refusal ? outcome.error.message : 'the recipient could not be checked'
      const error = { code: null, reason: `not sent after all: ${why}` }
      return { status: 'failed', at, error, providerMessageId: null }
    }
    case 'unknown':
      return { status: 'unresolved', at, error: null, providerMessageId: null }
  }
}
