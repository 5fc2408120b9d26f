import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { uuidv7 } from '../../src/base/ids.ts'
import { callFilterFields } from '../../src/calls/view/list-queries.ts'
import { campaignFields } from '../../src/campaigns/queries.ts'
import { conversationFields } from '../../src/conversations/list-queries.ts'
import { sql } from '../../src/db/sql.ts'
import type { Fields as Declared } from '../../src/filters/fields.ts'
import type { ImportKind } from '../../src/operator/import/import-fields.ts'
import { importHistory } from '../../src/operator/import/import-history.ts'
import { profileFields } from '../../src/people/list-queries.ts'
import { projectFields } from '../../src/projects/queries.ts'
import { sourceFields } from '../../src/sources/queries.ts'
import { messageFields } from '../../src/whatsapp/list-queries.ts'
import { scriptCampaign } from '../support/declarations.ts'
import type { Service } from '../support/service.ts'
import { startWhatsappService } from '../support/whatsapp.ts'
import type { WhatsappService } from '../support/whatsapp.ts'
import { fieldsOfModel } from './declared-shape.ts'
import { refuses } from './model-refusals.ts'
import { sortOrder } from './model-sort.ts'
import { predicateOf } from './model.ts'
import { leafOf } from './shape.ts'
import type { Fields, JsonObject } from './shape.ts'

// Sends the worked cases and refusals to every list over HTTP: unchanged, and with each field replaced by one of the
// list's own of the same type. A list refuses fields that it does not have. To everything else its answer must be that
// of the model for the items that it shows.

interface Cases {
  schema: Record<string, Fields>
  docs: Record<string, JsonObject[]>
  filter_cases: { id: string; collection: string; filter: JsonObject }[]
  sort_cases: { id: string; sort: Record<string, 1 | -1> }[]
  projection_cases: { id: string; projection: unknown }[]
  projection_lists: { id: string; raw: string }[]
  refusals: {
    id: string
    schema: string
    param: 'filters' | 'sort' | 'projection'
    raw: string
    message_has: string[]
  }[]
}

const file = new URL('filter-cases.json', import.meta.url)
const cases = JSON.parse(readFileSync(file, 'utf8')) as Cases

interface List {
  name: string
  fields: Declared
  /** Whether it accepts a projection as an object, or as a list of names too. */
  projection?: 'object' | 'objectOrList'
}

const lists: List[] = [
  { name: 'conversations', fields: conversationFields },
  { name: 'customer-profiles', fields: profileFields },
  { name: 'campaigns', fields: campaignFields, projection: 'objectOrList' },
  { name: 'projects', fields: projectFields, projection: 'object' },
  { name: 'sources', fields: sourceFields },
  { name: 'calls', fields: callFilterFields },
  { name: 'messages', fields: messageFields },
]

/** Returns the filter with each field that the list does not have replaced by one of the same type that it has. */
function adapted(filter: JsonObject, from: Fields, to: Fields): JsonObject {
  return Object.fromEntries(
    Object.entries(filter).map(([key, operand]) => {
      if (key.startsWith('$')) return [key, (operand as JsonObject[]).map((part) => adapted(part, from, to))]
      const [head = '', ...rest] = key.split('.')
      const type = Object.hasOwn(to, head) ? null : from[head]
      const own = Object.entries(to).find(([name, kind]) => kind === type && name !== '_id')?.[0]
      return [[own ?? head, ...rest].join('.'), operand]
    }),
  )
}

let whatsapp: WhatsappService
let service: Service
let campaignId: string
before(async () => {
  whatsapp = await startWhatsappService()
  service = whatsapp.service
  await plant()
})
after(() => whatsapp[Symbol.asyncDispose]())

function addressOf(name: string): string {
  const organization = `/organizations/${service.organizationId}`
  const project = `${organization}/projects/${service.projectId}`
  switch (name) {
    case 'projects':
      return `${organization}/projects`
    case 'calls':
      return `${project}/campaigns/${campaignId}/calls`
    case 'messages':
      return `${project}/broadcasts/${whatsapp.broadcastIds['October']}/messages`
    default:
      return `${project}/${name}`
  }
}

/**
 * Inserts the documents of the cases, as far as the lists can show them: the same values, and open objects of every
 * form.
 */
async function plant(): Promise<void> {
  const { docs } = cases
  await load(
    'profiles',
    [...docs['profiles']!, ...docs['sorting']!, ...docs['shapes']!].map((doc, index) => ({
      name: typeof doc['name'] === 'string' ? doc['name'] : undefined,
      properties: doc['properties'],
      last_interaction_at: doc['last_interaction_at'] ?? doc['start_time'],
      ...(index % 3 === 0 ? {} : { phone_numbers: [{ value: `+1415555${1000 + index}`, source: 'voice' }] }),
      ...(index % 4 === 0 ? { emails: [{ value: `Ada.${index}@example.com` }] } : {}),
      channel_identities: [
        { channel_type: 'web', identity_key: `${index}`, first_seen_at: '2025-01-01T00:00:00Z' },
      ],
    })),
  )
  await load(
    'conversations',
    docs['conversations']!.map(({ status, conversation_type, channel_type, phone_number, ...doc }) => ({
      status: status === 'missed' ? 'no_answer' : status,
      conversation_type,
      channel_type,
      start_time: doc['start_time'] ?? '2025-01-01T00:00:00Z',
      end_time: doc['end_time'],
      duration_seconds: doc['duration_seconds'],
      phone_number,
    })),
  )
  const day = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][(new Date().getUTCDay() + 3) % 7]!
  const windows = [{ days: [day], from: '10:00', to: '11:00' }]
  const closed = scriptCampaign({ name: 'Closed', calling_hours: { timezone: 'UTC', windows } })
  const tree = await service.apply({
    organizations: [
      { name: 'Acme', projects: [{ name: 'Renewals', campaigns: [closed] }, { name: 'Second' }] },
    ],
  })
  campaignId = tree.organizations[0]!.projects[0]!.campaigns.find(({ name }) => name === 'Closed')!._id
  for (const phone_number of ['+14155550101', '+14155550102'])
    await service.request('POST', addressOf('calls'), { body: { phone_number } })
  const data = { first_name: 'Ada', order_id: '1', button_0: '1' }
  await service.request('POST', addressOf('messages'), { body: { to: '+14155550101', data } })
  await service.context.db.query(sql`
    insert into sources (organization_id, project_id, _id, name, source_type, sync_status, created_by, created_at, updated_at)
    select ${service.organizationId}::uuid, ${service.projectId}::uuid, gen_random_uuid(), name, 'files', 'success',
      '{"kind":"operator"}', '2025-03-01', '2025-03-01'
    from unnest('{Ada,ada,Émile,zeta}'::text[]) name`)
}

async function load(kind: ImportKind, records: readonly Record<string, unknown>[]): Promise<void> {
  const place = { organization_id: service.organizationId, project_id: service.projectId }
  const text = records.map((record) => `${JSON.stringify({ ...place, ...record })}\n`).join('')
  const context = { ...service.context, newId: uuidv7, progress: () => {} }
  const outcome = await importHistory(context, kind, chunksOf(text))
  assert.ok(outcome.ok, JSON.stringify(outcome))
}

async function* chunksOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

interface Answered {
  status: number
  message: string
  items: JsonObject[]
  total: number
}

async function ask(name: string, query: Record<string, string>): Promise<Answered> {
  const parameters = new URLSearchParams({ limit: '100', ...query })
  const { status, body } = await service.request('GET', `${addressOf(name)}?${parameters.toString()}`)
  const data = body.data as { items: JsonObject[]; pagination: { total: number } } | null
  return { status, message: body.message, items: data?.items ?? [], total: data?.pagination.total ?? -1 }
}

const idsOf = (items: readonly JsonObject[]) => items.map(({ _id }) => _id)

for (const { name, fields, projection } of lists)
  describe(`the worked cases, sent to ${name}`, () => {
    const shape = fieldsOfModel(fields)
    let all: JsonObject[]
    before(async () => {
      const { items, total } = await ask(name, {})
      all = items
      assert.ok(items.length > 0 && items.length === total, `${items.length} of ${total}`)
    })

    it('filter as the model does, or are refused for a field that the list does not have (Rule 9)', async () => {
      let answered = 0
      const asked = cases.filter_cases.flatMap(({ id, collection, filter }) => [
        { id, filter },
        { id, filter: adapted(filter, cases.schema[collection]!, shape) },
      ])
      for (const { id, filter } of asked) {
        const filters = JSON.stringify(filter)
        const { status, message, items, total } = await ask(name, { filters })
        if (refuses(filters, shape)) {
          assert.equal(status, 400, `${id} ${filters}`)
          assert.match(message, /^filters/, id)
          continue
        }
        assert.equal(status, 200, `${id} ${filters}: ${message}`)
        assert.deepEqual(idsOf(items), idsOf(all.filter(predicateOf(filter, shape))), `${id} ${filters}`)
        assert.equal(total, items.length, id)
        answered++
      }
      assert.ok(answered >= 50, `${answered} were answered`)
    })

    it('sort as the model does', async () => {
      for (const { id, sort } of cases.sort_cases) {
        const keys = Object.entries(sort)
        const { status, items, total } = await ask(name, { sort: JSON.stringify(sort) })
        if (keys.some(([path]) => leafOf(path.split('.'), shape) === undefined)) {
          assert.equal(status, 400, id)
          continue
        }
        assert.deepEqual([status, items.length, total], [200, all.length, all.length], id)
        for (const [index, right] of items.slice(1).entries()) {
          const order = sortOrder(items[index]!, right, keys, shape)
          assert.ok(order === undefined || order < 0, `${id}: ${JSON.stringify([items[index], right])}`)
        }
      }
    })

    it('are refused with a message that names the fault', async () => {
      for (const { id, param, raw, message_has } of cases.refusals) {
        if (param === 'projection' && projection === undefined) continue
        // Elsewhere a field that is not shown.
        if (raw.includes('organization_id') && fields.has('organization_id')) continue
        const { status, message } = await ask(name, { [param]: raw })
        assert.equal(status, 400, `${id} ${raw.slice(0, 200)}`)
        assert.ok(message.startsWith(param), `${id}: ${message}`)
        if (/unknown field|has no fields below/.test(message)) continue
        for (const word of message_has) assert.ok(message.includes(word), `${id}: ${word} in ${message}`)
      }
    })

    if (projection !== undefined)
      it('project, or are refused for a field that the list does not have', async () => {
        const objects = cases.projection_cases.map(({ projection }) => JSON.stringify(projection))
        const listed = cases.projection_lists.map(({ raw }) => raw)
        for (const raw of [...objects, ...listed]) {
          const { status, message, total } = await ask(name, { projection: raw })
          if (status === 200) assert.equal(total, all.length)
          else assert.match(message, /^projection(: at .*: unknown field| must be a JSON object)/, raw)
          assert.ok([200, 400].includes(status), raw)
        }
      })
  })
