import { insertTicket } from '../../conversations/ticket-queries.ts'
import type { Queryable, Transaction } from '../../db/queryable.ts'
import type { AgentConversation } from '../conversation/conversation.ts'
import type { AgentContext } from '../turn/turn-context.ts'
import { objectSchema, textArgument } from './tool.ts'
import type { RunnableTool } from './tool.ts'

const subjectCharsMax = 200

/** Opens a ticket that somebody looks after the conversation. */
export const openTicket: RunnableTool = {
  name: 'open_ticket',
  description: 'Notes that a colleague has to look after this conversation.',
  parameters: objectSchema({
    subject: { type: 'string', minLength: 1, maxLength: subjectCharsMax, description: 'One line.' },
  }),
  mayRunAgain: true,
  isWriteOnce: false,
  confirm: null,
  run: async (run) => {
    const { context, conversation, turn, step } = run
    await openTicketOfTurn(context, context.db, conversation, {
      key: `${turn} ${step}`,
      subject: textArgument(run, 'subject'),
    })
    return { outcome: 'ok', text: 'The ticket is open. A colleague will look after it.' }
  },
}

/**
 * Opens a ticket of a turn, once for its key.
 *
 * @param ticket.key unique within the conversation: the turn, and the step or the reason.
 */
export async function openTicketOfTurn(
  { clock, newId }: Pick<AgentContext, 'clock' | 'newId'>,
  db: AgentContext['db'] | Transaction,
  conversation: Pick<
    AgentConversation,
    'organization_id' | 'project_id' | 'conversation_id' | 'channel_type'
  >,
  ticket: { key: string; subject: string },
): Promise<void> {
  const { organization_id, project_id, conversation_id, channel_type } = conversation
  const insert = (transaction: Transaction) =>
    insertTicket(
      { newId },
      transaction,
      {
        organization_id,
        project_id,
        channel_type,
        conversation_id,
        profile_id: null,
        subject: ticket.subject.replace(/\s+/gu, ' ').trim().slice(0, subjectCharsMax).toWellFormed(),
        opened_by: 'agent',
        opening_key: `agent ${conversation_id} ${ticket.key}`,
      },
      clock.now(),
    )
  await (isTransaction(db) ? insert(db) : db.transaction(insert))
}

function isTransaction(db: Queryable): db is Transaction {
  return 'inTransaction' in db
}
