const challengeLengthMax = 1_024

/** What Meta asks when it wants to know whether an address is ours. */
export interface Handshake {
  /** Shown as proof that the asker is Meta: it is the one that a sender was given there. */
  token: string
  /** To be answered as plain text where the token is right. */
  challenge: string
}

/**
 * Reads the question; null where it is none, and the answer 403. Meta: "Webhooks, Getting started", "Verification
 * requests".
 *
 * @param query of the GET request, by full name; a name that was given twice is refused.
 */
export function readHandshake(query: Readonly<Record<string, unknown>>): Handshake | null {
  const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query
  if (mode !== 'subscribe' || typeof token !== 'string' || typeof challenge !== 'string') return null
  if (token === '' || challenge === '' || challenge.length > challengeLengthMax) return null
  return { token, challenge }
}
