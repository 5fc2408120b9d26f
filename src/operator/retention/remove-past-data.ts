import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import type { Job } from '../../jobs/repeat.ts'
import { retentionKinds } from '../../projects/queries.ts'
import {
  auditDays,
  claimPass,
  insertPasses,
  removals,
  removeAuditOfNoProject,
  updatePass,
} from './retention-queries.ts'

const dayMs = 24 * 3_600_000

/**
 * Removes what a project no longer keeps, a thousand rows at a time, and the audit after 400 days where nothing else is
 * declared. Each kind of each project is passed through once a day, from its oldest rows on, so that history which is
 * imported later is removed too.
 */
export function removePastData({ db, clock }: { db: Db; clock: Clock }): Job {
  return {
    name: 'remove past data',
    pauseMs: 60_000,
    run: async () => {
      const now = clock.now()
      await insertPasses(db, retentionKinds, now)
      return db.transaction((transaction) => removeSome(transaction, now))
    },
  }
}

/** Removes the next rows of one kind of one project. Returns whether there may be more to do. */
async function removeSome(transaction: Transaction, now: Date): Promise<boolean> {
  const pass = await claimPass(transaction, now)
  if (pass === null) return removeAuditOfNoProject(transaction, new Date(now.getTime() - auditDays * dayMs))
  const before = new Date(now.getTime() - pass.days * dayMs)
  const position = await removals[pass.kind](transaction, pass, before)
  await updatePass(transaction, pass, position, position === null ? new Date(now.getTime() + dayMs) : now)
  return true
}
