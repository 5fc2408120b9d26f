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
