import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSecretBox } from './secret-box.ts'

const box = createSecretBox(Buffer.alloc(32, 1))

describe('createSecretBox', () => {
  it('opens a sealed text, and seals the same text differently each time', () => {
    const [first, second] = [box.seal('tökén'), box.seal('tökén')]
    assert.equal(box.open(first), 'tökén')
    assert.notDeepEqual(first, second)
    assert.equal(first.includes('tök'), false)
  })

  it('does not open changed bytes, or those sealed with another key', () => {
    const sealed = box.seal('token')
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed)
      changed[index]! ^= 1
      assert.throws(() => box.open(changed), `byte ${index}`)
    }
    assert.throws(() => createSecretBox(Buffer.alloc(32, 2)).open(sealed), /SECRET_KEY/)
    assert.throws(() => box.open(Buffer.alloc(0)))
  })

  it('returns the same digest for the same text, and another one with another key', () => {
    const digest = box.digest('tökén')
    assert.equal(digest.length, 32)
    assert.deepEqual(box.digest('tökén'), digest)
    assert.notDeepEqual(box.digest('token'), digest)
    assert.notDeepEqual(createSecretBox(Buffer.alloc(32, 2)).digest('tökén'), digest)
  })
})
