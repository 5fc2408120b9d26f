import type { Db } from '../../db/database.ts'
import { selectWorkerAge, workerSecondsMax } from '../../jobs/report-worker.ts'
import { readIsHeld } from './under-way.ts'
import type { WaitReason } from './wait-reason.ts'

/** Why no waiting call is dialed: the whole service is held, or no worker runs. */
export const serviceHalts = ['service_held', 'worker'] as const
export type ServiceHalt = (typeof serviceHalts)[number]

interface Waiting {
  reason: WaitReason
  until: string | null
}

/** Returns whether the reason ends only where calls are dialed. */
function isForTurn({ reason }: Waiting): boolean {
  return reason === 'slot' || reason === 'carrier_rate'
}

/**
 * Returns why no waiting call is dialed: null if calls are dialed, or if none of these calls waits for its turn.
 *
 * @param db the primary: a replica can't say whether the database is held.
 */
export async function readServiceHalt(
  db: Db,
  waits: readonly (Waiting | null)[],
): Promise<ServiceHalt | null> {
  if (!waits.some((wait) => wait !== null && isForTurn(wait))) return null
  const [isHeld, workerAge] = await Promise.all([readIsHeld(db), selectWorkerAge(db)])
  if (isHeld) return 'service_held'
  return workerAge === null || workerAge > workerSecondsMax ? 'worker' : null
}

/** Returns the reason of a wait and its end; those of `halt` where the call waits for its turn. */
export function reasonOrHalt(
  { reason, until }: Waiting,
  halt: ServiceHalt | null,
): { reason: WaitReason | ServiceHalt; until: string | null } {
  return halt !== null && isForTurn({ reason, until }) ? { reason: halt, until: null } : { reason, until }
}
