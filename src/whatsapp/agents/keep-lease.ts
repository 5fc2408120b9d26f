import { leaseMs } from '../../agents/conversation/conversation.ts'
import type { ConversationKey, Hold } from '../../agents/conversation/conversation.ts'
import { renewLease } from '../../agents/conversation/lease-queries.ts'
import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/database.ts'

/** A lease of a chat that renews itself until it is disposed. */
export interface KeptLease extends Disposable {
  /** Aborted with `leave` once this process leads the chat no more, or may soon not. */
  signal: AbortSignal
}

/** Renews the lease of a chat three times while it lasts. */
export function keepLease(context: { db: Db; clock: Clock }, key: ConversationKey, hold: Hold): KeptLease {
  const lost = new AbortController()
  let renewedAt = performance.now()
  const renew = async (): Promise<void> => {
    const begunAt = performance.now()
    try {
      if (await renewLease(context.db, key, hold, context.clock.now())) renewedAt = begunAt
      else lost.abort('leave')
    } catch {
      // The database is away. Only the time since the last renewal counts.
    }
    if (performance.now() - renewedAt > leaseMs - leaseMs / 6) lost.abort('leave')
  }
  const timer = setInterval(() => void renew(), leaseMs / 4)
  return { signal: lost.signal, [Symbol.dispose]: () => clearInterval(timer) }
}
