import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './status-mark.module.css'

/**
 * What a mark says by its shape: `waits` an empty ring, `rings` half filled (dialed, rings, sent), `live` a ring with a
 * plug, `done` a tick, `failed` a disc with a cross, `held` two bars, `closed` a ring with a bar, `unknown` a broken
 * ring, `draft` a bar alone.
 */
export type Status = 'waits' | 'rings' | 'live' | 'done' | 'failed' | 'held' | 'closed' | 'unknown' | 'draft'

/** The shape alone, hidden from screen readers: a word stands beside it. */
export function StatusMark({ status, small = false }: { status: Status; small?: boolean }) {
  const size = small ? 12 : 14
  return (
    <svg
      className={classNames(styles.mark, styles[status])}
      viewBox="0 0 14 14"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      {shapes[status]}
    </svg>
  )
}

const ring = <circle cx="7" cy="7" r="5.75" />

const shapes: Record<Status, ReactNode> = {
  waits: ring,
  rings: (
    <>
      {ring}
      <path d="M7 4a3 3 0 0 0 0 6z" fill="currentColor" stroke="none" />
    </>
  ),
  live: (
    <>
      {ring}
      <circle cx="7" cy="7" r="3" fill="currentColor" stroke="none" />
    </>
  ),
  done: <path d="M2.5 7.5 5.5 10.5 11.5 3.5" strokeLinecap="square" />,
  failed: (
    <>
      <circle cx="7" cy="7" r="6.5" fill="currentColor" stroke="none" />
      <path className={styles.cross} d="M4.8 4.8 9.2 9.2M9.2 4.8 4.8 9.2" />
    </>
  ),
  held: <path d="M4.5 2.5v9M9.5 2.5v9" strokeWidth="2" />,
  closed: (
    <>
      {ring}
      <path d="M4 7h6" />
    </>
  ),
  unknown: <circle cx="7" cy="7" r="5.75" strokeDasharray="2.6 2" />,
  draft: <path d="M3 7h8" strokeWidth="2" />,
}

/** The mark with its word. */
export function StatusWord({ status, children }: { status: Status; children: ReactNode }) {
  return (
    <span className={classNames(styles.word, styles[`word-${status}`])}>
      <StatusMark status={status} />
      <span>{children}</span>
    </span>
  )
}
