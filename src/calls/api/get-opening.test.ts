import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { uuidv7 } from '../../base/ids.ts'
import { sql } from '../../db/sql.ts'

const windows = [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' }]
let service: Service
before(async () => {
  service = await startService({
    campaigns: [
      scriptCampaign({ name: 'Callee', calling_hours: { timezone: 'callee', windows } }),
      scriptCampaign({ name: 'Own', calling_hours: { timezone: 'America/Chicago', windows } }),
      scriptCampaign({ name: 'Always' }),
    ],
  })
})
after(() => service[Symbol.asyncDispose]())

const ask = (
  campaign: string,
  query: Record<string, string>,
  key?: string | null,
  project = service.projectId,
) =>
  service.request(
    'GET',
    `/organizations/${service.organizationId}/projects/${project}` +
      `/campaigns/${service.campaignIds[campaign] ?? campaign}/opening?${new URLSearchParams(query).toString()}`,
    key === undefined ? {} : { key },
  )

/** Monday, 09:30 in Boise, 08:30 in Los Angeles. */
const at = '2026-11-23T16:30:00Z'

describe('GET …/opening (Rule 153)', () => {
  it('shows the zones of a number, why those, and when all are open (200)', async () => {
    const { status, body } = await ask('Callee', { phone_number: '(208) 555-0123', at })
    assert.equal(status, 200)
    const { zones, sentence, ...opening } = body.data as {
      zones: { timezone: string; local: string; is_open: boolean; opens_at: string | null }[]
      sentence: string
    }
    assert.deepEqual(opening, {
      phone_number: '+12085550123',
      at: '2026-11-23T16:30:00.000Z',
      is_open: false,
      opens_at: '2026-11-23T17:00:00.000Z',
      closes_at: null,
      held_by: 'America/Los_Angeles',
      source: 'prefix',
    })
    assert.deepEqual(
      zones
        .map(({ timezone, local, is_open, opens_at }) => [timezone, local, is_open, opens_at])
        .toSorted((one, other) => (String(one[0]) < String(other[0]) ? -1 : 1)),
      [
        ['America/Boise', '2026-11-23T09:30', true, null],
        ['America/Denver', '2026-11-23T09:30', true, null],
        ['America/Los_Angeles', '2026-11-23T08:30', false, '2026-11-23T17:00:00.000Z'],
      ],
    )
    assert.match(sentence, /3 time zones.*Closed until 2026-11-23 09:00 in America\/Los_Angeles/)
  })

  it('says what a request, a profile and a country say, and what never opens (200)', async () => {
    const of = async (query: Record<string, string>, campaign = 'Callee') => {
      const { status, body } = await ask(campaign, { at, ...query })
      assert.equal(status, 200, JSON.stringify(body))
      const { source, is_open, opens_at, zones } = body.data as Record<string, unknown>
      return [source, is_open, opens_at, (zones as unknown[]).length]
    }
    assert.deepEqual(await of({ phone_number: '+12085550123', timezone: 'America/Boise' }), [
      'request',
      true,
      null,
      1,
    ])
    assert.deepEqual(await of({ phone_number: '+493012345678' }), [
      'country',
      false,
      '2026-11-24T08:00:00.000Z',
      2,
    ])
    assert.deepEqual(await of({ phone_number: '+79123456789' }), ['country', false, null, 26])
    assert.deepEqual(await of({ phone_number: '+79123456789' }, 'Own'), ['campaign', true, null, 1])
    assert.deepEqual(await of({ phone_number: '+79123456789' }, 'Always'), ['campaign', true, null, 0])
    const placed = await service.request(
      'POST',
      `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds['Callee']}/calls`,
      { body: { phone_number: '+12125550177', timezone: 'Asia/Tokyo' } },
    )
    assert.equal(placed.status, 200)
    await service.context.db.write(sql`update profiles set properties = '{"timezone": "Asia/Tokyo"}'`)
    assert.deepEqual(await of({ phone_number: '+12125550177' }), [
      'profile',
      false,
      '2026-11-24T00:00:00.000Z',
      1,
    ])
  })

  it('refuses what is no number, no instant, no zone, and a number that has none (400)', async () => {
    const faults: [Record<string, string>, RegExp][] = [
      [{ at }, /phone_number/],
      [{ phone_number: 'nobody', at }, /not a valid telephone number/],
      [{ phone_number: '+12085550123', at: 'noon' }, /at: must be an instant/],
      [{ phone_number: '+12085550123', at, timezone: 'EST5' }, /timezone must be an IANA time zone/],
      [{ phone_number: '+883510000000094', at }, /has no time zone/],
    ]
    for (const [query, message] of faults) {
      const { status, body } = await ask('Callee', query)
      assert.equal(status, 400, JSON.stringify(body))
      assert.match(body.message, message)
    }
  })

  it('needs a key (401) of the project (403)', async () => {
    assert.equal((await ask('Callee', { phone_number: '+12085550123' }, null)).status, 401)
    assert.equal((await ask('Callee', { phone_number: '+12085550123' }, undefined, uuidv7())).status, 403)
  })

  it('knows the campaigns of its project alone (404)', async () => {
    for (const id of [uuidv7(), 'Callee?'])
      assert.equal((await ask(id, { phone_number: '+12085550123' })).status, 404)
  })
})
