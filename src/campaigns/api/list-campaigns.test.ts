import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'

interface Page {
  items: Record<string, unknown>[]
  pagination: Record<string, unknown>
}

let service: Service
before(async () => {
  const campaigns = Array.from({ length: 25 }, (_, index) => scriptCampaign({ name: `Campaign ${index}` }))
  service = await startService({ campaigns })
})
after(() => service[Symbol.asyncDispose]())

const list = async (query = '') => {
  const path = `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns${query}`
  const answer = await service.request('GET', path)
  return { status: answer.status, message: answer.body.message, data: answer.body.data as Page }
}

describe('GET campaigns', () => {
  it('returns the newest 20 with the total (200)', async () => {
    const { status, data } = await list()
    assert.equal(status, 200)
    assert.equal(data.items.length, 20)
    assert.deepEqual(data.pagination, {
      total: 25,
      page: 1,
      page_size: 20,
      total_pages: 2,
      has_next: true,
      has_prev: false,
    })
    assert.deepEqual(Object.keys(data.items[0]!).sort(), [
      '_id',
      'call_direction',
      'caller_id',
      'calling_hours',
      'campaign_type',
      'created_at',
      'ends_at',
      'machine_detection',
      'name',
      'retry',
      'ring_timeout_seconds',
      'slots',
      'status',
      'updated_at',
      'voice',
      'workflow_id',
    ])
    assert.match(String(data.items[0]!['created_at']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  it('pages without a gap or a repetition, and gives the exact total past the end (Rule 7, Promise 34)', async () => {
    const pages = await Promise.all([0, 10, 20].map((skip) => list(`?skip=${skip}&limit=10`)))
    const ids = pages.flatMap(({ data }) => data.items.map((item) => item['_id']))
    const whole = (await list('?limit=100')).data.items.map((item) => item['_id'])
    assert.equal(new Set(whole).size, 25)
    assert.deepEqual(ids, whole)
    const { data } = await list('?skip=100&limit=10')
    assert.deepEqual(data, {
      items: [],
      pagination: { total: 25, page: 11, page_size: 10, total_pages: 3, has_next: false, has_prev: true },
    })
  })

  it('has the same items in the same order whatever a projection leaves out (Promise 36)', async () => {
    for (const sort of [{}, { name: -1 }]) {
      const query = `skip=5&limit=10&sort=${encodeURIComponent(JSON.stringify(sort))}`
      const whole = (await list(`?${query}`)).data
      const { data } = await list(`?${query}&projection=slots`)
      assert.deepEqual(
        data.items,
        whole.items.map(({ _id, slots }) => ({ _id, slots })),
      )
      assert.deepEqual(data.pagination, whole.pagination)
    }
  })

  it('refuses numbers out of range, and ignores parameters that it does not know (400)', async () => {
    for (const query of [
      'limit=0',
      'limit=101',
      'limit=ten',
      'limit=1.5',
      'limit=',
      'limit=1e2',
      'skip=-1',
      'skip=99999999999999999999',
      'limit=5&limit=6',
    ]) {
      const { status, message } = await list(`?${query}`)
      assert.equal(status, 400, query)
      assert.match(message, /^(limit|skip): (must be a whole number|is given twice, must be given once)/)
    }
    assert.equal((await list('?colour=red')).status, 200)
  })

  it('shows only the campaigns of the key’s project', async () => {
    const tree = await service.apply({
      organizations: [
        {
          name: 'Other',
          projects: [{ name: 'Renewals', campaigns: [{ name: 'Canary', campaign_type: 'script' }] }],
        },
      ],
    })
    assert.equal(tree.organizations.length, 1)
    const { data } = await list('?limit=100')
    assert.equal(
      data.items.some((item) => item['name'] === 'Canary'),
      false,
    )
  })

  it('requires a key (401) of this project (403)', async () => {
    const path = `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns`
    assert.equal((await service.request('GET', path, { key: null })).status, 401)
    assert.equal(
      (await service.request('GET', path.replace(service.projectId, service.organizationId))).status,
      403,
    )
  })
})
