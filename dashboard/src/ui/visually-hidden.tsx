import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

/** Says something to screen readers alone. */
export function VisuallyHidden({ children, id }: { children: ReactNode; id?: string }) {
  return (
    <span className={styles.hidden} id={id}>
      {children}
    </span>
  )
}
