import type { ReactNode } from 'react'

/** How the hours answer a question in another language than that of the server's sentences. */
export interface HoursAnswers {
  /** Clocks skip the local time that was asked for; `at` is the one that is meant. */
  skipped: (at: ReactNode) => ReactNode
  /** Clocks show the local time twice. */
  twice: string
  open: string
  closed: string
  /** By the code of the answer. */
  reasons: Record<string, string>
  opens: (at: ReactNode) => ReactNode
  closes: (at: ReactNode) => ReactNode
  clocks: (day: ReactNode, from: ReactNode, to: ReactNode) => ReactNode
  /** Where the zones of a callee are known from. */
  sources: Record<string, string>
  /** The hours must be open in several zones at once. */
  all: string
  /** They are not within the days that are looked at. */
  never: string
}
