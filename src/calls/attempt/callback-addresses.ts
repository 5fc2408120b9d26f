import type { Attempt } from '../queries.ts'

/**
 * Returns the route patterns of a provider's callbacks. The tenant is part of the address, so every look-up names it.
 */
export function callbackRoutes(provider: string) {
  const base = `/webhooks/voice/${provider}/:organization_id/:attempt_id`
  return {
    status: `${base}/status`,
    machineDetection: `${base}/machine-detection`,
    instructions: `${base}/instructions`,
    turn: `${base}/instructions/:turn`,
    relay: `${base}/relay/:nonce`,
    relayEnded: `${base}/relay-ended`,
    relayTransferred: `${base}/relay-transferred/:turn`,
  }
}

/**
 * Returns the addresses that the carrier gets with a call. They contain the attempt's id, which identifies the call.
 */
export function callbackAddresses(
  publicUrl: string,
  provider: string,
  attempt: Pick<Attempt, 'organization_id' | '_id'>,
) {
  const base = `${publicUrl}/webhooks/voice/${provider}/${attempt.organization_id}/${attempt._id}`
  return {
    status: `${base}/status`,
    machineDetection: `${base}/machine-detection`,
    instructions: `${base}/instructions`,
    /** Returns where the carrier asks for the instructions after the given turn; turns count from 1. */
    turn: (turn: number) => `${base}/instructions/${turn}`,
    /** Returns where the carrier opens the websocket of one session with an agent. */
    relay: (nonce: string) => `${socketAddress(base)}/relay/${nonce}`,
    relayEnded: `${base}/relay-ended`,
    /** Returns where the carrier says how the transfer of an agent's turn ended. */
    relayTransferred: (turn: number) => `${base}/relay-transferred/${turn}`,
  }
}

/** Returns the address of a websocket for one of HTTP. */
export function socketAddress(address: string): string {
  return address.replace(/^http/, 'ws')
}
