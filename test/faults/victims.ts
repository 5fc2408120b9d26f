import type { Clients } from './clients.ts'
import type { Coverage } from './crash-points.ts'
import type { Observer } from './observer.ts'
import type { Plan } from './plan.ts'
import type { Program } from './program.ts'

/** The programs that the nemesis harms, and where it records its faults. */
export interface Victims {
  program: Program
  observer: Observer
  clients: Clients
  plan: Plan
  coverage: Coverage
}
