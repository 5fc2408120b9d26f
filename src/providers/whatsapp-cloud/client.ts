import assert from 'node:assert/strict'
import { askGraph } from './graph-request.ts'
import { judgeSent } from './outcome.ts'
import type { SendOutcome } from './outcome.ts'
import type { SendingNumber } from './types.ts'

/** How a message is sent, beside what it says. */
export interface SendOptions {
  /** 1 to 512 characters that come back with each status of the message; the only way to learn of one whose answer was lost. */
  callbackData: string
  /** Gives up at once; what that means for the message is told like any other failure. */
  signal?: AbortSignal | undefined
  /** From the first step to the last byte of the answer. */
  answerMs?: number | undefined
}

const answerMsByDefault = 10_000
const answerBytesMax = 65_536

/**
 * Asks Meta once to send a message. Meta has no idempotency key: asked twice, it sends twice.
 *
 * @param message the body as Meta documents it, `type` and `to` or `recipient` included.
 * @throws before anything is sent where the account or the callback data are malformed.
 */
export async function sendMessage(
  account: SendingNumber,
  message: Readonly<Record<string, unknown>>,
  { callbackData, signal, answerMs = answerMsByDefault }: SendOptions,
): Promise<SendOutcome> {
  assert(callbackData !== '' && callbackData.length <= 512, 'callback data are 1 to 512 characters')
  const body = JSON.stringify({ ...message, biz_opaque_callback_data: callbackData })
  const question = { id: account.phone_number_id, edge: 'messages', body }
  return judgeSent(await askGraph(account, question, { answerMs, answerBytesMax, signal }))
}
