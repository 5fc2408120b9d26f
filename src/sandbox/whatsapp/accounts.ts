import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { accountsMax } from '../phone/accounts.ts'
import { e164 } from '../network/e164.ts'

/** The form of an object's identifier: digits. */
export const graphId = z.string().regex(/^\d{5,20}$/, 'must be 5 to 20 digits')

/**
 * A business number with what its app is configured with. Where no webhook address is given, nothing is told; where no
 * app secret is, what is told is signed with an empty one.
 */
export const WhatsappAccount = z.strictObject({
  phone_number_id: graphId,
  business_account_id: graphId,
  display_phone_number: z.string().regex(e164).default('+15550783881'),
  verified_name: z.string().min(1).max(200).default('Sandbox'),
  access_token: z.string().min(1).max(1000),
  app_secret: z.string().max(1000).default(''),
  verify_token: z.string().max(1000).default(''),
  webhook_url: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
  status: z.string().max(50).default('CONNECTED'),
  quality_rating: z.enum(['GREEN', 'YELLOW', 'RED', 'UNKNOWN']).default('GREEN'),
})
export type WhatsappAccount = z.infer<typeof WhatsappAccount>
/** An account as a caller writes it, defaults left out. */
export type WhatsappAccountInput = z.input<typeof WhatsappAccount>

/**
 * The business numbers and business accounts of this network. Those that were put here take their own token; any other
 * identifier is opened by its first use, with the token that came along.
 */
export class WhatsappAccounts {
  readonly #byNumberId = new Map<string, WhatsappAccount>()
  readonly #tokensOfObject = new Map<string, Set<string>>()
  readonly #firstUse = new Map<string, string>()

  /** Replaces what was there under that phone number id. @throws RangeError when there are `accountsMax`. */
  put(account: WhatsappAccount): void {
    if (!this.#byNumberId.has(account.phone_number_id) && this.#byNumberId.size >= accountsMax)
      throw new RangeError(`at most ${accountsMax} accounts`)
    this.#byNumberId.set(account.phone_number_id, account)
    this.#tokensOfObject.clear()
    for (const { phone_number_id, business_account_id, access_token } of this.#byNumberId.values()) {
      for (const id of [phone_number_id, business_account_id]) {
        const tokens = this.#tokensOfObject.get(id) ?? new Set()
        this.#tokensOfObject.set(id, tokens.add(access_token))
      }
    }
  }

  all(): readonly WhatsappAccount[] {
    return [...this.#byNumberId.values()]
  }

  /** The account of a phone number id that was put here, else one that has nothing but its id. */
  ofNumberId(phoneNumberId: string): WhatsappAccount {
    return (
      this.#byNumberId.get(phoneNumberId) ??
      WhatsappAccount.parse({
        phone_number_id: phoneNumberId,
        business_account_id: phoneNumberId,
        access_token: this.#firstUse.get(phoneNumberId) ?? 'none',
      })
    )
  }

  /** The account with that phone number id; null when none was put here. */
  find(phoneNumberId: string): WhatsappAccount | null {
    return this.#byNumberId.get(phoneNumberId) ?? null
  }

  ofBusiness(businessAccountId: string): readonly WhatsappAccount[] {
    return this.all().filter(({ business_account_id }) => business_account_id === businessAccountId)
  }

  /** Whether the token is good for that phone number id or business account id. Constant time for each token. */
  accepts(objectId: string, token: string): boolean {
    const own = this.#tokensOfObject.get(objectId)
    if (own !== undefined) return [...own].some((known) => timingSafeEqual(digest(known), digest(token)))
    const first = this.#firstUse.get(objectId)
    if (first !== undefined) return timingSafeEqual(digest(first), digest(token))
    if (this.#firstUse.size >= accountsMax) return false
    this.#firstUse.set(objectId, token)
    return true
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
