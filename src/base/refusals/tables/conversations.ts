import type { RefusalTable } from './refusal-table.ts'

/** Refusals about conversations, tickets and customer profiles. */
export const conversationTable = {
  conversation_not_found: { status: 404, when: 'The project has no conversation with this id.' },
  conversation_ended: { status: 409, when: 'The conversation with an agent has ended.' },
  conversation_taken_over: {
    status: 409,
    when: 'While a message waited to be sent, somebody else began to answer the conversation.',
  },
  agent_answers: { status: 409, when: 'A person was to answer a conversation that its agent answers.' },
  agent_not_found: { status: 404, when: 'The project has no agent with this id.' },
  ticket_not_found: { status: 404, when: 'The project has no ticket with this id.' },
  ticket_closed: { status: 409, when: 'The ticket was closed before.' },
  profile_not_found: { status: 404, when: 'The project has no customer profile with this id.' },
  merge_not_found: { status: 404, when: 'No profile with this id was merged into the customer profile.' },
  merge_not_kept: { status: 409, when: 'The profiles were merged before merges could be undone.' },
  import_runs: {
    status: 409,
    when: 'People were to be separated while an import links people of the project.',
  },
  person_in_use: {
    status: 409,
    when: 'A person was to be erased who has calls that are not over, or messages whose outcome is not known yet.',
  },
} as const satisfies RefusalTable
