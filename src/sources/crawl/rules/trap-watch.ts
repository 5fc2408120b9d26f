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
