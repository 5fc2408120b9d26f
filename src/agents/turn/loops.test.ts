import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findMachineSign, useKey } from './loops.ts'

describe('the use of a tool', () => {
  const use = { name: 'renew_plan', arguments: { months: 12, options: { a: 1, b: [1, 2] } } }
  it('is the same with the same arguments in any order', () => {
    const same = { name: 'renew_plan', arguments: { options: { b: [1, 2], a: 1 }, months: 12 } }
    assert.equal(useKey(same), useKey(use))
  })
  it('is another with other arguments, other types, or another tool', () => {
    const others = [
      { name: 'renew_plan', arguments: { ...use.arguments, months: 36 } },
      { name: 'renew_plan', arguments: { ...use.arguments, months: '12' } },
      { name: 'renew_plan', arguments: { months: 12, options: { a: 1, b: [2, 1] } } },
      { name: 'cancel_plan', arguments: use.arguments },
    ]
    assert.equal(new Set([use, ...others].map(useKey)).size, 5)
  })
})

describe('the other side of a chat', () => {
  const now = new Date('2026-11-22T10:00:00Z')
  const ago = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000)
  it('seems to be a machine once it wrote the same three times', () => {
    assert.equal(
      findMachineSign(['Hi', 'We are closed.', 'we are closed', 'WE ARE CLOSED!'], [], now),
      'same_text',
    )
    assert.equal(findMachineSign(['👋', '👋', '👋'], [], now), 'same_text')
    assert.equal(findMachineSign(['closed', 'closed'], [], now), null)
    assert.equal(findMachineSign(['closed', 'closed', 'open', 'closed'], [], now), null)
    assert.equal(findMachineSign(['', '', ''], [], now), null)
  })
  it('seems to be a machine after 20 answers within an hour', () => {
    const minutes = Array.from({ length: 20 }, (_, index) => ago(index * 3))
    assert.equal(findMachineSign([], minutes, now), 'many_answers')
    assert.equal(findMachineSign([], minutes.slice(1), now), null)
    assert.equal(findMachineSign([], [...minutes.slice(1), ago(60)], now), null)
  })
})
