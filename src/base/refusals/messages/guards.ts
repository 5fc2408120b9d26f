import { Refusal } from '../refusal.ts'
import type { RefusalCode } from '../refusal.ts'

/** A number that a guard holds. */
export interface HeldNumber {
  guard: keyof typeof messages
  /** E.164. */
  number: string
  /** What the guard found: a country, a type, a number without a rate. */
  found?: string
  /** What it lets pass. */
  allowed?: readonly string[]
  /** How many minutes the call may last, where a whole day allows less. */
  minutes?: number
}

const list = (names: readonly string[] = []): string => (names.length === 0 ? 'none' : names.join(', '))

/** What lets a call go that exceeds a whole day. */
const widenDay =
  'an owner can raise it or lower calls.minutes_a_call, and an editor can lower limits.seconds of an agent'

/** What each guard says, and how it is widened. */
const messages = {
  country: ({ found, allowed }: HeldNumber) =>
    `phone_number is of ${found}, and the guard of countries lets calls go to ${list(allowed)} only; ` +
    'an owner can add it to calls.countries of the organization',
  number_type: ({ found, allowed }: HeldNumber) =>
    `phone_number is of the type ${found}, which the guard of number types refuses (allowed besides ordinary ones: ` +
    `${list(allowed)}); an owner can add it to calls.number_types of the organization`,
  rate: ({ found }: HeldNumber) =>
    `No rate is declared for ${found}, and the guard of spending needs one; an owner can add its prefix to calls.rates ` +
    'of the organization',
  dials_a_day: () =>
    'The organization has made all dials of the day; the guard calls.dials_a_day counts anew at 00:00 UTC, and an owner ' +
    'can raise it',
  minutes_a_day: ({ minutes }: HeldNumber) =>
    minutes === undefined
      ? 'The minutes of the day are used or reserved by calls under way; the guard calls.minutes_a_day counts anew at ' +
        '00:00 UTC, and an owner can raise it'
      : `The call may last ${minutes} minutes, more than the guard calls.minutes_a_day allows in a whole day; ${widenDay}`,
  spend_a_day: ({ minutes }: HeldNumber) =>
    minutes === undefined
      ? 'The longest such call would cost more than is left of the day; the guard calls.spend_a_day counts anew at ' +
        '00:00 UTC, and an owner can raise it'
      : `The call may last ${minutes} minutes, which cost more than the guard calls.spend_a_day allows in a whole day; ` +
        widenDay,
  number_dials_a_day: () =>
    'phone_number was dialed as often today as the guard calls.number_dials_a_day allows, over all campaigns; it counts ' +
    'anew at 00:00 UTC, and an owner can raise it',
  number_dials_a_week: () =>
    'phone_number was dialed as often in seven days as the guard calls.number_dials_a_week allows, over all campaigns; ' +
    'an owner can raise it',
  block_dials_an_hour: () =>
    'Numbers that differ from phone_number in the last three digits alone were dialed as often in an hour as the guard ' +
    'calls.block_dials_an_hour allows; the calls endpoint queues the call, and an owner can raise it',
}

/** Returns the refusal of a guard: its code is `guard_` and the name of the guard. */
export function guardRefusal(held: HeldNumber): Refusal {
  const code: RefusalCode = `guard_${held.guard}`
  return new Refusal(code, messages[held.guard](held))
}
