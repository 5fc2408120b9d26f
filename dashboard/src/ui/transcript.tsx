import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './transcript.module.css'

export interface TranscriptLine {
  id: string
  /** "14:04:10". */
  time: ReactNode
  /** "Agent", "Customer". */
  speaker: ReactNode
  isCustomer: boolean
  words: ReactNode
  /** Where an answer comes from: "Knowledge base: “Contract ends”, score 0.86". */
  sources?: readonly ReactNode[]
  /** It is being spoken: it ends in a short bar. */
  grows?: boolean
}

/** What was said: time, speaker and words in three columns. */
export function Transcript({ label, lines }: { label: string; lines: readonly TranscriptLine[] }) {
  return (
    // A screen reader says each line of a talk that goes on as it comes.
    <ol
      className={styles.transcript}
      aria-label={label}
      aria-live={lines.some(({ grows }) => grows) ? 'polite' : undefined}
    >
      {lines.map((line) => (
        <li key={line.id} className={classNames(styles.line, line.isCustomer && styles.customer)}>
          <span className={styles.time}>{line.time}</span>
          <span className={styles.speaker}>{line.speaker}</span>
          <div className={styles.words} dir="auto">
            {line.words}
            {line.grows && <span className={styles.grows} aria-hidden="true" />}
            {line.sources?.map((source, index) => (
              <div key={index} className={styles.source}>
                {source}
              </div>
            ))}
          </div>
        </li>
      ))}
    </ol>
  )
}
