import type { SecretBox } from '../base/secret-box.ts'
import { unsealCredentials } from '../calls/attempt/carrier-account.ts'
import { numberAddresses } from '../calls/inbound/number-addresses.ts'
import type { AnsweredNumber } from '../campaigns/inbound-queries.ts'
import { findNumber, pointNumber } from '../providers/twilio/numbers.ts'
import type { ConnectionRules } from '../providers/web/guard/checked-connection.ts'

/** The limits of one request to a provider that a command makes. */
export const limits = { connectTimeoutMs: 3_000, requestTimeoutMs: 10_000, answerBytesMax: 1_048_576 }

/** Returns whether the address leads to a sandbox on this machine, where nobody is really called. */
export function isSandboxAddress(address: unknown): boolean {
  return typeof address === 'string' && address.startsWith('http://127.0.0.1:')
}

/**
 * Points a number at the service, by the carrier's API, so that calls to it come here.
 *
 * @param publicUrl the address at which the carrier reaches the service.
 * @param givenHosts how a host is reached that somebody gave for the carrier's API.
 * @returns why that failed; null if it did not.
 */
export async function pointNumberHere(
  secretBox: SecretBox,
  number: AnsweredNumber,
  publicUrl: string,
  givenHosts: ConnectionRules,
): Promise<string | null> {
  const account = unsealCredentials(secretBox, number)
  const asked = { ...limits, givenHosts }
  const found = await findNumber(account, asked, number.number)
  if (found.kind === 'absent') return 'the account does not have the number'
  if (found.kind !== 'found') return found.reason
  const addresses = numberAddresses(publicUrl, 'twilio', number)
  const pointed = await pointNumber(account, asked, found.number.sid, addresses)
  return pointed.kind === 'pointed' ? null : pointed.reason
}
