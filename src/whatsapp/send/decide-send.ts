import { refusals } from '../../base/refusals.ts'
import { DecisionConflict, takeKey } from '../../idempotency/idempotent-request.ts'
import type { IdempotencyKey } from '../../idempotency/idempotent-request.ts'
import { takeNumber } from '../../people/display-ids.ts'
import { holdErasures } from '../../people/erasing.ts'
import { insertProfile, selectContactOwners } from '../../people/queries.ts'
import { turnOfKey } from '../agents/agent-message.ts'
import type { GraphMessage } from '../message/graph-message.ts'
import { keptBody } from '../message/send-body.ts'
import { contactOfRecipient } from '../people/contact-of-recipient.ts'
import type { BroadcastForSend } from './broadcast-queries.ts'
import { reserveSendSlot } from './rate-limit-queries.ts'
import { resendRefusal } from './resend.ts'
import type { Send, SendContext } from './send-context.ts'
import { insertMessage, lockMessage, reserveSend, selectResend } from './send-queries.ts'
import type { NewMessage } from './send-queries.ts'
import { providerTimeoutMs, retryBudgetMs } from './send-with-retries.ts'

/** A message's lease covers the wait for its slot, the tries, the last answer, and a margin. */
const leaseMs = 2 * retryBudgetMs + providerTimeoutMs + 5_000

export interface DecidedSend {
  messageId: string
  /** The time until its slot of the sender's rate limit. */
  waitMs: number
}

/**
 * Commits the intent to send: the key, the message, the person, the slot of the rate limit and the reservation.
 *
 * The rows for which others wait come last, together: the sender's rate limit and the plan. Every send of the
 * organization waits at the plan for the one before it to commit.
 *
 * @throws {DecisionConflict} if another request has taken the key, or has just created the person's profile.
 * @throws {Refusal} if nothing is left of the plan or of the rate limit, or if the message was sent again already.
 */
export async function decideSend(
  { db, clock, newId }: SendContext,
  send: Send,
  broadcast: BroadcastForSend,
  message: GraphMessage,
  key: IdempotencyKey | null,
): Promise<DecidedSend> {
  const now = clock.now()
  const row = messageRow(send, broadcast, message, newId())
  const messageId = row._id
  const { events_wanted } = broadcast
  const contact = { ...contactOfRecipient(send, send.request.to, now), events_wanted }
  return db.transaction(async (transaction) => {
    // Sent first: the later statements then see what an erasure committed while this one waited for it.
    const held = holdErasures(transaction, send.organization_id)
    if (send.condition !== undefined) {
      await held
      await send.condition.inTransaction(transaction)
    }
    const takesKey = takeKey(transaction, key, messageId, now)
    if (send.resendOf !== null) {
      // A repeated request waits here for the first one, which has the key, and gets its answer.
      const [hasKey] = await Promise.all([takesKey, held])
      if (!hasKey) throw new DecisionConflict()
      await lockMessage(transaction, send.organization_id, { _id: send.resendOf })
      const refusal = resendRefusal(await selectResend(transaction, send, send.resendOf))
      if (refusal !== null) throw refusal
    }
    const [hasKey, owners] = await Promise.all([
      takesKey,
      selectContactOwners(transaction, contact),
      insertMessage(transaction, row, new Date(now.getTime() + leaseMs), now),
      held,
    ])
    if (!hasKey) throw new DecisionConflict()
    const number = owners.length > 0 ? null : await takeNumber(db, contact)
    const [isProfileKnown, waitMs, isReserved] = await Promise.all([
      number === null || insertProfile(transaction, contact, { profileId: newId(), number }),
      reserveSendSlot(transaction, row),
      reserveSend(transaction, send.organization_id),
    ])
    // Starts over, because linking the person while this transaction keeps these rows locked could deadlock.
    if (!isProfileKnown) throw new DecisionConflict()
    if (!isReserved) throw refusals.quotaExhausted()
    if (waitMs > retryBudgetMs) throw refusals.senderBusy()
    return { messageId, waitMs }
  })
}

function messageRow(
  { organization_id, project_id, request, resendOf, idempotencyKey }: Send,
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
    request: keptBody(request),
    provider_message: message,
    resend_of: resendOf,
    agent_turn: idempotencyKey === null ? null : turnOfKey(idempotencyKey),
  }
}
