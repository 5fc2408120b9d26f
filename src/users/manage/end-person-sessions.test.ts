import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { makeToken, signInAgain, signInAs } from '../../../test/support/users.ts'
import { uuidv7 } from '../../base/ids.ts'

let service: Service
let people: string
before(async () => {
  service = await startService({})
  people = `/api/organizations/${service.organizationId}/people`
})
after(() => service[Symbol.asyncDispose]())

describe('DELETE /api/…/people/{user_id}/sessions', () => {
  it('signs somebody out everywhere (200), notes it, and leaves their tokens', async () => {
    const admin = await signInAs(service, 'admin')
    const editor = await signInAs(service, 'editor')
    const again = await signInAgain(service, editor.email)
    const { token } = await makeToken(editor, 'editor')
    const { status, body } = await admin.request('DELETE', `${people}/${editor.userId}/sessions`)
    assert.deepEqual([status, body.data], [200, { ended: 2 }])
    for (const session of [editor, again]) assert.equal((await session.request('GET', '/api/me')).status, 401)
    const headers = { authorization: `Bearer ${token}` }
    assert.equal((await service.request('GET', '/api/organizations', { key: null, headers })).status, 200)
    const changes = await admin.request('GET', `${people.replace('/people', '/changes')}?limit=1`)
    const [change] = (
      changes.body.data as { items: { action: string; record_id: string; fields: unknown }[] }
    ).items
    assert.deepEqual(
      [change?.action, change?.record_id, change?.fields],
      ['sessions ended', editor.userId, [{ path: 'sessions', before: 2, after: 0 }]],
    )
  })

  it('leaves the session of the request, of one’s own', async () => {
    const admin = await signInAs(service, 'owner')
    const other = await signInAgain(service, admin.email)
    const { body } = await admin.request('DELETE', `${people}/${admin.userId}/sessions`)
    assert.deepEqual(body.data, { ended: 1 })
    assert.equal((await admin.request('GET', '/api/me')).status, 200)
    assert.equal((await other.request('GET', '/api/me')).status, 401)
  })

  it('is by the rules of roles (401, 403, 404)', async () => {
    const [owner, admin, editor] = [
      await signInAs(service, 'owner'),
      await signInAs(service, 'admin'),
      await signInAs(service, 'editor'),
    ]
    const of = (id: string) => `${people}/${id}/sessions`
    assert.equal((await service.request('DELETE', of(editor.userId))).status, 401)
    assert.equal((await editor.request('DELETE', of(admin.userId))).status, 403)
    assert.equal((await admin.request('DELETE', of(owner.userId))).status, 403)
    assert.equal((await owner.request('DELETE', of(uuidv7()))).status, 404)
    assert.equal((await owner.request('GET', '/api/me')).status, 200)
  })

  it('whoever signs in counts as seen at once', async () => {
    const owner = await signInAs(service, 'owner')
    const { body } = await owner.request('GET', `${people}?limit=100`)
    const me = (body.data as { items: { _id: string; seen_at: string | null }[] }).items.find(
      ({ _id }) => _id === owner.userId,
    )
    assert.ok(me?.seen_at)
  })
})
