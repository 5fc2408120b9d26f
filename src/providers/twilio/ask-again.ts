import assert from 'node:assert/strict'

/**
 * Has Twilio try a request six times within 15 s if the service can't be reached, is silent for 7 s or answers 5xx, so
 * that a restart of the service, or a process that hangs, does not end calls. Without it Twilio tries once more only
 * where it can't connect. The fragment is neither sent nor signed.
 * https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides
 */
const overrides = '#rc=5&rp=ct,rt,5xx&ct=2000&rt=7000&tt=15000'

/** Returns an address of which Twilio asks again. A repeated request must be answered as the first. */
export function askAgain(address: string): string {
  assert(!address.includes('#'), 'the fragment of an address belongs to Twilio')
  return `${address}${overrides}`
}
