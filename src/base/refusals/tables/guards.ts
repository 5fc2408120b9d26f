import type { RefusalTable } from './refusal-table.ts'

/** Refusals of the guards against toll fraud; the message says how to widen the guard. */
export const guardTable = {
  guard_country: { status: 400, when: 'The number is of a country that the organization does not call.' },
  guard_number_type: {
    status: 400,
    when: 'The number is of a type that the organization does not call, such as premium rate.',
  },
  guard_rate: { status: 400, when: 'Spending has a limit, and no rate is declared for the number.' },
  guard_dials_a_day: { status: 400, when: 'The organization has made all dials of the day.' },
  guard_minutes_a_day: { status: 400, when: 'Fewer minutes are left of the day than the call may last.' },
  guard_spend_a_day: { status: 400, when: 'The call could cost more than is left of the day.' },
  guard_number_dials_a_day: { status: 400, when: 'The number was dialed as often today as is allowed.' },
  guard_number_dials_a_week: {
    status: 400,
    when: 'The number was dialed as often in seven days as is allowed.',
  },
  guard_block_dials_an_hour: {
    status: 400,
    when: 'A call was triggered to a number of a block that was dialed as often in an hour as is allowed.',
  },
} as const satisfies RefusalTable
