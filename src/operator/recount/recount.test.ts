import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { startWhatsappService } from '../../../test/support/whatsapp.ts'
import { uuidv7 } from '../../base/ids.ts'
import { applyChatCountChanges } from '../../counters/bucket-counts.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { recount } from './recount.ts'

let service: Service
before(async () => {
  service = await startService({})
})
after(() => service[Symbol.asyncDispose]())

const none = {
  hours: 0,
  days: 0,
  months: 0,
  all: 0,
  campaigns: 0,
  chats: 0,
  callers: 0,
  caller_days: 0,
  caller_months: 0,
  call_durations: 0,
  profiles: 0,
  projects: 0,
  ledgers: 0,
  quotas: 0,
  broadcasts: 0,
  sources: 0,
  links: 0,
}

/** Resolves once a session waits for a lock, with when its transaction began; if given, once that is another one. */
const waitsForLock = (db: Db, before?: unknown): Promise<unknown> =>
  eventually('a wait for a lock', async () => {
    const [waiting] = await db.query(sql`
      select xact_start from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    return waiting === undefined || isDeepStrictEqual(waiting, before) ? null : waiting
  })

/** Repairs while a transaction has locked the rows of a table, which then writes another one. */
async function repairBeside(db: Db, locked: string, write: string): Promise<void> {
  const other = await db.connect()
  try {
    await other.query('begin')
    await other.query(`select from ${locked} for update`)
    const repairing = recount(db, { repair: true })
    await waitsForLock(db)
    await other.query(write)
    await other.query('commit')
    assert.deepEqual(await repairing, none)
  } finally {
    await other.end()
  }
}

describe('recount', () => {
  it('finds nothing if nothing differs', async () => {
    assert.deepEqual(await recount(service.context.db, { repair: false }), none)
  })

  it('finds rows that were not counted, changes nothing without repair, and repairs on request', async () => {
    const { db } = service.context
    const { organizationId, projectId } = service
    const profileId = uuidv7()
    await db.query(sql`
      insert into profiles (organization_id, project_id, _id, display_id, created_at, updated_at)
      values (${organizationId}, ${projectId}, ${profileId}, 'CUST-9', now(), now())`)
    await db.query(sql`
      insert into conversations (organization_id, project_id, _id, profile_id, channel_type, conversation_type, status,
        start_time, duration_seconds, created_at)
      select ${organizationId}::uuid, ${projectId}::uuid, id, ${profileId}::uuid, 'voice', 'outbound', 'completed',
        '2026-01-31T23:59:59Z', 0.1, now()
      from unnest(${[uuidv7(), uuidv7(), uuidv7()]}::uuid[]) id`)
    await db.query(sql`
      insert into messages (organization_id, project_id, _id, channel_type, direction, created_at)
      values (${organizationId}, ${projectId}, ${uuidv7()}, 'web', 'inbound', '2026-01-31T23:59:59Z')`)
    const wrong = {
      ...none,
      hours: 12,
      days: 12,
      months: 12,
      all: 12,
      // Inbound messages are counted by direction too.
      chats: 32,
      callers: 1,
      profiles: 1,
      projects: 1,
    }
    assert.deepEqual(await recount(db, { repair: false }), wrong)
    assert.deepEqual(await recount(db, { repair: true }), wrong)
    assert.deepEqual(await recount(db, { repair: false }), none)
    await db.query(
      sql`update conversation_counts set duration_seconds = duration_seconds + 0.1 where grain = 'day'`,
    )
    assert.deepEqual(await recount(db, { repair: false }), { ...none, days: 12 })
  })

  it('repairs while days are being sealed, and makes nobody who seals them fail', async () => {
    const { db } = service.context
    const { organizationId, projectId } = service
    await recount(db, { repair: true })
    await db.query(sql`
      insert into caller_bitmap_states (organization_id, project_id, begun_at, sealed_before)
      values (${organizationId}, ${projectId}, '2026-01-01T00:00:00Z', '-infinity') on conflict do nothing`)
    await repairBeside(db, 'caller_bitmap_states', 'update conversation_callers set number = null')
  })

  it('begins a part of the repair again that a writer keeps waiting too long', async () => {
    const { db } = service.context
    await recount(db, { repair: true })
    const [writer, impatient] = [await db.connect(), await db.connect()]
    try {
      await impatient.query(`set lock_timeout = '500ms'`)
      await writer.query('begin')
      await writer.query('lock table profiles in row exclusive mode')
      const repairing = recount({ ...db, connect: () => Promise.resolve(impatient) }, { repair: true })
      await Promise.race([repairing, waitsForLock(db, await waitsForLock(db))])
      await writer.query('commit')
      assert.deepEqual(await repairing, none)
    } finally {
      await writer.end()
      await impatient.end()
    }
  })

  it('compares the sealed days before it locks writers out, since a repair has all of them sealed anew', async () => {
    const { db } = service.context
    const statements: string[] = []
    const connect = async () => {
      const client = await db.connect()
      const query = client.query.bind(client)
      client.query = (statement: { text: string } | string) => {
        statements.push(typeof statement === 'string' ? statement : statement.text)
        return query(statement) as never
      }
      return client
    }
    await recount({ ...db, connect }, { repair: true })
    const comparisons = statements.flatMap((text, at) =>
      /select count\(\*\) as differ/.test(text) && /caller_bitmap_states/.test(text) ? [at] : [],
    )
    assert.equal(comparisons.length, 3)
    assert.ok(comparisons.at(-1)! < statements.findIndex((text) => /lock table/.test(text)))
  })

  it('leaves out organizations that are being moved or have left, whose rows may not be written', async () => {
    const { db } = service.context
    await recount(db, { repair: true })
    const { organizationId, projectId } = service
    await db.query(sql`
      insert into conversation_callers (organization_id, project_id, caller, conversations)
      values (${organizationId}, ${projectId}, '+14155550199', 3)`)
    await db.query(sql`
      insert into organization_moves (organization_id, side, cell, url, state, begun_at, changed_at)
      values (${organizationId}, 'source', 'two', 'https://two.example', 'left', now(), now())`)
    assert.deepEqual(await recount(db, { repair: true }), none)
    await db.query(sql`delete from organization_moves`)
    // It is still there, as a statement would have failed that had tried to write it.
    assert.deepEqual(await recount(db, { repair: true }), { ...none, callers: 1 })
    assert.deepEqual(await recount(db, { repair: false }), none)
  })

  it('finds no difference after leads get earlier times and tickets are deleted', async () => {
    const { organizationId, projectId } = service
    const { db } = service.context
    const tenant = sql`${organizationId}::uuid, ${projectId}::uuid`
    const profileId = uuidv7()
    await db.query(sql`
      insert into profiles (organization_id, project_id, _id, display_id, created_at, updated_at)
      values (${tenant}, ${profileId}, 'CUST-10', now(), now())`)
    await recount(db, { repair: true })
    await db.query(sql`
      insert into channel_identities (organization_id, project_id, channel_type, identity_key, profile_id, first_seen_at,
        last_seen_at)
      select ${tenant}, channel, key, ${profileId}::uuid, '2026-03-01T00:30:00Z', '2026-03-01T00:30:00Z'
      from unnest(array['web', 'web', 'voice'], array['a', 'b', 'c']) i (channel, key)`)
    await db.query(sql`
      insert into tickets (organization_id, project_id, _id, channel_type, created_at)
      select ${tenant}, id, 'whatsapp', '2026-03-01T00:30:00Z' from unnest(${[uuidv7(), uuidv7()]}::uuid[]) id`)
    await applyChatCountChanges(db)
    assert.deepEqual(await recount(db, { repair: false }), none)
    await db.query(
      sql`update channel_identities set first_seen_at = '2026-02-28T23:30:00Z' where identity_key = 'a'`,
    )
    await db.query(
      sql`update channel_identities set first_seen_at = '2026-03-01T00:10:00Z' where identity_key = 'b'`,
    )
    await db.query(sql`delete from tickets where _id in (select _id from tickets limit 1)`)
    assert.deepEqual(await recount(db, { repair: false }), none)
    await applyChatCountChanges(db)
    assert.deepEqual(await recount(db, { repair: false }), none)
  })
})

describe('recount of sends', () => {
  it('finds balances and ledgers that disagree with the messages, and sets them to the messages', async () => {
    await using whatsapp = await startWhatsappService()
    const { service } = whatsapp
    const { db } = service.context
    const path = `/organizations/${service.organizationId}/projects/${service.projectId}/broadcasts/${whatsapp.broadcastIds['October']}/messages`
    const data = { first_name: 'Ada', order_id: 'A-1', button_0: 'orders/1' }
    // The network accepts two, refuses one, and leaves one unknown.
    const statuses: number[] = []
    for (const to of ['+14155550100', '+14155550200', '+14155550120', '+14155550136'])
      statuses.push((await service.request('POST', path, { body: { to, data } })).status)
    assert.deepEqual(statuses, [200, 200, 400, 503])
    const balance = () => db.query(sql`select reserved, consumed from whatsapp_quotas`)
    const ledger = () =>
      db.query(sql`
        select m.recipient, e.kind from whatsapp_quota_entries e
        join whatsapp_messages m on m.organization_id = e.organization_id and m._id = e.message_id
        order by m.recipient, e.kind`)
    const right = { balance: await balance(), ledger: await ledger() }
    assert.deepEqual(right.balance, [{ reserved: 1, consumed: 2 }])
    assert.equal(right.ledger.length, 7)
    assert.deepEqual(await recount(db, { repair: false }), none)

    const of = (to: string) => sql`message_id = (select _id from whatsapp_messages where recipient = ${to})`
    const wrongs = [
      [sql`update whatsapp_quotas set consumed = 5`, { quotas: 1 }],
      [sql`delete from whatsapp_quotas`, { quotas: 1 }],
      [sql`delete from whatsapp_quota_entries where kind = 'consumed'`, { ledgers: 2, quotas: 1 }],
      [sql`delete from whatsapp_quota_entries where ${of('+14155550136')}`, { ledgers: 1, quotas: 1 }],
      [
        sql`update whatsapp_quota_entries set kind = 'released' where kind = 'consumed' and ${of('+14155550100')}`,
        { ledgers: 1, quotas: 1 },
      ],
      [
        sql`
          insert into whatsapp_quota_entries (organization_id, message_id, kind, created_at)
          select organization_id, message_id, 'consumed', now() from whatsapp_quota_entries where ${of('+14155550136')}`,
        { ledgers: 1, quotas: 1 },
      ],
    ] as const
    for (const [make, differences] of wrongs) {
      await db.query(make)
      assert.deepEqual(await recount(db, { repair: false }), { ...none, ...differences })
      assert.deepEqual(await recount(db, { repair: true }), { ...none, ...differences })
      assert.deepEqual(await recount(db, { repair: false }), none)
      assert.deepEqual({ balance: await balance(), ledger: await ledger() }, right)
    }
  })
})

describe('recount --repair', () => {
  it('ends in the database when its process is killed', async () => {
    const { db } = service.context
    const holder = await db.connect()
    await holder.query(
      'set idle_in_transaction_session_timeout = 0; begin; lock table conversations in share mode',
    )
    const env = { ...process.env, DATABASE_URL: service.databaseUrl }
    const child = spawn(process.execPath, ['src/cli/main.ts', 'recount', '--repair'], {
      env,
      stdio: 'ignore',
    })
    await waitsForLock(db)
    child.kill('SIGKILL')
    // By itself it would wait for 10 s, and then again.
    await eventually(
      'nothing waits any more',
      async () => {
        const waiting = await db.query(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        return waiting.length === 0 ? true : null
      },
      7_000,
    )
    await holder.end()
  })
})

describe('recount of pages', () => {
  it('finds sources and organizations whose counts disagree with their pages, and repairs them', async () => {
    const { db } = service.context
    const { organizationId, projectId } = service
    const [domain, file] = [uuidv7(), uuidv7()]
    await db.query(sql`
      insert into sources (organization_id, project_id, _id, name, source_type, sync_status, domain, page_count, created_by,
        created_at, updated_at)
      values (${organizationId}, ${projectId}, ${domain}, 'a.example', 'domains', 'success', 'a.example', 5,
          '{"kind":"operator"}', now(), now()),
        (${organizationId}, ${projectId}, ${file}, 'b.pdf', 'files', 'success', null, 1, '{"kind":"operator"}', now(), now())`)
    await db.query(sql`
      insert into source_pages (organization_id, project_id, source_id, _id, url, url_key, title, language, text_hash,
        simhash, text_size, chunk_count, byte_size, first_indexed_at, indexed_at)
      select ${organizationId}::uuid, ${projectId}::uuid, source, id, null, sha256(id::text::bytea), 'T', 'en',
        sha256(id::text::bytea), 0, 1, 1, 1, now(), now()
      from unnest(${[domain, domain, file]}::uuid[], ${[uuidv7(), uuidv7(), uuidv7()]}::uuid[]) p (source, id)`)
    await db.query(
      sql`insert into organization_links (organization_id, indexed) values (${organizationId}, 7)`,
    )
    const wrong = { ...none, sources: 1, links: 1 }
    assert.deepEqual(await recount(db, { repair: true }), wrong)
    assert.deepEqual(await recount(db, { repair: false }), none)
    const kept = () => db.query(sql`select indexed from organization_links`)
    assert.deepEqual(await kept(), [{ indexed: 2 }])
    await db.query(sql`delete from organization_links`)
    assert.deepEqual(await recount(db, { repair: true }), { ...none, links: 1 })
    assert.deepEqual(await kept(), [{ indexed: 2 }])
    await repairBeside(db, 'sources', 'update organization_links set indexed = indexed')
  })
})
