import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createWakeSignal } from './wake-signal.ts'

/** Longer than any test: a wait that ends was ended by `notify` or by the signal. */
const long = 600_000

describe('createWakeSignal', () => {
  it('ends a wait on notify', async () => {
    const wakeSignal = createWakeSignal()
    const waiting = wakeSignal.wait(long, new AbortController().signal)
    wakeSignal.notify()
    await waiting
  })

  it('ends one wait at once after any number of calls of notify', async () => {
    const wakeSignal = createWakeSignal()
    const { signal } = new AbortController()
    wakeSignal.notify()
    wakeSignal.notify()
    await wakeSignal.wait(long, signal)
    const begun = performance.now()
    await wakeSignal.wait(40, signal)
    assert.ok(performance.now() - begun > 30)
  })

  it('ends a wait when its time is up', async () => {
    const begun = performance.now()
    await createWakeSignal().wait(40, new AbortController().signal)
    assert.ok(performance.now() - begun > 30)
  })

  it('ends a wait when the signal aborts, and at once when it has aborted', async () => {
    const wakeSignal = createWakeSignal()
    const stop = new AbortController()
    const waiting = wakeSignal.wait(long, stop.signal)
    stop.abort()
    await waiting
    await wakeSignal.wait(long, stop.signal)
  })

  it('leaves no listeners on the signal of a worker that waits repeatedly', async () => {
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
