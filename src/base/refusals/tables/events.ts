import type { RefusalTable } from './refusal-table.ts'

/** Refusals of the log of events. */
export const eventTable = {
  event_unknown: {
    status: 400,
    when: 'The project has no event with the id to go on from, or not any more.',
  },
} as const satisfies RefusalTable
