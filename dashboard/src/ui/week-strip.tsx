import { classNames } from './class-names.ts'
import styles from './week-strip.module.css'

export interface WeekDay {
  id: string
  /** "Mon". */
  label: string
  isToday?: boolean
  /** A closed date: its windows are hatched. */
  isClosed?: boolean
  /** Minutes from 0 to 1,440. Windows over midnight are given in two parts. */
  windows: readonly { from: number; to: number }[]
  /** Minutes that two windows have both. */
  overlaps?: readonly { from: number; to: number }[]
}

export interface WeekStripProps {
  /** The same in words, for screen readers: the rows beside the strip say it whole. */
  label: string
  days: readonly WeekDay[]
  /** Minutes since midnight, for the line of the present in today's row. */
  now: number | null
  /** "Hatched: closed date. Tall and red: the same hour twice." */
  legend?: string
}

const hours = [0, 6, 12, 18, 24]
const percent = (minutes: number) => `${(minutes / 14.4).toFixed(3)}%`

/** Seven lines from 0 to 24 h with the hours in which calls are dialed. */
export function WeekStrip({ label, days, now, legend }: WeekStripProps) {
  return (
    <figure className={styles.strip}>
      <div role="img" aria-label={label} className={styles.grid}>
        <span />
        <svg className={styles.head} width="100%" height="20">
          {hours.map((hour) => (
            <text key={hour} className={styles.hour} x={percent(hour * 60)} y="14">
              {hour}
            </text>
          ))}
        </svg>
        {days.map((day) => (
          <Day key={day.id} day={day} now={day.isToday ? now : null} />
        ))}
      </div>
      {legend !== undefined && <figcaption className={styles.legend}>{legend}</figcaption>}
    </figure>
  )
}

function Day({ day, now }: { day: WeekDay; now: number | null }) {
  return (
    <>
      <span className={classNames(styles.name, day.isToday && styles.today)}>{day.label}</span>
      <svg className={styles.day} width="100%" height="24">
        {hours.slice(1, 4).map((hour) => (
          <line
            key={hour}
            className={styles.line}
            x1={percent(hour * 60)}
            x2={percent(hour * 60)}
            y1="0"
            y2="24"
          />
        ))}
        <line className={styles.line} x1="0" x2="100%" y1="12.5" y2="12.5" />
        {day.windows.map(({ from, to }) => (
          <rect
            key={from}
            className={day.isClosed ? styles.closed : styles.open}
            x={percent(from)}
            width={percent(to - from)}
            y="6.5"
            height="12"
          />
        ))}
        {day.isClosed && day.windows.map((one) => <Hatching key={one.from} {...one} />)}
        {day.overlaps?.map(({ from, to }) => (
          <rect
            key={from}
            className={styles.twice}
            x={percent(from)}
            width={percent(to - from)}
            y="3"
            height="18"
          />
        ))}
        {now !== null && <line className={styles.now} x1={percent(now)} x2={percent(now)} y1="0" y2="24" />}
      </svg>
    </>
  )
}

/** Lines across a closed window. The SVG inside is cut at the window's edges. */
function Hatching({ from, to }: { from: number; to: number }) {
  const count = Math.ceil((to - from) / 6)
  return (
    <svg x={percent(from)} width={percent(to - from)} y="6.5" height="12" overflow="hidden">
      {Array.from({ length: Math.min(240, count) }, (_, index) => (
        <line key={index} className={styles.hatch} x1={index * 8 - 8} x2={index * 8 - 2} y1="12" y2="0" />
      ))}
    </svg>
  )
}
