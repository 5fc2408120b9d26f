import { classNames } from './class-names.ts'
import styles from './slots.module.css'

/** More are shown as a bar. */
const jacksMax = 24

export interface SlotsProps {
  used: number
  of: number
  /** "8 of 8". */
  label: string
}

/** Slots in use: a row of jacks, the plugged ones first; above 24 a bar. The words say the same. */
export function Slots({ used, of, label }: SlotsProps) {
  return (
    <span className={styles.slots}>
      {of > jacksMax ? <UsedBar used={used} of={of} /> : <Jacks used={used} of={of} />}
      <span className={styles.label}>{label}</span>
    </span>
  )
}

function Jacks({ used, of }: { used: number; of: number }) {
  return (
    <span className={styles.jacks} aria-hidden="true">
      {Array.from({ length: of }, (_, index) => (
        <svg
          key={index}
          viewBox="0 0 12 12"
          width="12"
          height="12"
          className={index < used ? styles.plugged : styles.free}
        >
          <circle cx="6" cy="6" r="5" fill="none" stroke="currentColor" strokeWidth="1.25" />
          {index < used && <circle cx="6" cy="6" r="2.75" fill="currentColor" />}
        </svg>
      ))}
    </span>
  )
}

function UsedBar({ used, of }: { used: number; of: number }) {
  const percent = `${Math.min(100, (used / of) * 100)}%`
  return (
    <svg className={classNames(styles.bar, styles.plugged)} height="6" aria-hidden="true">
      <rect
        className={styles.free}
        x="0.5"
        y="0.5"
        width="100%"
        height="5"
        fill="none"
        stroke="currentColor"
      />
      <rect width={percent} height="6" fill="currentColor" />
    </svg>
  )
}
