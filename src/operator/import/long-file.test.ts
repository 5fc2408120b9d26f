import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Client } from 'pg'
import { createTestDatabase } from '../../../test/support/database.ts'
import type { TestDatabase } from '../../../test/support/database.ts'
import { organization } from '../../../test/support/declarations.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { eventually } from '../../../test/support/service.ts'
import { systemClock } from '../../base/clock.ts'
import { uuidv7 } from '../../base/ids.ts'
import { createSecretBox } from '../../base/secret-box.ts'
import { createDatabase } from '../../db/database.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { applyDeclaration } from '../apply/apply-declaration.ts'
import { recount } from '../recount/recount.ts'
import { importHistory } from './import-history.ts'
import type { ImportOutcome, ImportSummary } from './import-history.ts'
import type { Progress } from './import-transaction.ts'

const many = 4_000

interface Project {
  organization_id: string
  project_id: string
}

const nextNumber = createNumbers()
let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database[Symbol.asyncDispose]())

let declared = 0
async function declare(): Promise<Project> {
  const secretBox = createSecretBox(Buffer.alloc(32, 7))
  const context = { db: database.db, clock: systemClock, newId: uuidv7, secretBox }
  const applied = await applyDeclaration(
    context,
    organization(`Organization ${++declared}`, 'http://127.0.0.1:1'),
  )
  assert.ok(applied.ok, JSON.stringify(applied))
  const [made] = applied.tree.organizations
  return { organization_id: made!._id, project_id: made!.projects[0]!._id }
}

type Fields = Record<string, unknown>

const call = (index: number, more: Fields = {}): Fields => ({
  channel_type: index % 3 === 0 ? 'whatsapp' : 'voice',
  conversation_type: index % 2 === 0 ? 'outbound' : 'inbound',
  status: ['completed', 'busy', 'failed'][index % 3],
  start_time: new Date(Date.UTC(2026, 2, 1) + index * 60_000).toISOString(),
  ...(index % 4 === 0 && { duration_seconds: index / 8 }),
  ...(index % 100 === 0 && {
    transcript: [
      { role: 'agent', text: `Hello ${index}` },
      { role: 'customer', text: 'é' },
    ],
  }),
  ...more,
})

async function importLines(
  project: Project,
  lines: readonly (Fields | string)[],
  { db = database.db, ...options }: { db?: Db; progress?: Progress; signal?: AbortSignal } = {},
): Promise<ImportOutcome> {
  const context = { db, clock: systemClock, newId: uuidv7, progress: () => {}, ...options }
  const text = lines.map(
    (line) => (typeof line === 'string' ? line : JSON.stringify({ ...project, ...line })) + '\n',
  )
  return importHistory(context, 'conversations', bytesOf(text.join('')))
}

async function* bytesOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

async function keep(project: Project, lines: readonly Fields[]): Promise<ImportSummary> {
  const outcome = await importLines(project, lines)
  assert.ok(outcome.ok, JSON.stringify(outcome))
  return outcome.summary
}

/** Returns all stored history of a project, without ids and the time of the import. */
async function kept({ organization_id, project_id }: Project): Promise<unknown> {
  const of = sql`t.organization_id = ${organization_id} and t.project_id = ${project_id}`
  const conversations = await database.db.query(sql`
    select t.channel_type, t.conversation_type, t.status, t.phone_number, t.start_time, t.end_time, t.duration_seconds,
      p.display_id, case when t.phone_number is null and p._id is null then null
        when t.caller = p._id::text then 'profile' else t.caller end as caller,
      (select string_agg(l.role || ' ' || l.text || ' ' || l.said_at, ', ' order by turn, line) from conversation_lines l
        where l.organization_id = t.organization_id and l.conversation_id = t._id) as said
    from conversations t left join profiles p on p.organization_id = t.organization_id and p._id = t.profile_id
    where ${of} order by t.start_time, t.channel_type, t.phone_number`)
  const profiles = await database.db.query(sql`
    select t.display_id, t.conversation_count, t.call_count, t.chat_count, t.last_interaction_at,
      (select string_agg(concat_ws(' ', normalized, value, source), ', ' order by normalized) from profile_contacts c
        where c.organization_id = t.organization_id and c.profile_id = t._id) as contacts,
      (select string_agg(concat_ws(' ', channel_type, identity_key, first_seen_at, last_seen_at), ', '
          order by channel_type, identity_key) from channel_identities i
        where i.organization_id = t.organization_id and i.profile_id = t._id) as identities,
      (select concat_ws(' ', words, digits) from profile_search s
        where s.organization_id = t.organization_id and s.profile_id = t._id) as search
    from profiles t where ${of} order by t.display_id`)
  const callers = await database.db.query(sql`
    select count(*) as callers, sum(t.conversations) as conversations from conversation_callers t where ${of}`)
  return { conversations, profiles, callers }
}

function countRows(): Promise<unknown> {
  return database.db.query(sql`
    select (select count(*) from conversations) as conversations, (select count(*) from profiles) as profiles,
      (select count(*) from profile_contacts) as contacts, (select count(*) from conversation_lines) as lines,
      (select count(*) from row_count_changes) as changes, (select count(*) from conversation_callers) as callers`)
}

/** Records the number of a new person as a call does, in a transaction that stays open. */
async function meet(
  client: Client,
  { organization_id, project_id }: Project,
  phone: string,
): Promise<string> {
  const id = uuidv7()
  await client.query('begin')
  await client.query(
    `insert into profiles (organization_id, project_id, _id, display_id, created_at, updated_at)
     values ($1, $2, $3, $4, now(), now())`,
    [organization_id, project_id, id, `met ${id}`],
  )
  await client.query(
    `insert into profile_search (organization_id, project_id, profile_id, words, digits) values ($1, $2, $3, $4, $5)`,
    [organization_id, project_id, id, `met ${id}`, phone.slice(1)],
  )
  await client.query(
    `insert into row_count_changes (organization_id, project_id, kind, rows) values ($1, $2, 'profiles', 1)`,
    [organization_id, project_id],
  )
  await client.query(
    `insert into profile_contacts (organization_id, project_id, kind, normalized, value, source, profile_id, created_at)
     values ($1, $2, 'phone', $3, $3, 'voice', $4, now())`,
    [organization_id, project_id, phone, id],
  )
  return id
}

async function isWaiting(statement: string): Promise<true | null> {
  const found = await database.db.query(sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like ${statement}`)
  return found.length > 0 ? true : null
}

describe('a long file', () => {
  it('has the same result as several short files', async () => {
    const numbers = Array.from({ length: 700 }, nextNumber)
    const [long, short] = [await declare(), await declare()]
    const linesFor = async (project: Project): Promise<Fields[]> => {
      await keep(project, [call(0, { phone_number: numbers[0] }), call(1, { phone_number: numbers[1] })])
      const [known] = await database.db.query<{ _id: string }>(sql`
        select _id from profiles where project_id = ${project.project_id} order by display_id`)
      return Array.from({ length: many }, (_, index) =>
        call(index, {
          ...(index % 7 !== 0 && { phone_number: numbers[(index * 31) % numbers.length] }),
          ...(index % 70 === 0 && { customer_profile_id: known?._id }),
        }),
      )
    }
    const lines = await linesFor(short)
    const parts = [0, 1, 2, 3].map((part) => lines.slice((part * many) / 4, ((part + 1) * many) / 4))
    const ofShort = []
    for (const part of parts) ofShort.push(await keep(short, part))
    const summary = await keep(long, await linesFor(long))
    assert.equal(summary.imported, many)
    assert.equal(
      summary.profiles_created,
      ofShort.reduce((sum, { profiles_created }) => sum + profiles_created, 0),
    )
    assert.deepEqual(await kept(long), await kept(short))
  })

  it('merges two profiles that it shows to be one person', async () => {
    const project = await declare()
    const phone = nextNumber()
    const lines = Array.from({ length: many }, (_, index) => call(index, { phone_number: phone }))
    await keep(project, lines.slice(0, 1))
    await database.db.transaction(async (transaction) => {
      const { organization_id, project_id } = project
      await transaction.query(sql`
        with other as (
          insert into profiles (organization_id, project_id, _id, display_id, created_at, updated_at)
          values (${organization_id}, ${project_id}, ${uuidv7()}, 'other', now(), now()) returning _id),
        found as (
          insert into profile_search (organization_id, project_id, profile_id, words, digits)
          select ${organization_id}::uuid, ${project_id}::uuid, _id, 'other', '' from other),
        counted as (
          insert into row_count_changes (organization_id, project_id, kind, rows)
          values (${organization_id}, ${project_id}, 'profiles', 1))
        insert into channel_identities (organization_id, project_id, channel_type, identity_key, profile_id, first_seen_at, last_seen_at)
        select ${organization_id}::uuid, ${project_id}::uuid, 'voice', ${phone}, _id, now(), now() from other`)
    })
    const summary = await keep(project, lines.slice(1))
    assert.equal(summary.profiles_merged, 1)
    const profiles = await database.db.query(sql`
      select conversation_count from profiles where project_id = ${project.project_id}`)
    assert.deepEqual(profiles, [{ conversation_count: many }])
  })

  it('keeps one profile for a new person whom a call has met meanwhile', async () => {
    const project = await declare()
    const numbers = Array.from({ length: 50 }, nextNumber)
    const holder = await database.db.connect()
    await meet(holder, project, numbers[7]!)
    const lines = Array.from({ length: many }, (_, index) =>
      call(index, { phone_number: numbers[index % 50] }),
    )
    const kept = keep(project, lines)
    // The import found the number unknown and made a profile. Now it inserts the contact, which another transaction
    // holds.
    await eventually('it waits for who has the number', () => isWaiting('%insert into profile_contacts%'))
    await holder.query('commit')
    const summary = await kept
    assert.deepEqual([summary.profiles_created, summary.profiles_merged], [50, 1])
    const profiles = await database.db.query(sql`
      select conversation_count as count, count(*) as profiles from profiles where project_id = ${project.project_id}
      group by 1`)
    assert.deepEqual(profiles, [{ count: many / 50, profiles: 50 }])
    await holder.end()
  })

  it('repeats its last part if a live call has written the same counts first', async () => {
    const project = await declare()
    const lines = Array.from({ length: many }, (_, index) =>
      call(index, { phone_number: `+1415${2_000_000 + (index % (many / 2))}` }),
    )
    const holder = await database.db.connect()
    await holder.query('begin')
    await holder.query('insert into conversation_callers values ($1, $2, $3, 0)', [
      project.organization_id,
      project.project_id,
      lines[7]?.['phone_number'],
    ])
    const imported = keep(project, lines)
    await eventually('it waits for who has called', () => isWaiting('%insert into conversation_callers%'))
    await holder.query('commit')
    const { profiles_created, profiles_merged } = await imported
    assert.deepEqual([profiles_created, profiles_merged], [many / 2, 0])
    await holder.end()
  })

  it('is written by a database user for whom foreign keys are checked row by row', async () => {
    const project = await declare()
    const numbers = Array.from({ length: 500 }, nextNumber)
    const admin = await database.db.connect()
    const user = `plain_${uuidv7().replaceAll('-', '')}`
    await admin.query(
      `set createrole_self_grant = 'set, inherit'; create role ${user}; grant pg_read_all_data, pg_write_all_data to ${user}`,
    )
    const { host, user: self = '', database: name = '' } = admin
    const options = encodeURIComponent(`-c role=${user}`)
    const connectionString = `postgres://${self}@/${name}?host=${encodeURIComponent(host)}&options=${options}`
    const db = createDatabase({ connection: { connectionString } })
    try {
      const lines = Array.from({ length: many }, (_, index) =>
        call(index, { phone_number: numbers[index % 500] }),
      )
      const outcome = await importLines(project, lines, { db })
      assert.ok(outcome.ok, JSON.stringify(outcome))
      assert.deepEqual([outcome.summary.imported, outcome.summary.profiles_created], [many, 500])
    } finally {
      await db.end()
      await admin.query(`drop owned by ${user}; drop role ${user}`)
      await admin.end()
    }
  })

  it('that is imported twice at once is kept once', async () => {
    const project = await declare()
    const lines = Array.from({ length: many }, (_, index) => call(index, { _id: uuidv7() }))
    const [before] = await database.db.query<{ rows: number }>(
      sql`select count(*) as rows from conversations`,
    )
    const both = await Promise.all([importLines(project, lines), importLines(project, lines)])
    const [kept, refused, ...others] = both.sort((one, other) => Number(other.ok) - Number(one.ok))
    assert.deepEqual([kept?.ok, refused?.ok, others], [true, false, []])
    // Every line is a fault, since nobody ever sees half of an import.
    assert.ok(refused !== undefined && !refused.ok)
    assert.equal(refused.count, many)
    const [after] = await database.db.query<{ rows: number }>(sql`select count(*) as rows from conversations`)
    assert.equal((after?.rows ?? 0) - (before?.rows ?? 0), many)
  })

  it('leaves nothing if it is refused, or aborted while it is written', async () => {
    const project = await declare()
    const numbers = Array.from({ length: 500 }, nextNumber)
    const lines = Array.from({ length: many }, (_, index) =>
      call(index, { phone_number: numbers[index % 500] }),
    )
    const rows = await countRows()
    const refused = await importLines(project, [...lines, '{}'])
    assert.ok(!refused.ok)
    const stop = new AbortController()
    const reason = new Error('enough')
    await assert.rejects(
      importLines(project, lines, {
        signal: stop.signal,
        progress: (phase, done) => phase === 'writing conversations' && done > 0 && stop.abort(reason),
      }),
      (error) => error === reason,
    )
    assert.deepEqual(await countRows(), rows)
    await eventually('no session of it is left', async () => {
      const left = await database.db.query(sql`
        select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`)
      return left.length === 0 ? true : null
    })
  })

  it('fails and leaves nothing if its session is killed', async () => {
    const project = await declare()
    const lines = Array.from({ length: many }, (_, index) => call(index, { phone_number: nextNumber() }))
    const rows = await countRows()
    const holder = await database.db.connect()
    await holder.query('begin; lock table conversations in share mode')
    const failed = assert.rejects(importLines(project, lines), /terminat/i)
    await eventually('it waits', () => isWaiting('%insert into conversations%'))
    await database.db.query(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like '%insert into conversations%' and pid <> pg_backend_pid()`)
    await holder.query('rollback')
    await failed
    assert.deepEqual(await countRows(), rows)
    await holder.end()
  })

  it('leaves counts that agree with the rows', async () => {
    const differences = await recount(database.db, { repair: false })
    const found = Object.entries(differences).filter(([, count]) => count > 0)
    assert.deepEqual(found, [], 'whatever the tests above have imported')
  })
})
