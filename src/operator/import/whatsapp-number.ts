import { normalizePhoneNumber } from '../../base/phone-number.ts'
import { validNumberOfWaId } from '../../whatsapp/people/wa-id.ts'

/**
 * Returns the number of a WhatsApp record in E.164; null if the text is not a number. Digits without `+` begin with
 * a country code, as in the id that WhatsApp gives a person and in the recipient of a send (Rule 52). So a person who
 * writes later is found as the person of the history. Other spellings, such as with a leading 0, are read as numbers of
 * the project's country.
 */
export function normalizeWhatsappNumber(text: string, country: string | null): string | null {
  const [, digits] = /^\+?([1-9]\d{5,14})$/.exec(text.replace(/[ ().-]/g, '')) ?? []
  const number = digits === undefined ? null : validNumberOfWaId(digits)
  if (number !== null || text === digits) return number
  return normalizePhoneNumber(text, country)
}
