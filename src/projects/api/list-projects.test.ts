import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'

let service: Service
before(async () => {
  service = await startService()
  await service.apply({
    organizations: [
      {
        name: 'Acme',
        projects: [{ name: 'Second', language: 'de', timezone: 'Europe/Berlin', status: 'archived' }],
      },
      { name: 'Other', projects: [{ name: 'Canary' }] },
    ],
  })
})
after(() => service[Symbol.asyncDispose]())

const path = () => `/organizations/${service.organizationId}/projects`

describe('GET projects', () => {
  it('returns every project of the organization to a key of any of them, newest first (200)', async () => {
    const { status, body } = await service.request('GET', path())
    assert.equal(status, 200)
    const { items, pagination } = body.data as { items: Record<string, unknown>[]; pagination: unknown }
    assert.deepEqual(
      items.map(({ name, status, language, timezone }) => ({ name, status, language, timezone })),
      [
        { name: 'Second', status: 'archived', language: 'de', timezone: 'Europe/Berlin' },
        { name: 'Renewals', status: 'active', language: 'en', timezone: 'UTC' },
      ],
    )
    assert.deepEqual(pagination, {
      total: 2,
      page: 1,
      page_size: 20,
      total_pages: 1,
      has_next: false,
      has_prev: false,
    })
  })

  it('refuses a page size out of range (400)', async () => {
    const { status, body } = await service.request('GET', `${path()}?limit=101`)
    assert.equal(status, 400)
    assert.equal(body.message, 'limit: must be a whole number from 1 to 100')
  })

  it('requires a key (401) of this organization (403)', async () => {
    assert.equal((await service.request('GET', path(), { key: null })).status, 401)
    const other = '01890000-0000-7000-8000-000000000000'
    assert.equal((await service.request('GET', `/organizations/${other}/projects`)).status, 403)
  })
})
