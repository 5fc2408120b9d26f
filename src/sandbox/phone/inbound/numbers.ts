import { z } from 'zod'
import { e164 } from '../../network/e164.ts'
import { isAccountSid, newSid } from '../sids.ts'

/** The most numbers that are kept. */
export const numbersMax = 10_000

const address = z
  .url({ protocol: /^https?$/ })
  .max(4000)
  .nullable()
  .default(null)
const method = z.enum(['GET', 'POST']).default('POST')
const sidOf = (prefix: string) =>
  z
    .string()
    .regex(new RegExp(`^${prefix}[0-9a-f]{32}$`))
    .nullable()
    .default(null)

/** A number of an account, and what happens when somebody calls it. */
export const AccountNumber = z.strictObject({
  account_sid: z.string().refine(isAccountSid, 'AC followed by 32 hexadecimal digits'),
  number: z.string().regex(e164),
  /** Where the instructions for a call to it come from; null ends the call. */
  voice_url: address,
  voice_method: method,
  voice_fallback_url: address,
  voice_fallback_method: method,
  /** Where the end of a call to it is reported. */
  status_callback: address,
  status_callback_method: method,
  /** What gets its calls instead of `voice_url`: a SIP trunk or a TwiML app, which the network does not have. */
  trunk_sid: sidOf('TK'),
  voice_application_sid: sidOf('AP'),
})
export type AccountNumber = z.infer<typeof AccountNumber>

/** A number with its identifier. */
export type OwnedNumber = AccountNumber & { readonly sid: string }

/** The numbers of the accounts. A number belongs to the account that registered it last. */
export class Numbers {
  readonly #byNumber = new Map<string, OwnedNumber>()

  /** Adds or replaces a number. @throws RangeError if there are `numbersMax`. */
  put(number: AccountNumber): OwnedNumber {
    const before = this.#byNumber.get(number.number)
    if (before === undefined && this.#byNumber.size >= numbersMax)
      throw new RangeError(`at most ${numbersMax} numbers can be registered`)
    const owned = { ...number, sid: before?.sid ?? newSid('PN') }
    this.#byNumber.set(number.number, owned)
    return owned
  }

  find(number: string): OwnedNumber | null {
    return this.#byNumber.get(number) ?? null
  }

  /** Returns the numbers of an account, or of all. */
  all(accountSid: string | null = null): OwnedNumber[] {
    return [...this.#byNumber.values()].filter(
      ({ account_sid }) => accountSid === null || account_sid === accountSid,
    )
  }
}
