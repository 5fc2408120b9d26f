import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { uuidv7 } from '../src/base/ids.ts'
import { newestFirst, selectConversations } from '../src/conversations/list-queries.ts'
import type { ConversationList } from '../src/conversations/list-queries.ts'
import { conversationFields } from '../src/conversations/list-queries.ts'
import { inAllBuckets } from '../src/counters/bucket-counts.ts'
import type { Db } from '../src/db/database.ts'
import { sql, toStatement, toText } from '../src/db/sql.ts'
import type { Sql } from '../src/db/sql.ts'
import { parseFilters } from '../src/filters/parse.ts'
import { sortToSql } from '../src/filters/sort.ts'
import { filterToSql } from '../src/filters/to-sql.ts'
import { selectWaitingWork } from '../src/operator/manage/health-queries.ts'
import { lastSeenFirst, profileFields, selectProfiles } from '../src/people/list-queries.ts'
import type { ProfileList } from '../src/people/list-queries.ts'
import { selectContactOwners } from '../src/people/queries.ts'
import { deliveryFields } from '../src/webhooks/resend/delivery-fields.ts'
import { selectDeliveries } from '../src/webhooks/resend/delivery-queries.ts'
import { startService } from './support/service.ts'
import type { Service } from './support/service.ts'

let service: Service
let names: { organization_id: string; project_id: string }
before(async () => {
  service = await startService({})
  names = { organization_id: service.organizationId, project_id: service.projectId }
  await seed(service.context.db)
})
after(() => service[Symbol.asyncDispose]())

/** Inserts enough rows of one project that reading them all would not be the cheapest plan. */
async function seed(db: Db): Promise<void> {
  const { organization_id, project_id } = names
  await db.query(sql`
    insert into profiles (organization_id, project_id, _id, name, display_id, last_interaction_at, created_at, updated_at)
    select ${organization_id}::uuid, ${project_id}::uuid, gen_random_uuid(), 'Person ' || n, 'CUST-' || n,
      timestamptz '2026-01-01Z' + n * interval '1 minute', now(), now()
    from generate_series(1, 20000) n`)
  await db.query(sql`
    insert into profile_search (organization_id, project_id, profile_id, words, digits)
    select organization_id, project_id, _id, search_form(concat_ws(E'\\n', name, display_id)), '1415' || lpad(right(display_id, -5), 7, '0')
    from profiles`)
  await db.query(sql`
    insert into conversations (organization_id, project_id, _id, channel_type, conversation_type, status, phone_number,
      start_time, duration_seconds, created_at)
    select ${organization_id}::uuid, ${project_id}::uuid, gen_random_uuid(), 'voice', 'outbound',
      (array['completed', 'completed', 'no_answer', 'busy', 'failed'])[1 + n % 5], '+1415' || lpad((n % 7000)::text, 7, '0'),
      timestamptz '2026-01-01Z' + n * interval '1 minute', n % 300, now()
    from generate_series(1, 40000) n`)
  await db.query(sql`
    insert into conversation_callers (organization_id, project_id, caller, conversations)
    select organization_id, project_id, caller, count(*) from conversations group by 1, 2, 3`)
  await db.query(sql`
    insert into conversation_counts (organization_id, project_id, grain, channel_type, conversation_type, status, bucket,
      conversations, durations, duration_seconds)
    ${inAllBuckets(sql`(
      select organization_id, project_id, date_trunc('hour', start_time, 'UTC') as hour, channel_type, conversation_type,
        status, count(*) as conversations, count(*) as durations, sum(duration_seconds::numeric) as duration_seconds
      from conversations group by 1, 2, 3, 4, 5, 6)`)}`)
  await db.query(sql`
    insert into profile_contacts (organization_id, project_id, kind, normalized, value, source, profile_id, created_at)
    select organization_id, project_id, 'phone', '+' || display_id, '', 'import', _id, now() from profiles`)
  await db.query(sql`
    insert into channel_identities (organization_id, project_id, channel_type, identity_key, profile_id, first_seen_at, last_seen_at)
    select organization_id, project_id, 'voice', '+' || display_id, _id, now(), now() from profiles`)
  // Rows of a few other projects.
  await db.query(sql`
    insert into conversation_count_changes (organization_id, project_id, hour, channel_type, conversation_type, status,
      conversations, durations, duration_seconds)
    select gen_random_uuid(), gen_random_uuid(), now(), 'voice', 'outbound', 'completed', 1, 0, 0
    from generate_series(1, 5000)`)
  await db.query(sql`
    with other as (
      insert into projects (organization_id, _id, name, created_at, updated_at)
      select ${organization_id}::uuid, gen_random_uuid(), 'Other ' || n, now(), now() from generate_series(1, 500) n
      returning organization_id, _id)
    insert into row_counts (organization_id, project_id, kind, rows)
    select organization_id, _id, kind, 1 from other, (values ('profiles'), ('callers')) k (kind)`)
  await db.query(sql`
    insert into row_count_changes (organization_id, project_id, kind, rows)
    select gen_random_uuid(), gen_random_uuid(), 'profiles', 1 from generate_series(1, 5000)`)
  await seedDeliveries(db)
  const client = await db.connect()
  await client.query('vacuum analyze')
  await client.end()
}

const endpointId = uuidv7()

/** Inserts deliveries of one endpoint, all of which wait. */
async function seedDeliveries(db: Db): Promise<void> {
  const { organization_id, project_id } = names
  await db.query(sql`
    insert into webhook_endpoints (organization_id, project_id, _id, name, url, declared_types, types, version, secret,
      created_at, updated_at)
    values (${organization_id}, ${project_id}, ${endpointId}, 'crm', 'https://crm.example', '{}', '{}', now(), '', now(), now())`)
  await db.query(sql`
    with event as (
      insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data)
      select ${organization_id}::uuid, ${project_id}::uuid, uuidv7(), 'call.ended', 'call', gen_random_uuid(), now(), '{}'
      from generate_series(1, 5000) returning organization_id, _id, subject_id, at)
    insert into webhook_deliveries (organization_id, endpoint_id, event_id, subject_id, created_at, due_at)
    select organization_id, ${endpointId}::uuid, _id, subject_id, at, at from event`)
}

/** Runs a list and returns the plan of each statement that it sent, for generic parameters by default. */
async function plansOf(
  list: (db: Db) => Promise<unknown>,
  { areValuesKnown = false, settings = '' } = {},
): Promise<string[]> {
  const { db } = service.context
  const sent: Sql[] = []
  const recording = { query: <Row>(query: Sql) => (sent.push(query), db.query<Row>(query)) }
  await list({ ...db, ...recording, limited: () => recording })
  const client = await db.connect()
  try {
    await client.query(settings)
    const plans: string[] = []
    for (const query of sent) {
      const { text, values } = toText(query)
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        areValuesKnown
          ? { text: `explain (costs off) ${text}`, values }
          : { text: `explain (generic_plan, costs off) ${text}` },
      )
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    return plans
  } finally {
    await client.end()
  }
}

const conversations = (list: Partial<ConversationList> & { filters?: object }) => (db: Db) =>
  selectConversations(db, {
    ...names,
    filter: parseFilters(
      list.filters === undefined ? undefined : JSON.stringify(list.filters),
      conversationFields,
    ),
    sort: newestFirst,
    skip: 0,
    limit: 20,
    unique: false,
    ...list,
  })

const profiles = (list: Partial<ProfileList>) => (db: Db) =>
  selectProfiles(db, {
    ...names,
    search: null,
    channel: null,
    from: null,
    before: null,
    filter: parseFilters(undefined, profileFields),
    sort: lastSeenFirst,
    skip: 0,
    limit: 20,
    ...list,
  })

const deliveries =
  (filters: object, field = '_id') =>
  (db: Db) =>
    selectDeliveries(
      db,
      { organization_id: names.organization_id, endpoint_id: endpointId },
      {
        where: filterToSql(parseFilters(JSON.stringify(filters), deliveryFields), deliveryFields),
        orderBy: sortToSql([{ field, path: [], direction: -1 }], deliveryFields),
        skip: 0,
        limit: 20,
        isComposed: true,
      },
    )

const metByPhone = {
  phone: { normalized: '+14155550123', value: '+14155550123' },
  email: null,
  name: null,
  identity: null,
  source: 'voice',
  metAt: new Date(),
}

const march = { start_time: { $gte: '2026-03-01T10:30:00Z', $lt: '2026-04-01' } }
const ofRows = [/row_counts_pkey/, /row_count_changes_pkey/]
const ofTotal = [/conversation_counts_pkey/, /conversation_count_changes_pkey/, /conversations_by_/]

describe('the statements of the frequent lists', () => {
  for (const { title, list, indexes } of [
    {
      title: 'the latest conversations',
      list: conversations({}),
      indexes: [/conversations_by_start/, ...ofTotal],
    },
    {
      title: 'those of one status',
      list: conversations({ filters: { status: 'busy' } }),
      indexes: [/conversations_by_status/, ...ofTotal],
    },
    {
      title: 'those of a span of time',
      list: conversations({ filters: march }),
      indexes: [/conversations_by_start/, ...ofTotal],
    },
    {
      title: 'those of one status in a span of time',
      list: conversations({ filters: { ...march, status: 'busy' } }),
      indexes: [/conversations_by_status/, ...ofTotal],
    },
    {
      title: 'the latest of each caller',
      list: conversations({ unique: true }),
      indexes: [/conversations_by_start/, /conversations_by_caller/, ...ofRows],
    },
    {
      title: 'the profiles who were met last',
      list: profiles({}),
      indexes: [/profiles_by_interaction/, ...ofRows],
    },
  ])
    it(`${title}: reads no whole table`, async () => {
      const plans = (await plansOf(list)).join('\n')
      assert.doesNotMatch(
        plans,
        /Seq Scan on (conversations|conversation_|profiles|profile_|channel_)/,
        plans,
      )
      for (const index of indexes) assert.match(plans, index, plans)
    })

  it('keep one plan for all values', async () => {
    const client = await service.context.db.connect()
    try {
      let statements = 0
      const prepared = {
        query: async <Row>(query: Sql) => {
          const { text, values, name } = toStatement(query)
          statements++
          return (await client.query<Row & object>({ text, values, name })).rows
        },
      }
      // PostgreSQL plans for the values five times before it considers a generic plan.
      for (let round = 0; round < 10; round++)
        for (const each of [
          conversations({}),
          conversations({ filters: { status: 'busy' } }),
          conversations({ filters: { status: 'completed' }, limit: 100 }),
          conversations({ filters: march, skip: 20 }),
          conversations({ filters: { ...march, status: 'busy' } }),
          profiles({}),
          profiles({ skip: 100, limit: 1_000 }),
          (db: Db) => selectContactOwners(db, { ...names, ...metByPhone }),
        ])
          await each({ ...service.context.db, ...prepared, limited: () => prepared })
      const { rows } = await client.query<{ name: string; statement: string; kept: string }>(
        'select statement, generic_plans as kept from pg_prepared_statements where generic_plans + custom_plans > 1',
      )
      assert.ok(rows.length >= 9 && statements === 150, `${rows.length} of ${statements}`)
      for (const { statement, kept } of rows)
        assert.ok(Number(kept) >= 5, `planned anew each time: ${statement}`)
    } finally {
      await client.end()
    }
  })

  // These statements are not prepared, so their plans depend on their values.
  it('the search uses the trigram index once, and the page uses its result', async () => {
    const plans = await plansOf(profiles({ search: '1234' }), { areValuesKnown: true })
    const [found = '', page = '', ...others] = plans
    assert.match(found, /profile_search_words[\s\S]*profile_search_digits/, found)
    assert.match(page, /profiles_pkey/, page)
    assert.doesNotMatch(page, /Seq Scan|profile_search/, page)
    assert.deepEqual(others, [])
  })

  it('deliveries that are filtered or sorted by when they go cost no look at the endpoint each', async () => {
    for (const list of [
      deliveries({ next_at: { $lt: '2999-01-01' } }),
      deliveries({ behind: null }),
      deliveries({}, 'next_at'),
    ]) {
      const plans = await plansOf(list, { areValuesKnown: true })
      assert.equal(plans.length, 2)
      // Found once by its id, not by a column of each delivery.
      for (const plan of plans) {
        assert.equal(plan.match(/on webhook_endpoints/g)?.length, 1, plan)
        assert.match(plan, new RegExp(`webhook_endpoints p\\n.*\\(_id = '${endpointId}'`), plan)
      }
    }
  })

  it('the work that waits is looked for among the first rows, however much waits', async () => {
    const [plan = '', ...others] = await plansOf((db) => selectWaitingWork(db, new Date()), {
      areValuesKnown: true,
    })
    assert.deepEqual(others, [])
    assert.match(plan, /whatsapp_events[\s\S]* on sources/, plan)
    assert.doesNotMatch(
      plan,
      /Aggregate\n(?:\s+Group Key.*\n)?\s+->.*Scan.* on (?:whatsapp_events|sources)/,
      plan,
    )
  })

  it('the callers of a filter can be counted by an index-only scan, in index order', async () => {
    for (const filters of [
      { status: 'completed' },
      { start_time: { $gte: '2026-01-05T10:30:00Z' }, channel_type: 'voice' },
      { conversation_type: 'outbound' },
    ]) {
      // Sorting is disabled: with so few rows it would be faster.
      const plans = await plansOf(conversations({ unique: true, filters }), {
        areValuesKnown: true,
        settings: 'set enable_sort = off; set enable_seqscan = off',
      })
      const total = plans.find((plan) => plan.startsWith('Aggregate'))!
      assert.match(total, /Index Only Scan using conversations_by_caller/, total)
      assert.doesNotMatch(total, /Sort|Hash/, total)
    }
  })

  it('the people of a channel are counted in index order', async () => {
    const plans = await plansOf(profiles({ channel: 'web' }), { areValuesKnown: true })
    assert.match(plans.join('\n'), /Index Only Scan using channel_identities_by_channel/)
  })
})
