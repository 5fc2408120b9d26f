import type { ReactNode } from 'react'
import { StatusMark } from './status-mark.tsx'
import type { Status } from './status-mark.tsx'
import styles from './timeline.module.css'

export interface TimelineEvent {
  id: string
  /** To the millisecond. */
  time: ReactNode
  what: ReactNode
  /** The carrier's own word, and how late it came. */
  detail?: ReactNode
  /** `ours` is a hollow dot, `carrier` a filled one, `now` the one that goes on. */
  from: 'ours' | 'carrier' | 'now'
}

export interface TimelineAttempt {
  id: string
  status: Status
  /** "1st". */
  name: ReactNode
  about: ReactNode
  events: readonly TimelineEvent[]
  /** What failed, with advice. */
  fault?: ReactNode
  /** The wait before the next attempt, as a sentence. */
  wait?: ReactNode
}

/** The attempts of a call in order, with the carrier's events beside ours. */
export function Timeline({ label, attempts }: { label: string; attempts: readonly TimelineAttempt[] }) {
  return (
    <ol className={styles.timeline} aria-label={label}>
      {attempts.map((attempt) => (
        <li key={attempt.id} className={styles.attempt}>
          <div className={styles.head}>
            <StatusMark status={attempt.status} />
            <span>
              <b>{attempt.name}</b> <span className={styles.about}>{attempt.about}</span>
            </span>
          </div>
          <ol className={styles.events}>
            {attempt.events.map((event) => (
              <li key={event.id} className={styles.event}>
                <Dot from={event.from} />
                <span className={styles.time}>{event.time}</span>
                <span className={styles.what}>{event.what}</span>
                <span className={styles.detail}>{event.detail}</span>
              </li>
            ))}
          </ol>
          {attempt.fault !== undefined && <div className={styles.fault}>{attempt.fault}</div>}
          {attempt.wait !== undefined && <p className={styles.wait}>{attempt.wait}</p>}
        </li>
      ))}
    </ol>
  )
}

/** The dot of an event, also for the legend. */
export function Dot({ from }: { from: TimelineEvent['from'] }) {
  return (
    <svg className={styles[from]} viewBox="0 0 8 8" width="8" height="8" aria-hidden="true">
      <circle cx="4" cy="4" r="3.25" fill="currentColor" stroke="currentColor" />
    </svg>
  )
}
