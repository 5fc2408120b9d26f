import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { carrierAccount, startCarrier } from '../../../test/support/carrier.ts'
import type { Carrier } from '../../../test/support/carrier.ts'
import { organization, scriptCampaign } from '../../../test/support/declarations.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { reportWorker } from '../../jobs/report-worker.ts'

interface Shown extends Record<string, unknown> {
  _id: string
  state: string
  waiting: { reason: string; since: string; until: string | null } | null
}
interface Page {
  items: Shown[]
  pagination: Record<string, unknown>
}

const nextNumber = createNumbers()
let carrier: Carrier
let service: Service
const placedIds: string[] = []
/** The time of the last placed call: no two calls are placed in the same millisecond. */
let last = 0
before(async () => {
  carrier = await startCarrier()
  service = await startService(
    {
      carrier: { api_url: carrier.url, account_sid: carrierAccount },
      campaigns: [
        scriptCampaign({ slots: 2 }),
        scriptCampaign({ name: 'Same number' }),
        scriptCampaign({ name: 'Empty' }),
      ],
    },
    { clock: { now: () => new Date((last = Math.max(last + 1, Date.now()))) } },
  )
  await reportWorker(service.context).run(new AbortController().signal)
  for (let index = 0; index < 25; index++) placedIds.push(await place('Script', nextNumber()))
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
})

const path = (campaign: string) =>
  `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds[campaign] ?? campaign}/calls`

async function place(campaign: string, phone_number: string): Promise<string> {
  const { status, body } = await service.request('POST', path(campaign), { body: { phone_number } })
  assert.equal(status, 200, body.message)
  return (body.data as { campaign_queue_id: string }).campaign_queue_id
}

async function list(query = '', campaign = 'Script') {
  const { status, body } = await service.request('GET', path(campaign) + query)
  return { status, message: body.message, data: body.data as Page }
}

describe('GET calls', () => {
  it('returns the newest 20 with the total (200)', async () => {
    const { status, data } = await list()
    assert.equal(status, 200)
    assert.deepEqual(
      data.items.map(({ _id }) => _id),
      placedIds.toReversed().slice(0, 20),
    )
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
      'attempts_count',
      'call_direction',
      'campaign_id',
      'cancel_requested_at',
      'created_at',
      'error',
      'phone_number',
      'placed_by',
      'state',
      'state_since',
      'waiting',
    ])
  })

  it('pages without gaps and repetitions, and returns the right total past the end', async () => {
    const pages = await Promise.all([0, 10, 20].map((skip) => list(`?skip=${skip}&limit=10`)))
    assert.deepEqual(
      pages.flatMap(({ data }) => data.items.map(({ _id }) => _id)),
      placedIds.toReversed(),
    )
    const { data } = await list('?skip=100&limit=10')
    assert.deepEqual([data.items, data.pagination['total']], [[], 25])
    assert.deepEqual((await list('', 'Empty')).data.items, [])
  })

  it('filters and sorts by the fields of its items', async () => {
    const query = (parameters: Record<string, string>) =>
      list(`?${new URLSearchParams(parameters).toString()}`)
    const all = (await query({ limit: '100' })).data.items
    const waiting = await query({
      filters: '{"state":"waiting","error":null}',
      sort: '{"phone_number":-1}',
      limit: '100',
    })
    assert.equal(waiting.status, 200)
    assert.deepEqual(
      waiting.data.items.map(({ phone_number }) => phone_number),
      all
        .filter(({ state }) => state === 'waiting')
        .map(({ phone_number }) => String(phone_number))
        .toSorted()
        .toReversed(),
    )
    assert.equal((await query({ filters: '{"waiting":null}' })).status, 400)
  })

  it('says why waiting calls wait, and nothing about the others', async () => {
    const { data } = await list('?skip=20')
    const [waits, , , ...started] = data.items
    assert.deepEqual(waits!.waiting, {
      reason: 'slot',
      guard: null,
      since: waits!['state_since'],
      until: null,
      timezone: null,
    })
    assert.deepEqual(
      started.map(({ state, waiting }) => [state, waiting]),
      [
        ['dialling', null],
        ['dialling', null],
      ],
    )
    const number = nextNumber()
    await place('Same number', number)
    await place('Same number', number)
    const [second, first] = (await list('', 'Same number')).data.items
    assert.deepEqual([first!.state, second!.waiting?.reason], ['dialling', 'number'])
  })

  it('refuses numbers out of range, and ignores parameters that it does not know (400, Rule 6)', async () => {
    for (const query of ['limit=0', 'limit=101', 'skip=-1', 'limit=5&limit=6']) {
      const { status, message } = await list(`?${query}`)
      assert.equal(status, 400, query)
      assert.match(message, /^(limit|skip): (must be a whole number|is given twice, must be given once)/)
    }
    assert.equal((await list('?colour=red')).status, 200)
  })

  it('requires a key (401) of this project (403)', async () => {
    assert.equal((await service.request('GET', path('Script'), { key: null })).status, 401)
    const elsewhere = path('Script').replace(service.projectId, service.organizationId)
    assert.equal((await service.request('GET', elsewhere)).status, 403)
  })

  it('finds no campaign of another tenant, with a malformed id, or an unknown one (404)', async () => {
    const account = { api_url: carrier.url, account_sid: carrierAccount }
    const foreign = await Promise.all(
      [
        organization('Other', '', { carrier: account }),
        organization('Acme', '', { carrier: account, project: { name: 'Second' } }),
      ].map(async (declaration) => {
        const [applied] = (await service.apply(declaration)).organizations
        return applied!.projects[0]!.campaigns[0]!._id
      }),
    )
    for (const campaign of [...foreign, 'nonsense', '01890000-0000-7000-8000-000000000000']) {
      const { status, message } = await list('', campaign)
      assert.equal(status, 404)
      assert.match(message, /no campaign with this id/)
    }
  })
})
