/** Notices URLs that are harmless one by one and endless together. */
export interface TrapWatch {
  /**
   * Counts a URL (as `normalizeUrl` has made it), and says which bound it is beyond; null where it is within all. Each
   * URL of a crawl counts once: to be asked of those that the crawl did not know. What counted before stands.
   */
  judge: (url: string) => string | null
}

/** Addresses that differ in their query alone, of one path: of what a crawl can index at most. */
const ofPathMax = 1_000
/** Those with the same parameters: one may be what tells pages apart, many are filters and orders of one list. */
const ofParametersMax = [1_000, 200, 50] as const
/** Months and days of one calendar, in the path or the query. */
const ofCalendarMax = 60
/** What the watch remembers. */
const countersMax = 10_000

/**
 * Counts in memory, for one crawl. It holds at most 10,000 counters; of more it forgets the oldest, so that a trap is
 * noticed later and nothing good is lost. After a restart it is made anew, by showing it the URLs that the crawl knows;
 * which of them come first makes no difference to how many are let pass.
 */
export function createTrapWatch(): TrapWatch {
  const counters = new Map<string, number>()

  function count(key: string): number {
    const counted = (counters.get(key) ?? 0) + 1
    // The one that was counted last stands last.
    counters.delete(key)
    counters.set(key, counted)
    const [oldest] = counters.keys()
    if (counters.size > countersMax && oldest !== undefined) counters.delete(oldest)
    return counted
  }

  return {
    judge: (text) => {
      const { host, pathname, search } = new URL(text)
      const calendar = calendarOf(pathname + search)
      if (calendar !== null && count(`c ${host}${calendar}`) > ofCalendarMax)
        return `more than ${ofCalendarMax} addresses of one calendar`
      if (search === '') return null
      const names = parameterNames(search)
      const max = ofParametersMax[Math.min(names.length, ofParametersMax.length) - 1]!
      if (count(`q ${host}${pathname}?${names.join('&')}`) > max)
        return `more than ${max} addresses that differ in the values of their query alone`
      return count(`p ${host}${pathname}`) > ofPathMax
        ? `more than ${ofPathMax} addresses that differ in their query alone`
        : null
    },
  }
}

function parameterNames(search: string): string[] {
  const names = search
    .slice(1)
    .split('&')
    .map((parameter) => parameter.split('=', 1)[0]!)
  return [...new Set(names)].sort()
}

/**
 * An address with its date taken out, where that is what it ends with: `/events/2031/05/`, `/day?date=2031-05-01`. An
 * article below a date is no calendar page.
 */
function calendarOf(text: string): string | null {
  const found = /[/=]\d{4}[/-]\d{1,2}(?:[/-]\d{1,2})?\/?$/.exec(text)
  return found === null ? null : text.slice(0, found.index)
}

const segmentsMax = 20
const parametersMax = 12
/** One name, several times in a query. */
const sameParameterMax = 5
/** One name, several times in a path, be it with others between. */
const sameSegmentMax = 3
/** Years for which nobody writes a calendar page. */
const years = { first: 1900, last: 2100 }

/**
 * Which mark of a trap a URL bears: of addresses that a site makes up without end, by links that add to their own
 * address, by sets of filters, or by calendars. Null where it bears none.
 */
export function trapOf({ pathname, search }: URL): string | null {
  const segments = pathname.split('/').slice(1)
  if (segments.length > segmentsMax) return `its path has more than ${segmentsMax} parts`
  const names = segments.filter((segment) => !/^\d*$/.test(segment))
  if (mostOf(names) > sameSegmentMax || isRepeating(segments)) return 'its path repeats itself'
  const parameters = search.slice(1).split('&')
  if (parameters.length > parametersMax) return `its query has more than ${parametersMax} parameters`
  if (mostOf(parameters.map((parameter) => parameter.split('=', 1)[0]!)) > sameParameterMax)
    return 'its query repeats a parameter'
  return isFarAway(pathname + search) ? 'it names a day that is far away' : null
}

function mostOf(texts: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}

/** Whether some segments come three times in a row: `/a/b/a/b/a/b`. Numbers may: `/11/11/11`. */
function isRepeating(segments: readonly string[]): boolean {
  for (let length = 1; length * 3 <= segments.length; length++) {
    let same = 0
    for (let at = length; at < segments.length; at++) {
      same = segments[at] === segments[at - length] ? same + 1 : 0
      if (
        same === length * 2 &&
        segments.slice(at - length + 1, at + 1).some((segment) => !/^\d+$/.test(segment))
      )
        return true
    }
  }
  return false
}

/** A year before a month, as calendars write it: `/2731/05/`, `?month=1804-01`. */
function isFarAway(text: string): boolean {
  for (const [, year] of text.matchAll(/(?<=[/=])(\d{4})[/-](?:0?[1-9]|1[0-2])(?![0-9])/g))
    if (Number(year) < years.first || Number(year) > years.last) return true
  return false
}
