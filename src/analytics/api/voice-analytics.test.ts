import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { edgeInstant } from '../../../test/support/edge-instant.ts'
import { fc } from '../../../test/support/properties.ts'
import { startService } from '../../../test/support/service.ts'
import type { Answer, Service } from '../../../test/support/service.ts'
import { channelTypes, conversationStatuses, conversationTypes } from '../../base/conversation-kinds.ts'
import { uuidv7 } from '../../base/ids.ts'
import { applyCountChanges } from '../../counters/bucket-counts.ts'
import { countChange } from '../../counters/count-changes.ts'
import { join, sql } from '../../db/sql.ts'
import type { VoiceAnalytics } from '../voice-summary.ts'

let service: Service
let secondProject: { _id: string }
/** The campaigns of each project. */
let campaignIds: string[][]
before(async () => {
  const campaigns = [scriptCampaign({ name: 'One' }), scriptCampaign({ name: 'Two' })]
  service = await startService({ campaigns })
  const second = {
    name: 'Second',
    voice_carriers: [
      {
        name: 'main',
        kind: 'twilio',
        account_sid: `AC${'2'.repeat(32)}`,
        auth_token: 'a-token-of-the-sandbox',
      },
    ],
    caller_ids: [{ number: '+14155550101', carrier: 'main' }],
    campaigns: campaigns.map((each) => ({ ...each, caller_id: '+14155550101' })),
  }
  const tree = await service.apply({ organizations: [{ name: 'Acme', projects: [second] }] })
  campaignIds = await Promise.all(
    ['Renewals', 'Second'].map(async (name) => {
      const rows = await service.context.db.query<{ _id: string }>(sql`
        select c._id from campaigns c join projects p on p._id = c.project_id where p.name = ${name} order by c.name`)
      return rows.map(({ _id }) => _id)
    }),
  )
  secondProject = tree.organizations[0]!.projects[0]!
})
after(() => service[Symbol.asyncDispose]())

interface Conversation {
  project: 0 | 1
  start_time: string
  status: (typeof conversationStatuses)[number]
  channel_type: (typeof channelTypes)[number]
  conversation_type: (typeof conversationTypes)[number]
  duration_seconds: number | null
  /** Null for none. */
  campaign: 0 | 1 | null
}

const projectIds = () => [service.projectId, secondProject._id]

/** Inserts conversations together with their count changes, as the service does. */
async function write(rows: readonly Conversation[]): Promise<void> {
  const values = rows.map(
    (
      row,
    ) => sql`(${projectIds()[row.project]}::uuid, ${uuidv7()}::uuid, ${row.start_time}::timestamptz, ${row.status},
      ${row.channel_type}, ${row.conversation_type}, ${row.duration_seconds}::double precision,
      ${row.campaign === null ? null : campaignIds[row.project]![row.campaign]}::uuid)`,
  )
  await service.context.db.query(sql`
    with made as (
      insert into conversations (organization_id, project_id, _id, start_time, status, channel_type, conversation_type,
        duration_seconds, campaign_id, created_at)
      select ${service.organizationId}::uuid, v.*, now() from (values ${join(values, sql`, `)}) v
      returning *
    ), ${countChange(sql`
      select organization_id, project_id, start_time, channel_type, conversation_type, status, campaign_id, 1 as times,
        duration_seconds
      from made`)}
    select`)
}

function ask(
  projectId: string | null,
  query: Record<string, string> = {},
  organizationId = service.organizationId,
): Promise<Answer> {
  const project = projectId === null ? '' : `/projects/${projectId}`
  const parameters = new URLSearchParams(query).toString()
  return service.request(
    'GET',
    `/organizations/${organizationId}${project}/conversation-analytics?${parameters}`,
  )
}

async function analytics(projectId: string | null, filters: object): Promise<VoiceAnalytics> {
  const { status, body } = await ask(projectId, { filters: JSON.stringify(filters) })
  assert.equal(status, 200, body.message)
  return body.data
}

const conversation: fc.Arbitrary<Conversation> = fc.record({
  project: fc.constantFrom(0 as const, 1 as const),
  start_time: edgeInstant,
  status: fc.constantFrom(...conversationStatuses),
  channel_type: fc.constantFrom('voice', 'voice', ...channelTypes),
  conversation_type: fc.constantFrom(...conversationTypes),
  duration_seconds: fc.oneof(
    fc.constant(null),
    fc.integer({ min: 0, max: 3_600_000 }).map((ms) => ms / 1_000),
  ),
  campaign: fc.constantFrom(0 as const, 1 as const, null),
})
/** Stands for a campaign until the ids are known: project and place. */
const campaign = fc.constantFrom(
  ...[0, 1].flatMap((project) => [0, 1].map((place) => [project, place] as const)),
)
const idOf = ([project, place]: readonly [number, number]) => campaignIds[project]![place]!
const ofCampaign = fc.oneof(
  campaign.map((one) => () => idOf(one)),
  fc.array(campaign, { maxLength: 3 }).map((some) => () => ({ $in: [...some.map(idOf), 'nonsense'] })),
  fc.tuple(campaign, campaign).map(([one, other]) => () => ({
    $eq: idOf(one).toUpperCase(),
    $in: [idOf(one), idOf(other)],
  })),
  campaign.map((one) => () => ({ $ne: idOf(one) })),
  fc.constant(() => null),
)
const when = fc.oneof(
  edgeInstant,
  edgeInstant.map((text) => text.slice(0, 10)),
)
const filter = fc.record(
  {
    campaign_id: ofCampaign,
    status: fc.oneof(
      fc.constantFrom(...conversationStatuses),
      fc.record({ $in: fc.array(fc.constantFrom(...conversationStatuses), { maxLength: 3 }) }),
    ),
    channel_type: fc.constantFrom('voice', 'web'),
    conversation_type: fc.constantFrom(...conversationTypes),
    duration_seconds: fc.record({ $gt: fc.constantFrom(0, 100, 1_000) }),
    start_time: fc.oneof(
      when,
      fc.record({ $gte: when }),
      fc.record({ $gte: when, $lt: when }),
      fc.record({ $lte: when }),
    ),
  },
  { requiredKeys: [] },
)

describe('GET conversation-analytics', () => {
  it('has the totals of the list and of its own series, and projects add up to the organization (200, Rule 40, Promise 37)', async () => {
    let runs = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(conversation, { minLength: 1, maxLength: 30 }),
        filter,
        async (rows, { campaign_id, ...others }) => {
          const asked = { ...others, ...(campaign_id !== undefined && { campaign_id: campaign_id() }) }
          await write(rows)
          if (runs++ % 2 === 0) await applyCountChanges(service.context.db)
          const own = await analytics(service.projectId, asked)
          const whole = await analytics(null, asked)
          const list = await service.request(
            'GET',
            `/organizations/${service.organizationId}/projects/${service.projectId}/conversations?${new URLSearchParams({ filters: JSON.stringify({ $and: [asked, { channel_type: 'voice' }] }) }).toString()}`,
          )
          const { total } = (list.body.data as { pagination: { total: number } }).pagination
          assert.equal(own.summary.total_conversations, total, JSON.stringify(asked))
          for (const { summary, daily_conversations, daily_durations } of [own, whole]) {
            const sum = (series: Record<string, number>) => Object.values(series).reduce((a, b) => a + b, 0)
            assert.equal(sum(daily_conversations), summary.total_conversations)
            assert.ok(Math.abs(sum(daily_durations) - summary.total_duration) < 1e-4)
            assert.ok(Object.values(daily_conversations).every((count) => count > 0))
            assert.deepEqual(Object.keys(daily_conversations), Object.keys(daily_durations))
          }
          // The counters cannot answer a filter on _id, so this counts the rows.
          const raw = await analytics(null, { $and: [asked, { _id: { $exists: true } }] })
          assert.deepEqual(whole, raw, JSON.stringify(asked))
          const [direct] = await service.context.db.query<{ total: number; avg: number | null }>(sql`
          select count(*) as total, round(avg(duration_seconds::numeric), 3)::double precision as avg from conversations
          where channel_type = 'voice'`)
          const all = await analytics(null, {})
          assert.equal(all.summary.total_conversations, direct?.total)
          assert.ok(Math.abs(all.summary.avg_duration - (direct?.avg ?? 0)) <= 0.001)
        },
      ),
      { numRuns: 40 },
    )
  })

  it('is zero if nothing matches (200)', async () => {
    assert.deepEqual(await analytics(service.projectId, { start_time: { $gte: '2031-01-01' } }), {
      summary: {
        total_conversations: 0,
        completed_conversations: 0,
        live_conversations: 0,
        total_duration: 0,
        avg_duration: 0,
      },
      daily_conversations: {},
      daily_durations: {},
    })
  })

  it('checks paging and order, which have no effect (400)', async () => {
    const plain = await ask(service.projectId)
    const paged = await ask(service.projectId, { skip: '5', limit: '1000', sort: '{"start_time":1}' })
    assert.deepEqual(paged.body, plain.body)
    for (const query of [
      { limit: '1001' },
      { skip: '-1' },
      { sort: '{"nope":1}' },
      { filters: '{"nope":1}' },
    ])
      assert.equal((await ask(service.projectId, query)).status, 400)
  })

  it('refuses malformed ids (400), other tenants’ (403), unknown projects (404), and requests without key (401)', async () => {
    assert.equal((await ask('nonsense')).status, 400)
    assert.equal((await ask(null, {}, 'nonsense')).status, 400)
    assert.equal((await ask(null, {}, uuidv7())).status, 403)
    assert.equal((await ask(secondProject._id)).status, 403)
    assert.equal((await ask(uuidv7())).status, 404)
    const keyless = await service.request(
      'GET',
      `/organizations/${service.organizationId}/conversation-analytics`,
      { key: null },
    )
    assert.equal(keyless.status, 401)
  })
})
