import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { e164 } from '../network/e164.ts'
import { accountsMax } from '../phone/accounts.ts'

/** The form of a Graph API object id: digits. */
export const graphId = z.string().regex(/^\d{5,20}$/, 'must be 5 to 20 digits')

/**
 * A business number with the configuration of its app. Without a webhook address, no webhooks are sent. Without an app
 * secret, they are signed with an empty one.
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
  /** How many people a day the business may write to first. */
  messaging_limit: z.string().max(50).default('TIER_250'),
})
export type WhatsappAccount = z.infer<typeof WhatsappAccount>
/** An account as a caller writes it; fields with a default are optional. */
export type WhatsappAccountInput = z.input<typeof WhatsappAccount>

/**
 * The business numbers and business accounts of this network. A registered one accepts its own token. An unknown id
 * accepts the token of its first request from then on.
 */
export class WhatsappAccounts {
  readonly #byNumberId = new Map<string, WhatsappAccount>()
  readonly #tokensOfObject = new Map<string, Set<string>>()
  readonly #firstUse = new Map<string, string>()

  /** Adds or replaces the account of a phone number id. @throws RangeError if there are `accountsMax`. */
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

  /** Returns the registered account of a phone number id, else an account with default values. */
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

  /** Returns the registered account of a phone number id, or null. */
  find(phoneNumberId: string): WhatsappAccount | null {
    return this.#byNumberId.get(phoneNumberId) ?? null
  }

  ofBusiness(businessAccountId: string): readonly WhatsappAccount[] {
    return this.all().filter(({ business_account_id }) => business_account_id === businessAccountId)
  }

  /** Returns whether the token is valid for a phone number id or business account id. Compares in constant time. */
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
