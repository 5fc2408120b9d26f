import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSchedule } from './nemesis.ts'

const options = { seconds: 9, apis: 2, workers: 2, pauseMs: 4_000 }

describe('a schedule', () => {
  it('is the same for the same seed, and differs between seeds', () => {
    assert.deepEqual(createSchedule('1', options), createSchedule('1', options))
    assert.notDeepEqual(createSchedule('1', options), createSchedule('2', options))
  })

  it('has every kind of fault, in order and within its time, however short', () => {
    for (const seed of ['1', '2', '3', '4', '5']) {
      const faults = createSchedule(seed, options)
      const kinds = new Set(faults.map(({ kind }) => kind))
      assert.deepEqual([...kinds].sort(), [
        'hold_webhooks',
        'kill',
        'kill_all',
        'kill_database',
        'network',
        'pause',
      ])
      assert.deepEqual(
        faults,
        faults.toSorted((one, other) => one.atMs - other.atMs),
      )
      assert.ok(faults.every(({ atMs }) => atMs >= 0 && atMs < 9_000))
    }
  })
})
