import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startThreadTime } from '../../base/thread-time.ts'
import { findUnbackedClaim, readClaim } from './claims.ts'
import type { Claim } from './claims.ts'

function claim(pattern: string, needs = 'renew_plan'): Claim {
  const reading = readClaim({ pattern, needs })
  assert.ok(reading.kind === 'claim', JSON.stringify(reading))
  return reading.claim
}

const renewed = claim('(is|was|have|been) renewed')

function isHeld(sentence: string, { before = '', succeeded = [] as string[] } = {}): boolean {
  return findUnbackedClaim(sentence, { before, claims: [renewed], succeeded: new Set(succeeded) }) !== null
}

describe('a claim (Rule 98)', () => {
  it('holds a sentence that no tool backs, in any case', () => {
    assert.ok(isHeld('Your plan is renewed.'))
    assert.ok(isHeld('YOUR PLAN WAS RENEWED!'))
    assert.ok(!isHeld('Your plan ends in March.'))
  })

  it('lets it pass once the tool has succeeded', () => {
    assert.ok(!isHeld('Your plan is renewed.', { succeeded: ['renew_plan'] }))
    assert.ok(isHeld('Your plan is renewed.', { succeeded: ['look_up'] }))
  })

  it('lets questions pass', () => {
    for (const question of [
      'Do you know when it was renewed?',
      '“When was it renewed?” ',
      'متى was renewed؟',
    ])
      assert.ok(!isHeld(question), question)
  })

  it('sees a claim that a cut within the sentence divides, and none that was judged before', () => {
    // What was said ends without a blank.
    assert.ok(isHeld('renewed until March.', { before: 'Good news, your yearly plan is' }))
    assert.ok(isHeld('renewed until March.', { before: 'Good news, your yearly plan is ' }))
    const inJapanese = claim('更新されました')
    const { before, sentence } = { before: 'ご契約は更新', sentence: 'されました。' }
    assert.ok(
      findUnbackedClaim(sentence, { before, claims: [inJapanese], succeeded: new Set() }) === inJapanese,
    )
    assert.ok(!isHeld('It ends in March.', { before: 'Your plan is renewed. ' }))
    const written = { before: 'Good news:\nyour plan\nis', claims: [claim('plan is renewed')] }
    assert.ok(findUnbackedClaim('renewed.', { ...written, succeeded: new Set() }) !== null)
  })

  it('names the first claim that is not backed', () => {
    const booked = claim('booked', 'book')
    const found = findUnbackedClaim('It is booked and was renewed.', {
      before: '',
      claims: [renewed, booked],
      succeeded: new Set(['renew_plan']),
    })
    assert.equal(found, booked)
  })

  it('is refused where it can not be used', () => {
    const faults: [string, RegExp][] = [
      [' ', /is empty/],
      ['a'.repeat(201), /longer than 200/],
      ['(is', /not a usable regular expression/],
      ['(a)\\1', /not a usable regular expression/],
      ['(?=a)', /not a usable regular expression/],
      ['x*', /matches an empty text/],
      ['(\\p{L}{100}){9}', /too costly|not a usable/],
    ]
    for (const [pattern, message] of faults) {
      const reading = readClaim({ pattern, needs: 'renew_plan' })
      assert.ok(reading.kind === 'fault', pattern)
      assert.match(reading.message, message)
    }
  })

  it('is matched in linear time', () => {
    const hard = claim('(a+)+b')
    const usedMs = startThreadTime()
    assert.equal(
      findUnbackedClaim('a'.repeat(20_000), { before: '', claims: [hard], succeeded: new Set() }),
      null,
    )
    assert.ok(usedMs() < 2_000)
  })
})
