import type { ReactNode } from 'react'
import { comma } from '../format/comma.ts'
import type { Instant } from '../format/instant.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { useMessages } from '../messages/use-messages.ts'
import styles from './when.module.css'

export interface WhenProps {
  at: Instant
  zone: string
  /** `full` has the day and the zone; `time` is for places that say both already. */
  form?: 'full' | 'time' | 'minute' | 'day'
  seconds?: boolean
}

/** An instant with its zone. On focus and hover also in UTC and in the reader's own zone. */
export function When({ at, zone, form = 'full', seconds = false }: WhenProps) {
  const messages = useMessages()
  const formats = useFormats(zone)
  const utc = useFormats('UTC')
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const yours = useFormats(own)
  const shown: Record<NonNullable<WhenProps['form']>, () => string> = {
    full: () => formats.instant(at, { seconds }),
    time: () => formats.time(at),
    minute: () => formats.minute(at),
    day: () => formats.day(at),
  }
  const between = comma(messages.locale)
  const others = [
    formats.instant(at, { seconds: true }),
    messages.common.utc(`${utc.day(at)}${between}${utc.time(at)}`),
    ...(own === zone
      ? []
      : [messages.common.yourTime(`${yours.day(at)}${between}${yours.time(at)}`, yours.zoneName)]),
  ]
  return (
    <time
      className={styles.when}
      dateTime={new Date(at).toISOString()}
      tabIndex={0}
      data-also={others.join('\n')}
    >
      <bdi>{shown[form]()}</bdi>
    </time>
  )
}

/** A number, name or anything else that keeps its own direction. */
export function Own({ children }: { children: ReactNode }) {
  return <bdi>{children}</bdi>
}
