// What a page does once it has nothing else to do.
import assert from 'node:assert/strict'
import { afterEach, describe, it, mock } from 'node:test'

interface WhenIdle {
  idleUnless: (waits: () => boolean) => void
  whenIdle: (work: () => void) => () => void
}
// Its types are those of a browser.
const address = new URL('../../dashboard/src/ui/when-idle.ts', import.meta.url)
const { idleUnless, whenIdle } = (await import(address.href)) as WhenIdle

describe('work for an idle page', () => {
  let waits = true
  idleUnless(() => waits)
  afterEach(() => mock.timers.reset())

  const begin = () => {
    mock.timers.enable({ apis: ['setTimeout'] })
    waits = true
    const done = mock.fn()
    return { done, giveUp: whenIdle(done) }
  }

  it('begins once no answer is waited for', () => {
    const { done } = begin()
    mock.timers.tick(1_000)
    assert.equal(done.mock.callCount(), 0)
    waits = false
    mock.timers.tick(100)
    assert.equal(done.mock.callCount(), 1)
    mock.timers.tick(5_000)
    assert.equal(done.mock.callCount(), 1)
  })

  it('begins after two seconds all the same', (context) => {
    const begun = performance.now()
    const { done } = begin()
    context.mock.method(performance, 'now', () => begun + 2_100)
    mock.timers.tick(300)
    assert.equal(done.mock.callCount(), 1)
  })

  it('never begins once it is given up', () => {
    const { done, giveUp } = begin()
    mock.timers.tick(300)
    giveUp()
    waits = false
    mock.timers.tick(5_000)
    assert.equal(done.mock.callCount(), 0)
  })
})
