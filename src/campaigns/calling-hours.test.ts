import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openingAt } from './calling-hours.ts'
import type { CallingHours, Weekday } from './calling-hours.ts'

const workdays = 'mon tue wed thu fri'
const daily = 'mon tue wed thu fri sat sun'

/** Hours in short: `hours('UTC', ['mon tue 09:00-18:00'])`. */
function hours(timezone: string, windows: string[], closed_dates: string[] = []): CallingHours {
  return {
    timezone,
    windows: windows.map((window) => {
      const words = window.split(' ')
      const [from, to] = words.at(-1)!.split('-')
      return { days: words.slice(0, -1) as Weekday[], from: from!, to: to! }
    }),
    closed_dates,
  }
}

/** Returns the answer in short: `open until 2026-03-08T07:00:00Z`. */
function brief(hours: CallingHours | null, at: string): string {
  const opening = openingAt(hours, new Date(at))
  const change = opening.isOpen ? opening.closesAt : opening.opensAt
  return `${opening.isOpen ? 'open' : 'closed'} until ${change === null ? 'ever' : instant(change.toISOString())}`
}

function instant(text: string): string {
  return Temporal.Instant.from(text).toString()
}

interface Case {
  title: string
  hours: CallingHours
  /** The first instant, then the expected answers. Each is checked at the instant that the one before it ends with. */
  story: readonly [at: string, ...(readonly ['open' | 'closed', string][])]
}

function caseOf(title: string, hours: CallingHours, ...story: Case['story']): Case {
  return { title, hours, story }
}

const newYork = 'America/New_York'

const plain: Case[] = [
  caseOf(
    'from is inside to the millisecond, to is outside',
    hours('Asia/Kathmandu', [`${workdays} 09:00-18:00`]),
    '2026-03-06T08:59:59.999+05:45',
    ['closed', '2026-03-06T09:00+05:45'],
    ['open', '2026-03-06T18:00+05:45'],
    ['closed', '2026-03-09T09:00+05:45'],
  ),
  caseOf(
    'to may be the end of the day',
    hours(newYork, ['fri 18:00-24:00']),
    '2026-03-06T23:59:59.999-05:00',
    ['open', '2026-03-07T00:00-05:00'],
    ['closed', '2026-03-13T18:00-04:00'],
  ),
  caseOf(
    'over midnight to midnight ends like 24:00',
    hours(newYork, ['fri 18:00-00:00']),
    '2026-03-06T20:00-05:00',
    ['open', '2026-03-07T00:00-05:00'],
    ['closed', '2026-03-13T18:00-04:00'],
  ),
  caseOf(
    'over midnight, Sunday runs into Monday',
    hours('Europe/Berlin', ['sun 22:00-06:00']),
    '2026-06-07T12:00+02:00',
    ['closed', '2026-06-07T22:00+02:00'],
    ['open', '2026-06-08T06:00+02:00'],
    ['closed', '2026-06-14T22:00+02:00'],
  ),
  caseOf(
    'windows that touch are one stretch, on one day and over midnight',
    hours(newYork, ['fri 12:00-18:00', 'fri 09:00-12:00', 'fri 18:00-24:00', 'sat 00:00-02:00']),
    '2026-06-05T10:00-04:00',
    ['open', '2026-06-06T02:00-04:00'],
    ['closed', '2026-06-12T09:00-04:00'],
  ),
  caseOf(
    'a window runs on into a closed date, and none begins on it',
    hours(newYork, ['thu fri 22:00-06:00'], ['2026-12-25']),
    '2026-12-24T23:00-05:00',
    ['open', '2026-12-25T06:00-05:00'],
    ['closed', '2026-12-31T22:00-05:00'],
  ),
  caseOf(
    'a closed date shuts a campaign that is open around the clock, for that local day',
    hours(newYork, [`${daily} 00:00-24:00`], ['2026-12-25', '2026-12-26']),
    '2026-12-24T12:00-05:00',
    ['open', '2026-12-25T00:00-05:00'],
    ['closed', '2026-12-27T00:00-05:00'],
  ),
]

const moved: Case[] = [
  caseOf(
    'New York, spring: the next opening lies behind the change',
    hours(newYork, [`${workdays} 09:00-18:00`]),
    '2026-03-06T18:00-05:00',
    ['closed', '2026-03-09T09:00-04:00'],
  ),
  caseOf(
    'New York, spring: a from that is skipped opens at the change',
    hours(newYork, ['sun 02:30-05:00']),
    '2026-03-08T01:00-05:00',
    ['closed', '2026-03-08T03:00-04:00'],
    ['open', '2026-03-08T05:00-04:00'],
  ),
  caseOf(
    'New York, spring: a to that is skipped closes at the change',
    hours(newYork, ['sun 01:00-02:30']),
    '2026-03-08T01:30-05:00',
    ['open', '2026-03-08T03:00-04:00'],
    ['closed', '2026-03-15T01:00-04:00'],
  ),
  caseOf(
    'New York, spring: a window that is skipped as a whole does not open',
    hours(newYork, ['sun 02:15-02:45']),
    '2026-03-08T00:00-05:00',
    ['closed', '2026-03-15T02:15-04:00'],
  ),
  caseOf(
    'New York, autumn: a window that comes twice opens twice',
    hours(newYork, ['sun 01:15-01:45']),
    '2026-11-01T00:00-04:00',
    ['closed', '2026-11-01T01:15-04:00'],
    ['open', '2026-11-01T01:45-04:00'],
    ['closed', '2026-11-01T01:15-05:00'],
    ['open', '2026-11-01T01:45-05:00'],
    ['closed', '2026-11-08T01:15-05:00'],
  ),
  caseOf(
    'New York, autumn: the whole hour that comes twice is one stretch',
    hours(newYork, ['sun 01:00-02:00']),
    '2026-11-01T01:00-04:00',
    ['open', '2026-11-01T02:00-05:00'],
  ),
  caseOf(
    'New York, autumn: a from that comes twice opens again after the change',
    hours(newYork, ['sun 01:30-06:00']),
    '2026-11-01T01:30-04:00',
    ['open', '2026-11-01T01:00-05:00'],
    ['closed', '2026-11-01T01:30-05:00'],
    ['open', '2026-11-01T06:00-05:00'],
  ),
  caseOf(
    'New York, autumn: a to that comes twice closes twice',
    hours(newYork, ['sat 22:00-01:30']),
    '2026-10-31T22:00-04:00',
    ['open', '2026-11-01T01:30-04:00'],
    ['closed', '2026-11-01T01:00-05:00'],
    ['open', '2026-11-01T01:30-05:00'],
    ['closed', '2026-11-07T22:00-05:00'],
  ),
  caseOf(
    'New York, spring: a night is an hour shorter',
    hours(newYork, ['sat 22:00-06:00']),
    '2026-03-07T22:00-05:00',
    ['open', '2026-03-08T06:00-04:00'],
  ),
  caseOf(
    'New York, autumn: a night is an hour longer',
    hours(newYork, ['sat 22:00-06:00']),
    '2026-10-31T22:00-04:00',
    ['open', '2026-11-01T06:00-05:00'],
  ),
  caseOf(
    'Lord Howe, autumn: half an hour comes twice',
    hours('Australia/Lord_Howe', ['sun 01:30-02:00']),
    '2026-04-05T01:30+11:00',
    ['open', '2026-04-05T02:00+10:30'],
  ),
  caseOf(
    'Lord Howe, spring: half an hour is skipped',
    hours('Australia/Lord_Howe', ['sun 02:00-02:30']),
    '2026-10-04T00:00+10:30',
    ['closed', '2026-10-11T02:00+11:00'],
  ),
  caseOf(
    'Chatham: the change lies at a quarter to',
    hours('Pacific/Chatham', ['sun 02:30-03:15']),
    '2026-04-05T02:30+13:45',
    ['open', '2026-04-05T03:15+13:45'],
    ['closed', '2026-04-05T02:45+12:45'],
    ['open', '2026-04-05T03:15+12:45'],
  ),
  caseOf(
    'Troll, spring: two hours are skipped',
    hours('Antarctica/Troll', ['sun 01:30-02:30']),
    '2026-03-29T00:00Z',
    ['closed', '2026-04-05T01:30+02:00'],
  ),
  caseOf(
    'Troll, autumn: two hours come twice',
    hours('Antarctica/Troll', ['sun 01:30-02:30']),
    '2026-10-25T01:30+02:00',
    ['open', '2026-10-25T02:30+02:00'],
    ['closed', '2026-10-25T01:30Z'],
    ['open', '2026-10-25T02:30Z'],
  ),
  caseOf(
    'Casablanca: the clocks go back for Ramadan',
    hours('Africa/Casablanca', ['sun 02:30-03:30']),
    '2024-03-10T02:30+01:00',
    ['open', '2024-03-10T02:00Z'],
    ['closed', '2024-03-10T02:30Z'],
    ['open', '2024-03-10T03:30Z'],
  ),
  caseOf(
    'Casablanca: the clocks go forward after Ramadan',
    hours('Africa/Casablanca', [`${workdays} 09:00-18:00`]),
    '2024-04-12T18:00Z',
    ['closed', '2024-04-15T09:00+01:00'],
  ),
  caseOf(
    'Nuuk, spring: the last hour of a Saturday is skipped',
    hours('America/Nuuk', ['sat 23:00-24:00']),
    '2024-03-30T12:00-02:00',
    ['closed', '2024-04-06T23:00-01:00'],
  ),
  caseOf(
    'Nuuk, autumn: midnight takes the clocks back to Saturday',
    hours('America/Godthab', ['sat 23:30-00:30']),
    '2024-10-26T23:30-01:00',
    ['open', '2024-10-27T00:00-01:00'],
    ['closed', '2024-10-26T23:30-02:00'],
    ['open', '2024-10-27T00:30-02:00'],
  ),
  caseOf(
    'Almaty, 2024: a closed first of March begins an hour later',
    hours('Asia/Almaty', [`${daily} 00:00-24:00`], ['2024-03-01']),
    '2024-02-29T23:30+06:00',
    ['open', '2024-03-01T00:00+05:00'],
    ['closed', '2024-03-02T00:00+05:00'],
  ),
  caseOf(
    'Asuncion, 2024: the first hour of a Sunday is skipped',
    hours('America/Asuncion', ['sun 00:00-01:00']),
    '2024-10-05T12:00-04:00',
    ['closed', '2024-10-13T00:00-03:00'],
  ),
  caseOf(
    'Asuncion, 2025: the clocks stay as they are',
    hours('America/Asuncion', ['mon 09:00-18:00']),
    '2025-03-23T12:00-03:00',
    ['closed', '2025-03-24T09:00-03:00'],
  ),
  caseOf(
    'Apia, 2011: a Friday that is skipped has no hours',
    hours('Pacific/Apia', ['fri 09:00-17:00']),
    '2011-12-29T12:00-10:00',
    ['closed', '2012-01-06T09:00+14:00'],
  ),
  caseOf(
    'Apia, 2011: what begins on the skipped Friday runs on into Saturday',
    hours('Pacific/Apia', ['fri 22:00-06:00']),
    '2011-12-29T23:00-10:00',
    ['closed', '2011-12-31T00:00+14:00'],
    ['open', '2011-12-31T06:00+14:00'],
  ),
  caseOf(
    'Apia, 2011: what begins on Thursday ends with it',
    hours('Pacific/Apia', ['thu 22:00-06:00']),
    '2011-12-29T22:00-10:00',
    ['open', '2011-12-31T00:00+14:00'],
  ),
]

for (const [name, cases] of Object.entries({
  'calling hours': plain,
  'calling hours as clocks change': moved,
}))
  describe(name, () => {
    for (const { title, hours, story } of cases)
      it(title, () => {
        const [begin, ...rest] = story
        let at = begin
        for (const [state, until] of rest) {
          assert.equal(brief(hours, at), `${state} until ${instant(until)}`, `at ${at}`)
          at = until
        }
      })
  })

describe('the bounds of calling hours', () => {
  it('no hours at all are always open', () => {
    assert.equal(brief(null, '2026-03-06T12:00Z'), 'open until ever')
  })

  it('a closing is known ten days ahead', () => {
    const around = hours('UTC', [`${daily} 00:00-24:00`], ['2026-06-20'])
    assert.equal(brief(around, '2026-06-10T00:00Z'), 'open until ever')
    assert.equal(brief(around, '2026-06-10T00:00:00.001Z'), 'open until 2026-06-20T00:00:00Z')
  })

  it('an opening is found after 1,000 closed dates of a campaign that opens once a week', () => {
    const first = Temporal.PlainDate.from('2026-03-09')
    const mondays = Array.from({ length: 1_000 }, (_, week) => first.add({ weeks: week }).toString())
    const opensAt = instant('2045-05-08T09:00-04:00')
    assert.equal(
      brief(hours(newYork, ['mon 09:00-18:00'], mondays), '2026-03-03T00:00Z'),
      `closed until ${opensAt}`,
    )
  })

  it('hours without a window never open', () => {
    assert.equal(brief(hours('UTC', []), '2026-03-06T12:00Z'), 'closed until ever')
    assert.equal(brief(hours('UTC', [`${daily} 09:00-09:00`]), '2026-03-06T09:00Z'), 'closed until ever')
  })

  it('throws for an unknown time zone and for an invalid instant', () => {
    const always = [`${daily} 00:00-24:00`]
    assert.throws(() => openingAt(hours('Europe/Atlantis', always), new Date()), RangeError)
    assert.throws(() => openingAt(hours('', always), new Date()), RangeError)
    assert.throws(() => openingAt(hours('UTC', always), new Date(Number.NaN)), RangeError)
  })
})
