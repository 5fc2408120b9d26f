import type { Db } from '../../db/database.ts'
import { leaseSeconds, renewLease } from './crawl-queries.ts'
import type { HeldCrawl } from './crawl-queries.ts'
import { LostLease } from './lost-lease.ts'

/** How often the lease is renewed. A cancellation whose notification was lost takes effect after this time. */
const renewEveryMs = 5_000
/** When the crawl is given up if the database does not answer, because another worker may soon claim it. */
const giveUpAfterMs = (leaseSeconds - 10) * 1_000

/** A lease that renews itself. */
export interface KeptLease extends AsyncDisposable {
  /** Aborts with a {@link LostLease} once this process no longer holds the crawl. */
  signal: AbortSignal
  /** Renews the lease at once. */
  check: () => Promise<void>
}

export function keepLease(db: Db, crawl: HeldCrawl): KeptLease {
  const lost = new AbortController()
  let renewedAt = performance.now()
  let checking: Promise<void> = Promise.resolve()
  const renew = async (): Promise<void> => {
    const begunAt = performance.now()
    try {
      if (await renewLease(db, crawl)) renewedAt = begunAt
      else lost.abort(new LostLease())
    } catch {
      // The database can't be reached. Only the time since the last renewal counts.
    }
    if (performance.now() - renewedAt > giveUpAfterMs) lost.abort(new LostLease())
  }
  const check = (): Promise<void> => {
    checking = checking.then(renew)
    return checking
  }
  const timer = setInterval(() => void check(), renewEveryMs)
  return {
    signal: lost.signal,
    check,
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer)
      await checking
    },
  }
}
