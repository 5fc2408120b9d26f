import { z } from 'zod'

/** What every request to Meta needs. Fields are named like those of a sender, so that a stored sender fits. */
export interface GraphAccess {
  /** A system user's token. */
  access_token: string
  /** Where Meta's HTTP is spoken instead, a path prefix included; null is Meta's public address. */
  api_url: string | null
}

/** A number that messages are sent from. */
export interface SendingNumber extends GraphAccess {
  /** Meta's id of the number: digits, but not those of the number. */
  phone_number_id: string
}

/** A WhatsApp Business Account, which owns templates. */
export interface BusinessAccount extends GraphAccess {
  business_account_id: string
}

/**
 * A string, or null for everything else: an optional field that is malformed counts as not given, so that what it stands
 * beside can still be read when Meta changes its form.
 */
export const Text = z.string().min(1).nullable().catch(null)

/** An identifier as an exact string, whether it was written as a string or as a number. */
export const Id = z
  .union([z.string().min(1), z.int().transform(String)])
  .nullable()
  .catch(null)

/**
 * A person's business-scoped id, such as `US.13491208655302741918`; with `ENT` where it is of linked businesses. Meta:
 * "Business-scoped user IDs".
 */
const userIdForm = /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/

/** Whether the text is an id of a person, which no number is. */
export function isUserId(text: string): boolean {
  return userIdForm.test(text)
}

/** An id of a person; null for everything else. */
export const UserId = z.string().regex(userIdForm).nullable().catch(null)

/** Seconds since 1970, in a string or as a number. */
export const Instant = z
  .union([z.string(), z.number()])
  .transform((seconds) => (/^\d{1,11}$/.test(String(seconds)) ? new Date(Number(seconds) * 1_000) : null))
  .nullable()
  .catch(null)

/** A list in which each item is judged for itself; empty for everything else. */
export const Items = z.array(z.unknown()).catch([])

/**
 * The answer to a message that was taken, of which the id alone is needed.
 * https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages
 */
export const SendAnswer = z.object({
  messages: z.tuple(
    [z.object({ id: z.string().regex(/^[!-~]{1,256}$/), message_status: Text })],
    z.unknown(),
  ),
  contacts: z
    .tuple([z.object({ wa_id: Id })], z.unknown())
    .nullable()
    .catch(null),
  /** An answer that holds both contradicts itself. */
  error: z.undefined().optional(),
})

/** https://developers.facebook.com/docs/graph-api/guides/error-handling */
export const ErrorAnswer = z.object({
  error: z.object({
    code: z.int().min(0).max(99_999_999),
    error_subcode: z.int().nullable().catch(null),
    /** `OAuthException` as a rule. Errors of proxies have none. */
    type: Text,
    is_transient: z.boolean().catch(false),
  }),
  /** A refusal that names a message contradicts itself. */
  messages: z.undefined().optional(),
})

/** `en-US`, as events have it, is `en_US` to the request that sends. */
export function languageCode(text: string): string {
  return text.replaceAll('-', '_')
}
