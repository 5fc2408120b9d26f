import type { ReactNode } from 'react'

const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' })
const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** "1st", "2nd". */
function ordinal(count: number): string {
  return `${count}${suffixes[ordinalRules.select(count)] ?? 'th'}`
}

/** What is said of a call wherever it stands. */
export const calls = {
  ordinal,
  states: {
    waiting: 'waits',
    dialling: 'dialed',
    unresolved: 'not known yet',
    ringing: 'rings',
    live: 'speaking',
    completed: 'completed',
    voicemail: 'voicemail',
    no_answer: 'no answer',
    busy: 'busy',
    failed: 'failed',
    canceled: 'canceled',
    expired: 'expired',
    never_placed: 'never placed',
    initiated: 'dialed',
  } as Record<string, string>,
  calledIn: 'called in',
  speaking: (since: ReactNode) => <>Speaking since {since}</>,
  rings: (since: ReactNode) => <>Rings since {since}</>,
  dialled: (at: ReactNode) => <>Dialed at {at}, the carrier has not answered yet</>,
  unresolved: (since: ReactNode) => (
    <>Not known since {since} whether the carrier took the call. It is asked until it says so</>
  ),
  attempt: (number: number) => `, ${ordinal(number)} attempt`,
  waitsFor: {
    paused: 'Waits for the release of its campaign',
    hours: 'Outside calling hours',
    slot: 'Waits for a free slot',
    number: 'Waits until the other call to this number ends',
    retry: 'Tries again',
    carrier_rate: 'Waits until the carrier takes more calls',
    guard: 'Waits for a guard',
  } as Record<string, string>,
  guards: {
    country: 'countries',
    number_type: 'types of numbers',
    rate: 'rates',
    dials_a_day: 'dials a day',
    minutes_a_day: 'minutes a day',
    spend_a_day: 'spending a day',
    number_dials_a_day: 'dials of a number a day',
    number_dials_a_week: 'dials of a number in seven days',
    block_dials_an_hour: 'dials of a block of numbers in an hour',
  } as Record<string, string>,
  place: (place: number, total: ReactNode) => (
    <>
      ,{' '}
      <b>
        {ordinal(place)} of {total}
      </b>
    </>
  ),
  inLine: (place: number) => (
    <>
      , <b>{ordinal(place)} in the queue</b>
    </>
  ),
  since: (at: ReactNode) => <>, since {at}</>,
  until: (at: ReactNode) => (
    <>
      , until <b>{at}</b>
    </>
  ),
  firstDial: (at: ReactNode, duration: ReactNode) => (
    <>
      . First dial <b>{at}</b>, in {duration}
    </>
  ),
  triesAgain: (at: ReactNode) => (
    <>
      Tries again at <b>{at}</b>
    </>
  ),
  retryWhy: (outcome: string, at: ReactNode, number: number) => (
    <>
      : {outcome} at {at} ({ordinal(number)} attempt)
    </>
  ),
  noWorker: (place: ReactNode, since: ReactNode) => (
    <>
      Waits for a worker{place}, since {since}
    </>
  ),
  forRelease: (place: ReactNode, since: ReactNode) => (
    <>
      Waits for the release of the service{place}, since {since}
    </>
  ),
  releaseAdvice: 'The whole service is held. An operator releases it.',
  workerAdvice: 'No worker is running. An operator starts one.',
  cancelButton: 'Cancel the call…',
  cancelUnderWay: 'It is ended at the carrier, also while somebody speaks, and not dialed again.',
  advice: {
    paused: 'Whoever may edit the campaign releases it, on the campaign’s page or on the live page.',
    hours: 'Nothing is to be done. The campaign’s hours decide it.',
    slot: 'It goes by itself. More slots for the campaign make it sooner.',
    number: 'A number gets one call at a time. It goes by itself when the other call ends.',
    retry: 'It goes by itself. Cancel gives it up.',
    carrier_rate: 'It goes by itself. The limit of calls per second is set under Carriers.',
    guard: 'It goes by itself when the guard counts anew. An owner widens guards under Guards.',
  } as Record<string, string>,
  beyondDayAdvice:
    'No day lets it go: it may last longer, or cost more, than the guards allow in a whole day. An owner widens guards under Guards.',
}
