import { z } from 'zod'
import { requestGraph } from './graph-request.ts'
import { readOutcome } from './outcome.ts'
import type { ReadFault } from './outcome.ts'
import { Text } from './types.ts'
import type { SendingNumber } from './types.ts'

/** https://developers.facebook.com/docs/graph-api/reference/whats-app-business-account-to-number-current-status/ */
const PhoneNumber = z.object({
  id: z.string().min(1),
  /** Formatted for display, such as `+1 415-555-0199`. */
  display_phone_number: Text,
  verified_name: Text,
  /** `GREEN`, `YELLOW`, `RED` or `UNKNOWN`. */
  quality_rating: Text,
  /** `CONNECTED` if messages can be sent; else `PENDING`, `FLAGGED`, `RESTRICTED`, `BANNED`, `DISCONNECTED`, … */
  status: Text,
  name_status: Text,
  /** The rate limit: `STANDARD` or `HIGH`. */
  throughput: z.object({ level: Text }).nullable().catch(null),
  /** The health of the number, its account and its business together: `AVAILABLE`, `LIMITED` or `BLOCKED`. */
  health_status: z.object({ can_send_message: Text }).nullable().catch(null),
})
export type PhoneNumber = z.infer<typeof PhoneNumber>

const fields = Object.keys(PhoneNumber.shape).join(',')
const answerBytesMax = 65_536

/**
 * Reads a number from Meta by one request, which also shows whether Meta accepts the token.
 *
 * @throws before anything is sent, if the account is malformed.
 */
export async function fetchPhoneNumber(
  account: SendingNumber,
  { signal, answerMs = 10_000 }: { signal?: AbortSignal | undefined; answerMs?: number | undefined } = {},
): Promise<{ kind: 'found'; number: PhoneNumber } | ReadFault> {
  const request = { id: account.phone_number_id, query: { fields } }
  const read = readOutcome<PhoneNumber>(
    await requestGraph(account, request, { answerMs, answerBytesMax, signal }),
    PhoneNumber,
  )
  return read.kind === 'read' ? { kind: 'found', number: read.value } : read
}
