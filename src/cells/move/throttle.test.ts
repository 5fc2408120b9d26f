import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fullSpeed, Throttle, PieceSize } from './throttle.ts'

describe('the throttle of a move', () => {
  it('rests for the share of the time in which it does not work', async () => {
    const throttle = new Throttle(0.2)
    const begunAt = performance.now()
    for (let piece = 0; piece < 5; piece++) await throttle.work(() => delay(25))
    const took = performance.now() - begunAt
    assert.ok(throttle.workedMs >= 5 * 24, `${throttle.workedMs} ms of work`)
    // A timer may be a millisecond early.
    assert.ok(took >= throttle.workedMs * 5 - 10, `${took} ms, of which ${throttle.workedMs} ms are work`)
  })

  it('does not rest after each of many small pieces, but after all of them', async () => {
    const throttle = new Throttle(0.01)
    const begunAt = performance.now()
    for (let piece = 0; piece < 5; piece++) await throttle.work(async () => piece)
    // One rest would be two seconds.
    assert.ok(performance.now() - begunAt < 1_000)
    assert.equal(await throttle.work(() => delay(25, 'done')), 'done')
    assert.ok(performance.now() - begunAt >= 1_990)
  })

  it('has no rests at full speed', async () => {
    const throttle = fullSpeed()
    const begunAt = performance.now()
    await throttle.work(() => delay(50))
    assert.ok(performance.now() - begunAt < throttle.workedMs + 150)
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
