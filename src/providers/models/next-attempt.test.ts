import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AccountRests } from './account-rests.ts'
import { modelChannels } from './model-client.ts'
import type { ModelChannel, ModelOutcome } from './model-client.ts'
import { chatRetryAfterMs, nextAttempt } from './next-attempt.ts'
import type { AccountRole } from './next-attempt.ts'

const usage = { inputTokens: 1, outputTokens: 0, isEstimated: true }
const busy: ModelOutcome = { kind: 'busy', retryAfterMs: null }
const broken = (characters: number): ModelOutcome => ({ kind: 'broken', characters, reason: 'x', usage })
const silent = (characters: number): ModelOutcome => ({
  kind: 'silent',
  wait: 'firstTextMs',
  characters,
  usage,
})
const final: ModelOutcome[] = [
  { kind: 'finished', reason: 'stop', text: '', toolCalls: [], usage },
  { kind: 'refused', status: 400, reason: 'x' },
  { kind: 'aborted', characters: 0, usage },
  // A revoked key, an unpaid account, a retired model: nobody would notice them beside a fallback that answers.
  ...[401, 402, 403, 404].map((status) => ({ kind: 'refused' as const, status, reason: 'x' })),
]

function next(
  channel: ModelChannel,
  outcomes: readonly ModelOutcome[],
  { hasFallback = true, resting = [] }: { hasFallback?: boolean; resting?: readonly AccountRole[] } = {},
) {
  const accounts: AccountRole[] = ['primary', hasFallback ? 'fallback' : 'primary']
  const made = outcomes.map((outcome, at) => ({ account: accounts[at]!, outcome }))
  return nextAttempt({ channel, made, hasFallback, isResting: (role) => resting.includes(role) })
}

const stop = { kind: 'stop' }

test('the primary account is asked first, and the fallback at once after a fault', () => {
  for (const channel of modelChannels) {
    assert.deepEqual(next(channel, []), { kind: 'ask', account: 'primary', afterMs: 0 })
    for (const fault of [busy, broken(0), silent(0)]) {
      assert.deepEqual(next(channel, [fault]), { kind: 'ask', account: 'fallback', afterMs: 0 })
      assert.deepEqual(next(channel, [fault, fault]), stop)
    }
  }
})

test('without a fallback the same account is asked once more after 300 ms, in chats later by their job', () => {
  for (const fault of [busy, broken(0), silent(0)]) {
    const again = { kind: 'ask', account: 'primary', afterMs: 300 }
    assert.deepEqual(next('voice', [fault], { hasFallback: false }), again)
    assert.deepEqual(next('web', [fault], { hasFallback: false }), again)
    assert.deepEqual(next('voice', [fault, fault], { hasFallback: false }), stop)
    assert.deepEqual(next('whatsapp', [fault], { hasFallback: false }), stop)
  }
  assert.deepEqual([1, 2, 3, 4].map(chatRetryAfterMs), [1_000, 5_000, 25_000, null])
})

test('nothing is asked again once somebody may have got a part, or after a final outcome', () => {
  for (const fault of [broken(1), silent(1)]) {
    assert.deepEqual(next('voice', [fault]), stop)
    assert.deepEqual(next('web', [fault]), stop)
    assert.deepEqual(next('whatsapp', [fault]), { kind: 'ask', account: 'fallback', afterMs: 0 })
  }
  for (const channel of modelChannels)
    for (const outcome of final) assert.deepEqual(next(channel, [outcome]), stop)
})

test('an account that is left alone is passed over', () => {
  const other = next('voice', [], { resting: ['primary'] })
  assert.deepEqual(other, { kind: 'ask', account: 'fallback', afterMs: 0 })
  assert.deepEqual(next('voice', [], { resting: ['primary', 'fallback'] }), { kind: 'resting' })
  assert.deepEqual(next('voice', [], { resting: ['primary'], hasFallback: false }), { kind: 'resting' })
  const same = next('voice', [busy], { resting: ['fallback'] })
  assert.deepEqual(same, { kind: 'ask', account: 'primary', afterMs: 300 })
  assert.deepEqual(next('voice', [busy], { resting: ['primary', 'fallback'] }), stop)
})

test('5 faults within 30 s leave an account alone for 30 s', () => {
  let now = 1_000
  const rests = new AccountRests(() => now)
  for (const at of [0, 7_000, 14_000, 21_000]) {
    now = 1_000 + at
    rests.note('a', busy)
    assert.equal(rests.restMsOf('a'), 0)
  }
  rests.note('a', final[1]!)
  rests.note('a', final[2]!)
  assert.equal(rests.restMsOf('a'), 0)
  now = 1_000 + 29_999
  rests.note('a', silent(3))
  assert.equal(rests.restMsOf('a'), 30_000)
  assert.equal(rests.restMsOf('b'), 0)
  now += 29_999
  assert.equal(rests.restMsOf('a'), 1)
  now += 1
  assert.equal(rests.restMsOf('a'), 0)
})

test('faults that are further apart, or with an answer between them, leave it in use', () => {
  let now = 0
  const rests = new AccountRests(() => now)
  for (let count = 0; count < 20; count++) {
    now += 7_500
    rests.note('a', broken(0))
    assert.equal(rests.restMsOf('a'), 0)
  }
  for (let count = 0; count < 20; count++) {
    rests.note('b', count % 5 === 4 ? final[0]! : busy)
    assert.equal(rests.restMsOf('b'), 0)
  }
})
