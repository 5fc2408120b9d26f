import { Refusal } from '../refusal.ts'

/** Refusals about conversations, tickets and customer profiles. */
export const conversationRefusals = {
  conversationNotFound: () =>
    new Refusal('conversation_not_found', 'This project has no conversation with this id'),
  conversationEnded: () => new Refusal('conversation_ended', 'The conversation has ended; begin another one'),
  conversationTakenOver: () =>
    new Refusal('conversation_taken_over', 'Somebody else answers the conversation by now; nothing was sent'),
  agentAnswers: () => new Refusal('agent_answers', 'The agent answers this conversation; take it over first'),
  agentNotFound: () => new Refusal('agent_not_found', 'The project has no agent with this id'),
  ticketNotFound: () => new Refusal('ticket_not_found', 'The project has no ticket with this id'),
  ticketClosed: (at: string | null) =>
    new Refusal(
      'ticket_closed',
      at === null ? 'The ticket is closed already' : `The ticket was closed at ${at}`,
    ),
  profileNotFound: () => new Refusal('profile_not_found', 'The project has no customer profile with this id'),
  mergeNotFound: () =>
    new Refusal(
      'merge_not_found',
      'merged_id: no profile with this id was merged into this customer profile; see its merges',
    ),
  mergeNotKept: () =>
    new Refusal(
      'merge_not_kept',
      'These profiles were merged before this service kept what it takes to undo a merge; they can not be separated',
    ),
  importRuns: () =>
    new Refusal('import_runs', 'An import is linking people of this project; try again when it is over'),
  personInUse: ({ calls, messages }: { calls: readonly string[]; messages: readonly string[] }) =>
    new Refusal(
      'person_in_use',
      [
        calls.length === 0 ? '' : `Calls to this person are not over; cancel them first: ${calls.join(', ')}`,
        messages.length === 0
          ? ''
          : `Messages to this person are not settled; wait, or settle them first: ${messages.join(', ')}`,
      ]
        .filter((sentence) => sentence !== '')
        .join('. '),
    ),
} as const
