const challengeLengthMax = 1_024

/** Meta's request that verifies the owner of a webhook address. */
export interface Handshake {
  /** The verify token that the operator entered at Meta, which proves that Meta sent the request. */
  token: string
  /** The text to respond with if the token is right. */
  challenge: string
}

/**
 * Reads a verification request. Returns null if it is none, which the caller answers with 403. Meta: "Webhooks, Getting
 * started", "Verification requests".
 *
 * @param query the query of the GET request by full name; a repeated name is refused.
 */
export function readHandshake(query: Readonly<Record<string, unknown>>): Handshake | null {
  const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query
  if (mode !== 'subscribe' || typeof token !== 'string' || typeof challenge !== 'string') return null
  if (token === '' || challenge === '' || challenge.length > challengeLengthMax) return null
  return { token, challenge }
}
