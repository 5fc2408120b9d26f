import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { edgeInstant } from '../../../test/support/edge-instant.ts'
import { fc } from '../../../test/support/properties.ts'
import { startService } from '../../../test/support/service.ts'
import type { Answer, Service } from '../../../test/support/service.ts'
import { channelTypes } from '../../base/conversation-kinds.ts'
import { uuidv7 } from '../../base/ids.ts'
import { applyChatCountChanges } from '../../counters/bucket-counts.ts'
import { countMessages } from '../../counters/count-changes.ts'
import { join, sql } from '../../db/sql.ts'
import { groupOf, labelsBetween } from '../buckets.ts'
import type { ChatAnalytics } from '../chat-analytics.ts'

let service: Service
let secondProject: string
before(async () => {
  service = await startService()
  const tree = await service.apply({ organizations: [{ name: 'Acme', projects: [{ name: 'Second' }] }] })
  secondProject = tree.organizations[0]!.projects[0]!._id
})
after(() => service[Symbol.asyncDispose]())

interface Happening {
  kind: 'messages' | 'leads' | 'tickets'
  project: 0 | 1
  channel_type: (typeof channelTypes)[number]
  at: string
}

const happened: Happening[] = []

/** Inserts records together with their count changes, as the service does. */
async function write(rows: readonly Happening[]): Promise<void> {
  happened.push(...rows)
  const { db } = service.context
  const { organizationId } = service
  for (const { kind, project, channel_type, at } of rows) {
    const projectId = [service.projectId, secondProject][project]
    const mine = sql`${organizationId}::uuid, ${projectId}::uuid, ${uuidv7()}::uuid`
    if (kind === 'tickets')
      await db.query(sql`
        insert into tickets (organization_id, project_id, _id, channel_type, created_at)
        select ${join([mine, sql`${channel_type}`, sql`${at}::timestamptz`], sql`, `)}`)
    else if (kind === 'messages')
      await db.query(sql`
        with made as (
          insert into messages (organization_id, project_id, _id, channel_type, direction, created_at)
          select ${join([mine, sql`${channel_type}`, sql`'inbound'`, sql`${at}::timestamptz`], sql`, `)}
          returning organization_id, project_id, channel_type, direction, created_at
        ), ${countMessages(sql`made`)} select`)
    else
      await db.query(sql`
        with profile as (
          insert into profiles (organization_id, project_id, _id, display_id, created_at, updated_at)
          select ${mine}, ${uuidv7()}, now(), now() returning *)
        insert into channel_identities (organization_id, project_id, profile_id, channel_type, identity_key, first_seen_at, last_seen_at)
        select organization_id, project_id, _id, ${channel_type}, _id::text, ${at}::timestamptz, ${at}::timestamptz from profile`)
  }
}

function ask(projectId: string | null, query: Record<string, string> = {}, options = {}): Promise<Answer> {
  const project = projectId === null ? '' : `/projects/${projectId}`
  const parameters = new URLSearchParams(query).toString()
  return service.request(
    'GET',
    `/organizations/${service.organizationId}${project}/analytics?${parameters}`,
    options,
  )
}

async function analytics(
  projectId: string | null,
  query: Record<string, string> = {},
): Promise<ChatAnalytics> {
  const { status, body } = await ask(projectId, query)
  assert.equal(status, 200, body.message)
  return body.data
}

const happening: fc.Arbitrary<Happening> = fc.record({
  kind: fc.constantFrom('messages' as const, 'messages' as const, 'leads' as const, 'tickets' as const),
  project: fc.constantFrom(0 as const, 1 as const),
  channel_type: fc.constantFrom(...channelTypes),
  at: edgeInstant,
})
const query = fc.record(
  {
    span: fc.tuple(edgeInstant, edgeInstant).map((ends) => ends.toSorted() as [string, string]),
    channel_type: fc.constantFrom(...channelTypes),
    isByDays: fc.boolean(),
  },
  { requiredKeys: ['isByDays'] },
)

describe('GET analytics', () => {
  it('counts the records for every form of the request; a series adds up to its total, and projects to the organization (200, Rule 39, Promise 37)', async () => {
    let runs = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(happening, { minLength: 1, maxLength: 12 }),
        query,
        async (rows, { span, channel_type, isByDays }) => {
          await write(rows)
          if (runs++ % 2 === 0) await applyChatCountChanges(service.context.db)
          const [from, to] = span ?? []
          const asked = {
            ...(from !== undefined &&
              to !== undefined && {
                start_date: isByDays ? from.slice(0, 10) : from,
                end_date: isByDays ? to.slice(0, 10) : to,
              }),
            ...(channel_type !== undefined && { channel_type }),
          }
          const first = from === undefined ? '' : isByDays ? from.slice(0, 10) : from
          const last = to === undefined ? '9' : isByDays ? `${to.slice(0, 10)}T23:59:59.999Z` : to
          const [own, other, whole] = await Promise.all([
            analytics(service.projectId, asked),
            analytics(null, { ...asked, project_id: secondProject }),
            analytics(null, asked),
          ])
          for (const kind of ['messages', 'leads', 'tickets'] as const) {
            const expected = (project: number) =>
              happened.filter(
                (each) =>
                  each.kind === kind &&
                  each.project === project &&
                  each.channel_type !== 'voice' &&
                  (channel_type === undefined || each.channel_type === channel_type) &&
                  each.at >= first &&
                  each.at <= last,
              ).length
            assert.equal(own[kind], expected(0), `${kind} ${JSON.stringify(asked)}`)
            assert.equal(other[kind], expected(1), `${kind} ${JSON.stringify(asked)}`)
            assert.equal(whole[kind], expected(0) + expected(1))
          }
          if (span === undefined) {
            const instants = happened
              .filter(
                (each) =>
                  each.channel_type !== 'voice' &&
                  (channel_type === undefined || each.channel_type === channel_type),
              )
              .map((each) => Date.parse(each.at))
            const ends = [Math.min(...instants), Math.max(...instants)] as const
            assert.deepEqual(
              whole.user_engagement.map(({ label }) => label),
              instants.length === 0 ? [] : labelsBetween(groupOf(...ends), ...ends),
            )
          }
          const sum = (series: { count: number }[]) => series.reduce((total, { count }) => total + count, 0)
          for (const each of [own, other, whole]) {
            assert.equal(sum(each.user_engagement), each.messages)
            assert.equal(sum(each.session_growth), each.leads)
            assert.deepEqual(each.lead_generation, each.session_growth)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('has a bucket for each day, week, month or year of the span, empty ones too (200)', async () => {
    const days = await analytics(service.projectId, { start_date: '2031-02-27', end_date: '2031-03-01' })
    assert.deepEqual(days.user_engagement, [
      { label: '2031-02-27', count: 0 },
      { label: '2031-02-28', count: 0 },
      { label: '2031-03-01', count: 0 },
    ])
    const weeks = await analytics(service.projectId, { start_date: '2031-01-01', end_date: '2031-03-01' })
    assert.deepEqual([weeks.group_by, weeks.user_engagement[0]?.label], ['weekly', '2031-W01'])
    const years = await analytics(service.projectId, { start_date: '2001-01-01', end_date: '2031-03-01' })
    assert.deepEqual([years.group_by, years.user_engagement.length], ['yearly', 31])
  })

  it('refuses an end before the start, a malformed instant, and an unknown channel (400)', async () => {
    for (const [asked, words] of [
      [{ start_date: '2026-02-01', end_date: '2026-01-31' }, /end_date: must not be before start_date/],
      [{ start_date: 'yesterday' }, /start_date: must be an instant/],
      [{ end_date: '2026-02-30' }, /end_date: must be an instant/],
      [{ channel_type: 'pigeon' }, /channel_type: must be one of/],
    ] as const) {
      const { status, body } = await ask(service.projectId, asked)
      assert.equal(status, 400)
      assert.match(body.message, words)
    }
  })

  it('requires a key (401) of this project (403); a project of another organization is not found (404), once the query is fine', async () => {
    assert.equal((await ask(null, {}, { key: null })).status, 401)
    assert.equal((await ask(secondProject)).status, 403)
    for (const project_id of [uuidv7(), 'nonsense'])
      assert.equal((await ask(null, { project_id })).status, 404)
    const backwards = { start_date: '2026-02-01', end_date: '2026-01-01' }
    const { status, body } = await ask(null, { project_id: uuidv7(), ...backwards })
    assert.deepEqual([status, body.message], [400, 'end_date: must not be before start_date'])
  })
})
