import type { ReactNode } from 'react'
import { Link } from './link.tsx'
import styles from './pagination.module.css'

export interface PaginationProps {
  label: string
  /** "1 to 50 of 143, newest first". */
  children: ReactNode
  previous?: { href: string; label: ReactNode } | null
  next?: { href: string; label: ReactNode } | null
}

/** Which part of a list is shown, and the way to its neighbors. */
export function Pagination({ label, children, previous, next }: PaginationProps) {
  return (
    <nav className={styles.pagination} aria-label={label}>
      <span>{children}</span>
      <span className={styles.ways}>
        {previous != null && (
          <Link small href={previous.href}>
            {previous.label}
          </Link>
        )}
        {next != null && (
          <Link small href={next.href}>
            {next.label}
          </Link>
        )}
      </span>
    </nav>
  )
}
