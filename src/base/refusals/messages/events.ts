import { Refusal } from '../refusal.ts'

/** Refusals of the log of events. */
export const eventRefusals = {
  eventUnknown: () =>
    new Refusal(
      'event_unknown',
      'after: the project has no event with this id any more; begin without it, or at an instant with from',
    ),
} as const
