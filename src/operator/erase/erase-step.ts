import type { Transaction } from '../../db/queryable.ts'
import type { ErasedPerson } from './erased-person.ts'

/** What one run of a step has done. */
export interface StepResult {
  rows: number
  /** Where the step goes on; null: it is complete. */
  position: string | null
}

/** One step of an erasure. It runs again until it is complete; a run that is repeated finds less, or nothing. */
export interface EraseStep {
  /** The kind of rows, as counts name it. */
  kind: string
  run: (transaction: Transaction, person: ErasedPerson, position: string | null) => Promise<StepResult>
}
