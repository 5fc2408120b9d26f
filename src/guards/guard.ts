/** The guards that judge a number by itself: what they refuse is never dialed. */
const numberGuards = ['country', 'number_type', 'rate'] as const
export type NumberGuard = (typeof numberGuards)[number]

/** The guards that count: what they hold may be dialed later. */
export const limitGuards = [
  'dials_a_day',
  'minutes_a_day',
  'spend_a_day',
  'number_dials_a_day',
  'number_dials_a_week',
  'block_dials_an_hour',
] as const
export type LimitGuard = (typeof limitGuards)[number]

/** The guards against toll fraud, in the order in which they are asked (docs/guards.md). */
export const guards = [...numberGuards, ...limitGuards] as const
export type Guard = (typeof guards)[number]

/** The setting of an organization that widens a guard. */
export const settingOf: Record<Guard, string> = {
  country: 'calls.countries',
  number_type: 'calls.number_types',
  rate: 'calls.rates',
  dials_a_day: 'calls.dials_a_day',
  minutes_a_day: 'calls.minutes_a_day',
  spend_a_day: 'calls.spend_a_day',
  number_dials_a_day: 'calls.number_dials_a_day',
  number_dials_a_week: 'calls.number_dials_a_week',
  block_dials_an_hour: 'calls.block_dials_an_hour',
}
