import { randomBytes } from 'node:crypto'

/**
 * The two letters before the 32 hex digits: CA for a call, PN for a phone number of the account, VX for a relay
 * session.
 */
export type SidKind = 'CA' | 'PN' | 'VX'

/** Returns a new identifier in Twilio's format: two letters and 32 lower-case hex digits. */
export function newSid(kind: SidKind): string {
  return `${kind}${randomBytes(16).toString('hex')}`
}

/** Returns whether the text has the form of an account's identifier. */
export function isAccountSid(text: string): boolean {
  return /^AC[0-9a-f]{32}$/i.test(text)
}

/** Returns whether the text has the form of a call's identifier. */
export function isCallSid(text: string): boolean {
  return /^CA[0-9a-f]{32}$/i.test(text)
}
