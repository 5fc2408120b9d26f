import { z } from 'zod'
import { requestGraph } from './graph-request.ts'
import { readOutcome } from './outcome.ts'
import { Text } from './types.ts'
import type { SendingNumber } from './types.ts'

const field = 'whatsapp_business_manager_messaging_limit'
const MessagingLimit = z.object({ [field]: Text })
const answerBytesMax = 65_536

/**
 * Reads how many people the business may write to first within a day, in Meta's word, such as `TIER_10K`. Null if
 * WhatsApp does not say: the field is not there in every version, so it is requested apart from those that always are.
 * https://developers.facebook.com/docs/whatsapp/messaging-limits
 *
 * @throws before anything is sent, if the account is malformed.
 */
export async function fetchMessagingLimit(
  account: SendingNumber,
  { signal, answerMs = 10_000 }: { signal?: AbortSignal | undefined; answerMs?: number | undefined } = {},
): Promise<string | null> {
  const request = { id: account.phone_number_id, query: { fields: field } }
  const exchange = await requestGraph(account, request, { answerMs, answerBytesMax, signal })
  const read = readOutcome<z.infer<typeof MessagingLimit>>(exchange, MessagingLimit)
  return read.kind === 'read' ? (read.value[field] ?? null) : null
}
