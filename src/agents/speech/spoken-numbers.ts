import { aroundOf, type SpokenLanguage } from './spoken-language.ts'
import { speakDecimal } from './spoken-money.ts'
import { speakDigits } from './spoken-phones.ts'
import { numberPattern, readNumber } from './written-number.ts'

/** Capital letters and digits mixed, such as "AX7Q21": an identifier. */
const code =
  /(?<![\p{L}\d-])(?=[A-Z\d-]*[A-Z])(?=[A-Z\d-]*\d[A-Z\d-]*\d)[A-Z\d]+(?:-[A-Z\d]+)*(?![\p{L}\d-])/gu
const codeCharactersMin = 5

/**
 * Speaks what is left: identifiers, ranges, versions, decimals, years and whole numbers. Digits beside letters, "4K",
 * stay.
 */
export function speakNumbers(text: string, language: SpokenLanguage, locale: string): string {
  const range = new RegExp(`(?<![\\p{L}\\d.,:/-])(${numberPattern})\\s?[–-]\\s?(?=\\d)(?!\\d+[–-])`, 'gu')
  const number = new RegExp(
    `(?<![\\p{L}\\d]|[\\d][.,:/])([-−+](?<![\\p{L}\\d][-−+]))?(${numberPattern})(?![\\p{L}\\d]|[.,]\\d|\\/\\d)`,
    'gu',
  )
  return text
    .replace(code, (found) => (isCode(found) ? spell(found, language) : found))
    .replace(range, `$1 ${language.rangeWord} `)
    .replace(number, (found, sign: string | undefined, written: string, at: number, all: string) => {
      const start = sign === undefined ? '' : `${sign === '+' ? language.plus : language.minus} `
      const around = aroundOf(all, at, found.length)
      return start + speakNumber(written, around, language, locale)
    })
}

function speakNumber(
  written: string,
  around: { before: string; after: string },
  language: SpokenLanguage,
  locale: string,
): string {
  const number = readNumber(written, locale)
  if (number === null)
    return written
      .split(/[.,]/)
      .map((part) => speakWhole(part, { before: '', after: '' }, language))
      .join(` ${language.decimalWord(locale)} `)
  if (number.decimals !== '') return speakDecimal(number, language, locale)
  const isPlain = /^\d+$/.test(written)
  if (isPlain && written.length >= 3 && language.identifierWords.test(around.before))
    return speakDigits(written, language)
  if (isPlain && /^(?:19|20)\d\d$/.test(written)) return language.year(Number(written))
  return speakWhole(number.whole, around, language, isPlain)
}

/** Speaks a number of at most 15 digits as a quantity; longer ones, and those that begin with zero, digit by digit. */
function speakWhole(
  digits: string,
  around: { before: string; after: string },
  language: SpokenLanguage,
  isPlain = true,
): string {
  const isIdentifier = digits.length > 15 || (isPlain && digits.length > 1 && digits.startsWith('0'))
  return isIdentifier ? speakDigits(digits, language) : language.cardinal(digits, around)
}

/** Returns whether the text is long enough, and has no word such as "COVID". */
function isCode(text: string): boolean {
  return text.replaceAll('-', '').length >= codeCharactersMin && !/[A-Z]{4}/.test(text)
}

function spell(found: string, language: SpokenLanguage): string {
  return Array.from(found.replaceAll('-', ''), (character) =>
    /\d/.test(character) ? language.digits[Number(character)] : character,
  ).join(' ')
}
