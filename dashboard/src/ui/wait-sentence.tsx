import type { ReactNode } from 'react'
import { StatusMark } from './status-mark.tsx'
import type { Status } from './status-mark.tsx'
import styles from './wait-sentence.module.css'

export interface WaitSentenceProps {
  status: Status
  /** Reason, since when, until when. The one figure that decides is `<b>`. */
  children: ReactNode
  /** What ends it, or what to do. */
  more?: ReactNode
  /** The first line of a page, in the size of its title. */
  asTitle?: boolean
}

/** What something waits for, or what it does now: the mark, one sentence, and what follows from it. */
export function WaitSentence({ status, children, more, asTitle = false }: WaitSentenceProps) {
  return (
    <div className={asTitle ? styles.title : styles.wait}>
      <StatusMark status={status} />
      <div>
        {asTitle ? (
          <h1 className={styles.sentence}>{children}</h1>
        ) : (
          <p className={styles.sentence}>{children}</p>
        )}
        {more !== undefined && <p className={styles.more}>{more}</p>}
      </div>
    </div>
  )
}
