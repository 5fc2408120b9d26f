import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { wideCallSettings } from '../../../test/support/declarations.ts'
import { limitedKeys } from '../../../test/support/limited-keys.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'

interface Entry {
  _id: string
  actor: { kind: string; via: string }
  kind: string
  record_name: string
  action: string
  fields: { path: string; before: unknown; after: unknown }[]
}

let service: Service
before(async () => {
  service = await startService()
  await service.apply({
    organizations: [
      {
        name: 'Acme',
        calls: wideCallSettings,
        projects: [{ name: 'Renewals', default_country: 'US', timezone: 'Europe/Berlin' }],
      },
    ],
  })
})
after(() => service[Symbol.asyncDispose]())

const path = () => `/organizations/${service.organizationId}/audit`
async function listed(query: Record<string, string>): Promise<Entry[]> {
  const { status, body } = await service.request('GET', `${path()}?${new URLSearchParams(query).toString()}`)
  assert.equal(status, 200, body.message)
  return (body.data as { items: Entry[] }).items
}

describe('GET audit', () => {
  it('returns who changed what, newest first, with filters and a projection (200)', async () => {
    const [newest] = await listed({ limit: '1' })
    assert.deepEqual(
      { ...newest, _id: '', actor: newest?.actor.via },
      { ...newest, _id: '', actor: 'apply', kind: 'project', action: 'updated', record_name: 'Renewals' },
    )
    assert.deepEqual(newest?.fields, [{ path: 'timezone', before: 'UTC', after: 'Europe/Berlin' }])
    const carriers = await listed({ filters: '{"kind":"voice_carrier","action":"created"}' })
    assert.equal(carriers.length, 1)
    assert.deepEqual(
      carriers[0]?.fields.find((field) => field.path === 'auth_token'),
      { path: 'auth_token', before: null, after: 'changed' },
    )
    const timezones = await listed({ filters: '{"fields.path":"timezone","fields.after":"Europe/Berlin"}' })
    assert.deepEqual(
      timezones.map(({ _id }) => _id),
      [newest?._id],
    )
    assert.deepEqual(await listed({ filters: '{"actor.kind":"person"}' }), [])
    assert.deepEqual(await listed({ projection: '{"kind":1}', limit: '1' }), [
      { _id: newest?._id, kind: 'project' },
    ])
  })

  it('refuses a page size out of range (400)', async () => {
    const { status, body } = await service.request('GET', `${path()}?limit=101`)
    assert.equal(status, 400)
    assert.equal(body.message, 'limit: must be a whole number from 1 to 100')
  })

  it('requires a key (401) of this organization with the scope audit:read (403)', async () => {
    assert.equal((await service.request('GET', path(), { key: null })).status, 401)
    const [plain, foreign] = await limitedKeys(service)
    assert.equal((await service.request('GET', path(), { key: plain })).status, 403)
    assert.equal((await service.request('GET', path(), { key: foreign })).status, 200)
    const other = '01890000-0000-7000-8000-000000000000'
    assert.equal((await service.request('GET', `/organizations/${other}/audit`)).status, 403)
  })
})
