import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeError } from './log.ts'

describe('describeError', () => {
  it('keeps what identifies the fault, with its causes, and nothing that quotes data', () => {
    const cause = Object.assign(new Error('duplicate'), {
      code: '23505',
      constraint: 'calls_pkey',
      detail: 'Failing row contains (+14155550123, Ada).',
      client: { password: 'secret' },
    })
    const text = JSON.stringify(describeError(new Error('failed', { cause })))
    for (const kept of ['failed', 'duplicate', '23505', 'calls_pkey', 'log.test.ts'])
      assert.ok(text.includes(kept), kept)
    for (const left of ['+1415', 'Ada', 'secret']) assert.equal(text.includes(left), false, left)
  })
})
