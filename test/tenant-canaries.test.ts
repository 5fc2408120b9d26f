import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { DatabaseError } from 'pg'
import { serveManagementApi, serveProjectApi } from '../src/app/server.ts'
import { uuidv7 } from '../src/base/ids.ts'
import { applyChatCountChanges, applyCountChanges } from '../src/counters/bucket-counts.ts'
import type { Db } from '../src/db/database.ts'
import { identifier, join, sql } from '../src/db/sql.ts'
import { createApp } from '../src/http/create-app.ts'
import { collectRoutes } from '../src/http/other-methods.ts'
import type { ImportKind } from '../src/operator/import/import-fields.ts'
import { importHistory } from '../src/operator/import/import-history.ts'
import { renewalWorkflow } from '../src/workflows/example-renewal.ts'
import { addAgent } from './support/agents.ts'
import { scriptCampaign } from './support/declarations.ts'
import type { Service } from './support/service.ts'
import { askAsPage, signInFirstOwner } from './support/users.ts'
import { insertDeliveredEvent, othersEnd } from './support/webhooks/events.ts'
import { startWhatsappService } from './support/whatsapp.ts'
import type { WhatsappService } from './support/whatsapp.ts'

// Another project and another organization get a copy of every row of the project, value by value. No response to the
// project's key may change by that, and no request under its own project may reach a record of theirs.

interface Tenant {
  organization_id: string
  project_id: string
  key: string
}

interface Answered {
  status: number
  data: unknown
}

let whatsapp: WhatsappService
let service: Service
let own: Tenant
/** The ids in the paths, by parameter. */
let ids: Record<string, string>
/** The paths that can be read. */
let paths: string[]
/** Another project of our organization, with a copy of our records. */
let second: Tenant
const mergedId = uuidv7()

before(async () => {
  whatsapp = await startWhatsappService()
  service = whatsapp.service
  own = { organization_id: service.organizationId, project_id: service.projectId, key: service.key }
  paths = await pathsToRead()
  ids = await plant()
  await othersEnd(service.context.db)
})
after(() => whatsapp[Symbol.asyncDispose]())

/** Returns the methods of all routes by path, so that none is forgotten; with `/api`, those of the management API. */
async function routesOf(prefix: '' | '/api'): Promise<[path: string, methods: ReadonlySet<string>][]> {
  const app = await createApp({ log: service.context.log })
  const routes = collectRoutes(app)
  const serve = prefix === '' ? serveProjectApi : serveManagementApi
  await app.register(async (scope) => serve(scope as typeof app, service.context), { prefix })
  await app.ready()
  await app.close()
  return [...routes]
}

async function pathsToRead(): Promise<string[]> {
  // A stream has no end; `stream-events.test.ts` reads it with the keys of others.
  const isRead = ([path, methods]: [string, ReadonlySet<string>]) =>
    methods.has('GET') && !path.endsWith('/stream')
  return (await routesOf('')).filter(isRead).map(([path]) => path)
}

/** Fills the project with some of everything. Returns the ids that the paths need. */
async function plant(): Promise<Record<string, string>> {
  const { organization_id, project_id } = own
  const { db } = service.context
  const base = `/organizations/${organization_id}/projects/${project_id}`
  const campaignId = await declareClosedCampaign()
  const answers = []
  for (const phone_number of ['+14155550111', '+14155550112'])
    answers.push(
      await service.request('POST', `${base}/campaigns/${campaignId}/calls`, {
        body: { phone_number, name: 'Canary' },
      }),
    )
  const broadcastId = whatsapp.broadcastIds['October']!
  const messages = `${base}/broadcasts/${broadcastId}/messages`
  const body = { to: '+14155550111', data: { first_name: 'Ada', order_id: '1', button_0: '1' } }
  const sent = await service.request('POST', messages, { body })
  assert.equal(sent.status, 200, sent.body.message)
  const messageId = (sent.body.data as { message_id: string }).message_id
  const listed = await service.request('POST', `/organizations/${organization_id}/do-not-call`, {
    body: { numbers: ['+14155550121', '+14155550122'], why: 'Canary' },
  })
  assert.equal(listed.status, 200, listed.body.message)
  const profileIds = await plantHistory()
  const sourceId = uuidv7()
  await db.query(sql`
    insert into sources (organization_id, project_id, _id, name, source_type, sync_status, domain, page_count, created_by,
      created_at, updated_at)
    select ${organization_id}::uuid, ${project_id}::uuid, _id, 'Canary', type, 'success',
      case type when 'domains' then 'canary.example' end, 0, '{"kind":"operator"}', now(), now()
    from (values (${sourceId}::uuid, 'domains'), (${uuidv7()}::uuid, 'files')) s (_id, type)`)
  const pageId = await plantPage(sourceId)
  return {
    organization_id,
    project_id,
    conversation_id: await plantAgentConversation(base),
    campaign_id: campaignId,
    campaign_queue_id: (answers[0]!.body.data as { campaign_queue_id: string }).campaign_queue_id,
    broadcast_id: broadcastId,
    message_id: messageId,
    customer_profile_id: profileIds[0]!,
    source_id: sourceId,
    page_id: pageId,
    batch_id: await plantBatch(campaignId),
    ...(await plantDelivery(base)),
  }
}

async function plantPage(sourceId: string): Promise<string> {
  const _id = uuidv7()
  await service.context.db.write(sql`
    insert into source_pages (organization_id, project_id, source_id, _id, url, url_key, title, language, text_hash,
      simhash, text_size, chunk_count, byte_size, first_indexed_at, indexed_at)
    values (${own.organization_id}, ${own.project_id}, ${sourceId}, ${_id}, 'https://canary.example/', sha256('canary'),
      'Canary', 'en', sha256('text'), 1, 6, 0, 6, now(), now())`)
  return _id
}

async function plantBatch(campaignId: string): Promise<string> {
  const _id = uuidv7()
  await service.context.db.write(sql`
    insert into call_batches (organization_id, project_id, _id, campaign_id, name, format, file_bytes, file_sha256, is_again,
      rows_count, accepted_count, left_out, faults, faults_count, state, state_since, stop_code, stop_reason, made_by,
      created_at)
    values (${own.organization_id}, ${own.project_id}, ${_id}, ${campaignId}, 'Canary', 'csv', 6, sha256('canary'), false,
      1, 1, '{}', '[]', 0, 'stopped', now(), 'campaign_completed', 'Canary', 'Canary', now())`)
  return _id
}

/** Declares an endpoint of webhooks with a delivery that has failed. Returns their ids. */
async function plantDelivery(base: string): Promise<{ endpoint_id: string; delivery_id: string }> {
  const body = { name: 'Canary', url: 'https://canary.example/hooks', types: ['*'] }
  const made = await service.request('POST', `${base}/webhook-endpoints`, { body })
  assert.equal(made.status, 201, made.body.message)
  const { _id: endpoint_id } = made.body.data as { _id: string }
  const { db } = service.context
  const delivery_id = await insertDeliveredEvent(db, own, { data: { _id: 'canary' } })
  await db.write(sql`
    insert into webhook_attempts (organization_id, endpoint_id, event_id, n, at, milliseconds, status, answer, reason)
    values (${own.organization_id}, ${endpoint_id}, ${delivery_id}, 1, now(), 5, 500, 'canary', 'answered 500')`)
  const again = await service.request('POST', `${base}/webhook-endpoints/${endpoint_id}/resend`, { body: {} })
  assert.equal(again.status, 200, again.body.message)
  return { endpoint_id, delivery_id }
}

/** Begins a conversation with an agent, with one turn. Returns its id. */
async function plantAgentConversation(base: string): Promise<string> {
  const agentId = await addAgent({
    service,
    models: { openaiUrl: 'http://127.0.0.1:9/v1' },
    tool: { url: 'http://127.0.0.1:9/' },
  })
  const begun = await service.request('POST', `${base}/agents/${agentId}/conversations`, {
    body: { customer: { name: 'Canary' } },
  })
  assert.equal(begun.status, 201, begun.body.message)
  const { conversation_id } = begun.body.data as { conversation_id: string }
  await service.context.db.query(sql`
    insert into agent_turns (organization_id, conversation_id, turn, state, input, text, outcome, created_at, ended_at)
    values (${own.organization_id}, ${conversation_id}, 1, 'done', 'Canary', 'Canary', 'answered', now(), now())`)
  return conversation_id
}

/** Declares a campaign that opens in three days, so that its calls wait. */
async function declareClosedCampaign(): Promise<string> {
  const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
  const day = days[(new Date().getUTCDay() + 3) % 7]!
  const windows = [{ days: [day], from: '10:00', to: '11:00' }]
  const workflows = [{ name: 'Canary', definition: renewalWorkflow }]
  const campaigns = [scriptCampaign({ name: 'Closed', calling_hours: { timezone: 'UTC', windows } })]
  const tree = await service.apply({
    organizations: [{ name: 'Acme', projects: [{ name: 'Renewals', campaigns, workflows }] }],
  })
  return tree.organizations[0]!.projects[0]!.campaigns.find(({ name }) => name === 'Closed')!._id
}

/** Inserts history, half of it with its count changes applied. Returns the ids of the profiles. */
async function plantHistory(): Promise<string[]> {
  const { context } = service
  const profileIds = [uuidv7(), uuidv7()]
  const phones = ['+14155550111', '+14155550199']
  await load(
    'profiles',
    phones.map((value, index) => ({
      _id: profileIds[index],
      name: 'Canary Ångström',
      emails: [{ value: `canary.${index}@example.com` }],
      channel_identities: [
        { channel_type: 'web', identity_key: `visitor ${index}`, first_seen_at: '2026-03-01T10:00:00Z' },
      ],
      phone_numbers: [{ value: index === 0 ? '+14155550113' : value }],
      properties: { tier: 'gold' },
    })),
  )
  await context.db.write(sql`
    insert into merged_profiles (organization_id, project_id, _id, survivor_id, into_id, merged_at, merged_by, shared, kept,
      gave)
    values (${own.organization_id}, ${own.project_id}, ${mergedId}, ${profileIds[0]}, ${profileIds[0]}, now(), 'voice',
      '{email:canary@example.com}', '{"name": "Canary", "display_id": "CUST-9"}', '{}')`)
  for (const month of ['2026-03', '2026-04']) {
    await load(
      'conversations',
      ['completed', 'busy', 'live'].flatMap((status, index) =>
        ['voice', 'whatsapp', 'web'].map((channel_type) => ({
          channel_type,
          conversation_type: index === 0 ? 'inbound' : 'outbound',
          status,
          start_time: `${month}-0${index + 1}T10:30:00Z`,
          duration_seconds: 60,
          ...(channel_type === 'web'
            ? { customer_profile_id: profileIds[0] }
            : { phone_number: phones[index % 2] }),
        })),
      ),
    )
    const at = {
      channel_type: 'web',
      created_at: `${month}-05T10:00:00Z`,
      customer_profile_id: profileIds[0],
    }
    await load('messages', [{ ...at, direction: 'inbound', text: 'Canary' }])
    await load('tickets', [{ ...at, subject: 'Canary' }])
    if (month === '2026-04') break
    await applyCountChanges(context.db)
    await applyChatCountChanges(context.db)
  }
  return profileIds
}

async function load(kind: ImportKind, records: readonly Record<string, unknown>[]): Promise<void> {
  const { organization_id, project_id } = own
  const lines = records.map((record) => `${JSON.stringify({ organization_id, project_id, ...record })}\n`)
  const context = { ...service.context, newId: uuidv7, progress: () => {} }
  const outcome = await importHistory(context, kind, toChunks(lines))
  assert.ok(outcome.ok, JSON.stringify(outcome))
}

async function* toChunks(lines: readonly string[]): AsyncGenerator<Buffer> {
  yield Buffer.from(lines.join(''))
}

/** The queries of a path beyond those that every list has. */
const queriesOf: Record<string, Record<string, string>[]> = {
  '/organizations/:organization_id/projects/:project_id/customer-profiles': [
    ...['canary', 'ångs', '415555', 'example.com'].map((search) => ({ search })),
    { channel: 'web' },
    { date_from: '2026-03-01', date_to: '2026-04-30' },
    { sort_field: 'name', sort_order: '1' },
  ],
  '/organizations/:organization_id/projects/:project_id/conversations': [
    { unique: 'true' },
    ...[
      { status: 'completed' },
      { start_time: { $gte: '2026-03-01T10:31:00Z' } },
      { channel_type: 'web' },
    ].flatMap((filter) => ['true', 'false'].map((unique) => ({ unique, filters: JSON.stringify(filter) }))),
  ],
  '/organizations/:organization_id/projects/:project_id/sources/search': [{ q: 'canary' }],
}
/** The query without which a path responds with nothing. */
const needed: Record<string, Record<string, string>> = {
  '/organizations/:organization_id/projects/:project_id/campaigns/:campaign_id/opening': {
    phone_number: '+14155550123',
    at: '2026-03-01T10:00:00Z',
  },
  '/organizations/:organization_id/projects/:project_id/sources/search': { q: 'canary' },
}
const analyticsQueries = [
  { start_date: '2026-03-01', end_date: '2026-04-30' },
  { channel_type: 'web' },
  { filters: '{"status":"completed"}' },
  { filters: '{"duration_seconds":{"$gt":1}}' },
  { filters: '{"$or":[{"status":"completed"},{"status":"busy"}]}' },
  { filters: '{"$nor":[{"status":"busy"}]}' },
]

/** Returns all queries for a path; for a list also a filter and a sort by each field of its first item. */
async function questionsOf(path: string): Promise<string[]> {
  const plain = new URLSearchParams(needed[path]).toString()
  const { status, data } = await get(path, plain)
  assert.equal(status, 200, `${path}?${plain}: say in this test what the address needs`)
  const [item] = itemsOf(data)
  const ofFields = Object.entries(item ?? {}).flatMap(([field, value]) => [
    { sort: JSON.stringify({ [field]: -1 }) },
    ...(typeof value === 'object' && value !== null ? [] : [{ filters: JSON.stringify({ [field]: value }) }]),
    { filters: JSON.stringify({ [field]: { $ne: 'canary' } }) },
  ])
  const queries = [
    { limit: '1' },
    { skip: '1' },
    ...ofFields,
    ...groupsOf(item).map((filter) => ({ filters: JSON.stringify(filter) })),
    ...(queriesOf[path] ?? []),
    ...(path.endsWith('analytics') ? analyticsQueries : []),
  ]
  return [plain, ...queries.map((query) => new URLSearchParams({ ...needed[path], ...query }).toString())]
}

/** The condition on the tenant must not end up within one of these. */
function groupsOf(item: Record<string, unknown> = {}): Record<string, unknown>[] {
  const first = Object.entries(item).find(([, value]) => typeof value === 'string')
  if (first === undefined) return []
  const [is, isNot] = [{ [first[0]]: first[1] }, { [first[0]]: { $ne: first[1] } }]
  return [
    { $or: [is, isNot] },
    { $nor: [is] },
    { $and: [{ $or: [isNot, is] }, { $nor: [{ $and: [is, isNot] }] }] },
  ]
}

function itemsOf(data: unknown): Record<string, unknown>[] {
  return (data as { items?: Record<string, unknown>[] }).items ?? []
}

function addressOf(path: string, named: Record<string, string>): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const id = new Map(Object.entries(named)).get(name)
    assert.ok(id, `${path}: say in this test what :${name} is, and plant one`)
    return id
  })
}

async function get(
  path: string,
  query: string,
  by: Tenant = own,
  others: Record<string, string> = {},
): Promise<Answered> {
  const named = { ...ids, ...others, organization_id: by.organization_id, project_id: by.project_id }
  const address = addressOf(path, named)
  const { status, body } = await service.request('GET', `${address}?${query}`, { key: by.key })
  return { status, data: body.data ?? body }
}

/** Declares an organization with a project, or another project of our organization. */
async function declare(organization: string, project: string): Promise<Tenant> {
  const api_keys = [
    {
      name: 'own',
      scopes: ['profiles:manage', 'suppressions:manage', 'webhooks:manage', 'audit:read', 'events:read'],
    },
  ]
  const tree = await service.apply({
    organizations: [{ name: organization, projects: [{ name: project, api_keys }] }],
  })
  const [made] = tree.organizations
  const found = made!.projects.find(({ name }) => name === project)!
  return { organization_id: made!._id, project_id: found._id, key: found.api_keys[0]!.key! }
}

/** Returns the answer with the ids of one tenant in place of another's: events name both. */
function withIdsOf(tenant: Tenant, other: Tenant, answer: Answered): Answered {
  const text = JSON.stringify(answer)
    .replaceAll(other.organization_id, tenant.organization_id)
    .replaceAll(other.project_id, tenant.project_id)
  return JSON.parse(text) as Answered
}

/** PostgreSQL refuses `on conflict` on a table whose constraint is deferrable. */
const deferrableConstraint = '55000'
const repeatedKey = '23505'
const notCopied = ['projects', 'api_keys']

/**
 * Copies every row of the project, in every table, to another tenant. Ids stay the same in another organization; within
 * the organization, where they cannot, `otherId` makes new ones. Rows that may exist only once are not copied.
 */
async function copyTo({ db }: { db: Db }, tenant: Tenant): Promise<void> {
  const isElsewhere = tenant.organization_id !== own.organization_id
  const columns = await db.query<{ table: string; column: string; type: string }>(sql`
    select table_name as table, column_name as column, data_type as type from information_schema.columns c
    where table_schema = 'public' and is_generated = 'NEVER' and (${isElsewhere} or is_identity = 'NO')
      and exists (select from information_schema.columns o where o.table_schema = 'public'
        and o.table_name = c.table_name and o.column_name = 'organization_id')
    order by table_name, ordinal_position`)
  const client = await db.connect()
  await client.query(`set session_replication_role = 'replica'`)
  for (const [table, all] of Map.groupBy(columns, (row) => row.table)) {
    if (notCopied.includes(table)) continue
    const names = all.map(({ column }) => column)
    const values = all.map(({ column, type }) => {
      if (column === 'organization_id') return `'${tenant.organization_id}'::uuid`
      if (column === 'project_id')
        return `case project_id when '${own.project_id}' then '${tenant.project_id}' else project_id end`
      // WhatsApp gives no two messages one id.
      if (column === 'provider_message_id' && !isElsewhere) return `${column} || '-other'`
      return type === 'uuid' && !isElsewhere ? otherId(column) : column
    })
    // Rows without a project belong to the organization.
    const mine = names.includes('project_id') && !isElsewhere ? `and project_id = '${own.project_id}'` : ''
    const copy = `
      insert into ${table} (${names.join(', ')}) overriding system value select ${values.join(', ')} from ${table}
      where organization_id = '${own.organization_id}' ${mine}`
    await client.query(`${copy} on conflict do nothing`).catch(async (error: DatabaseError) => {
      assert.equal(error.code, deferrableConstraint)
      await client.query(copy).catch((error: DatabaseError) => assert.equal(error.code, repeatedKey))
    })
  }
  await client.end()
}

const otherId = (id: string) => `md5(${id}::text)::uuid`

async function otherIdOf(id: string): Promise<string> {
  const [row] = await service.context.db.query<{ other: string }>(sql`select md5(${id})::uuid as other`)
  return row!.other
}

const isOfProject = (path: string) => path.includes(':project_id')

describe('a read with a project’s key', () => {
  const baseline = new Map<string, Map<string, Answered>>()

  it('finds the project’s own records', async () => {
    for (const path of paths) {
      const answers = new Map<string, Answered>()
      for (const query of await questionsOf(path)) {
        const answer = await get(path, query)
        assert.ok([200, 400].includes(answer.status), `${path}?${query}: ${answer.status}`)
        answers.set(query, answer)
      }
      baseline.set(path, answers)
      const [first] = answers.values()
      // What was refused would prove nothing; a list without filters ignores them.
      const groups = [...answers].filter(([query]) => /%22%24(?:or|nor|and)%22/.test(query))
      if (itemsOf(first!.data).length > 0)
        for (const [query, { status }] of groups) assert.equal(status, 200, `${path}?${query}`)
      if ('items' in (first!.data as object) && !path.includes('/sources/'))
        assert.notEqual(itemsOf(first!.data).length, 0, `${path} has nothing to show`)
    }
    assert.ok(paths.length >= 14, paths.join('\n'))
  })

  it('is the same when another organization has the same records under the same ids (Promises 33 and 44)', async () => {
    const other = await declare('Other', 'Renewals')
    await copyTo(service.context, other)
    await othersEnd(service.context.db)
    for (const [path, answers] of baseline)
      for (const [query, answer] of answers)
        assert.deepEqual(await get(path, query), answer, `${path}?${query}`)
    // The copy is complete: the other organization's responses equal ours.
    for (const [path, answers] of baseline) {
      // The copy has one project more, and triggers that count inserted rows count copied rows a second time.
      // A change has its id alone in the whole installation.
      if (['/projects', '/analytics', '/audit'].some((end) => path.endsWith(end))) continue
      const [[query, answer]] = [...answers] as [[string, Answered]]
      const theirs = await get(path, query, other)
      assert.deepEqual(withIdsOf(own, other, theirs), answer, `${path}?${query}, theirs`)
    }
  })

  it('is the same when another project of the organization has the same records', async () => {
    second = await declare('Acme', 'Second')
    await copyTo(service.context, second)
    await othersEnd(service.context.db)
    for (const [path, answers] of baseline) {
      if (!isOfProject(path)) continue
      for (const [query, answer] of answers)
        assert.deepEqual(await get(path, query), answer, `${path}?${query}`)
    }
  })

  it('is 404 under the ids of the other project', async () => {
    for (const path of paths) {
      const [name] = path
        .split('/')
        .filter((part) => part.startsWith(':'))
        .slice(2)
      if (name === undefined) continue
      const parameter = name.slice(1)
      const others = { [parameter]: await otherIdOf(ids[parameter]!) }
      const query = new URLSearchParams(needed[path]).toString()
      assert.equal((await get(path, query, own, others)).status, 404, path)
    }
  })

  it('is 403 for the keys of the others', async () => {
    const { key } = await declare('Third', 'Renewals')
    for (const path of paths) {
      const query = new URLSearchParams(needed[path]).toString()
      assert.equal((await get(path, query, { ...own, key })).status, 403, path)
    }
  })
})

/** The tables of the records that paths name. */
const tableOf: Record<string, string> = {
  agent_id: 'agents',
  api_key_id: 'api_keys',
  batch_id: 'call_batches',
  broadcast_id: 'broadcasts',
  caller_id: 'caller_ids',
  campaign_id: 'campaigns',
  campaign_queue_id: 'calls',
  conversation_id: 'conversations',
  customer_profile_id: 'profiles',
  delivery_id: 'events',
  endpoint_id: 'webhook_endpoints',
  message_id: 'whatsapp_messages',
  model_account_id: 'model_accounts',
  page_id: 'source_pages',
  source_id: 'sources',
  template_id: 'whatsapp_templates',
  ticket_id: 'tickets',
  voice_carrier_id: 'voice_carriers',
  whatsapp_sender_id: 'whatsapp_senders',
  workflow_id: 'workflows',
}

/** Returns the ids of our records, and of those of the other project that stand for them. */
async function idsOfBoth(): Promise<[mine: Record<string, string>, theirs: Record<string, string>]> {
  const { db } = service.context
  const ofProject = async (parameter: string, { organization_id, project_id }: Tenant) =>
    db.query<{ _id: string }>(sql`
      select _id from ${identifier(tableOf[parameter]!)}
      where organization_id = ${organization_id} and project_id = ${project_id} order by _id`)
  const mine: Record<string, string> = {}
  const theirs: Record<string, string> = {}
  for (const parameter of Object.keys(tableOf)) {
    const [ours, others] = [await ofProject(parameter, own), await ofProject(parameter, second)]
    const id = ids[parameter] ?? ours[0]?._id
    assert.ok(id, `plant a record for :${parameter}`)
    // Keys are not copied.
    const other = parameter === 'api_key_id' ? others[0]!._id : await otherIdOf(id)
    assert.ok(
      others.some(({ _id }) => _id === other),
      `the other project has none for :${parameter}`,
    )
    mine[parameter] = id
    theirs[parameter] = other
  }
  return [mine, theirs]
}

const message = { to: '+14155550111', data: { first_name: 'Ada', order_id: '1', button_0: '1' } }
const customer = { phone_number: '+14155550123' }
const renamed = { name: 'Renamed' }
/** The least body of each endpoint that needs one, by its path below the project. */
const bodies: Record<string, unknown> = {
  'POST /campaigns/:campaign_id/trigger-call': customer,
  'POST /campaigns/:campaign_id/calls': customer,
  'POST /campaigns/:campaign_id/calls/cancel-waiting': { until: '2100-01-01T00:00:00Z' },
  'POST /campaigns/:campaign_id/call-batches': 'phone_number\n+14155550123\n',
  'POST /broadcasts/:broadcast_id/messages': message,
  'POST /broadcasts/:broadcast_id/messages/check': message,
  'POST /messages/:message_id/settle': { as: 'failed', why: 'Canary' },
  'POST /agents/:agent_id/conversations': { customer: { name: 'Canary' } },
  'POST /conversations/:conversation_id/messages': { text: 'Canary' },
  'POST /conversations/:conversation_id/mode': { mode: 'person' },
  'POST /conversations/:conversation_id/replies': { text: 'Canary' },
  'POST /tickets/:ticket_id/close': {},
  'POST /webhook-endpoints/:endpoint_id/rotate-secret': {},
  'POST /webhook-endpoints/:endpoint_id/enable': { send_held: true },
  'POST /webhook-endpoints/:endpoint_id/resend': {},
  'POST /api-keys/:api_key_id/rotate': { overlap_seconds: 0 },
  'PATCH /api-keys/:api_key_id': { rate: 'none' },
  'PATCH /agents/:agent_id': renamed,
  'PATCH /broadcasts/:broadcast_id': renamed,
  'PATCH /caller-ids/:caller_id': { number: '+14155550188' },
  'PATCH /campaigns/:campaign_id': renamed,
  'PATCH /model-accounts/:model_account_id': renamed,
  'PATCH /voice-carriers/:voice_carrier_id': renamed,
  'PATCH /webhook-endpoints/:endpoint_id': renamed,
  'PATCH /whatsapp-senders/:whatsapp_sender_id': renamed,
  'PATCH /workflows/:workflow_id': renamed,
}

interface Attempt {
  method: string
  path: string
  address: string
}

/**
 * Returns a request for each route below the project and each way to name a record of the other one: in place of one of
 * ours, and all together.
 */
async function attemptsOf(prefix: '' | '/api'): Promise<Attempt[]> {
  const [mine, theirs] = await idsOfBoth()
  const { organization_id, project_id } = own
  const attempts: Attempt[] = []
  for (const [path, methods] of await routesOf(prefix)) {
    const below = path.split(':project_id')[1]
    const parameters = [...(below ?? '').matchAll(/:(\w+)/g)].map(([, name]) => name!)
    // An opt-out is named by its number, which is the same in every project; its test is below.
    if (parameters.length === 0 || parameters.includes('number')) continue
    const sets = new Set([...parameters, parameters.join(' ')])
    for (const set of sets) {
      const others = set.split(' ').map((name) => [name, theirs[name] ?? ''])
      const named = { ...mine, ...Object.fromEntries(others), organization_id, project_id }
      const query = new URLSearchParams(needed[path.replace(/^\/api/, '')]).toString()
      for (const method of methods.difference(new Set(['HEAD'])))
        attempts.push({ method, path, address: `${addressOf(path, named)}?${query}` })
    }
  }
  return attempts
}

/** Returns a digest of each table's rows of the tenant. Rows without a project belong to the organization. */
async function digestsOf({ organization_id, project_id }: Tenant): Promise<Record<string, string>> {
  const { db } = service.context
  const tables = await db.query<{ table: string; has_project: boolean }>(sql`
    select t.table_name as table, bool_or(c.column_name = 'project_id') as has_project
    from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE' group by 1
    having bool_or(c.column_name = 'organization_id')`)
  const digests = tables.map(({ table, has_project }) => {
    const ofProject = has_project ? sql`and project_id = ${project_id}` : sql``
    return sql`
      select ${table}::text as table, md5(coalesce(string_agg(t::text, '' order by t::text), '')) as digest
      from ${identifier(table)} t where organization_id = ${organization_id} ${ofProject}`
  })
  const rows = await db.query<{ table: string; digest: string }>(join(digests, sql` union all `))
  return Object.fromEntries(rows.map(({ table, digest }) => [table, digest]))
}

describe('a request under the own project that names a record of another project', () => {
  let cookie: string
  before(async () => {
    cookie = (await signInFirstOwner(service)).cookie
    bodies['POST /customer-profiles/:customer_profile_id/separate'] = { merged_id: await otherIdOf(mergedId) }
  })

  for (const prefix of ['', '/api'] as const)
    it(`is 404 and changes nothing, in the ${prefix === '' ? 'project' : 'management'} API`, async () => {
      const before = await digestsOf(second)
      const wrong: string[] = []
      const attempts = await attemptsOf(prefix)
      for (const { method, path, address } of attempts) {
        const body = bodies[`${method} ${path.split(':project_id')[1]}`]
        const type: Record<string, string> = typeof body === 'string' ? { 'content-type': 'text/csv' } : {}
        const headers = { ...type, ...(method === 'PATCH' && { 'if-match': '"1"' }) }
        const options = { headers, ...(body !== undefined && { body }) }
        const answer =
          prefix === ''
            ? await service.request(method, address, options)
            : await askAsPage(service, method, address, { ...options, cookie })
        if (answer.status !== 404) wrong.push(`${method} ${address}: ${answer.status} ${answer.body.message}`)
      }
      assert.deepEqual(wrong, [])
      assert.deepEqual(await digestsOf(second), before)
      assert.ok(attempts.length > (prefix === '' ? 40 : 90), `${attempts.length} requests`)
    })

  it('leaves the opt-outs of the other project', async () => {
    const number = '+14155550177'
    await service.context.db.write(sql`
      insert into whatsapp_opt_outs (organization_id, project_id, recipient, scope, source, since)
      values (${second.organization_id}, ${second.project_id}, ${number}, 'all', 'operator', now())`)
    const before = await digestsOf(second)
    const path = `/api/organizations/${own.organization_id}/projects/${own.project_id}/opt-outs/${number}/end`
    const ended = await askAsPage(service, 'POST', path, { body: { reason: 'Canary' }, cookie })
    assert.deepEqual([ended.status, ended.body.message], [200, 'Was not opted out'])
    assert.deepEqual(await digestsOf(second), before)
  })
})
