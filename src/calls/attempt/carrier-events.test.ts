import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fc } from '../../../test/support/properties.ts'
import type { CarrierStatus } from '../../providers/voice-carrier.ts'
import { foldCarrierEvents, isMachine } from './carrier-events.ts'
import type { CarrierEvent } from './carrier-events.ts'

const noon = Date.parse('2026-11-20T12:00:00Z')
const at = (seconds: number) => new Date(noon + seconds * 1_000).toISOString()

function event(call_status: CarrierStatus, seconds: number, more: Partial<CarrierEvent> = {}): CarrierEvent {
  return {
    call_sid: 'CA1',
    call_status,
    sequence_number: 0,
    source: 'status_callback',
    occurred_at: at(seconds),
    received_at: at(seconds + 1),
    duration_seconds: null,
    answered_by: null,
    sip_response_code: null,
    error_code: null,
    ...more,
  }
}

const answered = [
  event('queued', 0, { source: 'created', sequence_number: -1, occurred_at: null }),
  event('initiated', 0),
  event('ringing', 1, { sequence_number: 1 }),
  event('in-progress', 5, { sequence_number: 2 }),
  event('in-progress', 5, { source: 'instructions', sequence_number: -1, occurred_at: null }),
  event('completed', 47, { sequence_number: 3, duration_seconds: 42 }),
]

describe('foldCarrierEvents', () => {
  it('returns the same for every order and any repetition of the same events (Promise 24)', () => {
    const known = foldCarrierEvents(answered)
    assert.deepEqual(known, {
      call_sid: 'CA1',
      state: 'completed',
      answered_at: at(5),
      ended_at: at(47),
      duration_seconds: 42,
      answered_by: null,
      error_code: null,
    })
    const shuffled = fc.shuffledSubarray(answered, { minLength: answered.length })
    const repeated = fc
      .tuple(shuffled, fc.shuffledSubarray(answered))
      .map(([all, again]) => [...all, ...again])
    fc.assert(fc.property(repeated, (events) => assert.deepEqual(foldCarrierEvents(events), known)))
  })

  it('never moves backwards as events are added, whatever they are', () => {
    const statuses = [
      'queued',
      'initiated',
      'ringing',
      'in-progress',
      'completed',
      'busy',
      'no-answer',
      'failed',
      'canceled',
    ] as const
    const any = fc.record({ status: fc.constantFrom(...statuses), seconds: fc.nat(100), sequence: fc.nat(5) })
    const order = ['placed', 'ringing', 'live']
    const rank = (state: string) => (order.includes(state) ? order.indexOf(state) : order.length)
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 12 }), (reports) => {
        const events = reports.map(({ status, seconds, sequence }) =>
          event(status, seconds, { sequence_number: sequence }),
        )
        let before = -1
        for (let count = 1; count <= events.length; count++) {
          const known = foldCarrierEvents(events.slice(0, count))
          assert.ok(rank(known.state) >= before)
          assert.ok(known.duration_seconds === null || known.duration_seconds >= 0)
          assert.equal(known.ended_at === null, known.duration_seconds === null)
          before = rank(known.state)
        }
      }),
    )
  })

  it('computes the duration from answer and end if the carrier gives none', () => {
    const events = [event('in-progress', 5), event('completed', 47)]
    assert.equal(foldCarrierEvents(events).duration_seconds, 42)
  })

  it('has a duration of 0 if nobody answered, and null before the end (Rule 20)', () => {
    for (const status of ['busy', 'no-answer', 'failed', 'canceled'] as const)
      assert.equal(
        foldCarrierEvents([event('ringing', 1), event(status, 30, { duration_seconds: 0 })]).duration_seconds,
        0,
      )
    assert.equal(foldCarrierEvents([event('in-progress', 5)]).duration_seconds, null)
  })

  it('takes the carrier’s duration, although the times are in whole seconds', () => {
    const known = foldCarrierEvents([
      event('in-progress', 5),
      event('completed', 10, { duration_seconds: 4 }),
    ])
    assert.equal(known.duration_seconds, 4)
    assert.equal(Date.parse(known.ended_at!) - Date.parse(known.answered_at!), 4_000)
  })

  it('computes the time of the answer from end and duration', () => {
    const known = foldCarrierEvents([event('completed', 47, { source: 'asked', duration_seconds: 42 })])
    assert.equal(known.answered_at, at(5))
  })

  it('reports a machine if any event does, whatever the others say', () => {
    const detected = event('in-progress', 6, {
      source: 'machine_detection',
      sequence_number: -1,
      answered_by: 'machine_start',
    })
    const unsure = event('completed', 47, { sequence_number: 3, answered_by: 'unknown' })
    for (const events of [
      [...answered, detected, unsure],
      [unsure, detected, ...answered],
    ])
      assert.equal(foldCarrierEvents(events).answered_by, 'machine_start')
    assert.equal(foldCarrierEvents([...answered, unsure]).answered_by, 'unknown')
    assert.deepEqual(['machine_start', 'machine_end_beep', 'fax', 'human', 'unknown', null].map(isMachine), [
      true,
      true,
      true,
      false,
      false,
      false,
    ])
  })
})
