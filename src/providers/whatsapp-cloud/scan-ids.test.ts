import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scanIds } from './scan-ids.ts'

const scan = (text: string) => scanIds(Buffer.from(text))

test('finds the ids of accounts and phone numbers, each once, as text or number, with blanks or without', () => {
  const text = `{"entry":[{"id":"200","changes":[{"value":{"metadata":{"phone_number_id" : "100"},
    "messages":[{"id":"wamid.1","image":{"id":"300"}}]}}]},{"id": 200},{"id":400}]}`
  assert.deepEqual(scan(text), ['200', '100', '300', '400'])
})

test('finds nothing if nothing is named, and not in what people write', () => {
  assert.deepEqual(scan(''), [])
  assert.deepEqual(scan(JSON.stringify({ text: '"id":"1"', name: 'id', id: 'x' })), [])
})

test('stops after a hundred ids', () => {
  const entry = Array.from({ length: 250_000 }, (_, id) => ({ id }))
  assert.equal(scan(JSON.stringify({ entry })).length, 100)
})
