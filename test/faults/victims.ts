import type { Clients } from './clients.ts'
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
  coverage: Coverage
}
