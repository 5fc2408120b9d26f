import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { callPoints } from './crash-points.ts'
import { crashMoments } from './crash-proxy.ts'
import { createSchedule } from './schedule.ts'
import type { Fault } from './schedule.ts'

const kindsOfFault = [
  'carrier',
  'clock',
  'crash',
  'crash_dialler',
  'kill',
  'kill_all',
  'kill_database',
  'pause',
]
const options = { seconds: 240, leaseMs: 30_000, apis: 2, workers: 2 }

describe('a schedule', () => {
  it('is the same for the same seed, and differs between seeds', () => {
    assert.deepEqual(createSchedule('1', options), createSchedule('1', options))
    assert.notDeepEqual(createSchedule('1', options), createSchedule('2', options))
  })

  it('has every kind of fault, in order and within its time', () => {
    for (const seed of ['1', '2', '3', '4', '5']) {
      const faults = createSchedule(seed, options)
      const kinds = new Set(faults.map(({ kind }) => kind))
      assert.deepEqual([...kinds].sort(), kindsOfFault)
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
    const kinds = createSchedule('9', { ...options, seconds: 60 }).map(({ kind }) => kind)
    assert.deepEqual([...new Set(kinds)].sort(), kindsOfFault)
  })

  it('moves one clock at a time, by a little and by an hour, forward and back, and corrects each in time', () => {
    const moves = createSchedule('1', options).filter((fault) => fault.kind === 'clock')
    assert.deepEqual(new Set(moves.map(({ byMs }) => byMs)), new Set([800, -800, 3_600_000, -3_600_000]))
    for (const [position, { atMs, forMs }] of moves.entries())
      assert.ok(atMs + forMs <= (moves[position + 1]?.atMs ?? options.seconds * 1_000))
    const roles = moves.map(({ target, byMs }) => `${target.split('-')[0]} ${byMs}`)
    assert.equal(new Set(roles).size, 8)
  })

  it('crashes at every point and moment before it repeats one', () => {
    const crashes = createSchedule('1', options).filter((fault) => fault.kind === 'crash')
    const places = crashes.map(({ target, point, moment }) => `${target.split('-')[0]} ${point} ${moment}`)
    const all = callPoints.reduce((count, { roles }) => count + roles.length * crashMoments.length, 0)
    assert.ok(crashes.length > all)
    assert.equal(new Set(places.slice(0, all)).size, all)
  })
})
