import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createWakeSignal } from './wake-signal.ts'

/** Longer than any test runs: a wait that ends was ended by the wakeSignal or the signal. */
const long = 600_000

describe('a wakeSignal', () => {
  it('ends a wait when it rings', async () => {
    const wakeSignal = createWakeSignal()
    const waiting = wakeSignal.wait(long, new AbortController().signal)
    wakeSignal.notify()
    await waiting
  })

  it('ends a wait at once where it rang since the last, however often, and not the one after', async () => {
    const wakeSignal = createWakeSignal()
    const { signal } = new AbortController()
    wakeSignal.notify()
    wakeSignal.notify()
    await wakeSignal.wait(long, signal)
    const begun = performance.now()
    await wakeSignal.wait(40, signal)
    assert.ok(performance.now() - begun > 30)
  })

  it('ends a wait when its time is over', async () => {
    const begun = performance.now()
    await createWakeSignal().wait(40, new AbortController().signal)
    assert.ok(performance.now() - begun > 30)
  })

  it('ends a wait when the signal aborts, and at once where it has', async () => {
    const wakeSignal = createWakeSignal()
    const stop = new AbortController()
    const waiting = wakeSignal.wait(long, stop.signal)
    stop.abort()
    await waiting
    await wakeSignal.wait(long, stop.signal)
  })

  it('leaves nothing on the signal of a worker that waits again and again', async () => {
    const wakeSignal = createWakeSignal()
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
    await wakeSignal.wait(1, signal)
    const waiting = wakeSignal.wait(long, signal)
    assert.equal(listening, 1)
    wakeSignal.notify()
    await waiting
    assert.equal(listening, 0)
  })
})
