import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase } from '../../../test/support/database.ts'
import type { TestDatabase } from '../../../test/support/database.ts'
import { organization } from '../../../test/support/declarations.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { systemClock } from '../../base/clock.ts'
import { uuidv7 } from '../../base/ids.ts'
import { createSecretBox } from '../../base/secret-box.ts'
import { insertVoiceConversation } from '../../conversations/queries.ts'
import { allProjects, applyCountChanges } from '../../counters/bucket-counts.ts'
import { sql } from '../../db/sql.ts'
import type { PersonContact } from '../../people/contact.ts'
import { emailContact } from '../../people/contact.ts'
import { linkPerson } from '../../people/link-person.ts'
import { selectContactOwners } from '../../people/queries.ts'
import { applyDeclaration } from '../apply/apply-declaration.ts'
import { recount } from '../recount/recount.ts'
import type { ImportKind } from './import-fields.ts'
import { importHistory } from './import-history.ts'
import type { ImportOutcome, ImportSummary } from './import-history.ts'

const nextNumber = createNumbers()
let database: TestDatabase
let project: { organization_id: string; project_id: string }
let otherProject: typeof project
let campaignId: string

before(async () => {
  database = await createTestDatabase()
  const secretBox = createSecretBox(Buffer.alloc(32, 7))
  const context = { db: database.db, clock: systemClock, newId: uuidv7, secretBox }
  const declare = async (name: string) => {
    const applied = await applyDeclaration(context, organization(name, 'http://127.0.0.1:1'))
    assert.ok(applied.ok, JSON.stringify(applied))
    const [made] = applied.tree.organizations
    const [first] = made?.projects ?? []
    assert.ok(made && first)
    campaignId ??= first.campaigns?.[0]?._id ?? ''
    return { organization_id: made._id, project_id: first._id }
  }
  project = await declare('Acme')
  otherProject = await declare('Other')
})
after(() => database[Symbol.asyncDispose]())

async function* bytesOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

function importText(kind: ImportKind, text: string): Promise<ImportOutcome> {
  const context = { db: database.db, clock: systemClock, newId: uuidv7, progress: () => {} }
  return importHistory(context, kind, bytesOf(text))
}

function linesOf(records: readonly Record<string, unknown>[]): string {
  return records.map((record) => `${JSON.stringify({ ...project, ...record })}\n`).join('')
}

async function keep(kind: ImportKind, records: readonly Record<string, unknown>[]): Promise<ImportSummary> {
  const outcome = await importText(kind, linesOf(records))
  assert.ok(outcome.ok, JSON.stringify(outcome))
  assert.equal(outcome.summary.imported, records.length)
  return outcome.summary
}

async function refuse(kind: ImportKind, text: string): Promise<string[]> {
  const before = await countRows()
  const outcome = await importText(kind, text)
  assert.ok(!outcome.ok, 'it was not refused')
  assert.deepEqual(await countRows(), before, 'something of it was kept')
  return outcome.faults.map(({ path, message }) => `${path}: ${message}`)
}

async function countRows(): Promise<unknown> {
  return database.db.query(sql`
    select (select count(*) from profiles) as profiles, (select count(*) from profile_contacts) as contacts,
      (select count(*) from channel_identities) as identities, (select count(*) from conversations) as conversations,
      (select count(*) from conversation_lines) as lines, (select count(*) from messages) as messages,
      (select count(*) from tickets) as tickets, (select sum(conversations) from conversation_callers) as callers,
      (select sum(rows) from row_count_changes) as counted`)
}

/** Checks what holds for the whole database after any imports in any order (Promises 37 to 39). */
async function assertConsistent(): Promise<void> {
  await applyCountChanges(database.db)
  const faults = await database.db.query(sql`
    select 'profile counts' as fault, p._id::text as place from profiles p
      left join lateral (
        select count(*) as all_of_them, count(*) filter (where channel_type = 'voice') as calls
        from conversations c where c.organization_id = p.organization_id and c.profile_id = p._id) c on true
      where (p.conversation_count, p.call_count) is distinct from (c.all_of_them, c.calls)
    union all
    select 'callers', coalesce(c.caller, k.caller) from (
        select organization_id, project_id, caller, count(*) as n from conversations group by 1, 2, 3) c
      full join (select * from conversation_callers where conversations <> 0) k using (organization_id, project_id, caller)
      where c.n is distinct from k.conversations
    union all
    select 'counters', n.bucket::text from (
        select organization_id, project_id, date_trunc('day', start_time, 'UTC')::timestamptz(3) as bucket, channel_type,
          conversation_type, status, count(*) as conversations, count(duration_seconds) as durations,
          coalesce(sum(duration_seconds::numeric), 0) as duration_seconds
        from conversations group by 1, 2, 3, 4, 5, 6) c
      full join (select * from conversation_counts where grain = 'day' and conversation_type <> '*' and status <> '*' and conversations <> 0
          and project_id <> ${allProjects}) n
        using (organization_id, project_id, bucket, channel_type, conversation_type, status)
      where (c.conversations, c.durations, c.duration_seconds)
        is distinct from (n.conversations, n.durations, n.duration_seconds)
    union all
    select 'display id beyond the last number', p.display_id from profiles p join profile_numbers n using (organization_id, project_id)
      where p.display_id ~ '^CUST-\\d{6}$' and substr(p.display_id, 6)::bigint > n.last_number
    union all
    select 'search', p._id::text from profiles p left join profile_search s
      on s.organization_id = p.organization_id and s.profile_id = p._id
      where s.profile_id is null or exists (
        select from profile_contacts c where c.organization_id = p.organization_id and c.profile_id = p._id
          and case when kind = 'phone' then position(substr(c.normalized, 2) in s.digits) else
            position(c.normalized in s.words) end = 0)`)
  assert.deepEqual(faults, [])
  assert.equal(
    (await recount(database.db, { repair: false })).chats,
    0,
    'counters of messages, leads and tickets',
  )
  assert.equal((await recount(database.db, { repair: false })).projects, 0, 'counts of profiles and callers')
}

interface Held {
  _id: string
  name: string | null
  display_id: string
  properties: unknown
  conversation_count: number
  call_count: number
  chat_count: number
  last_interaction_at: string | null
  created_at: string
  contacts: string[] | null
  identities: string[] | null
}

/** Returns the profiles that have one of the contacts, by contact. */
function holdersOf(...contacts: string[]): Promise<Held[]> {
  return database.db.query<Held>(sql`
    select p.*, (
        select array_agg(kind || ' ' || normalized || ' ' || value || ' ' || source order by kind, normalized)
        from profile_contacts c where c.organization_id = p.organization_id and c.profile_id = p._id) as contacts, (
        select array_agg(channel_type || ' ' || identity_key || ' ' || to_char(first_seen_at, 'DD HH24:MI') || ' '
          || to_char(last_seen_at, 'DD HH24:MI') order by channel_type, identity_key)
        from channel_identities i where i.organization_id = p.organization_id and i.profile_id = p._id) as identities
    from profiles p
    where p._id in (select profile_id from profile_contacts where normalized = any(${contacts}::text[]))
    order by p.display_id`)
}

const call = (more: Record<string, unknown> = {}) => ({
  channel_type: 'voice',
  conversation_type: 'outbound',
  status: 'completed',
  start_time: '2026-03-05T10:00:00Z',
  ...more,
})

describe('imported conversations', () => {
  it('are stored with all their fields', async () => {
    const phone = nextNumber()
    const _id = uuidv7()
    await keep('conversations', [
      call({
        _id: _id.toUpperCase(),
        phone_number: phone,
        campaign_id: campaignId,
        duration_seconds: 61.5,
        end_time: '2026-03-05T11:01:01.500+01:00',
        transcript: [
          { role: 'agent', text: 'Hello\n\t\\N "there"', at: '2026-03-05T10:00:01Z' },
          { role: 'customer', text: '👋 é' },
        ],
      }),
    ])
    const [kept] = await database.db.query<Record<string, unknown>>(
      sql`
      select organization_id, project_id, _id, channel_type, conversation_type, status, phone_number, campaign_id, profile_id,
        start_time, answered_at, end_time, duration_seconds, created_at, caller
      from conversations where _id = ${_id}`,
    )
    assert.ok(kept)
    const { created_at, profile_id, ...rest } = kept
    assert.ok(created_at && profile_id)
    assert.deepEqual(rest, {
      ...project,
      _id,
      channel_type: 'voice',
      conversation_type: 'outbound',
      status: 'completed',
      phone_number: phone,
      campaign_id: campaignId,
      start_time: '2026-03-05T10:00:00.000Z',
      answered_at: null,
      end_time: '2026-03-05T10:01:01.500Z',
      duration_seconds: 61.5,
      caller: phone,
    })
    const said = await database.db.query(sql`
      select turn, line, role, text, said_at from conversation_lines where conversation_id = ${_id} order by turn`)
    assert.deepEqual(said, [
      { turn: 0, line: 0, role: 'agent', text: 'Hello\n\t\\N "there"', said_at: '2026-03-05T10:00:01.000Z' },
      { turn: 1, line: 0, role: 'customer', text: '👋 é', said_at: '2026-03-05T10:00:00.000Z' },
    ])
    await assertConsistent()
  })

  it('make one profile for each number, in order of first appearance', async () => {
    const [one, two] = [nextNumber(), nextNumber()]
    const national = `(${two.slice(2, 5)}) ${two.slice(5, 8)}-${two.slice(8)}`
    const summary = await keep('conversations', [
      call({ phone_number: national, start_time: '2026-03-05T09:00:00Z' }),
      call({ phone_number: one }),
      call({ phone_number: two, channel_type: 'whatsapp', start_time: '2026-03-07T09:00:00Z' }),
      call({ phone_number: two, channel_type: 'whatsapp', start_time: '2026-03-06T09:00:00Z' }),
      call({ phone_number: two, start_time: '2026-03-04T09:00:00Z' }),
    ])
    assert.deepEqual([summary.profiles_created, summary.profiles_merged], [2, 0])
    const [first, second, ...others] = await holdersOf(one, two)
    assert.deepEqual(others, [])
    assert.deepEqual(first?.contacts, [`phone ${two} ${national} voice`])
    assert.deepEqual(first.identities, [
      `voice ${two} 04 09:00 05 09:00`,
      `whatsapp ${two} 06 09:00 07 09:00`,
    ])
    assert.deepEqual([first.conversation_count, first.call_count, first.chat_count], [4, 2, 2])
    assert.equal(first.last_interaction_at, '2026-03-07T09:00:00.000Z')
    assert.deepEqual(second?.contacts, [`phone ${one} ${one} voice`])
    await assertConsistent()
  })

  it('are linked to existing people, and count for them', async () => {
    const phone = nextNumber()
    const known = await meet(met({ phone, metAt: '2026-03-05T10:00:00Z' }))
    const summary = await keep('conversations', [
      call({ phone_number: phone, start_time: '2026-03-01T10:00:00Z' }),
      call({ phone_number: phone, channel_type: 'whatsapp' }),
    ])
    assert.equal(summary.profiles_created, 0)
    const [profile, ...others] = await holdersOf(phone)
    assert.deepEqual(others, [])
    assert.equal(profile?._id, known)
    assert.deepEqual([profile.conversation_count, profile.chat_count], [3, 1])
    assert.deepEqual(profile.identities, [
      `voice ${phone} 01 10:00 05 10:00`,
      `whatsapp ${phone} 05 10:00 05 10:00`,
    ])
    await assertConsistent()
  })

  it('go to the profile that they name, which gets the number if nobody has it', async () => {
    const [own, free, taken] = [nextNumber(), nextNumber(), nextNumber()]
    const named = await meet(met({ phone: own }))
    const holder = await meet(met({ phone: taken }))
    await keep('conversations', [
      call({ phone_number: free }),
      call({ phone_number: free, customer_profile_id: named }),
      call({ phone_number: taken, customer_profile_id: named }),
      call({ channel_type: 'web', customer_profile_id: named }),
      call({ channel_type: 'web' }),
    ])
    const profiles = await holdersOf(own, free, taken)
    assert.deepEqual(
      profiles.map(({ _id, conversation_count, chat_count }) => [_id, conversation_count, chat_count]),
      [
        [named, 5, 1],
        [holder, 1, 0],
      ],
    )
    assert.deepEqual(
      profiles[0]?.contacts?.map((contact) => contact.split(' ')[1]),
      [own, free],
    )
    await assertConsistent()
  })

  it('that name a merged profile go to the survivor', async () => {
    const phone = nextNumber()
    const email = `${phone}@example.com`
    const older = await meet(met({ email }))
    const younger = await meet(met({ phone }))
    await meet(met({ phone, email }))
    await keep('conversations', [call({ channel_type: 'web', customer_profile_id: younger })])
    const [profile] = await holdersOf(phone)
    assert.deepEqual([profile?._id, profile?.conversation_count], [older, 3])
    await assertConsistent()
  })

  it('merge two profiles if the number is a contact of one and an identity of the other', async () => {
    const phone = nextNumber()
    await keep('profiles', [
      { name: 'Contact', phone_numbers: [{ value: phone }], created_at: '2026-01-02T00:00:00Z' },
      {
        name: 'Identity',
        channel_identities: [{ channel_type: 'whatsapp', identity_key: phone }],
        created_at: '2026-01-01T00:00:00Z',
      },
    ])
    const summary = await keep('conversations', [call({ phone_number: phone, channel_type: 'whatsapp' })])
    assert.equal(summary.profiles_merged, 1)
    const profiles = await holdersOf(phone)
    assert.deepEqual(
      profiles.map(({ name, conversation_count }) => [name, conversation_count]),
      [['Identity', 1]],
    )
    await assertConsistent()
  })

  it('are refused with a fault for each line that says what is right', async () => {
    const before = uuidv7()
    await keep('conversations', [call({ _id: before })])
    const again = uuidv7()
    const faults = await refuse(
      'conversations',
      [
        'no json',
        '[1]',
        JSON.stringify(call()),
        JSON.stringify({ ...project, project_id: otherProject.project_id, ...call() }),
        JSON.stringify({ ...project, organization_id: uuidv7(), ...call() }),
        '',
        ...[
          call({ start_time: 'yesterday', colour: 'red' }),
          call({ channel_type: 'fax', status: 'done', start_time: null }),
          call({ end_time: '2026-03-05T09:59:59Z', duration_seconds: -1 }),
          call({ phone_number: '12', transcript: [{ role: 'bot', text: 'a\0b', mood: 1 }] }),
        ].map((record) => JSON.stringify({ ...project, ...record })),
        JSON.stringify({ ...project, ...call({ transcript: [{ role: 'bot', mood: 1 }, 7] }) }),
        JSON.stringify({ ...project, ...call({ _id: again }) }),
        JSON.stringify({ ...project, ...call({ _id: again }) }),
        JSON.stringify({
          ...project,
          ...call({ _id: before, campaign_id: uuidv7(), customer_profile_id: uuidv7() }),
        }),
      ].join('\r\n'),
    )
    assert.deepEqual(
      faults.map((fault) => fault.replace(/such as .*|here are .*/, '…')),
      [
        'line 1: must be one JSON object, …',
        'line 2: must be one JSON object, …',
        'line 3: organization_id: is required',
        'line 3: project_id: is required',
        'line 4: project_id: there is no such project in this organization',
        'line 5: organization_id: there is no such organization with projects',
        'line 7: colour: unknown field; the fields …',
        'line 7: start_time: must be an ISO 8601 instant, …',
        'line 8: start_time: is required',
        'line 8: channel_type: must be one of voice, whatsapp, web, telegram',
        'line 8: status: must be one of initiated, ringing, live, completed, no_answer, busy, failed, canceled',
        'line 9: end_time: must not be before start_time',
        'line 9: duration_seconds: must be a number from 0 to 31536000',
        'line 10: transcript[0].text: holds a character that cannot be stored (NUL, or half of a surrogate pair)',
        'line 11: transcript[0].mood: unknown field; the fields …',
        'line 11: transcript[0].text: is required',
        'line 11: transcript[0].role: must be one of agent, customer, system',
        'line 11: transcript[1]: must be a mapping with role, text and at',
        'line 13: _id: is on line 12 already',
        'line 14: _id: is stored already',
      ],
    )
  })

  it('are refused with the first 20 faults, and the number of all', async () => {
    const stored = Array.from({ length: 30 }, () => call({ _id: uuidv7() }))
    await keep('conversations', stored)
    for (const [text, count] of [
      ['x\n'.repeat(1_000), 1_000],
      [linesOf(stored), 30],
      [linesOf(stored.slice(0, 5)) + linesOf(stored.slice(0, 25)) + 'x\n', 31 + 5],
    ] as const) {
      const outcome = await importText('conversations', text)
      assert.ok(!outcome.ok)
      assert.deepEqual([outcome.faults.length, outcome.count], [20, count])
    }
  })

  it('have durations of a year at most', async () => {
    await keep('conversations', [call({ duration_seconds: 31_536_000 }), call({ duration_seconds: 0.25 })])
    for (const given of ['31536000.5', '1e308', '1e999', '-0.1', '"60"', 'true'])
      assert.deepEqual(
        await refuse('conversations', linesOf([call()]).replace('{', `{"duration_seconds":${given},`)),
        ['line 1: duration_seconds: must be a number from 0 to 31536000'],
      )
  })
})

describe('imported profiles', () => {
  it('are stored with all their fields', async () => {
    const phone = nextNumber()
    const _id = uuidv7()
    const record = {
      _id,
      name: 'Ada "the first"\\',
      display_id: `A-${phone}`,
      phone_numbers: [{ value: phone, source: 'crm' }, { value: `${phone.slice(0, 2)} ${phone.slice(2)}` }],
      emails: [{ value: `Ada${phone}@Example.com`, source: 'crm' }],
      channel_identities: [
        {
          channel_type: 'web',
          identity_key: `visitor ${phone}`,
          first_seen_at: '2026-01-02T03:04:00Z',
          last_seen_at: '2026-01-05T03:04:00Z',
        },
      ],
      properties: { tier: 'gold', nested: { list: [1, null, 'é'] } },
      last_interaction_at: '2026-01-05T03:04:00Z',
      created_at: '2025-01-01T00:00:00Z',
    }
    await keep('profiles', [record, {}])
    const [kept] = await holdersOf(phone)
    assert.equal(kept?._id, _id)
    assert.deepEqual(
      [kept.name, kept.display_id, kept.properties, kept.last_interaction_at, kept.created_at],
      [
        record.name,
        record.display_id,
        record.properties,
        '2026-01-05T03:04:00.000Z',
        '2025-01-01T00:00:00.000Z',
      ],
    )
    assert.deepEqual(kept.contacts, [
      `email ada${phone}@example.com Ada${phone}@Example.com crm`,
      `phone ${phone} ${phone} crm`,
    ])
    assert.deepEqual(kept.identities, [`web visitor ${phone} 02 03:04 05 03:04`])
    await assertConsistent()
  })

  it('that share contacts with each other or with stored ones become one person, the oldest', async () => {
    const [stored, shared, own] = [nextNumber(), nextNumber(), nextNumber()]
    const storedId = await meet(met({ phone: stored }))
    const oldest = uuidv7()
    const summary = await keep('profiles', [
      {
        name: 'Young',
        phone_numbers: [{ value: shared }],
        properties: { a: 1, b: 1 },
        created_at: '2024-05-02T00:00:00Z',
      },
      {
        _id: oldest,
        phone_numbers: [{ value: own }, { value: shared }],
        properties: { a: 2 },
        created_at: '2024-05-01T00:00:00Z',
      },
      { phone_numbers: [{ value: stored }, { value: own }], properties: { c: 3 } },
    ])
    assert.deepEqual([summary.profiles_created, summary.profiles_merged], [3, 3])
    const [profile, ...others] = await holdersOf(stored, shared, own)
    assert.deepEqual(others, [])
    assert.deepEqual(
      [profile?._id, profile?.name, profile?.properties, profile?.conversation_count],
      [oldest, 'Young', { a: 2, b: 1, c: 3 }, 1],
    )
    const [merged] = await database.db.query<{ survivor_id: string }>(
      sql`select survivor_id from merged_profiles where _id = ${storedId}`,
    )
    assert.equal(merged?.survivor_id, oldest)
    await assertConsistent()
  })

  it('of known people are each merged with the right one, however many lines a person has', async () => {
    const people = Array.from({ length: 60 }, (_, index) => ({
      phone: nextNumber(),
      lines: 1 + (index % 3),
      index,
    }))
    const phone_numbers = (phone: string) => [{ value: phone }]
    const created_at = '2025-01-01T00:00:00Z'
    await keep(
      'profiles',
      people.map(({ phone }) => ({ phone_numbers: phone_numbers(phone), created_at })),
    )
    const known = await Promise.all(people.map(async ({ phone }) => (await holdersOf(phone))[0]!._id))
    await keep('conversations', [
      ...people.map(({ phone }) => call({ phone_number: phone })),
      ...known.map((customer_profile_id) => call({ channel_type: 'web', customer_profile_id })),
    ])
    const lines = people.flatMap(({ phone, lines, index }) =>
      Array.from({ length: lines }, (_, line) => ({
        name: `Person ${index} line ${line}`,
        phone_numbers: phone_numbers(phone),
        properties: { person: index, line },
        created_at: `2025-02-0${3 - line}T00:00:00Z`,
      })),
    )
    const summary = await keep('profiles', lines)
    assert.equal(summary.profiles_merged, lines.length)
    for (const { phone, lines, index } of people) {
      const [holder, ...others] = await holdersOf(phone)
      assert.deepEqual(others, [])
      assert.deepEqual(
        [holder?._id, holder?.name, holder?.properties, holder?.conversation_count],
        [known[index], `Person ${index} line ${lines - 1}`, { person: index, line: lines - 1 }, 2],
      )
    }
    await assertConsistent()
  })

  it('may have the display id of the person they are merged with, older or younger', async () => {
    for (const [stored_at, again_at] of [
      ['2025-01-01', '2025-01-01'],
      ['2025-01-01', '2025-06-01'],
      ['2025-06-01', '2025-01-01'],
    ] as const) {
      const phone = nextNumber()
      const [display_id, identity_key] = [`P-${phone}`, `visitor of ${phone}`]
      const person = { display_id, phone_numbers: [{ value: phone }] }
      const channel_identities = [{ channel_type: 'web', identity_key }]
      await keep('profiles', [{ ...person, channel_identities, created_at: stored_at }])
      const again = { display_id, created_at: again_at, channel_identities }
      const summary = await keep('profiles', [
        { ...person, created_at: again_at },
        again,
        { ...again, created_at: '2025-09-01' },
      ])
      assert.deepEqual([summary.profiles_created, summary.profiles_merged], [3, 3])
      const [kept, ...others] = await holdersOf(phone)
      assert.deepEqual(others, [])
      assert.equal(kept?.display_id, display_id)
      assert.equal(kept.created_at, '2025-01-01T00:00:00.000Z')
      const [search] = await database.db.query<{ words: string }>(
        sql`select words from profile_search where profile_id = ${kept._id}`,
      )
      assert.ok(search?.words.includes(phone), 'the search does not know the display id')
    }
    await assertConsistent()
  })

  it('may repeat a display id within the file for the same person', async () => {
    const [phone, email] = [nextNumber(), `${uuidv7()}@example.com`]
    const display_id = `T-${phone}`
    await keep('profiles', [
      { display_id, phone_numbers: [{ value: phone }], emails: [{ value: email }], created_at: '2025-02-01' },
      { display_id, phone_numbers: [{ value: phone }], created_at: '2025-03-01' },
      { display_id, emails: [{ value: email }], created_at: '2025-01-01' },
    ])
    const held = await holdersOf(phone, email)
    assert.deepEqual(
      held.map((kept) => [kept.display_id, kept.created_at]),
      [[display_id, '2025-01-01T00:00:00.000Z']],
    )
    await assertConsistent()
  })

  it('may not have the display id of another person, even if they are merged with a third', async () => {
    const [one, two] = [nextNumber(), nextNumber()]
    await keep('profiles', [
      { display_id: `S-${one}`, phone_numbers: [{ value: one }] },
      { display_id: `S-${two}`, phone_numbers: [{ value: two }] },
    ])
    assert.deepEqual(
      await refuse(
        'profiles',
        linesOf([
          { display_id: `S-${one}`, phone_numbers: [{ value: two }] },
          { display_id: `S-${two}` },
          { display_id: `S-${two}`, phone_numbers: [{ value: two }] },
          { display_id: `U-${two}`, phone_numbers: [{ value: two }] },
          { display_id: `U-${two}`, phone_numbers: [{ value: one }] },
        ]),
      ),
      [
        'line 1: display_id: another profile has it already',
        'line 2: display_id: another profile has it already',
        'line 5: display_id: is on line 4 already',
      ],
    )
  })

  it('raise the next generated display id above theirs', async () => {
    const phones = [nextNumber(), nextNumber()]
    await keep('profiles', [{ phone_numbers: [{ value: phones[0] }], display_id: 'CUST-004711' }])
    await meet(met({ phone: phones[1]! }))
    const [, made] = await holdersOf(...phones)
    assert.equal(made?.display_id, 'CUST-004712')
    await assertConsistent()
  })

  it('are refused with a fault for each line that says what is right', async () => {
    const _id = uuidv7()
    const display = `D-${_id}`
    await keep('profiles', [{ _id, display_id: display }])
    const faults = await refuse(
      'profiles',
      linesOf([
        {
          phone_numbers: [{ value: '12' }, { number: nextNumber() }],
          emails: [{ value: 'nobody' }],
          name: ' A',
        },
        { channel_identities: [{ channel_type: 'voice', identity_key: 'x' }, { channel_type: 'web' }] },
        { properties: [1], display_id: '' },
        { properties: { a: '\ud800' } },
        { _id },
        { display_id: display },
        { display_id: 'twice' },
        { display_id: 'twice' },
      ]),
    )
    assert.deepEqual(
      faults.map((fault) => fault.replace(/such as .*|here are .*|, with its country.*/, '…')),
      [
        'line 1: phone_numbers[0].value: must be a telephone number…',
        'line 1: phone_numbers[1].number: unknown field; the fields …',
        'line 1: phone_numbers[1].value: is required',
        'line 1: emails[0].value: must be a mail address, …',
        'line 1: name: must not begin or end with a blank',
        'line 2: channel_identities[0].identity_key: must be a telephone number…',
        'line 2: channel_identities[1].identity_key: is required',
        'line 3: properties: must be a mapping of fields',
        'line 3: display_id: must not be empty',
        'line 4: properties.a: holds a character that cannot be stored (NUL, or half of a surrogate pair)',
        'line 5: _id: is stored already',
        'line 6: display_id: another profile has it already',
        'line 8: display_id: is on line 7 already',
      ],
    )
  })
})

describe('imported messages and tickets', () => {
  it('are linked to the profile that they name, else to that of their conversation', async () => {
    const [phone, other] = [nextNumber(), nextNumber()]
    const conversation_id = uuidv7()
    await keep('conversations', [
      call({ _id: conversation_id, phone_number: phone, channel_type: 'whatsapp' }),
    ])
    const named = await meet(met({ phone: other }))
    const [holder] = await holdersOf(phone)
    const at = { channel_type: 'whatsapp', created_at: '2026-03-09T10:00:00Z' }
    const message = { ...at, direction: 'inbound', text: 'Hi\tthere' }
    await keep('messages', [
      { ...message, conversation_id },
      { ...message, conversation_id, customer_profile_id: named },
      { ...message, text: undefined },
    ])
    await keep('tickets', [{ ...at, conversation_id, subject: 'Refund', status: 'closed' }, at])
    const columns = sql`conversation_id, profile_id, channel_type, created_at`
    const kept = { channel_type: 'whatsapp', created_at: '2026-03-09T10:00:00.000Z' }
    assert.deepEqual(
      await database.db.query(sql`select ${columns}, direction, text from messages order by _id`),
      [
        { ...kept, conversation_id, profile_id: holder?._id, direction: 'inbound', text: 'Hi\tthere' },
        { ...kept, conversation_id, profile_id: named, direction: 'inbound', text: 'Hi\tthere' },
        { ...kept, conversation_id: null, profile_id: null, direction: 'inbound', text: null },
      ],
    )
    assert.deepEqual(
      await database.db.query(sql`select ${columns}, subject, status from tickets order by _id`),
      [
        { ...kept, conversation_id, profile_id: holder?._id, subject: 'Refund', status: 'closed' },
        { ...kept, conversation_id: null, profile_id: null, subject: null, status: 'open' },
      ],
    )
    const [later] = await holdersOf(phone)
    assert.equal(later?.last_interaction_at, '2026-03-09T10:00:00.000Z')
    await assertConsistent()
  })

  it('stay with a person who is merged', async () => {
    const phone = nextNumber()
    const email = `${phone}@example.com`
    const older = await meet(met({ email }))
    const younger = await meet(met({ phone }))
    const _id = uuidv7()
    const at = { _id, channel_type: 'web', created_at: '2026-03-09T10:00:00Z', customer_profile_id: younger }
    await keep('messages', [{ ...at, direction: 'inbound' }])
    await keep('tickets', [at])
    await meet(met({ phone, email }))
    const linked = await database.db.query(sql`
      select profile_id from messages where _id = ${_id} union all select profile_id from tickets where _id = ${_id}`)
    assert.deepEqual(linked, [{ profile_id: older }, { profile_id: older }])
  })

  it('are refused if what they name does not exist', async () => {
    const at = { channel_type: 'web', created_at: '2026-03-09T10:00:00Z' }
    const message = { ...at, direction: 'inbound' }
    assert.deepEqual(
      await refuse(
        'messages',
        linesOf([
          message,
          { ...message, conversation_id: uuidv7() },
          { ...message, customer_profile_id: uuidv7() },
        ]),
      ),
      [
        'line 2: conversation_id: there is no such conversation in this project',
        'line 3: customer_profile_id: there is no such profile in this project',
      ],
    )
    assert.deepEqual(await refuse('messages', linesOf([at])), ['line 1: direction: is required'])
    assert.deepEqual(await refuse('tickets', linesOf([{ ...at, status: '' }])), [
      'line 1: status: must not be empty',
    ])
  })
})

describe('several imports and calls at once', () => {
  it('about one person leave one profile that counts them all', async () => {
    const phone = nextNumber()
    const email = `${phone}@example.com`
    const imports = Array.from({ length: 6 }, () =>
      keep('conversations', [call({ phone_number: phone }), call({ phone_number: nextNumber() })]),
    )
    const profiles = Array.from({ length: 3 }, () =>
      keep('profiles', [{ phone_numbers: [{ value: phone }], emails: [{ value: email }] }]),
    )
    const calls = Array.from({ length: 24 }, (_, index) =>
      meet(met({ ...(index % 3 !== 0 && { phone }), ...(index % 2 === 0 && { email }) })),
    )
    await Promise.all([...imports, ...profiles, ...calls])
    const held = await holdersOf(phone, email)
    assert.equal(held.length, 1)
    // Calls without a number, only with an address, recorded no conversation.
    assert.equal(held[0]?.conversation_count, 6 + calls.filter((_, index) => index % 3 !== 0).length)
    await assertConsistent()
  })

  it('of the same file store it once', async () => {
    const text = linesOf([call({ _id: uuidv7(), phone_number: nextNumber() })])
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => importText('conversations', text)))
    assert.equal(outcomes.filter(({ ok }) => ok).length, 1)
    for (const outcome of outcomes)
      if (!outcome.ok)
        assert.deepEqual(outcome.faults, [{ path: 'line 1: _id', message: 'is stored already' }])
    await assertConsistent()
  })
})

function met({ phone, email, metAt }: { phone?: string; email?: string; metAt?: string }): PersonContact {
  return {
    ...project,
    phone: phone === undefined ? null : { normalized: phone, value: phone },
    email: email === undefined ? null : emailContact(email),
    name: null,
    identity: phone === undefined ? null : { channel_type: 'voice', identity_key: phone },
    source: 'voice',
    metAt: metAt === undefined ? new Date() : new Date(metAt),
  }
}

/** Links a person as a call does and, if they have a number, records the call. */
function meet(person: PersonContact): Promise<string> {
  return database.db.transaction(async (transaction) => {
    const known = await selectContactOwners(transaction, person)
    const id = await linkPerson({ db: database.db, newId: uuidv7 }, transaction, person, known)
    if (person.phone !== null)
      await insertVoiceConversation(transaction, {
        ...project,
        _id: uuidv7(),
        campaign_id: campaignId,
        phone_number: person.phone.normalized,
        status: 'completed',
        start_time: person.metAt.toISOString(),
        answered_at: null,
        end_time: null,
        duration_seconds: null,
        created_at: person.metAt,
      })
    return id
  })
}
