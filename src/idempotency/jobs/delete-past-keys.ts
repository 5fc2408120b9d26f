import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/database.ts'
import type { Job } from '../../jobs/repeat.ts'
import { deletePastKeys } from '../queries.ts'

/** Forgets idempotency keys after their time. */
export function deletePastIdempotencyKeys({ db, clock }: { db: Db; clock: Clock }): Job {
  return {
    name: 'delete past idempotency keys',
    pauseMs: 60_000,
    run: async () => (await deletePastKeys(db, clock.now())) > 0,
  }
}
