import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import styles from './skeleton.module.css'

const shownAfterMs = 150

/** Returns whether something has taken long enough to show that it is loading. */
function useIsLate(): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), shownAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}

export interface SkeletonProps {
  /** What is loading, for screen readers. */
  label: string
  rows?: number
  columns?: number
  /** Rows of two lines, as tables have them. */
  lines?: 1 | 2
  head?: ReactNode
}

/** The rows of what is loading: the same hairlines, with bars for the words. Shown after 150 ms. */
export function Skeleton({ label, rows = 6, columns = 4, lines = 2, head }: SkeletonProps) {
  const isLate = useIsLate()
  return (
    <div role="status" className={isLate ? styles.skeleton : styles.early}>
      <span className={styles.label}>{label}</span>
      {head}
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.row} aria-hidden="true">
          {Array.from({ length: columns }, (__, column) => (
            <svg key={column} width="100%" height={lines === 2 ? 36 : 20}>
              <rect y="6" width={`${widths[(row * 3 + column * 5) % widths.length]}%`} height="8" />
              {lines === 2 && column < 2 && (
                <rect y="24" width={`${widths[(row + column * 2) % widths.length]! * 0.7}%`} height="8" />
              )}
            </svg>
          ))}
        </div>
      ))}
    </div>
  )
}

const widths = [62, 48, 74, 55, 68, 41, 80]
