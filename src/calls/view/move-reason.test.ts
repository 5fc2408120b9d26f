import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { guardReason, moveReasons } from '../move-reasons.ts'
import { moveReasonCode, moveReasonCodes } from './move-reason.ts'

describe('the code of a move', () => {
  it('is another than `not_placed` and `other` for every sentence but that of a call the carrier never had', () => {
    for (const [name, reason] of Object.entries(moveReasons)) {
      const code = moveReasonCode({ from_state: 'dialling', to_state: 'failed', reason })
      if (name === 'absent') assert.equal(code, 'not_placed')
      else assert.ok(code !== 'not_placed' && code !== 'other', `${name}: ${code}`)
    }
  })

  it('says that no carrier was asked', () => {
    const cases = [
      ['the calling hours are closed (Europe/Berlin)', 'waiting', 'hours_closed'],
      ['the database is held', 'waiting', 'database_held'],
      [guardReason('country', 'GB'), 'failed', 'guard'],
      ['the guard rate refuses the number: no rate is declared for it', 'failed', 'guard'],
      ['the carrier account can not be opened', 'waiting', 'account_unusable'],
      ['it was too late to ask the carrier', 'waiting', 'too_late'],
      ['canceled by request', 'canceled', 'canceled'],
      ['the campaign was paused', 'waiting', 'campaign_paused'],
    ] as const
    for (const [reason, to_state, code] of cases)
      assert.equal(moveReasonCode({ from_state: 'dialling', to_state, reason }), code, reason)
    const unknown = 'the time zone of the callee is unknown: their number has none'
    assert.equal(
      moveReasonCode({ from_state: 'waiting', to_state: 'failed', reason: unknown }),
      'callee_zone_unknown',
    )
  })

  it('says that the carrier lost the call, in the sentences of this version and of earlier ones', () => {
    const sentences = [
      'the carrier took the call and has no record of it any more',
      'for a day the carrier did not say whether it has the call',
      'the carrier has taken the call and no longer knows it',
      'for a day the carrier did not answer',
    ]
    for (const reason of sentences)
      for (const from_state of ['dialling', 'unresolved', 'ringing', 'live'] as const)
        assert.equal(moveReasonCode({ from_state, to_state: 'failed', reason }), 'carrier_lost_call', reason)
  })

  it('is that of the carrier where the sentence has the carrier’s words', () => {
    const cases = [
      ['waiting', 'not_placed'],
      ['unresolved', 'carrier_silent'],
    ] as const
    for (const [to_state, code] of cases)
      assert.equal(moveReasonCode({ from_state: 'dialling', to_state, reason: 'its own words' }), code)
    assert.equal(moveReasonCode({ from_state: 'live', to_state: 'completed', reason: 'odd' }), 'other')
    const retry = 'busy: attempt 1 has ended, the campaign retries'
    assert.equal(moveReasonCode({ from_state: 'ringing', to_state: 'waiting', reason: retry }), 'retry')
  })

  it('has a text in every language, but for `other`, whose sentence is shown', async () => {
    for (const language of ['en', 'de', 'es', 'ar']) {
      const file = await readFile(
        new URL(`../../../dashboard/src/messages/${language}/call.tsx`, import.meta.url),
        'utf8',
      )
      const texts = /moveReasons: \{([^}]*)\}/.exec(file)![1]!
      const has = [...texts.matchAll(/^ {4}(\w+):/gm)].map(([, code]) => code!)
      assert.deepEqual(
        has.toSorted(),
        moveReasonCodes.filter((code) => code !== 'other').toSorted(),
        language,
      )
    }
  })
})
