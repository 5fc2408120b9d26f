import { askAgain } from '../../providers/twilio/ask-again.ts'

/** Returns the route patterns of what a provider asks and reports about calls to the numbers of an account. */
export function numberRoutes(provider: string) {
  const base = `/webhooks/voice/${provider}/:organization_id/inbound/:voice_carrier_id`
  return { voice: base, status: `${base}/status` }
}

/**
 * Returns the addresses to which a number of a carrier account points, so that calls to it are answered. They are the
 * same for all numbers of the account, and stay the same as long as the account is declared.
 */
export function numberAddresses(
  publicUrl: string,
  provider: string,
  account: { organization_id: string; voice_carrier_id: string },
): { voice: string; status: string } {
  const base = `${publicUrl}/webhooks/voice/${provider}/${account.organization_id}/inbound/${account.voice_carrier_id}`
  return { voice: askAgain(base), status: `${base}/status` }
}
