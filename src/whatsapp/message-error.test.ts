import assert from 'node:assert/strict'
import { it } from 'node:test'
import { errorOfCode } from './message-error.ts'

it('says why a message failed: by its code, and in general without one or with an unknown one', () => {
  const unlisted = 'WhatsApp could not deliver the message'
  assert.deepEqual(errorOfCode(null), { code: null, reason: unlisted })
  assert.deepEqual(errorOfCode('999999'), { code: '999999', reason: unlisted })
  assert.notEqual(errorOfCode('131026').reason, unlisted)
})
