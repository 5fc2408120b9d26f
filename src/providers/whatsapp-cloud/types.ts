import { z } from 'zod'
import type { ConnectionRules } from '../web/guard/checked-connection.ts'

/** The access data of every request to Meta. The other fields have the names of a stored sender's columns. */
export interface GraphAccess {
  /** The token of a system user. */
  access_token: string
  /** The base URL of another server for Meta's API, which may have a path prefix; null for Meta's public address. */
  api_url: string | null
  /** The organization that gave `api_url`, which must be public then; null: an operator gave it, or nobody. */
  api_url_given_by: string | null
  /** How the host of `api_url` is reached. */
  givenHosts: ConnectionRules
}

/** A number that messages are sent from. */
export interface SendingNumber extends GraphAccess {
  /** Meta's id of the number, which differs from the number's digits. */
  phone_number_id: string
}

/** A WhatsApp Business Account, which owns templates. */
export interface BusinessAccount extends GraphAccess {
  business_account_id: string
}

/**
 * A string, or null for anything else. A malformed optional field counts as absent, so that the other fields can still
 * be read if Meta changes its format.
 */
export const Text = z.string().min(1).nullable().catch(null)

/** Longer ids, which Meta does not give, would not fit into an index. */
const idCharactersMax = 512

/** An identifier as an exact string, whether Meta writes it as a string or as a number. */
export const Id = z
  .union([z.string().min(1).max(idCharactersMax), z.int().transform(String)])
  .nullable()
  .catch(null)

/**
 * A business-scoped user id, such as `US.13491208655302741918`; with `ENT` if linked businesses share it. Meta:
 * "Business-scoped user IDs".
 */
const userIdForm = /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/

/** Returns whether the text is a user id; no phone number has this form. */
export function isUserId(text: string): boolean {
  return userIdForm.test(text)
}

/** A user id; null for anything else. */
export const UserId = z.string().regex(userIdForm).nullable().catch(null)

/** Seconds since 1970, as a string or as a number. */
export const Instant = z
  .union([z.string(), z.number()])
  .transform((seconds) => (/^\d{1,11}$/.test(String(seconds)) ? new Date(Number(seconds) * 1_000) : null))
  .nullable()
  .catch(null)

/** A list whose items are parsed one by one; empty for anything else. */
export const Items = z.array(z.unknown()).catch([])

/**
 * The answer for an accepted message. Only the id is required.
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
  /** An answer with messages and an error contradicts itself. */
  error: z.undefined().optional(),
})

/** https://developers.facebook.com/docs/graph-api/guides/error-handling */
export const ErrorAnswer = z.object({
  error: z.object({
    code: z.int().min(0).max(99_999_999),
    error_subcode: z.int().nullable().catch(null),
    /** Usually `OAuthException`. Errors of proxies have no type. */
    type: Text,
    is_transient: z.boolean().catch(false),
  }),
  /** An answer with an error and messages contradicts itself. */
  messages: z.undefined().optional(),
})

/** Returns a language code as requests write it, with an underscore: events write `en-US`, sends `en_US`. */
export function languageCode(text: string): string {
  return text.replaceAll('-', '_')
}
