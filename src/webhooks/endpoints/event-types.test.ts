import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventTypes } from '../../events/event-types.ts'
import { expandTypes, typesOf } from './event-types.ts'

test('a choice is a type, all types of a kind, or all types', () => {
  assert.deepEqual(typesOf('call.ended'), ['call.ended'])
  assert.deepEqual(typesOf('ticket.*'), ['ticket.opened', 'ticket.closed'])
  assert.deepEqual(
    typesOf('*'),
    eventTypes.filter((type) => type !== 'webhook.test'),
  )
})

test('what means no type means nothing', () => {
  for (const choice of ['call', 'call.', 'cal*', 'call.e*', '.*', '**', '', 'webhook.test', 'Call.ended'])
    assert.deepEqual(typesOf(choice), [], choice)
})

test('a kind does not take those whose names begin alike', () => {
  assert.deepEqual(typesOf('webhook.*'), [])
})

test('choices that overlap name a type once', () => {
  assert.deepEqual(expandTypes(['ticket.closed', 'ticket.*']), ['ticket.opened', 'ticket.closed'])
})
