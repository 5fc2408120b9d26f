import type { ReactNode } from 'react'
import styles from './empty.module.css'

export interface EmptyProps {
  /** One sentence: why nothing is here. */
  children: ReactNode
  /** One sentence: what comes next. */
  next?: ReactNode
  /** One button. */
  action?: ReactNode
}

/** Stands where the first row would be. */
export function Empty({ children, next, action }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <p>{children}</p>
      {next !== undefined && <p className={styles.next}>{next}</p>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  )
}
