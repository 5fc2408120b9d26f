import { randomUUID } from 'node:crypto'
import type { Job } from '../../jobs/repeat.ts'
import { nextConversationDue, claimDueConversation } from '../conversation/lease-queries.ts'
import { leadTurn } from '../web/answer-input.ts'
import type { AgentContext } from '../turn/turn-context.ts'

/** Replies to messages on the web whose requests died. Their customers find the answers when they ask again. */
export function answerWebMessages(context: AgentContext): Job {
  const { db, clock } = context
  return {
    name: 'answer web messages',
    pauseMs: 5_000,
    due: () => nextConversationDue(['web']),
    run: async () => {
      const hold = { token: randomUUID() }
      const due = await claimDueConversation(db, ['web'], hold, clock.now())
      if (due === null) return false
      const { organization_id, conversation_id, tries } = due
      const silent = { say: () => undefined, afterwards: () => undefined }
      await leadTurn(context, { organization_id, conversation_id }, silent, { ...hold, tries })
      return true
    },
  }
}
