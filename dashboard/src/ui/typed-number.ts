interface Signs {
  /** Between thousands. */
  group: string
  decimal: string
}

const arabicDigits = /[\u0660-\u0669\u06F0-\u06F9]/g
const arabicGroup = '\u066C'
const arabicDecimal = '\u066B'

/** Matches what may be typed where a number is expected: digits, blanks and the signs between them. */
export const typedNumberPattern = /^[\d.,\s\u0660-\u0669\u06F0-\u06F9\u066B\u066C]*$/

/**
 * Reads a number as the language writes it: `10.000` is ten thousand in German, and ten in English. Signs between
 * thousands may be left out, or be blanks. Arabic digits and signs mean the same everywhere.
 *
 * @returns null for a text that the language does not write so, such as `2.5` in German or `1,5` in English. It is not
 *   guessed what is meant: the guess could be a thousand times too much.
 */
export function readNumber(text: string, locale: string): number | null {
  const { group, decimal } = signsOf(locale)
  const plain = text
    .trim()
    .replaceAll(arabicDigits, westernDigit)
    .replaceAll(arabicGroup, group)
    .replaceAll(arabicDecimal, decimal)
    .replaceAll(/\s/g, ' ')
  const [whole = '', fraction = '', ...more] = plain.split(decimal)
  const digits = withoutGroups(whole, group) ?? withoutGroups(whole, ' ')
  if (digits === null || digits + fraction === '' || !/^\d*$/.test(fraction) || more.length > 0) return null
  return Number(`${digits}.${fraction}`)
}

/** Returns the digits of a text alone, such as those of a typed phone number. Arabic digits become Western ones. */
export function readDigits(text: string): string {
  return text.replaceAll(arabicDigits, westernDigit).replaceAll(/\D/g, '')
}

function westernDigit(arabic: string): string {
  return String(arabic.charCodeAt(0) % 16)
}

/** Writes a number for a field: without signs between thousands, with all its decimals. */
export function writeNumber(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 }).format(value)
}

/** Returns digits alone; null where the sign stands elsewhere than between thousands. */
function withoutGroups(text: string, sign: string): string | null {
  const [first = '', ...groups] = text.split(sign)
  if (groups.length === 0) return /^\d*$/.test(first) ? first : null
  // Nobody writes half a thousand as `0.500`.
  const isGrouped = /^[1-9]\d{0,2}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group))
  return isGrouped ? first + groups.join('') : null
}

function signsOf(locale: string): Signs {
  // Spanish groups from five digits on.
  const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.5)
  const signOf = (type: string): string | undefined => parts.find((part) => part.type === type)?.value
  return { group: signOf('group') ?? ',', decimal: signOf('decimal') ?? '.' }
}
