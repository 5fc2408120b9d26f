import { normalizePhoneNumber } from '../../base/phone-number.ts'
import { isUserId } from '../../providers/whatsapp-cloud/types.ts'

const charactersMax = 64

/**
 * The recipient: a number in E.164, or WhatsApp's id of a person as it is; null where the text is neither. Of a number
 * spaces, parentheses, periods and hyphens are removed; without a `+` the digits still begin with a country code, never with a
 * national number (Rules 52 and 70): the provider would put the sender's country before a number that lacks
 * the `+`.
 */
export function normalizeRecipient(text: string): string | null {
  const userId = text.trim()
  if (isUserId(userId)) return userId
  if (text.length > charactersMax) return null
  const [, digits] = /^\+?([1-9]\d{5,14})$/.exec(text.replace(/[ ().-]/g, '')) ?? []
  return digits === undefined ? null : normalizePhoneNumber(`+${digits}`, null)
}
