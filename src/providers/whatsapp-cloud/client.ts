import assert from 'node:assert/strict'
import { requestGraph } from './graph-request.ts'
import { sendOutcome } from './outcome.ts'
import type { SendOutcome } from './outcome.ts'
import type { SendingNumber } from './types.ts'

/** The options of a send. */
export interface SendOptions {
  /** 1 to 512 characters that each status of the message repeats. They identify a message whose answer was lost. */
  callbackData: string
  /** Aborts the request at once; the outcome is that of any other failure. */
  signal?: AbortSignal | undefined
  /** The time limit from the start of the connection to the last byte of the answer. */
  answerMs?: number | undefined
  /** Awaited when the connection stands; if it resolves to false, nothing is sent (`not_done`). */
  beforeBegin?: (() => Promise<boolean>) | undefined
  /** Called just before the first byte is written; if it returns false, nothing is sent (`not_done`). */
  mayBegin?: (() => boolean) | undefined
}

const answerMsByDefault = 10_000
const answerBytesMax = 65_536

/**
 * Sends a message by one request. Meta has no idempotency key: a repeated request sends a second message.
 *
 * @param message the body as Meta documents it, including `type` and `to` or `recipient`.
 * @throws before anything is sent, if the account or the callback data are malformed.
 */
export async function sendMessage(
  account: SendingNumber,
  message: Readonly<Record<string, unknown>>,
  { callbackData, signal, answerMs = answerMsByDefault, beforeBegin, mayBegin }: SendOptions,
): Promise<SendOutcome> {
  assert(callbackData !== '' && callbackData.length <= 512, 'callback data are 1 to 512 characters')
  const body = JSON.stringify({ ...message, biz_opaque_callback_data: callbackData })
  const request = { id: account.phone_number_id, edge: 'messages', body }
  const options = { answerMs, answerBytesMax, signal, beforeBegin, mayBegin }
  return sendOutcome(await requestGraph(account, request, options))
}

/** How long the request may take that shows a person that they are read: an answer does not wait for it. */
const typingAnswerMs = 5_000

/**
 * Shows a person that their message was read and that an answer is being written, for up to 25 s. Returns false where
 * WhatsApp did not take it, which does no harm.
 *
 * @param messageId the provider's id of the person's message.
 * @throws if the account is malformed.
 */
export async function showTyping(account: SendingNumber, messageId: string): Promise<boolean> {
  const body = JSON.stringify({
    messaging_product: 'whatsapp',
    status: 'read',
    message_id: messageId,
    typing_indicator: { type: 'text' },
  })
  const request = { id: account.phone_number_id, edge: 'messages', body }
  const exchange = await requestGraph(account, request, { answerMs: typingAnswerMs, answerBytesMax })
  return exchange.kind === 'answered' && exchange.status >= 200 && exchange.status <= 299
}
