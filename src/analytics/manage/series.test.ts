import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { fc } from '../../../test/support/properties.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { signInAs } from '../../../test/support/users.ts'
import { channelTypes, conversationStatuses } from '../../base/conversation-kinds.ts'
import { uuidv7 } from '../../base/ids.ts'
import { applyChatCountChanges, applyCountChanges } from '../../counters/bucket-counts.ts'
import { countChange, countMessages } from '../../counters/count-changes.ts'
import { join, sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { recount } from '../../operator/recount/recount.ts'
import type { ChatSeries } from '../chat-series.ts'
import { sendStatuses } from '../chat-series.ts'
import type { VoiceSeries } from '../voice-series.ts'

let service: Service
let session: Awaited<ReturnType<typeof signInAs>>
let campaignIds: string[]
let broadcastId: string

before(async () => {
  service = await startService({
    campaigns: Array.from({ length: 8 }, (_, index) => scriptCampaign({ name: `Campaign ${index}` })),
  })
  session = await signInAs(service, 'viewer')
  campaignIds = Object.values(service.campaignIds)
  broadcastId = await makeBroadcast()
})
after(() => service[Symbol.asyncDispose]())

const zones = [
  'UTC',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Chatham',
]

/** Instants close to the ends of days in those zones, around changes of their clocks. */
const instant = fc
  .tuple(
    fc.constantFrom(
      '2026-03-07',
      '2026-03-08',
      '2026-04-04',
      '2026-04-05',
      '2026-10-04',
      '2026-11-01',
      '2026-11-02',
    ),
    fc.constantFrom(...zones),
    fc.integer({ min: -130, max: 130 }),
    fc.constantFrom(-1, 0, 0),
  )
  .map(([day, zone, minutes, ms]) =>
    new Date(
      Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds + minutes * 60_000 + ms,
    ).toISOString(),
  )

const campaign = fc.option(fc.nat({ max: 7 }), { nil: null })
const call = fc.record({
  at: instant,
  status: fc.constantFrom(...conversationStatuses),
  channel: fc.constantFrom('voice' as const, 'voice' as const, 'voice' as const, ...channelTypes),
  campaign,
  seconds: fc.option(
    fc.integer({ min: 0, max: 9_000 }).map((ms) => ms / 100),
    { nil: null },
  ),
})
const happening = fc.record({
  at: instant,
  kind: fc.constantFrom('message', 'lead', 'ticket', 'send'),
  channel: fc.constantFrom(...channelTypes),
  isInbound: fc.boolean(),
  status: fc.constantFrom(...sendStatuses),
})

const question = fc
  .record({
    timezone: fc.constantFrom(...zones),
    by: fc.constantFrom('day', 'week', 'month'),
    from: fc.constantFrom('2026-02-20', '2026-03-01', '2026-03-08', '2026-04-01', '2026-10-01', '2026-10-28'),
    days: fc.integer({ min: 0, max: 60 }),
  })
  .map(({ days, ...asked }) => ({
    ...asked,
    to: Temporal.PlainDate.from(asked.from).add({ days }).toString(),
  }))

const tenant = () => sql`${service.organizationId}::uuid, ${service.projectId}::uuid`
const mine = () => sql`organization_id = ${service.organizationId} and project_id = ${service.projectId}`

async function makeBroadcast(): Promise<string> {
  const { db } = service.context
  const [_id, senderId] = [uuidv7(), uuidv7()]
  await db.query(sql`
    insert into whatsapp_senders (organization_id, project_id, _id, name, phone_number_id, business_account_id,
      display_phone_number, access_token, app_secret, verify_token, created_at, updated_at, templates_due_at)
    select ${tenant()}, ${senderId}::uuid, 'Sender', '1', '2', '+14155550123', 'x', 'x', 'x', now(), now(), 'infinity'`)
  await db.query(sql`
    insert into broadcasts (organization_id, project_id, _id, name, whatsapp_sender_id, created_at, updated_at)
    select ${tenant()}, ${_id}::uuid, 'October', ${senderId}::uuid, now(), now()`)
  return _id
}

/** Inserts conversations together with their count changes, as the service does. */
async function writeCalls(calls: readonly (typeof call extends fc.Arbitrary<infer Call> ? Call : never)[]) {
  const values = calls.map(
    ({
      at,
      status,
      channel,
      campaign: index,
      seconds,
    }) => sql`(${uuidv7()}::uuid, ${at}::timestamptz, ${status},
      ${channel}, ${index === null ? null : campaignIds[index]}::uuid, ${seconds}::double precision)`,
  )
  await service.context.db.query(sql`
    with made as (
      insert into conversations (organization_id, project_id, _id, start_time, status, channel_type, campaign_id,
        duration_seconds, conversation_type, created_at)
      select ${tenant()}, v.*, 'outbound', now() from (values ${join(values, sql`, `)}) v
      returning *
    ), ${countChange(sql`
      select organization_id, project_id, start_time, channel_type, conversation_type, status, campaign_id, 1 as times,
        duration_seconds from made`)}
    select`)
}

async function writeHappening(one: typeof happening extends fc.Arbitrary<infer One> ? One : never) {
  const { db } = service.context
  const { kind, at, channel, status } = one
  const _id = uuidv7()
  if (kind === 'message')
    await db.query(sql`
      with made as (
        insert into messages (organization_id, project_id, _id, channel_type, direction, created_at)
        select ${tenant()}, ${_id}::uuid, ${channel}, ${one.isInbound ? 'inbound' : 'outbound'}, ${at}::timestamptz
        returning *
      ), ${countMessages(sql`made`)} select`)
  else if (kind === 'lead')
    await db.query(sql`
      with profile as (
        insert into profiles (organization_id, project_id, _id, display_id, created_at, updated_at)
        select ${tenant()}, ${_id}::uuid, ${_id}::text, now(), now() returning *)
      insert into channel_identities (organization_id, project_id, profile_id, channel_type, identity_key, first_seen_at,
        last_seen_at)
      select organization_id, project_id, _id, ${channel}, _id::text, ${at}::timestamptz, ${at}::timestamptz from profile`)
  else if (kind === 'ticket')
    await db.query(sql`
      insert into tickets (organization_id, project_id, _id, channel_type, created_at)
      select ${tenant()}, ${_id}::uuid, ${channel}, ${at}::timestamptz`)
  else {
    await db.query(sql`
      insert into whatsapp_messages (organization_id, project_id, _id, broadcast_id, whatsapp_sender_id, recipient, type,
        request, provider_message, status, status_since, lease_until, quota, created_at)
      select ${tenant()}, ${_id}::uuid, ${broadcastId}::uuid, (select _id from whatsapp_senders limit 1), '+1', 'text',
        '{}', '{}', 'processing', now(), now(), 'reserved', ${at}::timestamptz`)
    await db.query(sql`
      update whatsapp_messages set status = ${status},
        quota = ${status === 'processing' || status === 'unresolved' ? 'reserved' : 'consumed'}
      where organization_id = ${service.organizationId} and _id = ${_id}`)
  }
}

const project = () => `/api/organizations/${service.organizationId}/projects/${service.projectId}`

async function ask<Data>(path: string, query: Record<string, string>): Promise<Data> {
  const { status, body } = await session.request(
    'GET',
    `${project()}${path}?${new URLSearchParams(query).toString()}`,
  )
  assert.equal(status, 200, body.message)
  return body.data
}

async function countRows(
  table: Sql,
  at: Sql,
  place: { starts_at: string; ends_at: string },
  only: Sql,
  what = sql`count(*)`,
) {
  const [row] = await service.context.db.query<{ found: number }>(sql`
    select (${what})::double precision as found from ${table}
    where ${mine()} and ${at} >= ${place.starts_at}::timestamptz and ${at} < ${place.ends_at}::timestamptz and ${only}`)
  return row?.found ?? 0
}

const calls = (place: { starts_at: string; ends_at: string }, only: Sql, what?: Sql) =>
  countRows(sql`conversations`, sql`start_time`, place, sql`channel_type = 'voice' and ${only}`, what)

const isAnswered = sql`status in ('live', 'completed')`
const talk = sql`coalesce(sum(duration_seconds), 0)`

describe('GET analytics/voice', () => {
  it('counts what the rows say, in every zone, span and split, and what the list of each bar says', async () => {
    let runs = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(call, { minLength: 5, maxLength: 60 }),
        question,
        fc.constantFrom('', 'campaign', 'outcome'),
        async (made, asked, split) => {
          await writeCalls(made)
          if (runs++ % 3 === 0) while ((await applyCountChanges(service.context.db)) > 0);
          const series = await ask<VoiceSeries>('/analytics/voice', {
            ...asked,
            ...(split !== '' && { split }),
          })
          assert.equal(series.points[0]!.from, asked.from)
          assert.equal(series.points.at(-1)!.to, asked.to)
          for (const point of series.points.filter(
            (_, index) => index < 8 || index > series.points.length - 3,
          )) {
            for (const place of [point, point.before]) {
              assert.equal(place.calls, await calls(place, sql`true`))
              assert.equal(place.answered, await calls(place, isAnswered))
              assert.ok(Math.abs(place.talk_seconds - (await calls(place, sql`true`, talk))) < 1e-6)
            }
            const shown = series.parts.map(({ key }) => key).filter((key) => key !== 'others')
            for (const part of point.parts ?? []) {
              const only =
                split === 'outcome'
                  ? sql`status = ${part.key}`
                  : part.key === 'others'
                    ? sql`(campaign_id is null or campaign_id <> all(${shown}::uuid[]))`
                    : sql`campaign_id = ${part.key}`
              assert.equal(part.calls, await calls(point, only))
              assert.equal(part.answered, await calls(point, sql`${only} and ${isAnswered}`))
              assert.ok(Math.abs(part.talk_seconds - (await calls(point, only, talk))) < 1e-6)
            }
          }
          const point = series.points[runs % series.points.length]!
          const start_time = { $gte: point.starts_at, $lt: point.ends_at }
          const lists: [object, number][] = [
            [{ channel_type: 'voice' }, point.calls],
            [{ channel_type: 'voice', status: { $in: ['completed', 'live'] } }, point.answered],
            ...(point.parts ?? [])
              .filter(({ key }) => key !== 'others')
              .map((part): [object, number] => [
                { channel_type: 'voice', [split === 'outcome' ? 'status' : 'campaign_id']: part.key },
                part.calls,
              ]),
          ]
          for (const [filter, total] of lists) {
            const list = await ask<{ pagination: { total: number } }>('/conversations', {
              filters: JSON.stringify({ ...filter, start_time }),
            })
            assert.equal(list.pagination.total, total, JSON.stringify(filter))
          }
          const sum = series.points.reduce((all, each) => all + each.calls, 0)
          assert.equal(series.totals.calls, sum)
          if (split !== '')
            assert.equal(
              series.parts.reduce((all, part) => all + part.calls, 0),
              sum,
            )
        },
      ),
      { numRuns: 25 },
    )
    assert.equal((await recount(service.context.db, { repair: false })).campaigns, 0)
  })

  it('counts one campaign alone by outcome', async () => {
    const campaign_id = campaignIds[1]!
    const span = { from: '2026-10-30', to: '2026-11-03', timezone: 'Asia/Kolkata' }
    const series = await ask<VoiceSeries>('/analytics/voice', { ...span, campaign_id, split: 'outcome' })
    for (const point of series.points) {
      assert.equal(point.calls, await calls(point, sql`campaign_id = ${campaign_id}`))
      for (const part of point.parts ?? [])
        assert.equal(
          part.calls,
          await calls(point, sql`campaign_id = ${campaign_id} and status = ${part.key}`),
        )
    }
  })

  it('marks what is not over yet, and compares only what is', async () => {
    const today = Temporal.Now.plainDateISO('UTC')
    const query = { from: today.subtract({ days: 2 }).toString(), to: today.toString(), timezone: 'UTC' }
    const series = await ask<VoiceSeries>('/analytics/voice', query)
    assert.deepEqual(
      series.points.map(({ is_over }) => is_over),
      [true, true, false],
    )
    assert.equal(series.finished.points, 2)
    assert.deepEqual(
      (await ask<VoiceSeries>('/analytics/voice', { last: '3d', timezone: 'UTC' })).points,
      series.points,
    )
    const year = await ask<VoiceSeries>('/analytics/voice', { last: '12m', by: 'month', timezone: 'UTC' })
    assert.equal(year.points.length, 12)
  })

  it('is refused with what would be right (400), and exported without formulas', async () => {
    const span = { from: '2026-10-01', to: '2026-10-02' }
    for (const [query, message] of [
      [{ from: '2026-10-01' }, /from, to: must both be given/],
      [{}, /from, to: must both be given/],
      [{ ...span, last: '7d' }, /last: must not be given beside/],
      [{ last: '7' }, /last: must be a number of days or months/],
      [{ last: '9999m' }, /^last: a span has at most 1860 days/],
      [{ last: '100m' }, /^last: a span has at most 1860 days/],
      [{ last: '1861d' }, /^last: a span has at most 1860 days; these are 1861$/],
      [{ last: '100d', by: 'day' }, /^by: a span by day has at most 93 days/],
      [{ ...span, from: 'x\r\ny: z' }, /from: must be a day/],
      [{ ...span, by: 'hour' }, /by: must be day, week or month/],
      [{ ...span, timezone: 'Nowhere' }, /timezone: must be a zone/],
      [{ ...span, split: 'channel' }, /split: must be campaign or outcome/],
      [{ ...span, campaign_id: 'x' }, /campaign_id: must be the id of a campaign/],
      [{ ...span, campaign_id: campaignIds[0]!, split: 'campaign' }, /split: must not be campaign/],
      [{ from: '2020-01-01', to: '2026-10-02', by: 'day' }, /at most 93 days/],
    ] as const)
      for (const path of ['/analytics/voice', '/analytics/voice.csv']) {
        const answer = await session.request(
          'GET',
          `${project()}${path}?${new URLSearchParams(query).toString()}`,
        )
        assert.equal(answer.status, 400)
        assert.match(answer.body.message, message)
      }
    await service.context.db.query(sql`
      update campaigns set name = '=HYPERLINK("http://x")' where ${mine()} and _id = ${campaignIds[0]}`)
    const query = {
      from: '2026-10-01',
      to: '2026-11-05',
      by: 'month',
      split: 'campaign',
      timezone: 'Asia/Kathmandu',
    }
    const series = await ask<VoiceSeries>('/analytics/voice', query)
    const response = await fetch(
      `${service.url}${project()}/analytics/voice.csv?${new URLSearchParams(query).toString()}`,
      {
        headers: { cookie: session.cookie, 'sec-fetch-site': 'same-origin' },
      },
    )
    assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8')
    assert.equal(
      response.headers.get('content-disposition'),
      'attachment; filename="calls-2026-10-01-2026-11-05.csv"',
    )
    const lines = (await response.text()).trim().split('\r\n')
    assert.equal(lines.length, 1 + 2 * (1 + series.parts.length))
    const [first] = series.points
    assert.ok(
      lines[1]!.startsWith(`2026-10-01,2026-10-31,Asia/Kathmandu,${first!.is_over},all,,${first!.calls},`),
    )
    assert.ok(!lines.some((line) => /(^|,)"?=/.test(line)))
  })
})

describe('GET analytics/chat', () => {
  it('counts what the rows say, in every zone, span and split', async () => {
    let runs = 0
    const { db } = service.context
    await fc.assert(
      fc.asyncProperty(
        fc.array(happening, { minLength: 5, maxLength: 20 }),
        question,
        fc.constantFrom('', 'channel', 'status'),
        async (made, asked, split) => {
          for (const one of made) await writeHappening(one)
          if (runs++ % 3 === 0) while ((await applyChatCountChanges(db)) > 0);
          const series = await ask<ChatSeries>('/analytics/chat', {
            ...asked,
            ...(split !== '' && { split }),
          })
          for (const point of series.points.filter(
            (_, index) => index < 4 || index > series.points.length - 3,
          )) {
            for (const place of [point, point.before])
              for (const [name, count] of Object.entries(countsOf(place, sql`true`)))
                assert.equal(place[name as keyof typeof place], await count(), name)
            for (const part of point.parts ?? []) {
              if (split === 'channel') {
                const counts = countsOf(point, sql`channel_type = ${part.key}`)
                for (const name of ['chats', 'messages_in', 'messages_out', 'leads', 'tickets'] as const)
                  assert.equal(part[name], await counts[name](), `${part.key} ${name}`)
              } else
                assert.equal(
                  part.sends,
                  await countRows(sql`whatsapp_messages`, sql`created_at`, point, sql`status = ${part.key}`),
                )
            }
          }
        },
      ),
      { numRuns: 15 },
    )
    assert.equal((await recount(db, { repair: false })).chats, 0)
  })
})

function countsOf(place: { starts_at: string; ends_at: string }, only: Sql) {
  const messages = (direction: string) => () =>
    countRows(
      sql`messages`,
      sql`created_at`,
      place,
      sql`direction = ${direction} and channel_type <> 'voice' and ${only}`,
    )
  const isChat = sql`channel_type <> 'voice' and ${only}`
  return {
    chats: () => countRows(sql`conversations`, sql`start_time`, place, isChat),
    messages_in: messages('inbound'),
    messages_out: messages('outbound'),
    leads: () => countRows(sql`channel_identities`, sql`first_seen_at`, place, isChat),
    tickets: () => countRows(sql`tickets`, sql`created_at`, place, only),
    sends: () =>
      countRows(
        sql`(select *, 'whatsapp' as channel_type from whatsapp_messages) w`,
        sql`created_at`,
        place,
        only,
      ),
  }
}
