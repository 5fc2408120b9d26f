// The statements of the finder, of a person's page, of tickets and of the export read no whole table.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { selectConversationsAfter } from '../../src/conversations/list-queries.ts'
import { conversationFields } from '../../src/conversations/list-queries.ts'
import { nameConversations } from '../../src/conversations/named-conversations.ts'
import { selectTicketPage } from '../../src/conversations/ticket-list-queries.ts'
import type { TicketList } from '../../src/conversations/ticket-list-queries.ts'
import type { Db } from '../../src/db/database.ts'
import { sql, toText } from '../../src/db/sql.ts'
import type { Sql } from '../../src/db/sql.ts'
import { parseFilters } from '../../src/filters/parse.ts'
import { find } from '../../src/operator/find/find.ts'
import { selectPersonFacts } from '../../src/operator/people/person-queries.ts'
import { selectTimeline, timelineKinds } from '../../src/operator/people/timeline-queries.ts'
import type { TimelineKind } from '../../src/operator/people/timeline-queries.ts'
import { scriptCampaign } from '../support/declarations.ts'
import { startService } from '../support/service.ts'
import type { Service } from '../support/service.ts'

let service: Service
let names: { organization_id: string; project_id: string }
let someone: string
const number = '+14150000100'
const rows = 20_000

before(async () => {
  service = await startService({ campaigns: [scriptCampaign({ name: 'Plans' })] })
  names = { organization_id: service.organizationId, project_id: service.projectId }
  await seed(service.context.db)
})
after(() => service[Symbol.asyncDispose]())

/** Inserts enough rows of one project that reading them all would not be the cheapest plan. */
async function seed(db: Db): Promise<void> {
  const { organization_id, project_id } = names
  const mine = sql`${organization_id}::uuid, ${project_id}::uuid`
  const campaign = sql`${Object.values(service.campaignIds)[0]}::uuid`
  const phone = sql`'+1415' || lpad(n::text, 7, '0')`
  const at = sql`timestamptz '2026-01-01Z' + n * interval '1 minute'`
  const person = sql`md5(n::text)::uuid`
  for (const statement of [
    sql`insert into profiles (organization_id, project_id, _id, name, display_id, last_interaction_at, created_at, updated_at)
      select ${mine}, ${person}, 'Person ' || n, 'CUST-' || n, ${at}, now(), now() from generate_series(1, ${rows}::integer) n`,
    sql`insert into profile_search (organization_id, project_id, profile_id, words, digits)
      select ${mine}, ${person}, search_form('Person ' || n), '1415' || lpad(n::text, 7, '0') from generate_series(1, ${rows}::integer) n`,
    sql`insert into profile_contacts (organization_id, project_id, kind, normalized, value, source, profile_id, created_at)
      select ${mine}, 'phone', ${phone}, '', 'import', ${person}, now() from generate_series(1, ${rows}::integer) n`,
    sql`insert into channel_identities (organization_id, project_id, channel_type, identity_key, profile_id, first_seen_at, last_seen_at)
      select ${mine}, 'whatsapp', ${phone}, ${person}, now(), now() from generate_series(1, ${rows}::integer) n`,
    sql`insert into conversations (organization_id, project_id, _id, channel_type, conversation_type, status, phone_number,
        profile_id, start_time, created_at)
      select ${mine}, md5('c' || n)::uuid, 'voice', 'outbound', 'completed', ${phone}, ${person}, ${at}, now()
      from generate_series(1, ${rows}::integer) n`,
    sql`insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer, state, state_since,
        created_at, attempts_count)
      select ${mine}, ${person}, ${campaign}, 'queue', ${phone}, '{}', 'completed', now(), ${at}, 1
      from generate_series(1, ${rows}::integer) n`,
    sql`insert into call_attempts (organization_id, project_id, _id, call_id, campaign_id, voice_carrier_id, attempt_number,
        phone_number, caller_id_number, ring_timeout_seconds, state, state_since, script, conversation_id, created_at)
      select ${mine}, md5('a' || n)::uuid, ${person}, ${campaign}, (select _id from voice_carriers limit 1), 1, ${phone},
        '+14155550100', 30, 'completed', now(), 'Hello.', md5('c' || n)::uuid, ${at}
      from generate_series(1, ${rows}::integer) n`,
    sql`insert into messages (organization_id, project_id, _id, profile_id, channel_type, direction, text, created_at)
      select ${mine}, gen_random_uuid(), ${person}, 'whatsapp', 'inbound', 'x', ${at} from generate_series(1, ${rows}::integer) n`,
    sql`insert into tickets (organization_id, project_id, _id, profile_id, channel_type, subject, status, created_at, closed_at)
      select ${mine}, gen_random_uuid(), ${person}, 'web', 'Ticket ' || n, case when n % 2 = 0 then 'open' else 'closed' end,
        ${at}, case when n % 2 = 1 then ${at} end
      from generate_series(1, ${rows}::integer) n`,
  ])
    await db.query(statement)
  const client = await db.connect()
  // Without broadcast and sender, which no statement here reads.
  await client.query(`set session_replication_role = 'replica'`)
  await client.query(
    `insert into whatsapp_messages (organization_id, project_id, _id, broadcast_id, whatsapp_sender_id, recipient, type,
       request, provider_message, status, status_since, provider_message_id, quota, conversation_id, created_at)
     select $1, $2, md5('m' || n)::uuid, $1, $1, '+1415' || lpad(n::text, 7, '0'), 'text', '{}', '{}', 'sent', now(),
       'wamid.' || n, 'consumed', case when n % 2 = 0 then md5('c' || n)::uuid end,
       timestamptz '2026-01-01Z' + n * interval '1 minute'
     from generate_series(1, $3::integer) n`,
    [organization_id, project_id, rows],
  )
  await client.query('vacuum analyze')
  const found = await client.query<{ _id: string }>(`select md5('100')::uuid as _id`)
  someone = found.rows[0]!._id
  await client.end()
}

/**
 * Runs something and returns the plans of the statements that it sent. Some tables are empty or half of them is asked
 * for: then a whole table is read only where no index serves.
 */
async function plansOf(run: (db: Db) => Promise<unknown>): Promise<string> {
  const { db } = service.context
  const sent: Sql[] = []
  const recording = { query: <Row>(query: Sql) => (sent.push(query), db.query<Row>(query)) }
  await run({ ...db, ...recording, limited: () => recording })
  const client = await db.connect()
  try {
    await client.query('set enable_seqscan = off')
    const plans: string[] = []
    for (const query of sent) {
      const { text, values } = toText(query)
      const { rows: lines } = await client.query<{ 'QUERY PLAN': string }>({
        text: `explain (costs off) ${text}`,
        values,
      })
      plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'))
    }
    return plans.join('\n')
  } finally {
    await client.end()
  }
}

const whole = /Seq Scan on (conversations|calls|call_attempts|messages|tickets|profiles|profile_|channel_)/

const finding = (text: string) => (db: Db) =>
  find(db, { organization_id: names.organization_id, project_ids: null }, text)
const timeline = (kinds: readonly TimelineKind[]) => (db: Db) =>
  selectTimeline(
    db,
    { ...names, profile_id: someone, numbers: [number], addresses: [number, 'US.1'] },
    kinds,
    { before: { at: '2027-01-01T00:00:00Z', _id: 'z' }, limit: 51 },
  )
const tickets = (list: Partial<TicketList>) => (db: Db) =>
  selectTicketPage(db, { ...names, show: 'open', search: null, skip: 0, limit: 50, ...list })

describe('the statements about people', () => {
  for (const { title, run, indexes } of [
    { title: 'find by name', run: finding('person 4711'), indexes: [/profile_search_words/] },
    {
      title: 'find by number',
      run: finding(number),
      indexes: [/profile_search_digits/, /call_attempts_by_number/, /conversations_by_caller/],
    },
    {
      title: 'find by id',
      run: (db: Db) => finding(someone)(db),
      indexes: [/profiles_pkey/, /merged_profiles_/],
    },
    {
      title: 'the timeline',
      run: timeline(timelineKinds),
      indexes: [
        /conversations_by_profile/,
        /call_attempts_by_number/,
        /calls_waiting_by_number|calls_active/,
        /calls_never_dialed/,
        /messages_by_person/,
        /whatsapp_messages_not_accepted/,
        /tickets_by_person/,
        /whatsapp_opt_outs_pkey/,
      ],
    },
    {
      title: 'what a page shows beside the profile',
      run: (db: Db) => selectPersonFacts(db, { ...names, profile_id: someone }),
      indexes: [/channel_identities_by_profile/, /tickets_by_person/],
    },
    { title: 'open tickets', run: tickets({}), indexes: [/tickets_open/, /profiles_pkey/] },
    { title: 'closed tickets', run: tickets({ show: 'closed' }), indexes: [/tickets_closed/] },
    {
      title: 'tickets of a search',
      run: tickets({ search: 'person 4711' }),
      indexes: [/tickets_by_subject/, /profile_search_words/, /tickets_by_person/],
    },
    {
      title: 'a ticket by its id',
      run: (db: Db) => tickets({ search: someone })(db),
      indexes: [/tickets_by_subject/, /tickets_pkey/],
    },
    {
      title: 'the next lines of an export',
      run: async (db: Db) => {
        const filter = parseFilters(undefined, conversationFields)
        const next = await selectConversationsAfter(
          db,
          { ...names, filter, unique: false, limit: 100 },
          {
            first: { start_time: '2026-01-09T00:00:00Z', _id: someone },
            last: { start_time: '2026-01-08T00:00:00Z', _id: someone },
          },
        )
        await nameConversations(db, names.organization_id, next)
      },
      indexes: [/conversations_by_start/, /profile_contacts_by_profile/],
    },
  ])
    it(`${title}: read no whole table`, async () => {
      const plans = await plansOf(run)
      assert.doesNotMatch(plans, whole, plans)
      for (const index of indexes) assert.match(plans, index, plans)
    })
})
