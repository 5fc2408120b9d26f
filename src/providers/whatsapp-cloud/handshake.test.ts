import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerHandshake } from './handshake.ts'

const asked = { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': 'second token' }

test('answers the challenge where the token is that of any sender', () => {
  assert.equal(answerHandshake(asked, ['first', 'second token']), '1158201444')
  assert.equal(answerHandshake({ ...asked, more: 'x' }, ['second token']), '1158201444')
})

test('answers nothing to anybody else', () => {
  const wrongs = [
    { 'hub.mode': 'unsubscribe' },
    { 'hub.mode': undefined },
    { 'hub.verify_token': 'second' },
    { 'hub.verify_token': '' },
    { 'hub.verify_token': undefined },
    { 'hub.verify_token': ['second token', 'second token'] },
    { 'hub.challenge': undefined },
    { 'hub.challenge': '' },
    { 'hub.challenge': 'x'.repeat(1_025) },
  ]
  for (const wrong of wrongs)
    assert.equal(answerHandshake({ ...asked, ...wrong }, ['second token', '']), null, JSON.stringify(wrong))
  assert.equal(answerHandshake(asked, []), null)
  assert.equal(answerHandshake({}, ['second token']), null)
})
