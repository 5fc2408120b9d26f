import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSecretBox } from '../../base/secret-box.ts'
import { readHop, signHop } from './hop-signature.ts'

const signer = createSecretBox(Buffer.alloc(32, 7))
const now = new Date('2026-11-23T12:00:00Z')
const request = { method: 'POST', url: '/webhooks/whatsapp?a=1' }
const organizationIds = ['01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d01', '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d02']
const header = signHop(signer, { ...request, hops: 2, organizationIds }, now)

describe('the header of a request that a cell passes on', () => {
  it('says how often it was passed on, and for which organizations', () => {
    assert.deepEqual(readHop(signer, header, request, now), { hops: 2, organizationIds })
    const plain = signHop(signer, { ...request, hops: 1, organizationIds: [] }, now)
    assert.deepEqual(readHop(signer, plain, request, now), { hops: 1, organizationIds: [] })
  })

  it('counts for nothing with another key, for another request, too late, or changed', () => {
    const other = createSecretBox(Buffer.alloc(32, 8))
    assert.equal(readHop(other, header, request, now), null)
    assert.equal(readHop(signer, header, { ...request, url: '/webhooks/whatsapp' }, now), null)
    assert.equal(readHop(signer, header, { ...request, method: 'GET' }, now), null)
    assert.equal(readHop(signer, header, request, new Date(now.getTime() + 61_000)), null)
    assert.equal(readHop(signer, header.replace(/^2/, '1'), request, now), null)
    assert.equal(readHop(signer, header.replace('7d02', '7d03'), request, now), null)
    for (const text of ['', ';;;', '2', `${header};`]) assert.equal(readHop(signer, text, request, now), null)
  })
})
