import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/database.ts'
import type { Job } from '../../jobs/repeat.ts'
import { deletePastLinks } from '../link-queries.ts'
import { liveSessions } from '../session-cookie.ts'
import { deletePastSessions } from '../session-queries.ts'
import { deletePastFailures } from '../throttle-queries.ts'
import { deletePastUserTokens } from '../token-queries.ts'

const dayMs = 86_400_000

/** Deletes sessions that have ended, and tokens, links and failed sign-ins a day after they counted last. */
export function deletePastAccess({ db, clock }: { db: Db; clock: Clock }): Job {
  return {
    name: 'delete past access',
    pauseMs: 600_000,
    run: async () => {
      const now = clock.now()
      const before = new Date(now.getTime() - dayMs)
      const counts = [
        await deletePastSessions(db, liveSessions(now)),
        await deletePastUserTokens(db, before),
        await deletePastLinks(db, before),
        await deletePastFailures(db, before),
      ]
      return counts.some((count) => count > 0)
    },
  }
}
