import type { Clients } from './clients.ts'
import type { ClockMove } from './clock-moves.ts'
import type { Coverage } from './crash-points.ts'
import type { Observer } from './observer.ts'
import type { Plan } from './plan.ts'
import type { Program } from './program.ts'

/** What the nemesis hurts, and where it writes down what it did. */
export interface Victims {
  program: Program
  observer: Observer
  clients: Clients
  plan: Plan
  /** Written down here as they happen. */
  clockMoves: ClockMove[]
  coverage: Coverage
}
