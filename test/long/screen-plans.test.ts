// The plans of the statements behind the screens of batches, templates, messages, opt-outs and knowledge, over an
// organization of many projects: a statement that reads a whole table shows here.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { selectBatches, selectBatchOutcomes, selectOutcomes } from '../../src/calls/batches/view-queries.ts'
import { projectCallFilterFields } from '../../src/calls/view/list-queries.ts'
import { listProjectCalls } from '../../src/calls/view/project-calls.ts'
import type { Db } from '../../src/db/database.ts'
import { sql, toText } from '../../src/db/sql.ts'
import type { Sql } from '../../src/db/sql.ts'
import { listOf } from '../../src/http/list.ts'
import { selectPagePassages } from '../../src/sources/pages-queries.ts'
import { selectSources, sourceFields } from '../../src/sources/queries.ts'
import { searchSources } from '../../src/sources/search/search-sources.ts'
import { selectOptOutPage } from '../../src/whatsapp/inbound/opt-out-list-queries.ts'
import {
  selectTemplateLanguages,
  selectTemplatePage,
  selectUsingBroadcasts,
} from '../../src/whatsapp/templates/show-queries.ts'
import { countMessagesTo, selectProjectMessages } from '../../src/whatsapp/view/project-queries.ts'
import type { MessageFilter } from '../../src/whatsapp/view/project-queries.ts'
import { startService } from '../support/service.ts'
import type { Service } from '../support/service.ts'

let service: Service
/** One of the projects, and records of it. */
let project: { organization_id: string; project_id: string }
before(async () => {
  service = await startService({})
  project = { organization_id: service.organizationId, project_id: idOf('project', 3) }
  await seed()
})
after(() => service[Symbol.asyncDispose]())

const kinds = ['project', 'campaign', 'batch', 'sender', 'template', 'broadcast', 'source', 'page'] as const

/** The id of the record with this number, as `id()` of the seed makes it. */
function idOf(kind: (typeof kinds)[number], number: number): string {
  return `01890000-000${kinds.indexOf(kind)}-7000-8000-${String(number).padStart(12, '0')}`
}

/** The same in SQL, from the number `n`. */
function id(kind: (typeof kinds)[number], number: Sql): Sql {
  return sql`(${`01890000-000${kinds.indexOf(kind)}-7000-8000-`}::text || lpad((${number})::text, 12, '0'))::uuid`
}

/** Projects of the organization. Records are spread over them evenly. */
const projects = sql`20`

/** Inserts the rows, without those that they refer to: a plan does not depend on them. */
async function seed(): Promise<void> {
  const o = sql`${service.organizationId}::uuid`
  const p = id('project', sql`n % ${projects}`)
  const at = sql`timestamptz '2026-01-01Z' + n * interval '1 minute'`
  const statements = [
    sql`insert into call_batches (organization_id, project_id, _id, campaign_id, name, format, file_bytes, file_sha256,
        is_again, rows_count, accepted_count, queued_count, left_out, faults, faults_count, state, state_since, made_by,
        created_at)
      select ${o}, ${p}, ${id('batch', sql`n`)}, ${id('campaign', sql`n % 200`)}, 'file ' || n, 'csv', 100,
        sha256(n::text::bytea), false, 20, 20, 20, '{}', '[]', 0, 'queued', ${at}, 'Ada', ${at}
      from generate_series(0, 3999) n`,
    sql`insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer, state,
        state_since, attempts_count, created_at, batch_id, batch_line)
      select ${o}, ${p}, gen_random_uuid(), ${id('campaign', sql`n % 200`)}, 'queue', '+1415' || lpad(n::text, 7, '0'),
        '{}', (array['completed', 'no_answer', 'busy', 'voicemail'])[1 + n / 7 % 4], ${at}, 1, ${at},
        ${id('batch', sql`n % 4000`)}, n / 4000
      from generate_series(0, 59999) n`,
    sql`insert into call_attempts (organization_id, project_id, _id, call_id, campaign_id, voice_carrier_id,
        attempt_number, phone_number, caller_id_number, ring_timeout_seconds, state, state_since, created_at, script)
      select organization_id, project_id, gen_random_uuid(), _id, campaign_id, gen_random_uuid(), 1, phone_number,
        '+14155550100', 30, 'completed', created_at, created_at, 'Hello' from calls`,
    sql`insert into whatsapp_senders (organization_id, project_id, _id, name, phone_number_id, business_account_id,
        display_phone_number, access_token, app_secret, verify_token, created_at, updated_at, templates_due_at)
      select ${o}, ${p}, ${id('sender', sql`n`)}, 'sender ' || n, 'n' || n, 'b' || n, '+14155550100', '', '', '', ${at},
        ${at}, ${at}
      from generate_series(0, 1999) n`,
    sql`insert into whatsapp_templates (organization_id, project_id, _id, name, provider_name, whatsapp_sender_id,
        language, category, status, components, created_at, updated_at)
      select ${o}, ${p}, ${id('template', sql`n`)}, 'template ' || n, 'template ' || n,
        ${id('sender', sql`n % 2000`)}, 'en', 'utility', (array['approved', 'paused'])[1 + n / 50 % 2], '[]', ${at}, ${at}
      from generate_series(0, 19999) n`,
    sql`insert into broadcasts (organization_id, project_id, _id, name, whatsapp_sender_id, whatsapp_template_id,
        created_at, updated_at)
      select ${o}, ${p}, ${id('broadcast', sql`n`)}, 'broadcast ' || n, ${id('sender', sql`n % 2000`)},
        ${id('template', sql`n`)}, ${at}, ${at}
      from generate_series(0, 9999) n`,
    sql`insert into whatsapp_messages (organization_id, project_id, _id, broadcast_id, whatsapp_sender_id, recipient,
        type, request, provider_message, status, status_since, error_code, error_reason, quota, created_at)
      select ${o}, ${p}, gen_random_uuid(), ${id('broadcast', sql`n % 10000`)}, ${id('sender', sql`n % 2000`)},
        '+1415' || lpad((n % 30000)::text, 7, '0'), 'template', '{"data": {}}', '{}',
        case when n % 17 = 0 then 'failed' else 'read' end, ${at}, case when n % 17 = 0 then '131026' end,
        case when n % 17 = 0 then 'reason' end, case when n % 17 = 0 then 'released' else 'consumed' end, ${at}
      from generate_series(0, 59999) n`,
    sql`insert into whatsapp_message_statuses (organization_id, message_id, status, at)
      select organization_id, _id, status, created_at from whatsapp_messages`,
    sql`insert into whatsapp_opt_outs (organization_id, project_id, recipient, scope, source, since)
      select ${o}, ${p}, case when n % 20 = 3 and n % 7 = 0 then 'US.' || n else '+1415' || lpad(n::text, 7, '0') end,
        (array['all', 'marketing'])[1 + n / 50 % 2], 'message', ${at}
      from generate_series(0, 29999) n`,
    sql`insert into whatsapp_user_ids (organization_id, project_id, user_id, person_id, current_user_id, phone_number)
      select ${o}, ${p}, 'US.' || n, gen_random_uuid(), 'US.' || n, '+1415' || lpad((n + 40000)::text, 7, '0')
      from generate_series(0, 29999) n`,
    sql`insert into profiles (organization_id, project_id, _id, name, display_id, last_interaction_at, created_at,
        updated_at)
      select ${o}, ${p}, gen_random_uuid(), 'Person ' || n, 'CUST-' || n, ${at}, ${at}, ${at}
      from generate_series(0, 29999) n`,
    sql`insert into profile_contacts (organization_id, project_id, kind, normalized, value, source, profile_id,
        created_at)
      select organization_id, project_id, 'phone', '+1415' || lpad(substr(display_id, 6), 7, '0'), '', 'import', _id,
        created_at from profiles`,
    sql`insert into channel_identities (organization_id, project_id, channel_type, identity_key, profile_id,
        first_seen_at, last_seen_at)
      select organization_id, project_id, 'whatsapp', 'US.' || substr(display_id, 6), _id, created_at, created_at
      from profiles`,
    sql`insert into sources (organization_id, project_id, _id, name, source_type, sync_status, created_by, created_at,
        updated_at)
      select ${o}, ${p}, ${id('source', sql`n`)}, 'source ' || n, 'files', 'success', '{}', ${at}, ${at}
      from generate_series(0, 9999) n`,
    sql`insert into source_pages (organization_id, project_id, source_id, _id, url_key, title, language, text_hash,
        simhash, text_size, chunk_count, byte_size, first_indexed_at, indexed_at)
      select ${o}, ${p}, ${id('source', sql`n % 10000`)}, ${id('page', sql`n`)}, sha256(n::text::bytea), 'page ' || n,
        'en', sha256(n::text::bytea), n, 100, 3, 100, ${at}, ${at}
      from generate_series(0, 19999) n`,
    sql`insert into page_chunks (organization_id, project_id, source_id, page_id, ordinal, heading, text, words,
        heading_words)
      select ${o}, ${p}, ${id('source', sql`n % 10000`)}, ${id('page', sql`n`)}, part, 'Heading', 'Text',
        to_tsvector('english', 'insurance word' || n % 997 || ' policy' || n % 1301), to_tsvector('english', 'heading' || n % 401)
      from generate_series(0, 19999) n, generate_series(0, 2) part`,
    sql`insert into source_words (organization_id, project_id, source_id, word, form)
      select ${o}, ${p}, ${id('source', sql`n % 10000`)}, 'word' || n, 'word' || n from generate_series(0, 29999) n`,
  ]
  const client = await service.context.db.connect()
  try {
    await client.query('set session_replication_role = replica')
    for (const statement of statements) await client.query(toText(statement))
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** The tables that hold many rows. None may be read whole. */
const large = [
  'call_batches',
  'calls',
  'call_attempts',
  'whatsapp_templates',
  'broadcasts',
  'whatsapp_messages',
  'whatsapp_message_statuses',
  'whatsapp_opt_outs',
  'whatsapp_user_ids',
  'profiles',
  'profile_contacts',
  'channel_identities',
  'sources',
  'source_pages',
  'page_chunks',
  'source_words',
]
const wholeTable = new RegExp(`Seq Scan on (?:${large.join('|')})\\b`)

/** Runs a read, and returns each statement that it sent with its plans: for its values, and the one that is kept. */
async function plansOf(read: (db: Db) => Promise<unknown>): Promise<string[]> {
  const { db } = service.context
  const sent: Sql[] = []
  const recording = { query: <Row>(query: Sql) => (sent.push(query), db.query<Row>(query)) }
  await read({ ...db, ...recording, limited: () => recording })
  const client = await db.connect()
  try {
    const plans: string[] = []
    for (const query of sent) {
      const { text, values } = toText(query)
      for (const explain of [
        { text: `explain (costs off) ${text}`, values },
        { text: `explain (generic_plan, costs off) ${text}` },
      ]) {
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(explain)
        plans.push(`${text}\n${rows.map((row) => row['QUERY PLAN']).join('\n')}`)
      }
    }
    return plans
  } finally {
    await client.end()
  }
}

const page = { skip: 0, limit: 20 }
const any: MessageFilter = { broadcast_id: null, status: null, error_code: null, to: null, send: null }
const noFilter = { status: null, senderId: null, text: null }
const newest = [{ field: 'created_at', path: [], direction: -1 as const }]
const campaign = () => ({ ...project, campaign_id: idOf('campaign', 3) })
const batch = () => ({ ...campaign(), batch_id: idOf('batch', 3) })
const inPlace = () => ({ organizationId: project.organization_id, projectId: project.project_id })

const reads: Record<string, (db: Db) => Promise<unknown>> = {
  'batches of a campaign': (db) => selectBatches(db, campaign(), page),
  'the calls of a batch by state': (db) => selectBatchOutcomes(db, batch()),
  'the outcomes of a batch': (db) => selectOutcomes(db, batch(), 5, 1_000),
  'the calls of a batch': (db) =>
    listProjectCalls(
      { ...service.context, db },
      project,
      'all',
      listOf(
        {
          ...page,
          filters: JSON.stringify({ campaign_id: idOf('campaign', 3), batch_id: idOf('batch', 3) }),
        },
        projectCallFilterFields,
        newest,
      ),
    ),
  'the calls of a campaign': (db) =>
    listProjectCalls(
      { ...service.context, db },
      project,
      'all',
      listOf(
        { ...page, filters: JSON.stringify({ campaign_id: idOf('campaign', 3) }) },
        projectCallFilterFields,
        newest,
      ),
    ),
  templates: (db) => selectTemplatePage(db, project, noFilter, page),
  'templates of a status': (db) => selectTemplatePage(db, project, { ...noFilter, status: 'paused' }, page),
  'the languages of a template': (db) => selectTemplateLanguages(db, project, idOf('template', 3)),
  'the broadcasts of a template': (db) =>
    selectUsingBroadcasts(db, project, { templateIds: [idOf('template', 3)] }, new Date()),
  'a broadcast with its template': (db) =>
    selectUsingBroadcasts(db, project, { broadcastId: idOf('broadcast', 3) }, new Date()),
  messages: (db) => selectProjectMessages(db, project, any, page),
  'messages that failed': (db) => selectProjectMessages(db, project, { ...any, status: 'failed' }, page),
  'messages of a broadcast that failed with a code': (db) =>
    selectProjectMessages(
      db,
      project,
      { ...any, broadcast_id: idOf('broadcast', 3), status: 'failed', error_code: '131026' },
      page,
    ),
  'messages to a person': (db) => selectProjectMessages(db, project, { ...any, to: '+14150000003' }, page),
  'messages whose send was released': (db) =>
    selectProjectMessages(db, project, { ...any, send: 'released' }, page),
  'how many messages a person got': (db) => countMessagesTo(db, project, { ...any, to: '+14150000003' }),
  'opt-outs': (db) => selectOptOutPage(db, project, { scope: null, source: null, text: null }, page),
  'opt-outs by a part of a name': (db) =>
    selectOptOutPage(db, project, { scope: null, source: null, text: 'person 1' }, page),
  sources: (db) =>
    selectSources(db, project.organization_id, project.project_id, listOf(page, sourceFields, newest)),
  'the passages of a page': (db) =>
    selectPagePassages(db, { ...project, source_id: idOf('source', 3), page_id: idOf('page', 3) }, page),
  'what is found for a question': (db) =>
    searchSources(db, { ...inPlace(), question: 'insurance word123 policyy', limit: 5 }),
}

describe('the statements behind the screens', () => {
  for (const [title, read] of Object.entries(reads))
    it(`${title}: reads no whole table`, async () => {
      const plans = await plansOf(read)
      assert.ok(plans.length > 0)
      for (const plan of plans) assert.doesNotMatch(plan, wholeTable, plan)
    })
})
