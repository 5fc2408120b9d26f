import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { PhoneNumber } from 'libphonenumber-js/max'

/** The number that was parsed last: who normalizes a number often asks next what it is. */
let lastParsed: PhoneNumber | null = null

/**
 * Returns the number in E.164 (`+` and up to 15 digits), or null when the text is not a valid number. All spellings of
 * a number give the same result: locks, opt-outs and quotas compare only this form.
 *
 * @param defaultCountry ISO 3166-1 alpha-2, for numbers without a country code; null: the number must include its own.
 */
export function normalizePhoneNumber(text: string, defaultCountry: string | null): string | null {
  if (text.length > 64) return null
  const country = defaultCountry !== null && isSupportedCountry(defaultCountry) ? defaultCountry : undefined
  // `extract: false`: the text must be a number, not only contain one.
  const number = parsePhoneNumberFromString(text, {
    extract: false,
    ...(country && { defaultCountry: country }),
  })
  // A call can't dial an extension, so a number with one would reach somebody else.
  if (!number?.isValid() || number.ext !== undefined) return null
  lastParsed = number
  return number.number
}

/** What numbering plans say about a number. */
export interface PhoneNumberKind {
  /** ISO 3166-1 alpha-2; null: a code of no country, such as +881 of satellites. */
  country: string | null
  /** The type in the words of libphonenumber, such as `MOBILE`; null: no plan knows it. */
  type: string | null
}

/** Returns country and type of a number in E.164. The database that it looks into has every country's plan. */
export function kindOfPhoneNumber(number: string): PhoneNumberKind {
  const parsed = lastParsed?.number === number ? lastParsed : parsePhoneNumberFromString(number)
  return { country: parsed?.country ?? null, type: parsed?.getType() ?? null }
}

/** Returns whether the text is an ISO 3166-1 alpha-2 code with a known numbering plan. */
export function isKnownCountry(text: string): boolean {
  return isSupportedCountry(text)
}

/**
 * Returns whether the text has the form of E.164: a plus sign and 7 to 15 digits. No numbering plan need have the
 * number.
 */
export function isE164(text: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(text)
}
