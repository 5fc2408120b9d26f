import type { SpokenLanguage } from './spoken-language.ts'

/** Digits with spaces, dashes, dots, slashes and brackets between their groups. */
const phone =
  /(?<![\p{L}\d.,+])(?:\+|00(?=[1-9]))?(?:\(\d{1,5}\)|\d+)(?:[ \u00A0\u202F./‑–-]{0,3}(?:\(\d{1,5}\)|\d+)){0,8}(?![\p{L}\d])/gu

const digitsMin = 7
const digitsMax = 19

/** Returns the digits one by one: "four one five". */
export function speakDigits(digits: string, language: SpokenLanguage): string {
  return Array.from(digits, (digit) => language.digits[Number(digit)]).join(' ')
}

/**
 * Speaks phone numbers and long identifiers digit by digit, with a comma between groups, where a voice pauses. A number
 * counts as one if it has 7 to 19 digits and is not written as a quantity, such as 1,234,567, or as a range, such as
 * 2024-2026.
 */
export function speakPhoneNumbers(text: string, language: SpokenLanguage): string {
  return text.replace(phone, (found) => {
    const digits = found.replace(/\D/g, '')
    const isMarked = found.startsWith('+') || found.startsWith('0') || found.startsWith('(')
    if (digits.length > digitsMax || digits.length < (isMarked ? 5 : digitsMin)) return found
    if (isQuantity(found) || (!isMarked && isRange(found))) return found
    const groups = found.match(/\d+/g) ?? []
    const spoken = groups.map((group) => speakDigits(group, language)).join(`${language.comma} `)
    return found.startsWith('+') ? `${language.plus} ${spoken}` : spoken
  })
}

/** Returns whether the text is one number with decimals, or in groups of three. */
function isQuantity(text: string): boolean {
  return /^\d{1,3}(?:\.\d{3})+$|^\d+\.\d+$|^\d{1,3}(?:[\u00A0\u202F]\d{3})+$/.test(text)
}

/** Returns whether the text has two numbers of the same size, the greater one last. */
function isRange(text: string): boolean {
  const ends = /^(\d{1,4})\s?[–-]\s?(\d{1,4})$/.exec(text)
  return ends !== null && Number(ends[2]) > Number(ends[1])
}
