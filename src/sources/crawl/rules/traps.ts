/** Detects traps that no single URL shows: endless series of similar URLs. */
export interface TrapWatch {
  /**
   * Counts a URL (from `normalizeUrl`) and returns which limit it exceeds, or null. The caller passes each URL of a
   * crawl only once, when the crawl finds it. URLs that were allowed before stay allowed.
   */
  judge: (url: string) => string | null
}

/** URLs of one path that differ in their query only: as many as a crawl can index. */
const ofPathMax = 1_000
/**
 * The same limit by the number of parameters (one, two, more): one may identify pages, several filter or sort one list.
 */
const ofParametersMax = [1_000, 200, 50] as const
/** URLs of one calendar: months or days, in the path or the query. */
const ofCalendarMax = 60
/** Counters that are kept in memory. */
const countersMax = 10_000

/**
 * Creates the counters of one crawl, in memory. There are at most 10,000; beyond that the least recently used ones are
 * forgotten, so that a trap is detected later but no good page is lost. After a restart the crawl counts its known URLs
 * again; their order does not change how many are allowed.
 */
export function createTrapWatch(): TrapWatch {
  const counters = new Map<string, number>()

  function count(key: string): number {
    const counted = (counters.get(key) ?? 0) + 1
    // Re-inserting moves the key to the end of the map: the first key is the least recently used one.
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
        return `it belongs to a calendar with more than ${ofCalendarMax} URLs`
      if (search === '') return null
      const names = parameterNames(search)
      const max = ofParametersMax[Math.min(names.length, ofParametersMax.length) - 1]!
      if (count(`q ${host}${pathname}?${names.join('&')}`) > max)
        return `more than ${max} URLs differ from it only in the values of their query`
      return count(`p ${host}${pathname}`) > ofPathMax
        ? `more than ${ofPathMax} URLs differ from it only in their query`
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
 * Returns the URL without the date at its end, or null where it does not end with a date: `/events/2031/05/`,
 * `/day?date=2031-05-01`. An article below a date is not a calendar page.
 */
function calendarOf(text: string): string | null {
  const found = /[/=]\d{4}[/-]\d{1,2}(?:[/-]\d{1,2})?\/?$/.exec(text)
  return found === null ? null : text.slice(0, found.index)
}

const segmentsMax = 20
const parametersMax = 12
/** How often one parameter may occur in a query. */
const sameParameterMax = 5
/** How often one segment may occur in a path, adjacent or not. */
const sameSegmentMax = 3
/** Calendar pages before or after these years are generated, not written. */
const years = { first: 1900, last: 2100 }

/**
 * Returns why a single URL looks like a trap, or null. Traps are URLs that a site generates without end: links that
 * append to their own URL, combinations of filters, calendars.
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
  return isFarAway(pathname + search) ? 'it contains a date in the far past or future' : null
}

function mostOf(texts: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}

/** Returns whether a group of segments occurs three times in a row: `/a/b/a/b/a/b`. Numbers alone may: `/11/11/11`. */
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

/** Looks for a year before a month, as calendars write it: `/2731/05/`, `?month=1804-01`. */
function isFarAway(text: string): boolean {
  for (const [, year] of text.matchAll(/(?<=[/=])(\d{4})[/-](?:0?[1-9]|1[0-2])(?![0-9])/g))
    if (Number(year) < years.first || Number(year) > years.last) return true
  return false
}
