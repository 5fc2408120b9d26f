import { randomUUID } from 'node:crypto'
import { nextConversationDue, claimDueConversation } from '../../agents/conversation/lease-queries.ts'
import type { Job } from '../../jobs/repeat.ts'
import type { WakeSignal } from '../../jobs/wake-signal.ts'
import { answerChat } from '../agents/answer-chat.ts'
import type { AnswerContext } from '../agents/answer-chat.ts'
import { selectNextDue } from '../agents/chat-queries.ts'
import { keepLease } from '../agents/keep-lease.ts'

/** How many chats one process answers at once: most of the time is spent waiting for models. */
const chatsMax = 32
/** How often chats are looked for without a notification: those whose leader died, and lost notifications. */
const pauseMs = 1_000

/**
 * Lets agents answer the chats that are due, each by one process at a time. A chat is due some seconds after its last message, so the job wakes
 * itself for the next one. Turns in hand are left to other processes when this one stops.
 */
export function answerChats(context: AnswerContext, wakeSignal: WakeSignal): Job {
  const { db, clock } = context
  const running = new Set<Promise<void>>()
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
      if (running.size >= chatsMax) return false
      const hold = { token: randomUUID() }
      const due = await claimDueConversation(db, ['whatsapp'], hold, clock.now())
      if (due === null) {
        wakeAt(await selectNextDue(db))
        return false
      }
      const lease = keepLease(context, due, hold)
      const stop = AbortSignal.any([lease.signal, leave.signal])
      const answering = answerChat(context, due, hold, stop).finally(() => {
        lease[Symbol.dispose]()
        running.delete(answering)
        wakeSignal.notify()
      })
      running.add(answering)
      return true
    },
    finish: async () => {
      clearTimeout(alarm)
      await Promise.all(running)
    },
  }
}
