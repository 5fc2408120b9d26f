import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/database.ts'
import type { Duty } from '../../jobs/repeat.ts'
import { endSilentChats } from '../chat-queries.ts'

/** Completes chats in which nobody has written for a day (Decision 31). */
export function completeSilentChats({ db, clock }: { db: Db; clock: Clock }): Duty {
  return {
    name: 'end silent chats',
    pauseMs: 30_000,
    run: async () => (await endSilentChats(db, clock.now())) > 0,
  }
}
