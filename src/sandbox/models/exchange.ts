import type { Clock } from '../../base/clock.ts'
import type { ModelState } from './behavior/models.ts'
import type { Faults } from './faults.ts'
import type { KeptRequests } from './kept-requests.ts'
import type { ModelLog } from './log.ts'

/** The objects that the parts of the model network share. */
export type Exchange = {
  readonly clock: Clock
  readonly speed: number
  readonly log: ModelLog
  readonly faults: Faults
  readonly state: ModelState
  readonly requests: KeptRequests
}
