import { useMemo } from 'react'
import { comma } from '../format/comma.ts'
import { formatClock, formatDuration } from '../format/duration.ts'
import {
  formatDay,
  formatInstant,
  formatMillisecond,
  formatMinute,
  formatTime,
  zoneName,
} from '../format/instant.ts'
import type { Instant } from '../format/instant.ts'
import { formatNumber, formatPercent } from '../format/number.ts'
import { useMessages } from '../messages/use-messages.ts'

/** Returns the formats of `format/` for the reader's language and one zone. */
export function useFormats(zone: string) {
  const { locale } = useMessages()
  return useMemo(() => {
    const options = { locale, zone }
    return {
      zone,
      zoneName: zoneName(zone),
      instant: (at: Instant, more: { seconds?: boolean } = {}) => formatInstant(at, { ...options, ...more }),
      day: (at: Instant) => formatDay(at, options),
      time: (at: Instant) => formatTime(at, options),
      /** "Mon 23 Nov, 14:06:32", beside others of the same zone. */
      dayTime: (at: Instant) => `${formatDay(at, options)}${comma(locale)}${formatTime(at, options)}`,
      /** The time alone if it is on the same day as another instant, else with its day and zone. */
      sameDay: (at: Instant, as: Instant) =>
        formatDay(at, options) === formatDay(as, options)
          ? formatTime(at, options)
          : formatInstant(at, options),
      minute: (at: Instant) => formatMinute(at, options),
      millisecond: (at: Instant) => formatMillisecond(at, options),
      duration: (ms: number) => formatDuration(ms, locale),
      clock: formatClock,
      number: (value: number) => formatNumber(value, locale),
      percent: (share: number) => formatPercent(share, locale),
    }
  }, [locale, zone])
}
