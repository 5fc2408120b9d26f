import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { PieceSize, Throttle } from './throttle.ts'

describe('the throttle of a move', () => {
  /** Returns a throttle, and how long each of its rests was to be. */
  function recording(share: number): { throttle: Throttle; rests: number[] } {
    const rests: number[] = []
    return { throttle: new Throttle(share, async (ms) => rests.push(ms)), rests }
  }

  it('rests for the share of the time in which it does not work', async () => {
    const { throttle, rests } = recording(0.2)
    await throttle.work(() => delay(12, 'done'))
    assert.equal(rests.length, 1)
    assert.equal(rests[0], Math.min(4 * throttle.workedMs, 1_000))
  })

  it('does not rest after each of many small pieces, but after all of them', async () => {
    const { throttle, rests } = recording(0.2)
    for (let piece = 0; piece < 100; piece++) await throttle.work(async () => piece)
    assert.ok(rests.length <= throttle.workedMs / 10, `${rests.length} rests in ${throttle.workedMs} ms`)
    assert.equal(await throttle.work(() => delay(12, 'done')), 'done')
    assert.ok(rests.length > 0)
  })

  it('rests for a second at most', async () => {
    const { throttle, rests } = recording(0.01)
    await throttle.work(() => delay(12))
    assert.deepEqual(rests, [1_000])
  })

  it('has no rests at full speed', async () => {
    const { throttle, rests } = recording(1)
    await throttle.work(() => delay(50))
    assert.deepEqual(rests, [])
  })

  it('passes a failure on at once', async () => {
    await assert.rejects(
      new Throttle(0.2).work(() => Promise.reject(new Error('away'))),
      /away/,
    )
  })
})

describe('the size of a piece of work', () => {
  it('approaches what takes 10 ms, within its bounds', () => {
    const size = new PieceSize()
    size.learn(20)
    assert.equal(size.rows, 50)
    size.learn(1)
    assert.equal(size.rows, 100, 'at most twice as many as before')
    for (let piece = 0; piece < 10; piece++) size.learn(0)
    assert.equal(size.rows, 5_000)
    for (let piece = 0; piece < 10; piece++) size.learn(60_000)
    assert.equal(size.rows, 10)
  })
})
