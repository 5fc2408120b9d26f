import type { Breach, Evidence, Finding } from './evidence.ts'

/**
 * Promise 119: what guards count and hold of days, numbers and blocks is what the attempts have used, and nothing else.
 */
export function checkReserved({ rows }: Evidence): Finding {
  const breaches: Breach[] = rows.counts
    .filter(({ counted, recounted }) => counted !== recounted)
    .map(({ what, counted, recounted }) => ({ what: `${what}: ${counted}, must be ${recounted}` }))
  const figure = `${breaches.length} of ${rows.counts.length} counts`
  return {
    bar: 'B4',
    what: 'what guards count and reserve',
    figure,
    must: 'as recounted',
    judged: rows.counts.length,
    breaches,
  }
}
