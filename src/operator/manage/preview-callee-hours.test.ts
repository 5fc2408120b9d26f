import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { makeToken, signInFirstOwner } from '../../../test/support/users.ts'

let service: Service
let token: string
before(async () => {
  service = await startService({ carrier: { api_url: 'http://127.0.0.1:9' } })
  token = (await makeToken(await signInFirstOwner(service), 'viewer')).token
})
after(() => service[Symbol.asyncDispose]())

const windows = [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' }]

async function ask(body: object) {
  const path = `/api/organizations/${service.organizationId}/projects/${service.projectId}/calling-hours/callee/preview`
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return {
    status: response.status,
    body: (await response.json()) as { message: string; data: Record<string, never> },
  }
}

describe('POST …/calling-hours/callee/preview (Rule 153)', () => {
  const asked = { timezone: 'America/New_York', at: '2026-11-23T10:30', phone_number: '(310) 555-0123' }

  it('says what hours that are not saved do for a number (200)', async () => {
    const { status, body } = await ask({ ...asked, calling_hours: { timezone: 'callee', windows } })
    assert.equal(status, 200, JSON.stringify(body))
    const { at, is_open, opens_at, held_by, zones } = body.data as Record<string, unknown>
    assert.deepEqual(
      [at, is_open, opens_at, held_by],
      ['2026-11-23T15:30:00.000Z', false, '2026-11-23T17:00:00.000Z', 'America/Los_Angeles'],
    )
    assert.equal((zones as unknown[]).length, 1)
    const both = await ask({ ...asked, calling_hours: { also_callee: true, windows } })
    assert.equal((both.body.data['zones'] as unknown as unknown[]).length, 2)
  })

  it('refuses hours, numbers and times that are none (400)', async () => {
    const calling_hours = { timezone: 'callee', windows }
    for (const body of [
      { ...asked, calling_hours: { ...calling_hours, also_callee: true } },
      { ...asked, calling_hours: { ...calling_hours, timezone: 'callees' } },
      { ...asked, calling_hours, phone_number: 'nobody' },
      { ...asked, calling_hours, phone_number: '+883510000000094' },
      { ...asked, calling_hours, at: '2026-02-30T10:00' },
    ])
      assert.equal((await ask(body)).status, 400)
  })
})
