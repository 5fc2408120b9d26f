import { z } from 'zod'
import { askGraph } from './graph-request.ts'
import { judgeRead } from './outcome.ts'
import type { ReadFault } from './outcome.ts'
import { Text } from './types.ts'
import type { SendingNumber } from './types.ts'

/** https://developers.facebook.com/docs/graph-api/reference/whats-app-business-account-to-number-current-status/ */
const PhoneNumber = z.object({
  id: z.string().min(1),
  /** Written for people, such as `+1 415-555-0199`. */
  display_phone_number: Text,
  verified_name: Text,
  /** `GREEN`, `YELLOW`, `RED` or `UNKNOWN`. */
  quality_rating: Text,
  /** `CONNECTED` where messages can be sent; else `PENDING`, `FLAGGED`, `RESTRICTED`, `BANNED`, `DISCONNECTED`, … */
  status: Text,
  name_status: Text,
  /** How many messages a second: `STANDARD` or `HIGH`. */
  throughput: z.object({ level: Text }).nullable().catch(null),
  /** Of the number, its account and its business together: `AVAILABLE`, `LIMITED` or `BLOCKED`. */
  health_status: z.object({ can_send_message: Text }).nullable().catch(null),
})
export type PhoneNumber = z.infer<typeof PhoneNumber>

const fields = Object.keys(PhoneNumber.shape).join(',')
const answerBytesMax = 65_536

/**
 * What Meta says of a number, which is also the way to learn whether it accepts the token. One request.
 *
 * @throws before anything is sent where the account is malformed.
 */
export async function fetchPhoneNumber(
  account: SendingNumber,
  { signal, answerMs = 10_000 }: { signal?: AbortSignal | undefined; answerMs?: number | undefined } = {},
): Promise<{ kind: 'found'; number: PhoneNumber } | ReadFault> {
  const question = { id: account.phone_number_id, query: { fields } }
  const read = judgeRead<PhoneNumber>(
    await askGraph(account, question, { answerMs, answerBytesMax, signal }),
    PhoneNumber,
  )
  return read.kind === 'read' ? { kind: 'found', number: read.value } : read
}
