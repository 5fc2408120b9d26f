import { z } from 'zod'
import { isLanguageTag } from '../../base/language-tag.ts'
import { isKnownCountry } from '../../base/phone-number.ts'
import { isTimeZone } from '../../base/time-zone.ts'
import { parseUntil } from '../../filters/instants.ts'

/** The name that a record is matched by. Without blanks at the ends, so that two names never look alike. */
export const Name = z
  .string()
  .min(1)
  .max(200)
  .refine((name) => name === name.trim(), 'must not begin or end with a blank')
  .refine((name) => !/(?!\0)\p{Cc}/u.test(name), 'must be one line without control characters')

/** A reference to another record: its name, or a number in any spelling. */
export const Reference = z.string().min(1).max(200)

/** A credential. It is sent in headers and URLs, which allow visible ASCII only. */
export const Secret = z
  .string()
  .min(1)
  .max(4_096)
  .regex(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/, 'must be one line of visible ASCII characters')

/** A credential that is sent as one word of a header, where a blank would end it. */
export const AccessToken = Secret.regex(/^[!-~]+$/, 'must be visible ASCII characters without blanks')

/**
 * An IANA time zone in the given spelling. An offset such as `+02:00` is refused, since it has no daylight saving time.
 */
export const TimeZone = z.string().refine(isTimeZone, 'must be an IANA time zone such as Europe/Berlin')

/** A BCP 47 tag. */
export const Language = z
  .string()
  .max(35)
  .refine(isLanguageTag, 'must be a BCP 47 language tag such as en or pt-BR')

/** An ISO 3166-1 alpha-2 code of a country with a numbering plan. */
export const Country = z
  .string()
  .refine(
    (code) => /^[A-Z]{2}$/.test(code) && isKnownCountry(code),
    'must be a country code in two capitals, such as DE',
  )

/** The base URL of a provider's API; a slash at the end is removed. */
export const ApiUrl = z
  .string()
  .max(500)
  .refine(isApiUrl, 'must be an http or https address without query, such as http://127.0.0.1:9901')
  .transform((url) => url.replace(/\/+$/, ''))

/** A decimal identifier of the provider. */
export const Digits = z.string().regex(/^\d{1,32}$/, 'must be digits only, in quotes')

/**
 * An instant by Rule 5, parsed to a `Date`. A date alone means the end of that UTC day; without offset the time is UTC.
 */
export const Instant = z
  .string()
  .refine((text) => parseInstant(text) !== null, 'must be an ISO 8601 instant such as 2027-01-31T23:00:00Z')
  .transform((text) => parseInstant(text)!)

function isApiUrl(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || !/^https?:\/\/[^\s]+$/i.test(text)) return false
  return (
    url.search === '' && url.hash === '' && url.username === '' && url.password === '' && !/[?#@]/.test(text)
  )
}

function parseInstant(text: string): Date | null {
  const instant = parseUntil(text)
  return instant !== null && instant.getTime() >= 0 ? instant : null
}
