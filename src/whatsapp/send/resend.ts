import { refusals } from '../../base/refusals.ts'
import type { Refusal } from '../../base/refusals/refusal.ts'
import type { ResendRow } from './send-queries.ts'

/**
 * Returns why a message can not be sent again; null if it can. Only a message that failed is sent again, and only once:
 * if the new message fails too, that is the one to send again (Rule 85).
 */
export function resendRefusal(message: ResendRow | null): Refusal | null {
  if (message === null) return refusals.messageNotFound()
  if (message.resent_as !== null) return refusals.messageSentAgain(message.resent_as)
  return message.status === 'failed' ? null : refusals.messageNotFailed(message.status)
}
