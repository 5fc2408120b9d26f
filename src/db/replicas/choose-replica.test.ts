import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chooseReplica, keepSample, lagMs, requiredWithin, samplesMs } from './choose-replica.ts'
import type { Sample } from './choose-replica.ts'
import { hasReached, parsePosition } from './position.ts'
import type { Position } from './position.ts'

const first = '00000001'
const second = '00000002'
const at = (lsn: string, timeline = first): Position => ({ timeline, lsn })
const sample = (ms: number, lsn: string, timeline = first): Sample => ({
  at: ms,
  position: at(lsn, timeline),
})

describe('positions', () => {
  it('are compared as numbers in both halves', () => {
    const order = ['0/9', '0/10', '0/FFFFFFFF', '1/0', 'A/0', '10/0']
    for (const [index, lsn] of order.entries())
      for (const [other, required] of order.entries())
        assert.equal(hasReached(at(lsn), at(required)), index >= other, `${lsn} ${required}`)
  })

  it('of different timelines are never reached', () => {
    assert.equal(hasReached(at('F/0', first), at('1/0', second)), false)
    assert.equal(hasReached(at('F/0', second), at('1/0', first)), false)
  })

  it('are read as PostgreSQL writes them, and nothing else is', () => {
    assert.deepEqual(parsePosition('0000000A 1/16B3748'), at('1/16B3748', '0000000A'))
    for (const text of ['', '1/16B3748', '0000000A 1', '0000000A 1/16B3748 ', '0000000a 1/1'])
      assert.throws(() => parsePosition(text), /no position/)
  })
})

describe('what a list requires without a write of its caller', () => {
  const samples = [sample(1_000, '0/10'), sample(1_250, '0/20'), sample(1_500, '0/30')]

  it('is where the primary was when it was first asked within the lag', () => {
    assert.deepEqual(requiredWithin(samples, 2_000, 2_000), at('0/10'))
    assert.deepEqual(requiredWithin(samples, 400, 1_600), at('0/20'))
    assert.deepEqual(requiredWithin(samples, 250, 1_500), at('0/20'))
  })

  it('is unknown where the primary has not been asked within the lag', () => {
    assert.equal(requiredWithin(samples, 2_000, 3_501), null)
    assert.equal(requiredWithin([], 2_000, 0), null)
  })
})

describe('the lag', () => {
  const samples = [sample(1_000, '0/10'), sample(1_250, '0/20'), sample(1_500, '0/30')]

  it('is the time since the primary was where the replica is, at most', () => {
    assert.equal(lagMs(samples, at('0/30'), 1_501), 1)
    assert.equal(lagMs(samples, at('0/2F'), 1_501), 251)
    assert.equal(lagMs(samples, at('0/10'), 1_501), 501)
  })

  it('is unknown before the oldest sample and on another timeline', () => {
    assert.equal(lagMs(samples, at('0/F'), 1_501), null)
    assert.equal(lagMs(samples, at('0/30', second), 1_501), null)
  })

  it('can be measured for as long as samples are kept', () => {
    let kept: Sample[] = []
    for (let ms = 0; ms <= 2 * samplesMs; ms += 250) kept = keepSample(kept, sample(ms, '0/1'))
    assert.equal(kept.length, samplesMs / 250)
    assert.equal(kept[0]!.at, samplesMs + 250)
  })
})

describe('the choice', () => {
  const replica = (lsn: string | null, inFlight = 0, timeline = first) => ({
    replayed: lsn === null ? null : at(lsn, timeline),
    inFlight,
  })

  it('is the least busy of those that have what is required', () => {
    const [away, behind, busy, idle] = [
      replica(null),
      replica('0/1F'),
      replica('0/20', 3),
      replica('0/21', 1),
    ]
    assert.equal(chooseReplica([away, behind, busy, idle], at('0/20')), idle)
    assert.equal(chooseReplica([busy, away, behind], at('0/20')), busy)
  })

  it('is none where all are away, behind or on another timeline', () => {
    const replicas = [replica(null), replica('0/1F'), replica('F/0', 0, second)]
    assert.equal(chooseReplica(replicas, at('0/20')), null)
    assert.equal(chooseReplica([], at('0/0')), null)
  })
})
