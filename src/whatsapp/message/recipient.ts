import { normalizePhoneNumber } from '../../base/phone-number.ts'
import { isUserId } from '../../providers/whatsapp-cloud/types.ts'

const charactersMax = 64

/**
 * Returns the recipient: a number in E.164, or a WhatsApp user id unchanged; null if the text is neither. Removes
 * spaces, parentheses, periods and hyphens from a number. Digits without a `+` begin with a country code (Rules 52 and
 * 70): Meta would put the sender's country code before them.
 */
export function normalizeRecipient(text: string): string | null {
  const userId = text.trim()
  if (isUserId(userId)) return userId
  if (text.length > charactersMax) return null
  const [, digits] = /^\+?([1-9]\d{5,14})$/.exec(text.replace(/[ ().-]/g, '')) ?? []
  return digits === undefined ? null : normalizePhoneNumber(`+${digits}`, null)
}
