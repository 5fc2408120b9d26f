import { readClocks } from '../../base/clock.ts'
import type { Refusal } from '../../base/refusals/refusal.ts'
import { idempotencyKeyOf, retryOnConflict } from '../../idempotency/idempotent-request.ts'
import type { GraphMessage } from '../message/graph-message.ts'
import { answerOutcome, replayAnswer } from './answer-send.ts'
import type { BroadcastForSend } from './broadcast-queries.ts'
import { decideSend } from './decide-send.ts'
import type { Send, SendContext, SentMessage } from './send-context.ts'
import { checkRecipient, checkRules, findBroadcast, withAddress } from './send-rules.ts'
import type { SendRule } from './send-rules.ts'
import { sendWithRetries } from './send-with-retries.ts'

/**
 * Sends one message under a broadcast: checks every rule in the order of Rule 23, commits the reservation and the
 * message, asks the provider, and records the answer (docs/architecture.md, "Decide, commit, act, settle"). If the
 * process dies in between, the message becomes `unresolved`; it is never sent a second time.
 *
 * @throws {Refusal} 400, 402, 404, 409 before anything is reserved; 400 if the provider certainly did not send the
 *   message; 503 if that is unknown.
 */
export async function sendMessage(context: SendContext, send: Send): Promise<SentMessage> {
  // The 24-hour window depends on the time.
  await context.clock.resync?.()
  return retryOnConflict(() => sendOnce(context, send))
}

async function sendOnce(context: SendContext, requested: Send): Promise<SentMessage> {
  const broadcast = await findBroadcast(context, requested)
  const send = await withAddress(context, requested)
  const key = idempotencyKeyOf(send, operationOf(send), send.request.given)
  const replayed = key && (await replayAnswer(context, key))
  if (replayed) return replayed
  const checkedAt = readClocks(context.clock)
  let message: GraphMessage | null
  try {
    message = await checkRules(context, send, broadcast, throwIt)
  } catch (error) {
    // Another request with the key may have used the last send in the meantime.
    const meanwhile = key && (await replayAnswer(context, key))
    if (meanwhile) return meanwhile
    throw error
  }
  if (message === null) throw new Error('no rule refuses the message, yet there is none')
  const account = accountOf(context, broadcast)
  const leasedAt = readClocks(context.clock)
  const decided = await decideSend(context, send, broadcast, message, key)
  const { organization_id, project_id } = send
  const publish = () =>
    context.hints.publish({ topic: 'messages', organization_id, project_id, ids: [decided.messageId] })
  publish()
  const outcome = await sendWithRetries(account, message, {
    ...decided,
    clock: context.clock,
    leasedAt,
    checkedAt,
    checkAgain: async () => {
      await checkRecipient(context, send, broadcast, throwIt)
      await send.condition?.again()
    },
  })
  return answerOutcome(context, send, decided.messageId, outcome, key).finally(publish)
}

/** Throws the refusal. A send ends at the first rule that forbids it. */
function throwIt(_: SendRule, refusal: Refusal): never {
  throw refusal
}

/**
 * Returns what a key stands for. A message that is sent again is another operation than a first send of the same body.
 */
function operationOf({ broadcast_id, resendOf }: Send): string[] {
  return ['whatsapp', broadcast_id, ...(resendOf === null ? [] : ['resend', resendOf])]
}

/**
 * Returns the sending number's account. Decrypted before anything is written: a bad token must not leave a message
 * behind.
 */
export function accountOf({ secretBox, givenHosts }: SendContext, { sender }: BroadcastForSend) {
  const { phone_number_id, api_url, api_url_given_by } = sender
  const access_token = secretBox.open(sender.access_token)
  return { phone_number_id, access_token, api_url, api_url_given_by, givenHosts }
}
