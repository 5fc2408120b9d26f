import type { CountedForms, ScaleZeros, SpokenLanguage } from './spoken-language.ts'
import { speakDigits } from './spoken-phones.ts'
import { numberPattern, readNumber, spacedNumberPattern, type WrittenNumber } from './written-number.ts'

const signs: Readonly<Record<string, string>> = {
  $: 'USD',
  US$: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
}
const signPattern = String.raw`US\$|[$€£¥₹]`
const space = String.raw`[ \u00A0\u202F]?`

/** Words after an amount that multiply it: "$2.5 million". They stay as they are. */
const scales = String.raw`(?<scale>[ \u00A0](?:thousand|million|billion|trillion|mil|millón|millones|Tausend|Millionen|Million|Milliarden|Milliarde|ألف|مليون|ملايين|مليار)(?![\p{L}\d]))`

/** Abbreviations of such words in any language, with the number of zeros that each stands for. */
const shortScales: Readonly<Record<string, 3 | ScaleZeros>> = {
  k: 3,
  K: 3,
  Tsd: 3,
  m: 6,
  M: 6,
  mn: 6,
  Mio: 6,
  bn: 9,
  B: 9,
  Mrd: 9,
}

/**
 * Speaks amounts of money: "$29.99" is "twenty-nine dollars and ninety-nine cents". The currency stands before or after
 * the amount, as a sign or as a code of ISO 4217. Amounts in currencies without a name in the language keep their code.
 */
export function speakMoney(text: string, language: SpokenLanguage, locale: Intl.Locale): string {
  const codes = Object.keys(language.currencies).join('|')
  const unit = `(?:${signPattern}|(?:${codes})(?![A-Za-z]))`
  const short = Object.keys(shortScales).join('|')
  // The dot of "2 Mio. €" is none that ends a sentence.
  const shortScale = `${space}(?<short>${short})(?![\\p{L}\\d&]|-\\p{L})(?:\\.(?=${space}(?:\\p{Ll}|${unit})))?`
  const amount = `(?<amount>${spacedNumberPattern}|${numberPattern})(?:${scales}|${shortScale})?`
  const before = new RegExp(
    `(?<![\\p{L}\\d$€£¥₹])(?<minus>[-−])?(?<unit>${unit})${space}${amount}(?:${space}(?<code>${codes}))?(?![\\p{L}\\d%]|[.,]\\d)`,
    'gu',
  )
  const after = new RegExp(`(?<![\\p{L}\\d.,$€£¥₹])(?<minus>[-−])?${amount}${space}(?<unit>${unit})`, 'gu')
  const speak = (found: string, ...rest: unknown[]): string => {
    const groups = rest.at(-1) as Record<'unit' | 'amount', string> &
      Partial<Record<'minus' | 'scale' | 'short' | 'code', string>>
    const { unit: sign, code = language.signOf(sign, locale.region) ?? signs[sign] ?? sign } = groups
    const words = language.currencies[code]
    const written = readNumber(groups.amount, locale.toString())
    if (words === undefined || written === null) return found
    const zeros = groups.short === undefined ? undefined : shortScales[groups.short]
    const { number, scale = groups.scale } =
      zeros === undefined ? { number: written } : applyScale(written, zeros, language)
    if (number.whole.length > 15) return found
    const minus = groups.minus === undefined ? '' : `${language.minus} `
    return minus + speakAmount(number, scale, words, language, locale.toString())
  }
  // "$5-10" and "$5-$10" are "five to ten dollars".
  const joined = text
    .replace(
      new RegExp(`(?<![\\p{L}\\d.,])${spacedNumberPattern}(?=\\s?[–-]\\s?${amount}${space}${unit})`, 'gu'),
      (from) => from.replaceAll(' ', ''),
    )
    .replace(
      new RegExp(
        `(?<![\\p{L}\\d$€£¥₹])(?<unit>${unit})${space}(${numberPattern})\\s?[–-]\\s?(?:\\k<unit>)?(?=\\d)`,
        'gu',
      ),
      `$2 ${language.rangeWord} $1`,
    )
    .replace(new RegExp(`(?<=\\d)\\s?[–-]\\s?(?=${amount}${space}${unit})`, 'gu'), ` ${language.rangeWord} `)
  return joined.replace(before, speak).replace(after, speak)
}

/** Returns the number multiplied by its scale; a number with decimals stays, with the word for a million or billion. */
function applyScale(
  { whole, decimals }: WrittenNumber,
  zeros: 3 | ScaleZeros,
  language: SpokenLanguage,
): { number: WrittenNumber; scale?: string } {
  if (zeros !== 3 && !/^0*$/.test(decimals))
    return { number: { whole, decimals }, scale: ` ${language.scales[zeros]}` }
  const shifted = whole + decimals.slice(0, zeros).padEnd(zeros, '0')
  return { number: { whole: shifted.replace(/^0+(?=\d)/, ''), decimals: decimals.slice(zeros) } }
}

function speakAmount(
  number: WrittenNumber,
  scale: string | undefined,
  words: SpokenLanguage['currencies'][string],
  language: SpokenLanguage,
  locale: string,
): string {
  const { major, minor } = words
  const decimals = /^0*$/.test(number.decimals) ? '' : number.decimals
  if (scale !== undefined || (decimals !== '' && (minor === null || decimals.length > 2))) {
    const spoken = speakDecimal({ ...number, decimals }, language, locale)
    return `${spoken}${scale ?? ''} ${formOf(major, scale === undefined ? 0.5 : 1_000_000, language)}`
  }
  const cents = String(Number(decimals.padEnd(2, '0')))
  const spokenMajor = language.counted(number.whole, major, words.feminine ?? false)
  if (cents === '0' || minor === null) return spokenMajor
  const spokenMinor = language.counted(cents, minor, words.minorFeminine ?? false)
  if (/^0+$/.test(number.whole)) return spokenMinor
  return language.joinMoney(spokenMajor, spokenMinor, language.cardinal(cents, { before: '', after: '' }))
}

function formOf(forms: CountedForms, count: number, language: SpokenLanguage): string {
  const category = new Intl.PluralRules(language.code).select(count)
  // Spanish says "dos millones de dólares".
  const of = language.code === 'es' && count >= 1_000_000 ? 'de ' : ''
  return of + (forms[category] ?? forms.other)
}

/** Returns the number with its decimals digit by digit: "three point one four". */
export function speakDecimal(number: WrittenNumber, language: SpokenLanguage, locale: string): string {
  const whole = language.cardinal(number.whole, { before: '', after: '' })
  return number.decimals === ''
    ? whole
    : `${whole} ${language.decimalWord(locale)} ${speakDigits(number.decimals, language)}`
}

/** Speaks "3.5%" as "three point five percent". */
export function speakPercent(text: string, language: SpokenLanguage, locale: string): string {
  const pattern = new RegExp(
    `(?<![\\p{L}\\d.,])(?<minus>[-−+])?(?:(?<from>${numberPattern})%?\\s?[–-]\\s?)?(?<amount>${numberPattern})${space}%`,
    'gu',
  )
  return text.replace(pattern, (found: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as { minus?: string; from?: string; amount: string }
    const to = readNumber(groups.amount, locale)
    const from = groups.from === undefined ? null : readNumber(groups.from, locale)
    if (to === null || to.whole.length > 15 || (groups.from !== undefined && from === null)) return found
    const sign = groups.minus === undefined ? '' : `${groups.minus === '+' ? language.plus : language.minus} `
    const start = from === null ? '' : `${speakDecimal(from, language, locale)} ${language.rangeWord} `
    return `${sign}${start}${speakDecimal(to, language, locale)} ${language.percent}`
  })
}
