import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { signInAs } from '../../../test/support/users.ts'
import type { Browser } from '../../../test/support/users.ts'
import { uuidv7 } from '../../base/ids.ts'
import { sql } from '../../db/sql.ts'

let service: Service
let admin: Browser
let carriers: string
let id: string
before(async () => {
  service = await startService({})
  admin = await signInAs(service, 'admin')
  carriers = `/api/organizations/${service.organizationId}/projects/${service.projectId}/voice-carriers`
  const { body } = await admin.request('GET', carriers)
  id = (body.data as { items: { _id: string }[] }).items[0]!._id
})
after(() => service[Symbol.asyncDispose]())

interface Check {
  state: string
  reason: string | null
  since: string
  checked_at: string
  todo: string | null
}

const check = async () => {
  const { status, body } = await admin.request('POST', `${carriers}/${id}/check`)
  assert.equal(status, 200)
  return body.data as Check
}
const shown = async () =>
  (await admin.request('GET', `${carriers}/${id}`)).body.data as {
    revision: number
    last_check: Check | null
  }

describe('POST /api/…/voice-carriers/{id}/check', () => {
  it('keeps since when the carrier says so (200), until the account is changed', async () => {
    assert.equal((await shown()).last_check, null)
    const first = await check()
    assert.deepEqual([first.state, first.reason, first.todo], ['accepted', null, null])
    const second = await check()
    assert.equal(second.since, first.since)
    assert.ok(second.checked_at >= first.checked_at)
    assert.equal((await shown()).last_check?.since, first.since)

    // A new revision has not been checked; what the carrier refuses is said with what to do.
    const { revision } = await shown()
    const patched = await service.request('PATCH', `${carriers}/${id}`, {
      key: null,
      body: { auth_token: 'another token' },
      headers: { 'sec-fetch-site': 'same-origin', cookie: admin.cookie, 'if-match': `"${revision}"` },
    })
    assert.equal(patched.status, 200)
    assert.equal((await shown()).last_check, null)
    const refused = await check()
    assert.equal(refused.state, 'refused')
    assert.ok(refused.since >= second.checked_at)
    assert.match(refused.todo ?? '', /auth token/)
    const today = await admin.request('GET', carriers.replace('/voice-carriers', '/today'))
    const { needs } = today.body.data as { needs: { code: string; ids: string[] }[] }
    assert.deepEqual(needs.find(({ code }) => code === 'carriers_refused')?.ids, [id])
  })

  it('says that the carrier can not be reached (200)', async () => {
    await service.context.db.write(sql`
      update voice_carriers set api_url = 'http://127.0.0.1:9' where _id = ${id}`)
    const { state, reason, todo } = await check()
    assert.equal(state, 'unknown')
    assert.ok(reason)
    assert.match(todo ?? '', /reaches the carrier/)
  })

  it('is for admins (401, 403) and carriers of the project (404)', async () => {
    assert.equal((await service.request('POST', `${carriers}/${id}/check`)).status, 401)
    const editor = await signInAs(service, 'editor')
    assert.equal((await editor.request('POST', `${carriers}/${id}/check`)).status, 403)
    for (const other of [uuidv7(), 'nonsense'])
      assert.equal((await admin.request('POST', `${carriers}/${other}/check`)).status, 404)
  })
})

describe('GET /api/…/calls-under-way', () => {
  it('says that no worker is there, and counts what waits for it (200)', async () => {
    const viewer = await signInAs(service, 'viewer')
    const { status, body } = await viewer.request(
      'GET',
      carriers.replace('/voice-carriers', '/calls-under-way'),
    )
    assert.equal(status, 200)
    assert.deepEqual(body.data, { under_way: 0, worker: null, waiting: 0, is_held: false })
  })
})
