import { createHash, timingSafeEqual } from 'node:crypto'

const challengeLengthMax = 1_024

/**
 * The challenge to be answered as plain text, when Meta asks whether an address is ours; null where the answer is 403.
 * Meta: "Webhooks, Getting started", "Verification requests".
 *
 * @param query of the GET request, by full name; a name that was given twice is refused.
 * @param verifyTokens of all senders behind the address; any of them will do.
 */
export function answerHandshake(
  query: Readonly<Record<string, unknown>>,
  verifyTokens: readonly string[],
): string | null {
  const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query
  if (mode !== 'subscribe' || typeof token !== 'string' || typeof challenge !== 'string') return null
  if (challenge === '' || challenge.length > challengeLengthMax) return null
  const given = digest(token)
  // All are compared, and as digests, so that the time tells neither which one fits nor how much of it.
  const matches = verifyTokens.filter((known) => known !== '' && timingSafeEqual(digest(known), given))
  return matches.length > 0 ? challenge : null
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
