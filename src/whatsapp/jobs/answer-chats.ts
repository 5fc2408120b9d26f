import { randomUUID } from 'node:crypto'
import {
  claimDueConversation,
  nextConversationDue,
  selectNextConversationDue,
} from '../../agents/conversation/lease-queries.ts'
import { createOrganizationPlaces } from '../../jobs/organization-places.ts'
import type { Job } from '../../jobs/repeat.ts'
import type { WakeSignal } from '../../jobs/wake-signal.ts'
import { answerChat } from '../agents/answer-chat.ts'
import type { AnswerContext } from '../agents/answer-chat.ts'
import { keepLease } from '../agents/keep-lease.ts'

/**
 * How many chats one process answers at once, in all and of one organization: most of the time is spent waiting for
 * models.
 */
const chatsMax = 128
const perOrganizationMax = 32
/** How often chats are looked for without a notification: those whose leader died, and lost notifications. */
const pauseMs = 1_000

/**
 * Lets agents answer the chats that are due, each by one process at a time. A chat is due some seconds after its last
 * message, so the job wakes itself for the next one. Turns under way are left to other processes when this one stops.
 */
export function answerChats(context: AnswerContext, wakeSignal: WakeSignal): Job {
  const { db, clock } = context
  const places = createOrganizationPlaces(chatsMax, perOrganizationMax)
  /** Aborted with `leave` when the job is to end: turns stay open for other processes. */
  const leave = new AbortController()
  const endTurns = (): void => leave.abort('leave')
  let alarm: NodeJS.Timeout | undefined

  const wakeAt = (due: Date | null): void => {
    clearTimeout(alarm)
    const afterMs = due === null ? pauseMs : due.getTime() - clock.now().getTime()
    if (afterMs < pauseMs) alarm = setTimeout(wakeSignal.notify, Math.max(0, afterMs)).unref()
  }

  return {
    name: 'answer chats',
    pauseMs,
    due: () => nextConversationDue(['whatsapp']),
    wakeSignal,
    run: async (signal) => {
      signal.addEventListener('abort', endTurns)
      if (places.free() <= 0) return false
      const hold = { token: randomUUID() }
      const due = await claimDueConversation(db, 'whatsapp', places.inUse(), hold, clock.now())
      if (due === null) {
        wakeAt(await selectNextConversationDue(db, 'whatsapp', places.inUse()))
        return false
      }
      const lease = keepLease(context, due, hold)
      const stop = AbortSignal.any([lease.signal, leave.signal])
      void places
        .start(due.organization_id, () =>
          answerChat(context, due, hold, stop).finally(() => lease[Symbol.dispose]()),
        )
        .then(wakeSignal.notify)
      return true
    },
    finish: async () => {
      clearTimeout(alarm)
      await places.idle()
    },
  }
}
