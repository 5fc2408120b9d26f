// What the screens read, over real HTTP, by a person with the role of a viewer.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { carrierAccount, startCarrier } from './support/carrier.ts'
import type { Carrier } from './support/carrier.ts'
import { scriptCampaign } from './support/declarations.ts'
import { createNumbers } from './support/numbers.ts'
import { startService } from './support/service.ts'
import type { Answer, Service } from './support/service.ts'
import { signInAs, signInFirstOwner } from './support/users.ts'
import type { Browser } from './support/users.ts'

const nextNumber = createNumbers()
const idOf = ({ body }: Answer) => (body.data as { campaign_queue_id: string }).campaign_queue_id

suite('what the screens read', () => {
  let carrier: Carrier
  let service: Service
  let viewer: Browser
  const called = nextNumber()
  let underWay = ''
  let behind = ''
  let held = ''

  before(async () => {
    carrier = await startCarrier()
    service = await startService(
      {
        project: {
          model_accounts: [
            {
              name: 'Quick model',
              kind: 'openai_compatible',
              base_url: 'http://127.0.0.1:9/v1',
              model: 'scripted',
            },
          ],
          agents: [
            { name: 'Harvest desk', purpose: 'Renews.', model: 'Quick model', prompt: 'You renew policies.' },
          ],
        },
        carrier: { api_url: carrier.url, account_sid: carrierAccount },
        campaigns: [
          scriptCampaign({ name: 'Renewals of spring', slots: 1 }),
          scriptCampaign({ name: 'Held', status: 'paused' }),
        ],
      },
      { modelPrivateHosts: ['127.0.0.1:9'] },
    )
    await signInFirstOwner(service)
    viewer = await signInAs(service, 'viewer', { projectIds: [service.projectId] })
    const place = async (campaign: string, body: Record<string, unknown>) =>
      idOf(
        await service.request(
          'POST',
          `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds[campaign]}/calls`,
          { body },
        ),
      )
    underWay = await place('Renewals of spring', { phone_number: called, name: 'Ada Lovelace' })
    await carrier.report(carrier.legs.at(-1)!, 'ringing')
    behind = await place('Renewals of spring', { phone_number: nextNumber() })
    held = await place('Held', { phone_number: nextNumber(), tier: 3 })
    await carrier.report(carrier.legs.at(-1)!, 'in-progress')
    await carrier.ask(carrier.legs.at(-1)!)
  })
  after(async () => {
    await service[Symbol.asyncDispose]()
    await carrier[Symbol.asyncDispose]()
  })

  const organization = () => `/api/organizations/${service.organizationId}`
  const project = () => `${organization()}/projects/${service.projectId}`
  const read = async <T>(path: string): Promise<T> => {
    const answer = await viewer.request('GET', path)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }
  const ask = async <T>(path: string, body: unknown): Promise<T> => {
    const answer = await viewer.request('POST', project() + path, body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }

  test('the queue says what waits for what, and what is under way', async () => {
    type Queue = {
      campaigns: {
        name: string
        slots_in_use: number
        under_way: Record<string, number>
        waiting: unknown
        waiting_by_reason: { reason: string; count: number }[]
        oldest_since: string | null
      }[]
    }
    const { campaigns } = await read<Queue>(`${project()}/queue`)
    const [paused, running] = campaigns
    assert.deepEqual([paused?.name, running?.name], ['Held', 'Renewals of spring'])
    assert.deepEqual(
      paused?.waiting_by_reason.map(({ reason, count }) => [reason, count]),
      [['paused', 1]],
    )
    assert.deepEqual(
      running?.waiting_by_reason.map(({ reason, count }) => [reason, count]),
      [['slot', 1]],
    )
    assert.equal(running?.slots_in_use, 1)
    assert.equal(running?.under_way['live'], 1)
    assert.notEqual(running?.oldest_since, null)
  })

  test('the calls of all campaigns are those that are not over, unless others are asked for', async () => {
    type List = { items: { _id: string; campaign_name: string; waiting: { reason: string } | null }[] }
    const { items } = await read<List>(`${project()}/calls`)
    assert.deepEqual(items.map(({ _id }) => _id).sort(), [underWay, behind, held].sort())
    assert.equal(items.find(({ _id }) => _id === held)?.waiting?.reason, 'paused')
    assert.deepEqual((await read<List>(`${project()}/calls?show=over`)).items, [])
    assert.equal((await read<List>(`${project()}/calls?show=all&limit=1`)).items.length, 1)
    assert.equal((await viewer.request('GET', `${project()}/calls?show=some`)).status, 400)
  })

  test('a call says what ends its wait, what moved it, and what it belongs to', async () => {
    type Call = {
      campaign: { name: string; status: string }
      waiting: { reason: string; place: number; ends_when: string } | null
      customer: Record<string, unknown>
      customer_profile_id: string | null
      moves: { reason_code: string }[]
      attempts: { ringing_at: string | null; rang_seconds: number | null; conversation_id: string | null }[]
    }
    const waiting = await read<Call>(`${project()}/calls/${held}`)
    assert.deepEqual(waiting.campaign.status, 'paused')
    assert.equal(waiting.waiting?.ends_when, 'The campaign is released.')
    assert.equal(waiting.waiting?.place, 1)
    assert.equal(waiting.customer['tier'], 3)
    assert.notEqual(waiting.customer_profile_id, null)
    const live = await read<Call>(`${project()}/calls/${underWay}`)
    assert.deepEqual(
      live.moves.map(({ reason_code }) => reason_code),
      ['placed', 'started_at_once', 'carrier_report', 'carrier_report'],
    )
    assert.notEqual(live.attempts[0]?.ringing_at, null)
    const events = await read<{ items: { source: string; call_status: string }[] }>(
      `${project()}/calls/${underWay}/carrier-events`,
    )
    assert.deepEqual([...new Set(events.items.map(({ source }) => source))].sort(), [
      'created',
      'instructions',
      'status_callback',
    ])
    const missing = '00000000-0000-7000-8000-000000000000'
    for (const path of [
      `calls/${missing}`,
      'calls/x',
      `calls/${missing}/carrier-events`,
      `conversations/${missing}`,
    ])
      assert.equal((await viewer.request('GET', `${project()}/${path}`)).status, 404, path)
  })

  test('a conversation that goes on shows the lines so far, and its call', async () => {
    type Call = { attempts: { conversation_id: string }[] }
    const { attempts } = await read<Call>(`${project()}/calls/${underWay}`)
    const conversation = await read<{
      status: string
      call_id: string
      customer_name: string
      campaign_name: string
      transcript: { role: string; text: string; at: string }[]
    }>(`${project()}/conversations/${attempts[0]!.conversation_id}`)
    assert.equal(conversation.status, 'live')
    assert.equal(conversation.call_id, underWay)
    assert.equal(conversation.customer_name, 'Ada Lovelace')
    assert.equal(conversation.campaign_name, 'Renewals of spring')
    assert.deepEqual(
      conversation.transcript.map(({ role, text }) => [role, text]),
      [['agent', 'Hello Ada Lovelace']],
    )
  })

  test('figures count the calls of 24 hours by what they are', async () => {
    type Figures = { last_24_hours: { calls: number; by_state: unknown }; week_before: { calls: number } }
    const path = `${project()}/campaigns/${service.campaignIds['Renewals of spring']}/figures`
    const figures = await read<Figures>(path)
    assert.deepEqual(figures.last_24_hours.by_state, { live: 1, waiting: 1 })
    assert.equal(figures.week_before.calls, 0)
    assert.equal((await viewer.request('GET', `${project()}/campaigns/x/figures`)).status, 404)
  })

  test('hours, scripts and workflows can be tried', async () => {
    const windows = [{ days: ['mon'], from: '09:00', to: '18:00' }]
    const hours = await ask<{ sentence: string; openings: unknown[] }>('/calling-hours/preview', {
      calling_hours: { windows },
      at: '2027-03-28T02:30',
      timezone: 'Europe/Berlin',
    })
    assert.match(hours.sentence, /does not exist; at 03:00 it is closed.*it opens Monday 09:00/)
    assert.equal(hours.openings.length, 14)
    for (const body of [{ timezone: 'Mars' }, { timezone: 'UTC', at: '2027-02-30T10:00' }, {}])
      assert.equal((await viewer.request('POST', `${project()}/calling-hours/preview`, body)).status, 400)
    const script = await ask<{ text: string; missing: string[] }>('/scripts/preview', {
      script: 'Hi {{ customer.name }} of {{ customer.town }}',
      customer: { name: 'Ada' },
    })
    assert.deepEqual([script.text, script.missing], ['Hi Ada of ', ['town']])
    const checked = await ask<{ definition: object | null; faults: { line: number }[] }>('/workflows/check', {
      source: 'start: a\nsteps:\n  a:\n    kind: say\n    text: Hi\n    next: b\n',
    })
    assert.equal(checked.definition, null)
    assert.equal(checked.faults[0]?.line, 6)
  })

  test('anything is found by its id, number or name, and nothing of other projects', async () => {
    type List = { items: { kind: string; _id: string; title: string }[] }
    const find = async (q: string) =>
      (await read<List>(`${organization()}/find?q=${encodeURIComponent(q)}`)).items
    assert.deepEqual(
      (await find(underWay)).map(({ kind, _id }) => [kind, _id]),
      [['call', underWay]],
    )
    const byNumber = await find(called)
    assert.deepEqual(new Set(byNumber.map(({ kind }) => kind)), new Set(['call', 'conversation', 'person']))
    assert.deepEqual(
      (await find('of spring')).map(({ kind, title }) => [kind, title]),
      [['campaign', 'Renewals of spring']],
    )
    assert.deepEqual(
      (await find('lovelace')).map(({ kind, title }) => [kind, title]),
      [['person', 'Ada Lovelace']],
    )
    assert.deepEqual(
      (await find('harvest')).map(({ kind, title }) => [kind, title]),
      [['agent', 'Harvest desk']],
    )
    assert.deepEqual(
      (await find('quick')).map(({ kind, title }) => [kind, title]),
      [['model_account', 'Quick model']],
    )
    assert.deepEqual(await find('%_%'), [])
    const elsewhere = await service.apply({
      organizations: [{ name: 'Acme', projects: [{ name: 'Spring of others' }] }],
    })
    assert.ok(elsewhere)
    assert.deepEqual((await find('of others')).length, 0)
    assert.equal((await viewer.request('GET', `${organization()}/find?q=`)).status, 400)
  })

  test('today names what needs a person, and counts by the project’s day', async () => {
    type Today = {
      timezone: string
      needs: { code: string; count: number; is_more: boolean; since: string | null; ids: string[] }[]
      today: {
        from: string
        conversations: { channel_type: string; status: string; conversations: number }[]
      }
      week_before: { conversations: unknown[] }
    }
    const before = await read<Today>(`${project()}/today`)
    assert.deepEqual(
      before.needs.map(({ code, count, ids }) => [code, count, ids]),
      [['campaigns_paused', 1, [service.campaignIds['Held']]]],
    )
    // Since it was put on hold, whatever else was changed.
    const [held] = await service.context.db.query<{ created_at: string }>(sql`
      update campaigns set updated_at = updated_at + interval '1 day'
      where _id = ${service.campaignIds['Held']} returning created_at`)
    assert.equal((await read<Today>(`${project()}/today`)).needs[0]?.since, held?.created_at)
    assert.equal(before.needs[0]?.since, held?.created_at)
    assert.deepEqual(before.today.conversations, [
      { channel_type: 'voice', status: 'live', conversations: 1 },
    ])
    assert.deepEqual(before.week_before.conversations, [])
    assert.equal(before.timezone, 'UTC')
    await service.context.db.write(sql`
      update organizations set plan_whatsapp_sends = 10, plan_status = 'inactive' where _id = ${service.organizationId}`)
    await service.context.db.write(sql`
      insert into whatsapp_quotas (organization_id, reserved, consumed) values (${service.organizationId}, 1, 7)
      on conflict (organization_id) do update set reserved = 1, consumed = 7`)
    await service.context.db.write(sql`
      update call_attempts set state = 'unresolved' where call_id = ${underWay}`)
    await service.context.db.write(sql`
      update campaigns set caller_id_id = null where _id = ${service.campaignIds['Renewals of spring']}`)
    const after = await read<Today>(`${project()}/today`)
    assert.deepEqual(
      after.needs.map(({ code }) => code),
      ['calls_unresolved', 'campaigns_paused', 'campaigns_not_ready', 'plan_inactive', 'sends_nearly_used'],
    )
    assert.deepEqual(after.needs[0]?.ids, [underWay])
    // Since when it is not ready is not stored.
    assert.equal(after.needs[2]?.since, null)
    await service.context.db.write(sql`
      insert into sources (organization_id, project_id, _id, name, source_type, sync_status, created_by, created_at,
        updated_at)
      select ${service.organizationId}::uuid, ${service.projectId}::uuid, gen_random_uuid(), 'Failed ' || number,
        'urls', 'failed', '{"kind": "operator"}', now(), now()
      from generate_series(1, 1001) number`)
    const many = (await read<Today>(`${project()}/today`)).needs.map(({ code, count, is_more }) => [
      code,
      count,
      is_more,
    ])
    assert.deepEqual(many[1], ['campaigns_paused', 1, false])
    assert.deepEqual(many[3], ['sources_failed', 1_000, true])
    // Campaigns on hold may be among those that are not read.
    await service.context.db.write(sql`
      insert into campaigns (organization_id, project_id, _id, name, status, campaign_type, created_at, updated_at)
      select ${service.organizationId}::uuid, ${service.projectId}::uuid, gen_random_uuid(), 'Copy ' || number,
        case when number = 1001 then 'paused' else 'draft' end, 'script', now(),
        now() + interval '2 days' + number * interval '1 ms'
      from generate_series(1, 1001) number`)
    const cut = (await read<Today>(`${project()}/today`)).needs.filter(({ code }) =>
      code.startsWith('campaigns_'),
    )
    assert.deepEqual(
      cut.map(({ code, count, is_more }) => [code, count, is_more]),
      [
        ['campaigns_paused', 1, true],
        ['campaigns_not_ready', 1, true],
      ],
    )
  })

  test('none of it is open without a session', async () => {
    for (const path of [`${project()}/queue`, `${project()}/calls`, `${organization()}/find?q=a`])
      assert.equal((await service.request('GET', path)).status, 401)
  })
})
