import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startDoNotCallWorld } from '../../../test/support/do-not-call.ts'
import type { DoNotCallWorld } from '../../../test/support/do-not-call.ts'
import { createNumbers } from '../../../test/support/numbers.ts'

const nextNumber = createNumbers()
let world: DoNotCallWorld
before(async () => {
  world = await startDoNotCallWorld()
})
after(() => world[Symbol.asyncDispose]())

describe('GET do-not-call', () => {
  it('filters, sorts and finds by digits (200), and refuses other fields (400)', async () => {
    const number = nextNumber()
    await world.add([number], { why: 'searched for' })
    for (const query of [
      `q=${number.slice(-6)}&sort=${encodeURIComponent('{"number":-1}')}`,
      `filters=${encodeURIComponent('{"why":"searched for"}')}`,
    ])
      assert.deepEqual(
        (await world.entries(query)).map((entry) => entry.number),
        [number],
      )
    assert.equal((await world.entries('q=nobody')).length, 0)
    for (const query of ['filters={"name":1}', 'show=some', 'limit=0'])
      assert.equal((await world.service.request('GET', `${world.list}?${query}`)).status, 400)
  })

  it('requires a key (401) of this organization with the scope (403)', async () => {
    await world.checkKeys('GET', world.list)
  })
})
