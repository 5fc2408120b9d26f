import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readHandshake } from './handshake.ts'

const asked = { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': 'second token' }

test('reads the token and the challenge', () => {
  const handshake = { token: 'second token', challenge: '1158201444' }
  assert.deepEqual(readHandshake(asked), handshake)
  assert.deepEqual(readHandshake({ ...asked, more: 'x' }), handshake)
})

test('accepts nothing else as a handshake', () => {
  const wrongs = [
    { 'hub.mode': 'unsubscribe' },
    { 'hub.mode': undefined },
    { 'hub.verify_token': '' },
    { 'hub.verify_token': undefined },
    { 'hub.verify_token': ['second token', 'second token'] },
    { 'hub.challenge': undefined },
    { 'hub.challenge': '' },
    { 'hub.challenge': ['1', '2'] },
    { 'hub.challenge': 'x'.repeat(1_025) },
  ]
  for (const wrong of wrongs) assert.equal(readHandshake({ ...asked, ...wrong }), null, JSON.stringify(wrong))
  assert.equal(readHandshake({}), null)
})
