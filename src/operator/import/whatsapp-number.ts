import { normalizePhoneNumber } from '../../base/phone-number.ts'
import { validNumberOfWaId } from '../../whatsapp/people/wa-id.ts'

/**
 * A number that stands in a WhatsApp record, in E.164, or null where it is none. Without a `+` it begins with a country
 * code, as the id that WhatsApp tells of a person and as the recipient of a send do (Rule 52), so that who writes later
 * is the person of the history. Other spellings, such as one with a leading 0, are read in the form of the project's
 * country.
 */
export function normalizeWhatsappNumber(text: string, country: string | null): string | null {
  const [, digits] = /^\+?([1-9]\d{5,14})$/.exec(text.replace(/[ ().-]/g, '')) ?? []
  const number = digits === undefined ? null : validNumberOfWaId(digits)
  if (number !== null || text === digits) return number
  return normalizePhoneNumber(text, country)
}
