import type { AgentConversation } from '../conversation/conversation.ts'
import { openTicketOfTurn } from '../tools/open-ticket.ts'
import { updateToolStep } from './step-queries.ts'
import type { AgentContext } from './turn-context.ts'
import type { TurnKey } from './turn-queries.ts'
import type { ToolStepContent } from './turn-state.ts'

/**
 * Commits how the run of a tool ended, with a ticket where nobody knows whether it had its effect (Promise 54).
 *
 * @returns false, with nothing written, where the step has ended before.
 */
export async function endToolStep(
  context: Pick<AgentContext, 'db' | 'clock' | 'newId'>,
  conversation: Pick<
    AgentConversation,
    'organization_id' | 'project_id' | 'conversation_id' | 'channel_type'
  >,
  key: TurnKey,
  step: { number: number; state: 'done' | 'unknown'; content: ToolStepContent },
): Promise<boolean> {
  const now = context.clock.now()
  if (step.state === 'done') return updateToolStep(context.db, key, step, now)
  return context.db.transaction(async (transaction) => {
    if (!(await updateToolStep(transaction, key, step, now))) return false
    await openTicketOfTurn(context, transaction, conversation, {
      key: `${key.turn} ${step.number} unknown`,
      subject: `It is not known whether ${step.content.name} was done; please check`,
    })
    return true
  })
}
