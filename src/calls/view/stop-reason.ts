import type { Db } from '../../db/database.ts'
import { selectWorkerAge, workerSecondsMax } from '../../jobs/report-worker.ts'
import { readIsHeld } from './under-way.ts'
import type { WaitReason } from './wait-reason.ts'

/** Why no waiting call is dialed: the whole service is held, or no worker runs. */
export const stopReasons = ['service_held', 'worker'] as const
export type StopReason = (typeof stopReasons)[number]

interface Waiting {
  reason: WaitReason
  until: string | null
}

/** Returns whether the reason ends only where calls are dialed. */
function isForTurn({ reason }: Waiting): boolean {
  return reason === 'slot' || reason === 'carrier_rate'
}

/**
 * Returns why calls that wait for their turn get none; null where they do, and where none of these waits for it.
 *
 * @param db the primary: a replica can't say whether the database is held.
 */
export async function readStop(db: Db, waits: readonly (Waiting | null)[]): Promise<StopReason | null> {
  if (!waits.some((wait) => wait !== null && isForTurn(wait))) return null
  const [isHeld, workerAge] = await Promise.all([readIsHeld(db), selectWorkerAge(db)])
  if (isHeld) return 'service_held'
  return workerAge === null || workerAge > workerSecondsMax ? 'worker' : null
}

/** Returns the reason of a wait and its end; those of `stop` where the call waits for its turn. */
export function reasonOrStop(
  { reason, until }: Waiting,
  stop: StopReason | null,
): { reason: WaitReason | StopReason; until: string | null } {
  return stop !== null && isForTurn({ reason, until }) ? { reason: stop, until: null } : { reason, until }
}
