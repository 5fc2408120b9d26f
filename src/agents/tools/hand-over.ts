import type { AgentDefinition } from '../definition.ts'
import { openTicketOfTurn } from './open-ticket.ts'
import { objectSchema, textArgument } from './tool.ts'
import type { RunnableTool } from './tool.ts'

const summaryCharsMax = 500

/**
 * Returns the number that a call is handed over to: of the declared ones that whose name is first in the alphabet,
 * since the database keeps no order of names. Null where there is none.
 */
export function firstDestination({ tools }: AgentDefinition): { to: string; number: string } | null {
  const transfer = tools.find((tool) => tool.kind === 'transfer')
  const [first] = Object.entries(transfer?.to ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return first === undefined ? null : { to: first[0], number: first[1] }
}

/**
 * Hands the customer over to a person: a ticket, and on calls the declared transfer. In a chat the person answers from
 * here on. A call without a transfer goes on, so that the agent can say that somebody calls back.
 */
export const handOver: RunnableTool = {
  name: 'hand_over',
  description:
    'Hands the customer over to a colleague. Use it when they ask for a person or you can not help.',
  parameters: objectSchema({
    summary: {
      type: 'string',
      minLength: 1,
      maxLength: summaryCharsMax,
      description: 'For the colleague: what the customer wants, and what was said.',
    },
  }),
  mayRunAgain: true,
  isWriteOnce: false,
  confirm: null,
  run: async (run) => {
    const { context, conversation, turn, step } = run
    const summary = textArgument(run, 'summary')
    await openTicketOfTurn(context, context.db, conversation, {
      key: `${turn} ${step}`,
      subject: `Asks for a person: ${summary}`,
    })
    if (conversation.channel_type !== 'voice')
      return {
        outcome: 'ok',
        text: 'A colleague takes over after your next message. Say so in one sentence.',
        handsOver: { summary },
      }
    const destination = firstDestination(conversation.definition)
    return destination === null
      ? { outcome: 'ok', text: 'A colleague will call back. Say so, then end the call.' }
      : {
          outcome: 'ok',
          text: 'The caller is connected to a colleague once you have said so.',
          after: { kind: 'transfer', ...destination },
        }
  },
}
