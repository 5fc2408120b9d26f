import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isUuid, uuidv7, uuidv7At } from './ids.ts'

describe('uuidv7', () => {
  it('returns unique ids of version 7 that sort in the order in which they were made', () => {
    const ids = Array.from({ length: 50_000 }, () => uuidv7())
    assert.deepEqual(ids, [...ids].sort())
    assert.equal(new Set(ids).size, ids.length)
    for (const id of ids.slice(0, 100))
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('begins with the time of day in milliseconds', () => {
    const ms = Number.parseInt(uuidv7().replaceAll('-', '').slice(0, 12), 16)
    assert.ok(Math.abs(ms - Date.now()) < 5_000)
  })
})

describe('uuidv7At', () => {
  it('returns unique ids of version 7 that sort by their instants, whenever they are made', () => {
    const instants = Array.from({ length: 1_000 }, (_, index) => 1_795_334_400_000 + index)
    const ids = new Map(instants.toReversed().map((ms) => [ms, uuidv7At(ms)]))
    const inOrder = instants.map((ms) => ids.get(ms)!)
    assert.deepEqual(inOrder, [...inOrder].sort())
    assert.equal(new Set(Array.from({ length: 1_000 }, () => uuidv7At(0))).size, 1_000)
    for (const id of inOrder) assert.ok(isUuid(id) && id[14] === '7', id)
  })
})

describe('isUuid', () => {
  it('accepts no text that PostgreSQL would refuse as a uuid (Rule 4)', () => {
    assert.equal(isUuid(uuidv7()), true)
    for (const text of ['', 'x', uuidv7() + ' ', uuidv7().slice(1), `{${uuidv7()}}`, `${uuidv7()}\n`])
      assert.equal(isUuid(text), false)
  })
})
