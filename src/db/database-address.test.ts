import assert from 'node:assert/strict'
import { it } from 'node:test'
import { addressOfUrl } from './database-address.ts'

it('has host, port and name, and no user or password', () => {
  assert.equal(addressOfUrl('postgres://ada:secret@db.example.com/Calls', 'one'), 'db.example.com:5432/calls')
  assert.equal(addressOfUrl('postgres://ada@10.0.0.7:6432/calls', 'one'), '10.0.0.7:6432/calls')
})

it('names the machine where the address means the machine itself', () => {
  assert.equal(addressOfUrl('postgres://a@127.0.0.1:5432/calls', 'one'), '127.0.0.1@one:5432/calls')
  assert.equal(addressOfUrl('postgres://a@/calls?host=%2Frun%2Fpg', 'one'), '/run/pg@one:5432/calls')
  assert.notEqual(
    addressOfUrl('postgres://a@localhost/c', 'one'),
    addressOfUrl('postgres://a@localhost/c', 'two'),
  )
})
