import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createBell } from './bell.ts'

/** Longer than any test runs: a wait that ends was ended by the bell or the signal. */
const long = 600_000

describe('a bell', () => {
  it('ends a wait when it rings', async () => {
    const bell = createBell()
    const waiting = bell.wait(long, new AbortController().signal)
    bell.ring()
    await waiting
  })

  it('ends a wait at once where it rang since the last, however often, and not the one after', async () => {
    const bell = createBell()
    const { signal } = new AbortController()
    bell.ring()
    bell.ring()
    await bell.wait(long, signal)
    const begun = performance.now()
    await bell.wait(40, signal)
    assert.ok(performance.now() - begun > 30)
  })

  it('ends a wait when its time is over', async () => {
    const begun = performance.now()
    await createBell().wait(40, new AbortController().signal)
    assert.ok(performance.now() - begun > 30)
  })

  it('ends a wait when the signal aborts, and at once where it has', async () => {
    const bell = createBell()
    const stop = new AbortController()
    const waiting = bell.wait(long, stop.signal)
    stop.abort()
    await waiting
    await bell.wait(long, stop.signal)
  })

  it('leaves nothing on the signal of a worker that waits again and again', async () => {
    const bell = createBell()
    const { signal } = new AbortController()
    let listening = 0
    const add = signal.addEventListener.bind(signal)
    const remove = signal.removeEventListener.bind(signal)
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listening++
      add(...args)
    }
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listening--
      remove(...args)
    }
    await bell.wait(1, signal)
    const waiting = bell.wait(long, signal)
    assert.equal(listening, 1)
    bell.ring()
    await waiting
    assert.equal(listening, 0)
  })
})
