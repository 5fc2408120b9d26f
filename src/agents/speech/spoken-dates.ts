import { aroundOf, type SpokenLanguage, type WrittenDate } from './spoken-language.ts'

const isoDate = /(?<![\d.,/-])(\d{4})-(\d{2})-(\d{2})(?:T(?=\d{2}:\d{2})|(?![\d-]))/g
/** The zone of an instant such as 2026-03-14T09:30:00Z. */
const zone = /(?<=\d-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(?:Z|[-+]\d{2}:\d{2})(?![\p{L}\d:])/gu
const numericDate = /(?<![\d.,/-])(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?![\d/-]|[.,]\d)/g

/**
 * Speaks dates of digits only: 2026-03-14, 3/14/2026, 14.3.2026. What is no day of the calendar stays. UTC is
 * the only zone of an instant that is spoken: in another one its time is local.
 */
export function speakDates(text: string, language: SpokenLanguage, locale: string): string {
  const speak = (found: string, date: WrittenDate | null, at: number, all: string): string =>
    date === null
      ? found
      : language.date(date, aroundOf(all, at, found.length)) + (found.endsWith('T') ? ', ' : '')
  return text
    .replace(zone, (found) => (found === 'Z' ? ' UTC' : ''))
    .replace(isoDate, (found, year: string, month: string, day: string, at: number, all: string) =>
      speak(found, dateOf(Number(day), Number(month), Number(year)), at, all),
    )
    .replace(
      numericDate,
      (found, first: string, sign: string, second: string, year: string, at: number, all: string) => {
        const monthFirst = sign !== '.' && language.isMonthFirst(locale)
        const dayFirst = dateOf(Number(first), Number(second), Number(year))
        const other = dateOf(Number(second), Number(first), Number(year))
        return speak(found, monthFirst ? (other ?? dayFirst) : (dayFirst ?? other), at, all)
      },
    )
}

/** Returns null for a day that the calendar does not have. Any year has a 29th of February where none was written. */
export function dateOf(day: number, month: number, year: number | null): WrittenDate | null {
  const date = new Date(Date.UTC(year ?? 2024, month - 1, day))
  return month >= 1 && month <= 12 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? { day, month, year }
    : null
}

/**
 * Speaks times with minutes, and full hours with a.m. or p.m. Seconds are left out. Ranges of times become "nine to
 * five".
 */
export function speakTimes(text: string, language: SpokenLanguage): string {
  const half = String.raw`(?:[\s\u00A0\u202F]{0,2}(?:${language.halves}))`
  const withMinutes = String.raw`(?<hour>[01]?\d|2[0-4]):(?<minute>[0-5]\d)(?::[0-5]\d(?:\.\d{1,3})?)?`
  const pattern = new RegExp(String.raw`(?<![\d.:,/])${withMinutes}(?![\d:])${half}?`, 'giu')
  const fullHour = new RegExp(String.raw`(?<![\d.:,/])(?<hour>1[0-2]|0?\d)${half}`, 'giu')
  // A name stands once in a pattern.
  const unnamed = half.replaceAll(/\?<[ap]m>/g, '?:')
  const joined = text.replace(
    new RegExp(
      String.raw`(?<![\d.:,/])(\d{1,2}(?::\d{2}${unnamed}?|${unnamed}))\s?[–-]\s?(?=\d{1,2}(?::\d{2}|${unnamed}))`,
      'giu',
    ),
    `$1 ${language.rangeWord} `,
  )
  const speak = (found: string, ...rest: unknown[]): string => {
    const groups = rest.at(-1) as Partial<Record<'hour' | 'minute' | 'am' | 'pm', string>>
    const all = rest.at(-2) as string
    const at = rest.at(-3) as number
    const hour = Number(groups.hour)
    const halfOfDay = groups.am !== undefined ? 'am' : groups.pm !== undefined ? 'pm' : null
    if (groups.minute === undefined && halfOfDay === null) return found
    const time = {
      hour,
      minute: Number(groups.minute ?? 0),
      half: hour > 12 || hour === 0 ? null : halfOfDay,
    } as const
    // A dot after "p.m" ends the sentence too if nothing or a capital letter follows.
    const around = aroundOf(all, at, found.length)
    const stop = found.endsWith('.') && /^\s*(?:$|\s\p{Lu})/u.test(around.after) ? '.' : ''
    return language.time(time, around) + stop
  }
  return joined.replace(pattern, speak).replace(fullHour, speak)
}
