import { randomUUID } from 'node:crypto'
import { createOrganizationPlaces } from '../../jobs/organization-places.ts'
import type { Job } from '../../jobs/repeat.ts'
import { createWakeSignal } from '../../jobs/wake-signal.ts'
import { nextConversationDue, claimDueConversation } from '../conversation/lease-queries.ts'
import type { AgentContext } from '../turn/turn-context.ts'
import { leadTurn } from '../web/answer-input.ts'

/** How many messages one process answers at once, in all and of one organization. */
const messagesMax = 8
const perOrganizationMax = 2

/** Replies to messages on the web whose requests died. Their customers find the answers when they ask again. */
export function answerWebMessages(context: AgentContext): Job {
  const { db, clock, log } = context
  const places = createOrganizationPlaces(messagesMax, perOrganizationMax)
  const wakeSignal = createWakeSignal()
  return {
    name: 'answer web messages',
    pauseMs: 5_000,
    due: () => nextConversationDue(['web']),
    wakeSignal,
    run: async () => {
      if (places.free() <= 0) return false
      const hold = { token: randomUUID() }
      const due = await claimDueConversation(db, 'web', places.inUse(), hold, clock.now())
      if (due === null) return false
      const { organization_id, conversation_id, tries } = due
      const silent = { say: () => undefined, afterwards: () => undefined }
      const answer = async (): Promise<void> => {
        try {
          await leadTurn(context, { organization_id, conversation_id }, silent, { ...hold, tries })
        } catch (error) {
          log.error({ err: error, conversation_id, tries }, 'a message on the web could not be answered')
        }
      }
      void places.start(organization_id, answer).then(wakeSignal.notify)
      return true
    },
    finish: places.idle,
  }
}
