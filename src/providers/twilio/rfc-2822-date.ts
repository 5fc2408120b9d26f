const form =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d (?:[+-]\d{4}|GMT|UTC)$/

/**
 * Parses a time such as `Tue, 31 Aug 2010 20:36:28 +0000`, as Twilio writes all of its times; null for any other text.
 */
export function parseRfc2822(text: string): Date | null {
  const time = form.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? null : new Date(time)
}
