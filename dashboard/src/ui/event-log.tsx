import type { ReactNode } from 'react'
import styles from './event-log.module.css'

export interface LoggedEvent {
  id: string
  /** The time alone; the head of the day says the rest. */
  time: ReactNode
  /** A mark and word of its state; what is normal has none. */
  state?: ReactNode
  /** What happened, as a link to its place. */
  what: ReactNode
  /** Who, how long, why. */
  detail?: ReactNode
  /** What was written, in the reader's own words. */
  words?: ReactNode
}

export interface LogDay {
  id: string
  head: ReactNode
  events: readonly LoggedEvent[]
}

/** What happened, the latest first, under the head of each day. */
export function EventLog({ label, days }: { label: string; days: readonly LogDay[] }) {
  return (
    <ol className={styles.log} aria-label={label}>
      {days.map((day) => (
        <li key={day.id}>
          <div className={styles.day}>{day.head}</div>
          <ol>
            {day.events.map((event) => (
              <li key={event.id} className={styles.event}>
                <span className={styles.time}>{event.time}</span>
                <div className={styles.text}>
                  <div className={styles.what}>
                    {event.what}
                    {event.state !== undefined && <span>{event.state}</span>}
                  </div>
                  {event.words !== undefined && <p className={styles.words}>{event.words}</p>}
                  {event.detail !== undefined && <div className={styles.detail}>{event.detail}</div>}
                </div>
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  )
}
