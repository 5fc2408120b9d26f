import type { Db } from '../../db/database.ts'
import { leaseSeconds, renewLease } from './crawl-queries.ts'
import type { HeldCrawl } from './crawl-queries.ts'
import { LostLease } from './lost-lease.ts'

/** Twice a second of waiting is what a cancellation costs at most where the notice of it is lost. */
const renewEveryMs = 5_000
/** After so long without a word of the database the crawl may be another worker's soon. */
const giveUpAfterMs = (leaseSeconds - 10) * 1_000

/** A lease that renews itself. */
export interface KeptLease extends AsyncDisposable {
  /** Aborts, with a {@link LostLease}, once the crawl is not this process's any more. */
  signal: AbortSignal
  /** Looks at once whether it still is. */
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
      // The database is away. Who writes then learns so; here only the time counts.
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
