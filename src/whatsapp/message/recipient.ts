import { normalizePhoneNumber } from '../../base/phone-number.ts'

const charactersMax = 64

/**
 * The recipient in E.164, or null where the text is no valid number in international format. Spaces, parentheses, periods
 * and hyphens are removed; without a `+` the digits still begin with a country code, never with a national number
 * (Rule 52): the provider would put the sender's country before a number that lacks the `+`.
 */
export function normalizeRecipient(text: string): string | null {
  if (text.length > charactersMax) return null
  const [, digits] = /^\+?([1-9]\d{5,14})$/.exec(text.replace(/[ ().-]/g, '')) ?? []
  return digits === undefined ? null : normalizePhoneNumber(`+${digits}`, null)
}
