import assert from 'node:assert/strict'
import type { Clock } from '../../src/base/clock.ts'
import { sql } from '../../src/db/sql.ts'
import { carrierAccount, startCarrier } from './carrier.ts'
import type { Carrier } from './carrier.ts'
import { scriptCampaign } from './declarations.ts'
import { limitedKeys } from './limited-keys.ts'
import { startService } from './service.ts'
import type { Service } from './service.ts'

/** An entry of the list as the project API shows it. */
export interface ShownEntry {
  number: string | null
  source: string
  why: string | null
  added_by: string | null
  until: string | null
  ended_at: string | null
  ended_by: string | null
  ended_why: string | null
}

/** A service with a do-not-call list, campaigns whose calls wait in different ways, and the carrier that they reach. */
export interface DoNotCallWorld extends AsyncDisposable {
  service: Service
  carrier: Carrier
  /** The service's clock. */
  clock: Clock
  /** Puts the service's clock forward. */
  pass: (ms: number) => void
  /** The path of the organization's list. */
  list: string
  /** Returns the path of a campaign. */
  callsOf: (campaign: string) => string
  /** Adds numbers; fails unless the answer is 200. */
  add: (numbers: readonly string[], more?: Record<string, unknown>) => Promise<AddedNumbers>
  /** Ends the entries of a number; fails unless the answer is 200. Returns whether there was one. */
  end: (number: string, why?: string) => Promise<boolean>
  /** Queues a call on a campaign, `Script` by default. */
  place: (number: string, campaign?: string) => Promise<PlacedCall>
  /** Returns the entries that a query finds. */
  entries: (query: string) => Promise<ShownEntry[]>
  /** Returns how many calls to a number the carrier was asked for. */
  dialsTo: (number: string) => number
  /** Returns the state of a call, and why it has it. */
  stateOf: (id: string | undefined) => Promise<{ state: string; reason: string } | undefined>
  /** Checks that an endpoint needs a key (401) of this organization (403) with the scope (403). */
  checkKeys: (method: string, path: string, body?: unknown) => Promise<void>
}

interface AddedNumbers {
  added: number
  listed_already: number
  calls_canceled: number
}

interface PlacedCall {
  status: number
  message: string
  id: string | undefined
}

/** Starts the service and the carrier. */
export async function startDoNotCallWorld(): Promise<DoNotCallWorld> {
  await using stack = new AsyncDisposableStack()
  const carrier = stack.use(await startCarrier())
  let aheadMs = 0
  const clock: Clock = { now: () => new Date(Date.now() + aheadMs) }
  const service = stack.use(
    await startService(
      {
        carrier: { api_url: carrier.url, account_sid: carrierAccount },
        campaigns: [
          scriptCampaign(),
          scriptCampaign({ name: 'One slot', slots: 1 }),
          scriptCampaign({ name: 'Paused', status: 'paused' }),
          scriptCampaign({ name: 'Retries', retry: { max_attempts: 3, delay_minutes: 5 } }),
        ],
      },
      { clock },
    ),
  )
  const [plainKey] = await limitedKeys(service)
  const { organizationId, projectId, campaignIds } = service
  const list = `/organizations/${organizationId}/do-not-call`
  const callsOf = (campaign: string) =>
    `/organizations/${organizationId}/projects/${projectId}/campaigns/${campaignIds[campaign]}`
  const held = stack.move()
  return {
    service,
    carrier,
    clock,
    pass: (ms) => {
      aheadMs += ms
    },
    list,
    callsOf,
    add: async (numbers, more = {}) => {
      const { status, body } = await service.request('POST', list, { body: { numbers, ...more } })
      assert.equal(status, 200, body.message)
      return body.data
    },
    end: async (number, why = 'asked for it') => {
      const path = `${list}/${encodeURIComponent(number)}/end`
      const { status, body } = await service.request('POST', path, { body: { why } })
      assert.equal(status, 200, body.message)
      return (body.data as { ended: boolean }).ended
    },
    place: async (number, campaign = 'Script') => {
      const { status, body } = await service.request('POST', `${callsOf(campaign)}/calls`, {
        body: { phone_number: number },
      })
      const placed = body.data as { campaign_queue_id: string } | null
      return { status, message: body.message, id: placed?.campaign_queue_id }
    },
    entries: async (query) => {
      const { status, body } = await service.request('GET', `${list}?${query}`)
      assert.equal(status, 200, body.message)
      return (body.data as { items: ShownEntry[] }).items
    },
    dialsTo: (number) => carrier.legs.filter(({ form }) => form.get('To') === number).length,
    stateOf: async (id) => {
      const [call] = await service.context.db.query<{ state: string; reason: string }>(sql`
        select c.state, (select reason from call_moves m where m.organization_id = c.organization_id and m.call_id = c._id
          order by moved_at desc, _id desc limit 1) as reason
        from calls c where c._id = ${id}`)
      return call
    },
    checkKeys: async (method, path, body) => {
      const sent = body === undefined ? {} : { body }
      assert.equal((await service.request(method, path, { ...sent, key: null })).status, 401)
      const without = await service.request(method, path, { ...sent, key: plainKey })
      assert.equal(without.status, 403)
      assert.match(without.body.message, /suppressions:manage/)
      const other = path.replace(organizationId, '01890000-0000-7000-8000-000000000000')
      assert.equal((await service.request(method, other, sent)).status, 403)
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}
