import type { ReactNode } from 'react'
import { StatusMark } from './status-mark.tsx'
import type { Status } from './status-mark.tsx'
import styles from './save-bar.module.css'

export interface Effect {
  id: string
  status: Status
  text: ReactNode
}

export interface SaveBarProps {
  label: string
  /** "2 changes not saved, 1 fault to mend: Hours, row 2". */
  summary: ReactNode
  /** What saving would do, the heaviest first. */
  effects: readonly Effect[]
  /** Why it could not be saved or checked. */
  failure?: ReactNode
  /** Discard, then save. A save that can't be pressed says why in its own words. */
  actions: ReactNode
}

/** Sticks to the bottom of a form that has changes: what is not saved, what saving does, and the two buttons. */
export function SaveBar({ label, summary, effects, failure, actions }: SaveBarProps) {
  return (
    <section className={styles.bar} aria-label={label}>
      <div className={styles.text} aria-live="polite">
        <p className={styles.summary}>{summary}</p>
        {effects.length > 0 && (
          <ul>
            {effects.map((effect, index) => (
              <li key={effect.id} className={styles.effect}>
                <StatusMark status={effect.status} />
                <span>{index === 0 ? <b>{effect.text}</b> : effect.text}</span>
              </li>
            ))}
          </ul>
        )}
        {failure}
      </div>
      <div className={styles.actions}>{actions}</div>
    </section>
  )
}
