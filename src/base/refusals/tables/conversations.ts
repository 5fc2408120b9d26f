import type { RefusalTable } from './refusal-table.ts'

/** Refusals about conversations, tickets and customer profiles. */
export const conversationTable = {
  conversation_not_found: { status: 404, when: 'The project has no conversation with this id.' },
  conversation_ended: { status: 409, when: 'The conversation with an agent has ended.' },
  agent_not_found: { status: 404, when: 'The project has no agent with this id.' },
  ticket_not_found: { status: 404, when: 'The project has no ticket with this id.' },
  ticket_closed: { status: 409, when: 'The ticket was closed before.' },
  profile_not_found: { status: 404, when: 'The project has no customer profile with this id.' },
} as const satisfies RefusalTable
