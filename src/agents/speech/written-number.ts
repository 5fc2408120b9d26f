/**
 * A number as it was written: digits of its whole part without leading signs, and of its decimals, which may be empty.
 */
export interface WrittenNumber {
  whole: string
  decimals: string
}

const separators = new Map<string, { decimal: string; group: string }>()

/** Returns what parts a number in the locale, from `Intl`. Unknown regions have what their language has. */
function separatorsOf(locale: string): { decimal: string; group: string } {
  const known = separators.get(locale)
  if (known !== undefined) return known
  // Arabic is read after its own digits and signs became Western ones.
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1_234_567.5)
  const decimal = parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.'
  const found = { decimal, group: decimal === ',' ? '.' : ',' }
  if (separators.size < 1_000) separators.set(locale, found)
  return found
}

/** A number with separators of groups and decimals. Spaces within it are those that don't break. */
export const numberPattern = String.raw`\d+(?:[.,'’\u00A0\u202F]\d+)*`

/** A number in groups of three that plain spaces part: "12 500,00". Beside a currency it is one number. */
export const spacedNumberPattern = String.raw`[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d+)?(?!\d)`

/**
 * Reads a number that one of the patterns found. Where both a dot and a comma stand in it, the last one begins the
 * decimals; where one stands once, the locale and the count of digits after it decide. Returns null for what is no
 * number, such as "1.2.3".
 */
export function readNumber(text: string, locale: string): WrittenNumber | null {
  const compact = text.replace(/['’ \u00A0\u202F]/g, '')
  const last = Math.max(compact.lastIndexOf('.'), compact.lastIndexOf(','))
  if (last === -1) return { whole: compact, decimals: '' }
  const sign = compact[last]!
  const other = sign === '.' ? ',' : '.'
  const whole = compact.slice(0, last)
  const rest = compact.slice(last + 1)
  const { group } = separatorsOf(locale)
  if (whole.includes(other))
    return isGrouped(whole, other) ? { whole: whole.replaceAll(other, ''), decimals: rest } : null
  if (whole.includes(sign))
    return isGrouped(compact, sign) ? { whole: compact.replaceAll(sign, ''), decimals: '' } : null
  const isGroup = sign === group && rest.length === 3 && /^[1-9]\d{0,2}$/.test(whole)
  return isGroup ? { whole: whole + rest, decimals: '' } : { whole, decimals: rest }
}

function isGrouped(text: string, sign: string): boolean {
  const [first = '', ...groups] = text.split(sign)
  return /^[1-9]\d{0,2}$/.test(first) && groups.every((digits) => digits.length === 3)
}
