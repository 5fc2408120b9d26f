import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Refusal } from '../base/refusals/refusal.ts'
import { faultOfPassword, hashPassword, isPasswordOf } from './password.ts'

describe('a password', () => {
  it('fits its own hash alone, in either way of typing its accents', async () => {
    const hash = await hashPassword('Zürich im Regen')
    assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    assert.equal(await isPasswordOf('Zürich im Regen', hash), true)
    assert.equal(await isPasswordOf('Zu\u0308rich im Regen', hash), true)
    assert.equal(await isPasswordOf('Zurich im Regen', hash), false)
    assert.equal(await isPasswordOf('Zürich im Regen', null), false)
    assert.notEqual(await hashPassword('Zürich im Regen'), hash)
  })

  it('has 12 characters to 1,024 bytes and is not common', () => {
    for (const bad of ['elevenchars', 'Administrator', '123456654321', 'abababababababab', 'é'.repeat(513)])
      assert.notEqual(faultOfPassword(bad), null, bad)
    for (const good of ['twelve chars', 'correct horse battery staple', '🐎 🔋 📎 🧷 🐎🔋📎🧷!?'])
      assert.equal(faultOfPassword(good), null, good)
  })

  it('is hashed one at a time; 20 wait, and further ones are refused', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 24 }, () => hashPassword('a password of many')),
    )
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    )
    assert.equal(refused.length, 3)
    assert.ok(refused.every((error) => error instanceof Refusal && error.status === 429))
    await hashPassword('a password of many')
  })
})
