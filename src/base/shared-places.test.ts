import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SharedPlaces } from './shared-places.ts'

describe('SharedPlaces', () => {
  it('leaves places to others, whatever one organization takes', () => {
    const places = new SharedPlaces({ placesMax: 4, perOrganizationMax: 2 })
    const free = places.take('a')
    assert.ok(free !== null && places.take('a') !== null)
    assert.equal(places.take('a'), null)
    assert.ok(places.take('b') !== null)
    free()
    free()
    assert.ok(places.take('a') !== null)
    assert.equal(places.take('a'), null)
    assert.ok(places.take('c') !== null)
    assert.equal(places.isFull, true)
    assert.equal(places.take('d'), null)
  })

  it('lets one organization have more while enough are free', () => {
    const places = new SharedPlaces({ placesMax: 5, perOrganizationMax: 1, openMax: 3 })
    for (let count = 0; count < 3; count++) assert.ok(places.take('a') !== null)
    assert.equal(places.take('a'), null)
    assert.ok(places.take('b') !== null)
    assert.equal(places.take('b'), null)
    assert.ok(places.take('c') !== null)
    assert.equal(places.take('d'), null)
  })
})
