// What erasing one person costs who has many rows: npx node bench/people/erase.ts [--rows 100000]
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { uuidv7 } from '../../src/base/ids.ts'
import { sql, toText } from '../../src/db/sql.ts'
import { beginErasure } from '../../src/operator/erase/begin-erasure.ts'
import { erasePeople } from '../../src/operator/erase/erase-people.ts'
import { startService } from '../../test/support/service.ts'
import { cpuSeconds } from '../support/cpu-time.ts'

const { values } = parseArgs({ options: { rows: { type: 'string', default: '100000' } } })
/** The rows are a fifth each of calls, attempts, conversations, transcript lines and messages. */
const each = Math.ceil(Number(values.rows) / 5)
const phone = '+14155550123'

await using service = await startService({})
const { context, organizationId, projectId } = service
const profileId = uuidv7()
const client = await context.db.connect()
await client.query(`set session_replication_role = 'replica'`)
const insert = (query: ReturnType<typeof sql>) => client.query(toText(query))
await insert(sql`
  insert into profiles (organization_id, project_id, _id, name, display_id, created_at, updated_at)
  values (${organizationId}, ${projectId}, ${profileId}, 'Ada', 'CUST-1', now(), now())`)
await insert(sql`
  insert into profile_contacts (organization_id, project_id, kind, normalized, value, source, profile_id, created_at)
  values (${organizationId}, ${projectId}, 'phone', ${phone}, ${phone}, 'voice', ${profileId}, now())`)
// Those of the person, then as many of others.
for (const [of, owner] of [
  ['own', profileId],
  ['other', null],
] as const) {
  const id = (kind: string) => sql`md5(${kind} || ${of}::text || n)::uuid`
  const number = of === 'own' ? sql`${phone}::text` : sql`'+1415' || (1000000 + n)::text`
  const every = sql`from generate_series(1, ${each}::integer) n`
  await insert(sql`
    insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer, state, state_since,
      attempts_count, created_at)
    select ${organizationId}::uuid, ${projectId}::uuid, ${id('call')}, ${projectId}::uuid, 'queue', ${number},
      '{"name":"Ada"}', 'completed', now(), 1, now() ${every}`)
  await insert(sql`
    insert into call_attempts (organization_id, project_id, _id, call_id, campaign_id, voice_carrier_id, attempt_number,
      phone_number, caller_id_number, ring_timeout_seconds, state, state_since, script, carrier_call_sid, created_at)
    select ${organizationId}::uuid, ${projectId}::uuid, ${id('attempt')}, ${id('call')}, ${projectId}::uuid,
      ${projectId}::uuid, 1, ${number}, '+14155550100', 30, 'completed', now(), 'Hello', ${id('sid')}::text, now() ${every}`)
  await insert(sql`
    insert into conversations (organization_id, project_id, _id, channel_type, conversation_type, status, phone_number,
      profile_id, start_time, created_at)
    select ${organizationId}::uuid, ${projectId}::uuid, ${id('talk')}, 'voice', 'outbound', 'completed', ${number},
      ${owner}::uuid, now(), now() ${every}`)
  await insert(sql`
    insert into conversation_lines (organization_id, conversation_id, turn, line, role, text, said_at)
    select ${organizationId}::uuid, ${id('talk')}, 0, 0, 'customer', 'Yes, please.', now() ${every}`)
  await insert(sql`
    insert into messages (organization_id, project_id, _id, channel_type, direction, text, profile_id, created_at)
    select ${organizationId}::uuid, ${projectId}::uuid, ${id('message')}, 'voice', 'inbound', 'Yes', ${owner}::uuid, now()
    ${every}`)
}
await client.query('vacuum analyze')
const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
const postmaster = Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${rows[0]!.pid}/status`, 'utf8'))?.[1])
await client.end()

const requested = performance.now()
const outcome = await beginErasure(
  context,
  {
    organization_id: organizationId,
    project_id: projectId,
    profile_id: profileId,
    actor: { kind: 'cli', id: null, name: 'bench', via: 'command', requestId: null },
    dryRun: false,
  },
  new Date(),
)
console.log(`${outcome.kind} in ${Math.round(performance.now() - requested)} ms`)
const job = erasePeople(context)
const begun = performance.now()
const cpu = cpuSeconds(postmaster)
const times: number[] = []
for (let isMore = true; isMore;) {
  const at = performance.now()
  isMore = await job.run(new AbortController().signal)
  times.push(performance.now() - at)
}
times.sort((one, other) => one - other)
const ms = (share: number) => `${Math.round(times[Math.floor((times.length - 1) * share)]!)} ms`
console.log(
  `${5 * each} rows of one person beside as many of others: ${times.length} transactions, ` +
    `${((performance.now() - begun) / 1_000).toFixed(1)} s, ${(cpuSeconds(postmaster) - cpu).toFixed(1)} s of PostgreSQL's ` +
    `processor time\na transaction: p50 ${ms(0.5)}, p99 ${ms(0.99)}, longest ${ms(1)}`,
)
