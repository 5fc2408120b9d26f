import { toCardinal, toOrdinal } from 'n2words/en-US'
import { dateOf } from '../spoken-dates.ts'
import type { SpokenLanguage, WrittenDate } from '../spoken-language.ts'

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)
const monthPattern =
  '(?<month>Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)'

/** English: American words everywhere. Numeric dates are month first in `en`, `en-US` and `en-PH`, else day first. */
export const en: SpokenLanguage = {
  code: 'en',
  digits: ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'],
  decimalWord: () => 'point',
  comma: ',',
  minus: 'minus',
  plus: 'plus',
  percent: 'percent',
  rangeWord: 'to',
  signs: { '.': 'dot', '@': 'at', '/': 'slash', '-': 'dash', _: 'underscore', '+': 'plus' },
  identifierWords:
    /\b(?:call|dial|text|pin|code|ext\.?|extension|number|no\.|reference|order|ticket|invoice|case|ending in|room|flight)(?: (?:is|number|no\.|code))?:? #?$/i,
  halves: String.raw`(?<am>a\.?m\b\.?)|(?<pm>p\.?m\b\.?)`,
  isMonthFirst: (locale) => /^en(?:-[A-Z][a-z]{3})?(?:-(?:US|PH))?$/.test(locale),
  cardinal: (digits) => toCardinal(digits),
  year,
  date: (date) => monthFirst(date),
  time({ hour, minute, half }) {
    if (minute === 0 && hour % 12 === 0 && half === null && hour !== 12) return 'midnight'
    const spokenHour = toCardinal(hour % 12 === 0 ? 12 : hour % 12)
    const spokenMinute =
      minute === 0 ? '' : minute < 10 ? ` oh ${toCardinal(minute)}` : ` ${toCardinal(minute)}`
    const afterNoon = half ?? (hour === 0 ? 'am' : hour > 12 ? 'pm' : null)
    if (afterNoon !== null) return `${spokenHour}${spokenMinute} ${afterNoon.toUpperCase()}`
    return minute === 0 ? `${spokenHour} o'clock` : `${spokenHour}${spokenMinute}`
  },
  ownForms: (text) =>
    text
      .replace(
        new RegExp(
          String.raw`\b${monthPattern}\.? (?<day>\d{1,2})(?:st|nd|rd|th)?\b(?:,? (?<year>\d{4})\b)?`,
          'g',
        ),
        (found, ...rest: unknown[]) => {
          const date = writtenDate(rest.at(-1) as Record<string, string | undefined>)
          return date === null ? found : monthFirst(date)
        },
      )
      .replace(
        new RegExp(
          String.raw`(?<the>\bthe )?\b(?<day>\d{1,2})(?:st|nd|rd|th)? (?:of )?${monthPattern}\b\.?(?:,? (?<year>\d{4})\b)?`,
          'gi',
        ),
        (found, ...rest: unknown[]) => {
          const groups = rest.at(-1) as Record<string, string | undefined>
          const date = writtenDate(groups)
          if (date === null) return found
          const spoken = `${groups['the'] ?? 'the '}${toOrdinal(date.day)} of ${months[date.month - 1]}`
          return date.year === null ? spoken : `${spoken}, ${year(date.year)}`
        },
      )
      .replace(/(?<![\d.,])(\d{1,4}|\d{1,3},\d{3})(?:st|nd|rd|th)\b/g, (_, digits: string) =>
        ordinal(digits.replace(',', '')),
      )
      .replace(/(?<![\p{L}\d])24\/7(?![\p{L}\d])/gu, 'twenty-four seven')
      .replace(/(?<![\p{L}\d])(\d{4}|\d0)s\b/gu, (_, digits: string) =>
        (digits.length === 4 ? year(Number(digits)) : toCardinal(digits))
          .replace(/y$/, 'ie')
          .replace(/x$/, 'xe')
          .replace(/$/, 's'),
      )
      .replace(/(?:\bNo\. ?|(?<![\p{L}\d])#)(?=\d)/gu, 'number '),
  currencies: {
    USD: { major: { one: 'dollar', other: 'dollars' }, minor: { one: 'cent', other: 'cents' } },
    EUR: { major: { one: 'euro', other: 'euros' }, minor: { one: 'cent', other: 'cents' } },
    GBP: { major: { one: 'pound', other: 'pounds' }, minor: { one: 'penny', other: 'pence' } },
    CAD: {
      major: { one: 'Canadian dollar', other: 'Canadian dollars' },
      minor: { one: 'cent', other: 'cents' },
    },
    AUD: {
      major: { one: 'Australian dollar', other: 'Australian dollars' },
      minor: { one: 'cent', other: 'cents' },
    },
    MXN: {
      major: { one: 'Mexican peso', other: 'Mexican pesos' },
      minor: { one: 'centavo', other: 'centavos' },
    },
    CHF: {
      major: { one: 'Swiss franc', other: 'Swiss francs' },
      minor: { one: 'centime', other: 'centimes' },
    },
    INR: { major: { one: 'rupee', other: 'rupees' }, minor: { one: 'paisa', other: 'paise' } },
    JPY: { major: { other: 'yen' }, minor: null },
    AED: { major: { one: 'dirham', other: 'dirhams' }, minor: { other: 'fils' } },
    SAR: { major: { one: 'riyal', other: 'riyals' }, minor: { one: 'halala', other: 'halalas' } },
    EGP: {
      major: { one: 'Egyptian pound', other: 'Egyptian pounds' },
      minor: { one: 'piastre', other: 'piastres' },
    },
  },
  scales: { 6: 'million', 9: 'billion' },
  joinMoney: (major, minor) => `${major} and ${minor}`,
  signOf: () => undefined,
  counted: (digits, forms) =>
    `${toCardinal(digits)} ${forms[new Intl.PluralRules('en').select(Number(digits))] ?? forms.other}`,
}

/** `n2words` has no ordinal of zero. */
function ordinal(digits: string): string {
  return Number(digits) === 0 ? 'zeroth' : toOrdinal(digits)
}

function year(value: number): string {
  const century = Math.trunc(value / 100)
  const rest = value % 100
  if (value < 1100 || value > 2099 || (value >= 2000 && value < 2010)) return toCardinal(value)
  if (rest === 0) return `${toCardinal(century)} hundred`
  return `${toCardinal(century)} ${rest < 10 ? 'oh ' : ''}${toCardinal(rest)}`
}

function monthFirst(date: WrittenDate): string {
  const spoken = `${months[date.month - 1]} ${toOrdinal(date.day)}`
  return date.year === null ? spoken : `${spoken}, ${year(date.year)}`
}

function writtenDate(groups: Record<string, string | undefined>): WrittenDate | null {
  const start = groups['month']!.slice(0, 3).toLowerCase()
  const month = months.findIndex((name) => name.toLowerCase().startsWith(start)) + 1
  return dateOf(Number(groups['day']), month, groups['year'] === undefined ? null : Number(groups['year']))
}
