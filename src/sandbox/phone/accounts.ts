import { createHash, timingSafeEqual } from 'node:crypto'
import { isAccountSid } from './sids.ts'

/** The most accounts that are kept. */
export const accountsMax = 10_000

/**
 * The accounts of this network. Any identifier of the right form creates an account at its first use, with the token of
 * that request. From then on, only that token is accepted.
 */
export class Accounts {
  readonly #tokens = new Map<string, string>()

  /**
   * Returns whether the `Authorization` header (HTTP Basic) authenticates the account.
   *
   * @throws RangeError if this would be a new account and there are `accountsMax` already
   */
  accepts(accountSid: string, authorization: string | null): boolean {
    const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1]
    if (encoded === undefined || !isAccountSid(accountSid)) return false
    const decoded = Buffer.from(encoded, 'base64').toString('utf8')
    const colon = decoded.indexOf(':')
    const token = decoded.slice(colon + 1)
    if (colon < 0 || decoded.slice(0, colon) !== accountSid || token === '') return false
    const known = this.#tokens.get(accountSid)
    if (known !== undefined) return timingSafeEqual(digest(known), digest(token))
    if (this.#tokens.size >= accountsMax) throw new RangeError(`at most ${accountsMax} accounts`)
    this.#tokens.set(accountSid, token)
    return true
  }

  /** Returns the account's token; empty for an account that was never used. */
  tokenOf(accountSid: string): string {
    return this.#tokens.get(accountSid) ?? ''
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
