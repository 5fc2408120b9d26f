import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSchedule } from './nemesis.ts'
import type { Fault } from './nemesis.ts'

const options = { seconds: 240, leaseMs: 30_000, apis: 2, workers: 2 }

describe('a schedule', () => {
  it('is the same for the same seed, and another for another', () => {
    assert.deepEqual(createSchedule('1', options), createSchedule('1', options))
    assert.notDeepEqual(createSchedule('1', options), createSchedule('2', options))
  })

  it('has every kind of fault, in order and within its time', () => {
    for (const seed of ['1', '2', '3', '4', '5']) {
      const faults = createSchedule(seed, options)
      const kinds = new Set(faults.map(({ kind }) => kind))
      assert.deepEqual([...kinds].sort(), ['carrier', 'kill', 'kill_all', 'kill_database', 'pause'])
      const targets = faults.flatMap((fault) => (fault.kind === 'kill' ? fault.target.split('-')[0] : []))
      assert.deepEqual(new Set(targets), new Set(['api', 'worker']))
      assert.deepEqual(
        faults,
        faults.toSorted((one, other) => one.atMs - other.atMs),
      )
      assert.ok(faults.every(({ atMs }) => atMs >= 0 && atMs < 240_000))
    }
  })

  it('pauses for longer than the lease, one process at a time, and ends with the load', () => {
    const pauses = createSchedule('1', options).filter(
      (fault): fault is Extract<Fault, { kind: 'pause' }> => fault.kind === 'pause',
    )
    assert.ok(pauses.length >= 4)
    for (const [position, pause] of pauses.entries()) {
      assert.ok(pause.forMs > options.leaseMs)
      const next = pauses[position + 1]?.atMs ?? options.seconds * 1_000
      assert.ok(pause.atMs + pause.forMs <= next)
    }
  })

  it('has all kinds even in a minute', () => {
    assert.equal(new Set(createSchedule('9', { ...options, seconds: 60 }).map(({ kind }) => kind)).size, 5)
  })
})
