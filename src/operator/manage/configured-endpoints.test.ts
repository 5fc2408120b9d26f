import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startService } from '../../../test/support/service.ts'
import type { Answer, Service } from '../../../test/support/service.ts'
import { askAsPage, signInAs } from '../../../test/support/users.ts'
import type { Browser } from '../../../test/support/users.ts'
import { beginConversation } from '../../agents/conversation/begin-conversation.ts'
import { uuidv7 } from '../../base/ids.ts'
import { serveDueQueue } from '../../calls/queue/serve-queue.ts'
import { insertWebChat } from '../../conversations/web-chat-queries.ts'
import type { Reader } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'

let service: Service
let admin: Browser
let viewer: Browser
let O: string
let P: string
const hours = {
  timezone: 'Europe/Berlin',
  windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '24:00' }],
  closed_dates: [],
}
before(async () => {
  service = await startService({
    carrier: { api_url: 'http://127.0.0.1:9' },
    workflows: [
      { name: 'hello', definition: { start: 'bye', steps: { bye: { kind: 'hang_up', text: 'Bye' } } } },
    ],
  })
  admin = await signInAs(service, 'admin')
  viewer = await signInAs(service, 'viewer')
  O = `/api/organizations/${service.organizationId}`
  P = `${O}/projects/${service.projectId}`
})
after(() => service[Symbol.asyncDispose]())

type Data = Record<string, unknown> & { _id: string; revision: number; name: string }

/** Sends an edit as a page does. */
function patch(browser: Browser, path: string, body: unknown, revision?: number | string): Promise<Answer> {
  const headers: Record<string, string> =
    revision === undefined ? {} : { 'if-match': typeof revision === 'number' ? `"${revision}"` : revision }
  return askAsPage(service, 'PATCH', path, { body, cookie: browser.cookie, headers })
}

async function get(path: string, browser = admin): Promise<Data> {
  const answer = await browser.request('GET', path)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.data
}

async function make(path: string, body: unknown): Promise<Data> {
  const answer = await admin.request('POST', path, body)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data
}

async function makeCampaign(fields: Record<string, unknown> = {}): Promise<Data> {
  const name = `C ${uuidv7()}`
  const ready = { campaign_type: 'script', script: 'Hello', voice: 'alice', caller_id: '+14155550100' }
  return make(`${P}/campaigns`, { name, ...ready, slots: 5, ...fields })
}

async function queue(campaignId: string, numbers: number[]): Promise<void> {
  for (const number of numbers) {
    const path = `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${campaignId}/calls`
    const { status, body } = await service.request('POST', path, {
      body: { phone_number: `+1415555${number}` },
    })
    assert.equal(status, 200, JSON.stringify(body))
  }
}

const effectsOf = (answer: Answer) =>
  (
    answer.body.data as {
      effects: { code: string; count: number; sentence: string; opens_at: string | null; names: string[] }[]
    }
  ).effects

describe('the revisions of an agent', () => {
  it('show who made each, what it held, and which conversations it led', async () => {
    const account = { kind: 'anthropic', base_url: 'http://127.0.0.1:9', model: 'claude' }
    await make(`${P}/model-accounts`, { name: 'of revisions', ...account })
    const made = await make(`${P}/agents`, {
      name: 'revised',
      purpose: 'Answers.',
      prompt: 'one',
      model: 'of revisions',
      tools: [{ kind: 'end_call' }],
    })
    const { context, organizationId: organization_id, projectId: project_id } = service
    const conversation_id = uuidv7()
    await context.db.transaction(async (transaction) => {
      const place = { organization_id, project_id, conversation_id }
      await insertWebChat(transaction, place, context.clock.now())
      const agent = { agent_id: made._id, agent_revision: null, channel_type: 'web' as const, customer: {} }
      assert.ok(await beginConversation(context, transaction, { ...place, ...agent }))
    })
    await patch(admin, `${P}/agents/${made._id}`, { prompt: 'two' }, 1)
    const path = `${P}/agents/${made._id}/revisions`
    const answer = await viewer.request('GET', path)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const { items } = answer.body.data as {
      items: {
        revision: number
        changed_by: string
        definition: { prompt: string; model: string }
        conversations: object
        latest_conversations: { conversation_id: string; channel_type: string }[]
      }[]
    }
    assert.deepEqual(
      items.map(({ revision, changed_by, definition: { prompt, model }, conversations }) => [
        revision,
        changed_by,
        prompt,
        model,
        conversations,
      ]),
      [
        [2, 'The admin', 'two', 'of revisions', { count: 0, is_more: false }],
        [1, 'The admin', 'one', 'of revisions', { count: 1, is_more: false }],
      ],
    )
    assert.deepEqual(
      items[1]!.latest_conversations.map(({ conversation_id: id, channel_type }) => [id, channel_type]),
      [[conversation_id, 'web']],
    )
    assert.equal((await viewer.request('GET', `${path}?limit=0`)).status, 400)
    assert.equal((await askAsPage(service, 'GET', path)).status, 401)
    assert.equal((await viewer.request('GET', `${P}/agents/${uuidv7()}/revisions`)).status, 404)
  })
})

describe('every kind of configured record', () => {
  const kinds: [path: string, body: Record<string, unknown>, change: Record<string, unknown>][] = [
    ['projects', { name: 'Second' }, { name: 'Renamed', ticket_keywords: ['refund'] }],
    [
      'voice-carriers',
      { name: 'other', kind: 'twilio', account_sid: `AC${'0'.repeat(32)}`, auth_token: 'first-token' },
      { name: 'renamed', auth_token: 'second-token', calls_per_second: 2 },
    ],
    ['caller-ids', { number: '(415) 555-0199', carrier: 'main' }, { number: '+14155550198' }],
    [
      'workflows',
      { name: 'new', definition: { start: 'bye', steps: { bye: { kind: 'hang_up', text: 'Bye' } } } },
      { name: 'renamed' },
    ],
    [
      'campaigns',
      { name: 'new', campaign_type: 'script' },
      { name: 'renamed', slots: 7, calling_hours: hours },
    ],
    [
      'model-accounts',
      {
        name: 'fast',
        kind: 'openai_compatible',
        base_url: 'http://127.0.0.1:9',
        model: 'desk',
        api_key: 'key-1',
      },
      { name: 'renamed', api_key: 'key-2', extra: { temperature: 0.3 } },
    ],
    [
      'agents',
      { name: 'renewals', purpose: 'Renews.', prompt: 'Renew.', model: 'renamed' },
      { name: 'renamed', first_line: 'Hello.', tools: [{ kind: 'end_call' }] },
    ],
  ]
  for (const [kind, body, change] of kinds)
    it(`is made, listed, read, changed and renamed: ${kind}`, async () => {
      const path = kind === 'projects' ? `${O}/projects` : `${P}/${kind}`
      const made = await make(path, body)
      assert.equal(made.revision, 1)
      const one = `${path}/${made._id}`
      const answer = await viewer.request('GET', one)
      assert.equal(answer.headers.get('etag'), '"1"')
      assert.deepEqual(answer.body.data, made)
      assert.equal((made['last_change'] as { actor_name: string }).actor_name, 'The admin')
      const list = (await viewer.request('GET', `${path}?limit=100`)).body.data as { items: Data[] }
      assert.ok(list.items.some(({ _id }) => _id === made._id))

      const changed = await patch(admin, one, change, 1)
      assert.equal(changed.status, 200, JSON.stringify(changed.body))
      assert.equal(changed.headers.get('etag'), '"2"')
      const { auth_token: _, api_key: __, ...shown } = change
      const data = changed.body.data as Data
      for (const [field, value] of Object.entries(shown)) assert.deepEqual(data[field], value, field)
      assert.deepEqual(await get(one), data)

      const missing = await admin.request('GET', `${path}/${uuidv7()}`)
      assert.equal(missing.status, 404)
      assert.equal((await admin.request('GET', `${path}/nonsense`)).status, 404)
      assert.equal((await patch(admin, `${path}/${uuidv7()}`, change, 1)).status, 404)
      const forbidden = await patch(viewer, one, change, 2)
      assert.equal(forbidden.status, 403)
      assert.equal((await viewer.request('POST', path, body)).status, 403)
      assert.equal((await askAsPage(service, 'GET', one)).status, 401)
    })

  it('lists campaigns with one status, counted alone, and says which statuses there are (400)', async () => {
    const held = await makeCampaign({ status: 'paused' })
    const past = await makeCampaign({ status: 'paused', ends_at: '2026-01-01T00:00:00.000Z' })
    const ended = await makeCampaign({ status: 'ended' })
    const list = async (query: string) => {
      const { body } = await viewer.request('GET', `${P}/campaigns?${query}`)
      return body.data as { items: Data[]; pagination: { total: number } }
    }
    const all = await list('status=paused&limit=100')
    assert.ok(all.items.some(({ _id }) => _id === held._id))
    assert.deepEqual([...new Set(all.items.map(({ status }) => status))], ['paused'])
    assert.equal(all.pagination.total, all.items.length)
    // One past its end date has ended, whatever its status (Rule 14).
    assert.ok(!all.items.some(({ _id }) => _id === past._id))
    const over = (await list('status=ended&limit=100')).items.map(({ _id }) => _id)
    assert.ok(over.includes(past._id) && over.includes(ended._id))
    const { status, body } = await viewer.request('GET', `${P}/campaigns?status=held`)
    assert.equal(status, 400)
    assert.match(body.message, /status: must be one of draft, running, paused, ended/)
  })

  it('counts the caller IDs of a carrier', async () => {
    const account_sid = `AC${'2'.repeat(32)}`
    const account = { kind: 'twilio', account_sid, auth_token: 'hidden-1' }
    const carrier = await make(`${P}/voice-carriers`, { name: 'counted', ...account })
    assert.equal(carrier['caller_ids'], 0)
    for (const number of ['+14155557001', '+14155557002'])
      await make(`${P}/caller-ids`, { number, carrier: 'counted' })
    assert.equal((await get(`${P}/voice-carriers/${carrier._id}`))['caller_ids'], 2)
  })

  it('keeps a secret that an edit leaves out, and shows none', async () => {
    const sid = `AC${'1'.repeat(32)}`
    const made = await make(`${P}/voice-carriers`, {
      name: 'kept',
      kind: 'twilio',
      account_sid: sid,
      auth_token: 'hidden-1',
    })
    const stored = () =>
      service.context.db.query<{ auth_token: Buffer }>(
        sql`select auth_token from voice_carriers where _id = ${made._id}`,
      )
    const [before_] = await stored()
    const { body } = await patch(admin, `${P}/voice-carriers/${made._id}`, { calls_per_second: 3 }, 1)
    assert.deepEqual(await stored(), [before_])
    assert.ok(!JSON.stringify(body).includes('hidden'))
    assert.equal((body.data as Data)['auth_token_set_at'], made['auth_token_set_at'])
    const changes = await admin.request('GET', `${O}/changes?record_id=${made._id}&field=auth_token`)
    const { items } = changes.body.data as { items: { fields: { path: string; after: unknown }[] }[] }
    assert.deepEqual(
      items.map(({ fields }) => fields.find(({ path }) => path === 'auth_token')?.after),
      ['changed'],
    )
  })

  it('refuses to remove a secret that a record must have (400)', async () => {
    const records: [path: string, body: Record<string, unknown>, secrets: string[]][] = [
      [
        'voice-carriers',
        { kind: 'twilio', account_sid: `AC${'3'.repeat(32)}`, auth_token: 'hidden-token' },
        ['auth_token'],
      ],
      [
        'whatsapp-senders',
        {
          phone_number_id: '100000000000078',
          business_account_id: '200000000000078',
          display_phone_number: '+14155550178',
          access_token: 'hidden-access',
          app_secret: 'hidden-app',
          verify_token: 'hidden-verify',
        },
        ['access_token', 'app_secret', 'verify_token'],
      ],
      ['webhook-endpoints', { url: 'https://example.com/events', types: ['*'] }, ['secret']],
    ]
    for (const [path, body, secrets] of records) {
      const made = await make(`${P}/${path}`, { name: 'bare', ...body })
      for (const secret of secrets) {
        const answer = await patch(admin, `${P}/${path}/${made._id}`, { [secret]: null }, 1)
        assert.equal(answer.status, 400, JSON.stringify(answer.body))
        assert.deepEqual(
          (answer.body as unknown as { faults: { path: string }[] }).faults.map(({ path: at }) => at),
          [secret],
        )
      }
    }
  })

  it('asks for the password before a stored secret goes to another address', async () => {
    const late = await signInAs(service, 'admin')
    await service.context.db.write(sql`
      update sessions set confirmed_at = now() - interval '16 minutes' where user_id = ${late.userId}`)
    const cases: [path: string, field: string, body: Record<string, unknown>][] = [
      [
        'voice-carriers',
        'api_url',
        { kind: 'twilio', account_sid: `AC${'2'.repeat(32)}`, auth_token: 'hidden-token' },
      ],
      [
        'whatsapp-senders',
        'api_url',
        {
          phone_number_id: '100000000000077',
          business_account_id: '200000000000077',
          display_phone_number: '+14155550177',
          access_token: 'hidden-token',
          app_secret: 'hidden-app',
          verify_token: 'hidden-word',
        },
      ],
      [
        'model-accounts',
        'base_url',
        { kind: 'anthropic', base_url: 'http://127.0.0.1:9', model: 'claude', api_key: 'hidden-key' },
      ],
    ]
    for (const [path, field, body] of cases) {
      const made = await make(`${P}/${path}`, { name: 'addressed', ...body })
      const one = `${P}/${path}/${made._id}`
      const moved = { [field]: 'https://moved.example.com' }
      const refused = await patch(late, one, moved, 1)
      assert.deepEqual([refused.status, refused.body['code']], [403, 'password_needed'], path)
      assert.equal((await patch(late, `${one}?dry_run=true`, moved, 1)).status, 200)
      assert.equal((await patch(late, one, { name: 'readdressed' }, 1)).status, 200)
      assert.equal((await patch(admin, one, moved, 2)).status, 200)
    }
  })

  it('keeps the secrets of an agent, and says when the key of an account was set', async () => {
    const account = { kind: 'anthropic', base_url: 'http://127.0.0.1:9', model: 'claude' }
    const without = await make(`${P}/model-accounts`, { name: 'without', ...account })
    assert.equal(without['api_key_set_at'], null)
    const keyed = await patch(admin, `${P}/model-accounts/${without._id}`, { api_key: 'hidden-key' }, 1)
    const set = (keyed.body.data as Data)['api_key_set_at']
    assert.equal(typeof set, 'string')
    const late = await signInAs(service, 'admin')
    await service.context.db.write(sql`
      update sessions set confirmed_at = now() - interval '16 minutes' where user_id = ${late.userId}`)
    const refused = await patch(late, `${P}/model-accounts/${without._id}`, { api_key: 'other-key' }, 2)
    assert.equal(refused.body['code'], 'password_needed')
    const renamed = await patch(admin, `${P}/model-accounts/${without._id}`, { name: 'with' }, 2)
    assert.equal((renamed.body.data as Data)['api_key_set_at'], set)
    const removed = await patch(admin, `${P}/model-accounts/${without._id}`, { api_key: null }, 3)
    assert.equal((removed.body.data as Data)['api_key_set_at'], null)
    const ofKey = await admin.request('GET', `${O}/changes?record_id=${without._id}&field=api_key`)
    assert.deepEqual(
      (ofKey.body.data as { items: { revision: number; fields: unknown[] }[] }).items.map(
        ({ revision, fields }) => [revision, ...fields],
      ),
      [
        [4, { path: 'api_key', before: null, after: 'changed' }],
        [2, { path: 'api_key', before: null, after: 'changed' }],
      ],
    )
    const tool = {
      kind: 'http',
      name: 'renew',
      description: 'Renews.',
      url: 'https://crm.example.com/',
      parameters: { type: 'object' },
    }
    const agent = { name: 'secretive', purpose: 'Renews.', prompt: 'Renew.', model: 'with' }
    const made = await make(`${P}/agents`, { ...agent, tools: [{ ...tool, secret: 'hidden-secret' }] })
    const one = `${P}/agents/${made._id}`
    const replaced = await patch(late, one, { tools: [{ ...tool, secret: 'other-secret' }] }, 1)
    assert.equal(replaced.body['code'], 'password_needed')
    const edited = await patch(admin, one, { tools: made['tools'], prompt: 'Renew it.' }, 1)
    assert.equal(edited.status, 200, JSON.stringify(edited.body))
    const shown = JSON.stringify([made, edited.body, keyed.body, await get(one)])
    assert.ok(!shown.includes('hidden'))
    const changes = await admin.request('GET', `${O}/changes?record_id=${made._id}`)
    const { items } = changes.body.data as { items: { fields: { path: string }[] }[] }
    assert.deepEqual(
      items[0]!.fields.map(({ path }) => path),
      ['prompt'],
    )
  })

  it('keeps what refers to a record that is renamed', async () => {
    const carrier = await make(`${P}/voice-carriers`, {
      name: 'before',
      kind: 'twilio',
      account_sid: `AC${'2'.repeat(32)}`,
      auth_token: 'x',
    })
    const callerId = await make(`${P}/caller-ids`, { number: '+14155550177', carrier: 'before' })
    assert.equal((await patch(admin, `${P}/voice-carriers/${carrier._id}`, { name: 'after' }, 1)).status, 200)
    assert.equal((await get(`${P}/caller-ids/${callerId._id}`))['carrier'], 'after')
  })
})

describe('an edit', () => {
  it('needs If-Match (428), and an old one is refused with the present record (412)', async () => {
    const made = await makeCampaign()
    const one = `${P}/campaigns/${made._id}`
    const without = await patch(admin, one, { slots: 6 })
    assert.equal(without.status, 428)
    assert.equal(without.body['code'], 'revision_required')
    await patch(admin, one, { slots: 6 }, 1)
    for (const old of [1, '*', 'W/"2"', '"x"']) {
      const stale = await patch(admin, one, { slots: 7 }, old)
      assert.equal(stale.status, 412)
      assert.equal(stale.headers.get('etag'), '"2"')
      assert.equal(stale.body['code'], 'changed_meanwhile')
      assert.deepEqual(stale.body.data, await get(one))
    }
    assert.equal((await get(one))['slots'], 6)
  })

  it('merges (RFC 7396): a null returns a field to its default, lists are replaced', async () => {
    const retry = { max_attempts: 3, delay_minutes: 10, on: ['busy'] }
    const made = await makeCampaign({ retry, calling_hours: hours, ring_timeout_seconds: 50 })
    const one = `${P}/campaigns/${made._id}`
    const change = {
      retry: { max_attempts: 4 },
      ring_timeout_seconds: null,
      calling_hours: { closed_dates: ['2026-12-25'] },
    }
    const { body } = await patch(admin, one, change, 1)
    const data = body.data as Data
    assert.deepEqual(data['retry'], { ...retry, max_attempts: 4 })
    assert.equal(data['ring_timeout_seconds'], 30)
    assert.deepEqual(data['calling_hours'], { ...hours, closed_dates: ['2026-12-25'] })
  })

  it('of a project returns its limit of requests to the usual one with a null, and keeps it without', async () => {
    const rate = async () => (await get(P))['requests_per_second']
    assert.equal(await rate(), 'none')
    for (const [change, expected] of [
      [{ requests_per_second: null }, 100],
      [{ requests_per_second: 40 }, 40],
      [{ ticket_keywords: [] }, 40],
      [{ requests_per_second: 'none' }, 'none'],
    ] as const) {
      const { revision } = await get(P)
      const answer = await patch(admin, P, change, revision)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      assert.equal(await rate(), expected)
    }
  })

  it('that changes nothing writes nothing', async () => {
    const made = await makeCampaign()
    const { body } = await patch(admin, `${P}/campaigns/${made._id}`, { slots: 5 }, 1)
    assert.deepEqual(body.data, made)
  })

  it('is refused with faults at their places below the record (400)', async () => {
    const made = await makeCampaign({ calling_hours: hours })
    const windows = [hours.windows[0], { days: ['mon'], from: '09:00', to: '25:00' }]
    const change = { slots: 0, caller_id: '+14155550000', calling_hours: { windows }, colour: 'red' }
    const { status, body } = await patch(admin, `${P}/campaigns/${made._id}`, change, 1)
    assert.equal(status, 400)
    const paths = (body['faults'] as { path: string }[]).map(({ path }) => path)
    assert.deepEqual(paths.sort(), ['caller_id', 'calling_hours.windows[1].to', 'colour', 'slots'])
    assert.equal((await get(`${P}/campaigns/${made._id}`)).revision, 1)
  })

  it('refuses fields that there are none of, also with a null, and takes nulls of those that are unset (400)', async () => {
    const made = await makeCampaign({ retry: null, calling_hours: hours })
    const one = `${P}/campaigns/${made._id}`
    const pathsOf = ({ status, body }: Answer) => {
      assert.equal(status, 400, JSON.stringify(body))
      return (body['faults'] as { path: string }[]).map(({ path }) => path)
    }
    const misspelled = { end_at: null, calling_hours: { close_dates: null }, slots: 4 }
    assert.deepEqual(pathsOf(await patch(admin, one, misspelled, 1)), ['calling_hours.close_dates', 'end_at'])
    assert.deepEqual(pathsOf(await patch(admin, one, { colour: 'red', end_at: null }, 1)), [
      'colour',
      'end_at',
    ])
    assert.equal((await get(one)).revision, 1)
    const created = { name: 'misspelled', campaign_type: 'script', end_at: null }
    assert.deepEqual(pathsOf(await admin.request('POST', `${P}/campaigns`, created)), ['end_at'])
    const { revision } = await get(P)
    assert.deepEqual(pathsOf(await patch(admin, P, { time_zone: null }, revision)), ['time_zone'])
    const owner = await signInAs(service, 'owner')
    const organization = await get(O)
    const limits = { calls: { dials_per_day: null } }
    assert.deepEqual(pathsOf(await patch(owner, O, limits, organization.revision)), ['calls.dials_per_day'])
    const unset = { retry: { delay_minutes: null, max_attempts: 2 }, calling_hours: { also_callee: null } }
    const taken = await patch(admin, one, { ...unset, ends_at: null, caller_id: null }, 1)
    assert.equal(taken.status, 200, JSON.stringify(taken.body))
    assert.equal((taken.body.data as { retry: { delay_minutes: number } }).retry.delay_minutes, 30)
  })

  it('refuses a name that another record has (400)', async () => {
    const one = await makeCampaign()
    const other = await makeCampaign()
    const answers = [
      await patch(admin, `${P}/campaigns/${other._id}`, { name: one.name }, 1),
      await admin.request('POST', `${P}/campaigns`, { name: one.name, campaign_type: 'script' }),
      await admin.request('POST', `${P}/campaigns?dry_run=true`, { name: one.name, campaign_type: 'script' }),
      await admin.request('POST', `${O}/projects`, { name: 'Renewals' }),
    ]
    for (const { status, body } of answers) {
      assert.equal(status, 400)
      const [fault] = body['faults'] as { path: string; message: string }[]
      assert.equal(fault?.path, 'name')
      assert.match(fault.message, /^is taken/)
    }
  })

  it('refuses what is no mapping, and lists of a project (400)', async () => {
    const [fault] = (await admin.request('POST', `${O}/projects`, { name: 'X', campaigns: [] })).body[
      'faults'
    ] as {
      path: string
    }[]
    assert.equal(fault?.path, 'campaigns')
    assert.equal((await admin.request('POST', `${P}/campaigns`, [])).status, 400)
    assert.equal((await admin.request('POST', `${P}/campaigns`, {})).status, 400)
  })

  it('refuses what is nested too deep (400)', async () => {
    const made = await makeCampaign()
    const deep = `{"calling_hours":${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}}`
    const owner = await signInAs(service, 'owner')
    const { revision: ofOrganization } = await get(O)
    for (const [method, path, revision] of [
      ['PATCH', `${P}/campaigns/${made._id}`, made.revision],
      ['POST', `${P}/campaigns`, null],
      ['POST', `${P}/campaigns?dry_run=true`, null],
      ['PATCH', O, ofOrganization],
    ] as const) {
      const answer = await fetch(`${service.url}${path}`, {
        method,
        headers: {
          cookie: owner.cookie,
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          ...(revision !== null && { 'if-match': `"${revision}"` }),
        },
        body: deep,
      })
      const body = (await answer.json()) as { faults: { message: string }[] }
      assert.equal(answer.status, 400, `${method} ${path}: ${JSON.stringify(body)}`)
      assert.equal(body.faults[0]?.message, 'is nested more than 64 levels deep')
    }
  })

  it('does not reach records of another project or organization (404)', async () => {
    const tree = await service.apply({
      organizations: [
        { name: 'Acme', projects: [{ name: 'Apart', campaigns: [{ name: 'a', campaign_type: 'script' }] }] },
        { name: 'Other', projects: [{ name: 'P', campaigns: [{ name: 'a', campaign_type: 'script' }] }] },
      ],
    })
    for (const organization of tree.organizations) {
      const { _id } = organization.projects.find(({ name }) => name !== 'Renewals')!.campaigns[0]!
      assert.equal((await admin.request('GET', `${P}/campaigns/${_id}`)).status, 404)
      assert.equal((await patch(admin, `${P}/campaigns/${_id}`, { slots: 2 }, 1)).status, 404)
      assert.equal((await admin.request('POST', `${P}/campaigns/${_id}/hold`)).status, 404)
    }
  })
})

describe('a dry run', () => {
  it('says what would change and what that does to calls, and changes nothing', async () => {
    const made = await makeCampaign({ calling_hours: { ...hours, windows: closedNow() } })
    await queue(made._id, [1001, 1002, 1003])
    const one = `${P}/campaigns/${made._id}`
    const open = await patch(admin, `${one}?dry_run=true`, { calling_hours: null, slots: 2 }, 1)
    assert.equal(open.status, 200, JSON.stringify(open.body))
    const { changes } = open.body.data as { changes: { path: string; before: unknown; after: unknown }[] }
    assert.deepEqual(
      changes.map(({ path }) => path),
      ['calling_hours', 'slots'],
    )
    assert.deepEqual(changes[1], { path: 'slots', before: 5, after: 2 })
    const alone = { opens_at: null, names: [] }
    assert.deepEqual(effectsOf(open), [
      { code: 'calls_dialled', sentence: '2 waiting calls are dialed at once', count: 2, ...alone },
    ])
    const ended = await patch(admin, `${one}?dry_run=true`, { status: 'ended' }, 1)
    assert.deepEqual(effectsOf(ended), [
      { code: 'calls_expire', sentence: '3 waiting calls end as expired', count: 3, ...alone },
    ])
    const unready = await patch(admin, `${one}?dry_run=true`, { voice: null }, 1)
    assert.deepEqual(
      effectsOf(unready).map(({ sentence }) => sentence),
      ['3 waiting calls end as failed: its script has no voice'],
    )
    const opened = await make(`${P}/campaigns`, { name: `open ${uuidv7()}`, campaign_type: 'script' })
    assert.ok(opened)
    assert.deepEqual(await get(one), made)
  })

  it('of a new record checks it as a whole', async () => {
    const answer = await admin.request('POST', `${P}/campaigns?dry_run=true`, {
      name: 'dry',
      campaign_type: 'script',
    })
    assert.equal(answer.status, 200)
    const list = await get(`${P}/campaigns?limit=100`)
    assert.ok(!(list as unknown as { items: Data[] }).items.some(({ name }) => name === 'dry'))
  })
})

describe('hold and release', () => {
  it('pause a campaign without If-Match, say what that does, and give it its status back', async () => {
    for (const status of ['draft', 'running']) {
      const made = await makeCampaign({ status, calling_hours: { ...hours, windows: closedNow() } })
      await queue(made._id, status === 'draft' ? [2001, 2002] : [2003])
      const one = `${P}/campaigns/${made._id}`
      const dry = await admin.request('POST', `${one}/hold?dry_run=true`)
      assert.equal((await get(one))['status'], status)
      const held = await admin.request('POST', `${one}/hold`)
      assert.deepEqual(effectsOf(held), effectsOf(dry))
      assert.equal(effectsOf(held)[0]?.code, 'calls_wait_for_release')
      assert.equal((await get(one))['status'], 'paused')
      const again = await admin.request('POST', `${one}/hold`)
      assert.deepEqual((again.body.data as { campaigns: unknown[] }).campaigns, [])
      const released = await admin.request('POST', `${one}/release`)
      assert.equal(released.status, 200)
      const [waits] = effectsOf(released)
      assert.equal(waits?.code, 'calls_wait_for_hours')
      assert.ok(Date.parse(waits.opens_at ?? '') > Date.now(), String(waits.opens_at))
      const last = await get(one)
      assert.deepEqual([last['status'], last.revision], [status, 3])
    }
  })

  it('say which calls a release makes fail, and no edit before', async () => {
    const made = await makeCampaign({ status: 'running', calling_hours: { ...hours, windows: closedNow() } })
    const numbers = Array.from({ length: 12 }, (_, index) => 2101 + index)
    await queue(made._id, numbers)
    const one = `${P}/campaigns/${made._id}`
    const states = async () => {
      while ((await serveDueQueue(service.context, () => 0)) !== null);
      return service.context.db.query<{ state: string; count: number }>(sql`
        select state, count(*)::integer as count from calls where campaign_id = ${made._id} group by state`)
    }
    const held = await admin.request('POST', `${one}/hold`)
    assert.equal(effectsOf(held)[0]?.code, 'calls_wait_for_release')
    for (const dry of ['?dry_run=true', '']) {
      const edited = await patch(admin, `${one}${dry}`, { caller_id: null }, 2)
      assert.equal(edited.status, 200, JSON.stringify(edited.body))
      if (dry !== '') assert.deepEqual(effectsOf(edited), [])
    }
    assert.deepEqual(await states(), [{ state: 'waiting', count: 12 }])
    const sentence = '12 waiting calls end as failed: it has no caller_id'
    const fails = [{ code: 'calls_fail', sentence, count: 12, opens_at: null, names: [] }]
    assert.deepEqual(effectsOf(await admin.request('POST', `${one}/release?dry_run=true`)), fails)
    assert.deepEqual(effectsOf(await admin.request('POST', `${one}/release`)), fails)
    assert.deepEqual(await states(), [{ state: 'failed', count: 12 }])
  })

  it('pause all campaigns of a project but those that have ended', async () => {
    const ended = await makeCampaign({ status: 'ended' })
    const paused = await makeCampaign({ status: 'paused' })
    const running = await makeCampaign({ status: 'running' })
    const held = await admin.request('POST', `${P}/hold`)
    const ids = (held.body.data as { campaigns: { _id: string }[] }).campaigns.map(({ _id }) => _id)
    assert.deepEqual(
      [ended, paused, running].map(({ _id }) => ids.includes(_id)),
      [false, false, true],
    )
    assert.equal((await admin.request('POST', `${P}/release`)).status, 200)
    assert.deepEqual(
      await Promise.all(
        [ended, paused, running].map(async ({ _id }) => (await get(`${P}/campaigns/${_id}`))['status']),
      ),
      ['ended', 'running', 'running'],
    )
    assert.equal((await viewer.request('POST', `${P}/hold`)).status, 403)
  })
})

describe('workflows', () => {
  it('show how many campaigns follow them, whatever else there is, and name the first', async () => {
    const definition = { start: 'bye', steps: { bye: { kind: 'hang_up', text: 'Bye' } } }
    const made = await make(`${P}/workflows`, { name: 'counted', definition })
    assert.deepEqual([made['campaigns'], made['first_campaigns']], [0, []])
    const follows = { campaign_type: 'workflow', script: null, workflow: 'counted' }
    const names = ['F6', 'F5', 'F4', 'F3', 'F2', 'F1']
    for (const name of names) await makeCampaign({ ...follows, name })
    await makeCampaign({ ...follows, status: 'ended' })
    await makeCampaign()
    const { campaigns, first_campaigns: first } = await get(`${P}/workflows/${made._id}`)
    assert.equal(campaigns, 6)
    assert.deepEqual(
      (first as { name: string }[]).map(({ name }) => name),
      ['F1', 'F2', 'F3', 'F4', 'F5'],
    )
  })

  const source = `start: ask
steps:
  ask:
    kind: listen
    text: "Hello {{ customer.name"
    variable: answer
    next: nowhere
`
  it('are checked with the line of each fault', async () => {
    const { body, status } = await viewer.request('POST', `${P}/workflows/check`, { source })
    assert.equal(status, 200)
    const { faults, definition } = body.data as {
      faults: { path: string; line: number }[]
      definition: unknown
    }
    assert.equal(definition, null)
    assert.deepEqual(new Map(faults.map(({ path, line }) => [path, line])).get('steps.ask.next'), 7)
    assert.equal(faults.find(({ path }) => path === 'steps.ask.text')?.line, 5)
    const broken = await viewer.request('POST', `${P}/workflows/check`, { source: 'start: [\nsteps: {' })
    const [fault] = (broken.body.data as { faults: { line: number }[] }).faults
    assert.ok(fault!.line >= 1)
    const good = await viewer.request('POST', `${P}/workflows/check`, {
      source: 'start: bye\nsteps: { bye: { kind: hang_up, text: Bye } }',
    })
    assert.deepEqual((good.body.data as { faults: unknown[] }).faults, [])
  })

  it('have a revision for each change, with who made it', async () => {
    const definition = (text: string) => ({ start: 'bye', steps: { bye: { kind: 'hang_up', text } } })
    const made = await make(`${P}/workflows`, { name: 'revised', definition: definition('one') })
    await patch(admin, `${P}/workflows/${made._id}`, { definition: definition('two') }, 1)
    const path = `${P}/workflows/${made._id}/revisions`
    const { items } = (await viewer.request('GET', path)).body.data as {
      items: { revision: number; changed_by: string; definition: { steps: { bye: { text: string } } } }[]
    }
    assert.deepEqual(
      items.map(({ revision, changed_by, definition: { steps } }) => [revision, changed_by, steps.bye.text]),
      [
        [2, 'The admin', 'two'],
        [1, 'The admin', 'one'],
      ],
    )
    assert.equal((await viewer.request('GET', `${P}/workflows/${uuidv7()}/revisions`)).status, 404)
  })

  it('show which calls followed a revision', async () => {
    const definition = { start: 'bye', steps: { bye: { kind: 'hang_up', text: 'Goodbye.' } } }
    const { _id } = await make(`${P}/workflows`, { name: 'followed', definition })
    const { context, organizationId, projectId } = service
    const carrierId = (await selectIds(context.db, sql`select _id from voice_carriers limit 1`))[0]!
    const campaignId = (await selectIds(context.db, sql`select _id from campaigns limit 1`))[0]!
    const calls = [uuidv7(), uuidv7()]
    for (const call of calls) {
      await context.db.write(sql`
        insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer, state,
          state_since, created_at)
        values (${organizationId}, ${projectId}, ${call}, ${campaignId}, 'queue', '+14155550100', '{}', 'completed',
          now(), now())`)
      await context.db.write(sql`
        insert into call_attempts (organization_id, project_id, _id, call_id, campaign_id, voice_carrier_id,
          attempt_number, phone_number, caller_id_number, ring_timeout_seconds, state, state_since, workflow_id,
          workflow_revision, created_at)
        values (${organizationId}, ${projectId}, ${uuidv7()}, ${call}, ${campaignId}, ${carrierId}, 1, '+14155550100',
          '+14155550101', 30, 'completed', now(), ${_id}, 1, now())`)
    }
    const { items } = (await viewer.request('GET', `${P}/workflows/${_id}/revisions`)).body.data as {
      items: { attempts: object; latest_calls: { campaign_queue_id: string }[] }[]
    }
    assert.deepEqual(items[0]!.attempts, { count: 2, is_more: false })
    assert.deepEqual(
      items[0]!.latest_calls.map(({ campaign_queue_id }) => campaign_queue_id),
      calls.toReversed(),
    )
  })
})

async function selectIds(db: Reader, ids: Sql): Promise<string[]> {
  return (await db.query<{ _id: string }>(ids)).map(({ _id }) => _id)
}

/** Windows that are closed now and for some hours. */
function closedNow() {
  const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
  const day = new Date(Date.now() + 3 * 86_400_000).getUTCDay()
  return [{ days: [days[day]], from: '09:00', to: '18:00' }]
}
