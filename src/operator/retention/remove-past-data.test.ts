import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { createMergeWorld } from '../../../test/support/merge-world.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { startWhatsappService } from '../../../test/support/whatsapp.ts'
import { uuidv7 } from '../../base/ids.ts'
import { sql, toText } from '../../db/sql.ts'
import { selectProjectMessage, selectProjectMessages } from '../../whatsapp/view/project-queries.ts'
import { recount } from '../recount/recount.ts'
import { removePastData } from './remove-past-data.ts'

const nextNumber = createNumbers()
let service: Service
before(async () => {
  service = await startService({ campaigns: [scriptCampaign()] })
})
after(() => service[Symbol.asyncDispose]())

const dayMs = 24 * 3_600_000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)

async function keep(retention: object | null, { context, projectId }: Service = service): Promise<void> {
  await context.db.write(sql`
    update projects set retention = ${retention === null ? null : JSON.stringify(retention)}::jsonb
    where _id = ${projectId}`)
  await context.db.write(sql`delete from retention_passes`)
}

async function runAll({ context }: Service = service): Promise<number> {
  const job = removePastData(context)
  let runs = 0
  while (await job.run(new AbortController().signal)) runs++
  return runs
}

describe('retention', () => {
  it('removes each kind after its days, in small steps, and leaves what is younger and every count', async () => {
    const { db } = service.context
    const { organizationId, projectId } = service
    const world = await createMergeWorld(service, projectId)
    const phone = nextNumber()
    const endpointId = uuidv7()
    await db.write(sql`
      insert into webhook_endpoints (organization_id, project_id, _id, name, url, declared_types, types, version, secret,
        created_at, updated_at)
      values (${organizationId}, ${projectId}, ${endpointId}, 'crm', 'https://x.example', '{}', '{}', '2026-11-22', '\\x00',
        now(), now())`)
    for (const days of [40, 20, 5]) {
      await world.call({ phone }, daysAgo(days))
      await world.write({ phone }, daysAgo(days))
      await db.write(sql`
        insert into conversation_lines (organization_id, conversation_id, turn, line, role, text, said_at)
        select organization_id, _id, 0, 0, 'customer', 'said', start_time from conversations where channel_type = 'voice'
        on conflict do nothing`)
      const eventId = uuidv7()
      await db.write(sql`
        with e as (
          insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data)
          values (${organizationId}, ${projectId}, ${eventId}, 'call.ended', 'call', ${uuidv7()}, ${daysAgo(days)}, '{}')
        ), d as (
          insert into webhook_deliveries (organization_id, endpoint_id, event_id, subject_id, created_at, due_at)
          values (${organizationId}, ${endpointId}, ${eventId}, ${uuidv7()}, now(), now() + interval '1 day'))
        insert into webhook_attempts (organization_id, endpoint_id, event_id, n, at, milliseconds)
        values (${organizationId}, ${endpointId}, ${eventId}, 1, now(), 1)`)
      await db.write(sql`
        insert into changes (organization_id, _id, project_id, at, actor_kind, actor_name, via, kind, record_id, record_name,
          action)
        values (${organizationId}, ${uuidv7()}, ${projectId}, ${daysAgo(days)}, 'cli', 'a test', 'command', 'campaign', 'x',
          'x', 'updated')`)
    }
    const left = async () => {
      const [row] = await db.query<Record<string, number>>(sql`
        select (select count(*) from conversation_lines) as transcripts,
          (select count(*) from messages where text is not null) as messages,
          (select count(*) from events where data = '{}') as events,
          (select count(*) from webhook_deliveries) as deliveries,
          (select count(*) from webhook_attempts) as attempts,
          (select count(*) from changes where actor_name = 'a test') as audit`)
      return row
    }
    assert.deepEqual(await left(), {
      transcripts: 3,
      messages: 3,
      events: 3,
      deliveries: 3,
      attempts: 3,
      audit: 3,
    })
    await keep({ transcripts: null, messages: null, events: null, audit: null })
    await runAll()
    assert.deepEqual(await left(), {
      transcripts: 3,
      messages: 3,
      events: 3,
      deliveries: 3,
      attempts: 3,
      audit: 3,
    })
    await keep({ transcripts: 30, messages: 10, events: 30, audit: 10 })
    await runAll()
    assert.deepEqual(await left(), {
      transcripts: 2,
      messages: 1,
      events: 2,
      deliveries: 2,
      attempts: 2,
      audit: 1,
    })
    const differences = await recount(db, { repair: false })
    assert.deepEqual(
      Object.entries(differences).filter(([, count]) => count !== 0),
      [],
    )
    assert.equal(await runAll(), 0)
  })

  it('keeps audit 400 days, of no project too, unless a project says otherwise', async () => {
    const { db } = service.context
    const { organizationId, projectId } = service
    const note = (days: number, of: 'project' | 'organization' | 'nobody', count: number) =>
      db.write(sql`
        insert into changes (organization_id, _id, project_id, at, actor_kind, actor_name, via, kind, record_id, record_name,
          action)
        select ${of === 'nobody' ? null : organizationId}::uuid, gen_random_uuid(), ${of === 'project' ? projectId : null}::uuid,
          ${daysAgo(days)}::timestamptz - n * interval '1 second', 'cli', 'of ' || ${of}, 'command', 'campaign', 'x', 'x', 'updated'
        from generate_series(1, ${count}::integer) n`)
    const left = async () => {
      const rows = await db.query<{ of: string; count: number }>(sql`
        select actor_name as of, count(*) as count from changes where actor_name like 'of %' group by 1 order by 1`)
      return Object.fromEntries(rows.map(({ of, count }) => [of, count]))
    }
    for (const owner of ['project', 'organization', 'nobody'] as const) {
      await note(399, owner, 2)
      await note(401, owner, 1_200)
    }
    await keep({ transcripts: null, messages: null, events: null, audit: 730 })
    await runAll()
    assert.deepEqual(await left(), { 'of nobody': 2, 'of organization': 2, 'of project': 1_202 })
    await keep(null)
    await runAll()
    assert.deepEqual(await left(), { 'of nobody': 2, 'of organization': 2, 'of project': 2 })
  })

  it('is all that removes audit; only an erasure changes it', () => {
    // The schema is left out: it has no statement.
    const writers = globSync('src/**/*.ts').filter((file) => {
      if (file.endsWith('.test.ts')) return false
      const text = readFileSync(file, 'utf8')
      return /\b(update|delete\s+from|truncate|merge\s+into)\s+(only\s+)?changes\b|sql`changes`/i.test(text)
    })
    assert.deepEqual(writers.sort(), [
      'src/operator/erase/erase-scans.ts',
      'src/operator/retention/retention-queries.ts',
    ])
  })

  it('removes what callers said to a workflow, and the texts of messages that opened tickets', async () => {
    const { db } = service.context
    const { organizationId, projectId } = service
    const world = await createMergeWorld(service, projectId)
    const phone = nextNumber()
    await world.call({ phone }, daysAgo(40))
    const at = daysAgo(40)
    const attempt = {
      organization_id: organizationId,
      project_id: projectId,
      _id: uuidv7(),
      call_id: uuidv7(),
    }
    // Its call is left out: foreign keys are not checked here.
    const client = await db.connect()
    await client.query(`set session_replication_role = 'replica'`)
    await client.query(
      toText(sql`
        insert into call_attempts (organization_id, project_id, _id, call_id, campaign_id, voice_carrier_id, attempt_number,
          phone_number, caller_id_number, ring_timeout_seconds, state, state_since, script, voice, created_at, ended_at, conversation_id)
        select ${attempt.organization_id}::uuid, ${attempt.project_id}::uuid, ${attempt._id}::uuid, ${attempt.call_id}::uuid,
          ${uuidv7()}::uuid, ${uuidv7()}::uuid, 1, ${phone}, '+14155550100', 30, 'completed', ${at}::timestamptz,
          'Hello', 'alice', ${at}::timestamptz, ${at}::timestamptz, _id from conversations
        where organization_id = ${organizationId} and phone_number = ${phone} limit 1`),
    )
    await client.query(
      toText(sql`
        insert into workflow_runs (organization_id, attempt_id, turn, state, reply, updated_at)
        values (${organizationId}, ${attempt._id}, 2, '{"variables":{"pin":"4711"}}', 'Your PIN is 4711', ${at})`),
    )
    await client.end()
    for (const opened_by of ['keyword', 'operator'])
      await db.write(sql`
        insert into tickets (organization_id, project_id, _id, channel_type, subject, created_at, opened_by)
        values (${organizationId}, ${projectId}, ${uuidv7()}, 'whatsapp', 'refund, my card is 4111', ${at}, ${opened_by})`)
    const left = async () => {
      const [row] = await db.query<{ runs: number; tickets: string[] }>(sql`
        select (select count(*) from workflow_runs) as runs,
          array(select opened_by from tickets where subject like '%4111%' order by 1) as tickets`)
      return row
    }
    assert.deepEqual(await left(), { runs: 1, tickets: ['keyword', 'operator'] })
    await keep({ transcripts: 30, messages: 30, events: null, audit: null })
    await runAll()
    assert.deepEqual(await left(), { runs: 0, tickets: ['operator'] })
  })

  it('leaves why messages failed, as their statuses and the filter by code do', async () => {
    await using whatsapp = await startWhatsappService()
    const { context, organizationId, projectId, request } = whatsapp.service
    const { db } = context
    const broadcastId = whatsapp.broadcastIds['October']!
    const undeliverable = { code: '131026', reason: 'WhatsApp cannot deliver to this recipient' }
    const stopped = { code: null, reason: 'not sent after all: the recipient has opted out' }
    const unlisted = { code: '999999', reason: 'WhatsApp could not deliver the message' }
    // The reasons of two messages were erased.
    const failures = [
      { error: undeliverable, reason: undeliverable.reason },
      { error: undeliverable, reason: null },
      { error: stopped, reason: stopped.reason },
      { error: unlisted, reason: null },
    ].map((failure) => ({ ...failure, _id: uuidv7() }))
    const at = daysAgo(31)
    for (const { _id, error, reason } of failures) {
      await db.write(sql`
        insert into whatsapp_messages (organization_id, project_id, _id, broadcast_id, whatsapp_sender_id, recipient, type,
          request, provider_message, status, status_since, error_code, error_reason, quota, created_at)
        values (${organizationId}, ${projectId}, ${_id}, ${broadcastId}, ${whatsapp.senderId}, ${nextNumber()}, 'text',
          '{"text":"old"}', '{}', 'failed', ${at}, ${error.code}, ${reason}, 'released', ${at})`)
      await db.write(sql`
        insert into whatsapp_message_statuses (organization_id, message_id, status, at, error_code, error_reason)
        values (${organizationId}, ${_id}, 'failed', ${at}, ${error.code}, ${reason})`)
    }
    await keep({ messages: 30 }, whatsapp.service)
    await runAll(whatsapp.service)
    const project = { organization_id: organizationId, project_id: projectId }
    const path = `/organizations/${organizationId}/projects/${projectId}/broadcasts/${broadcastId}/messages`
    for (const { _id, error } of failures) {
      const { body } = await request('GET', `${path}/${_id}`)
      const { statuses, ...message } = body.data as {
        request: object
        error: object
        statuses: { error: object }[]
      }
      assert.deepEqual([message.request, message.error, statuses[0]?.error], [{}, error, error])
      const shown = await selectProjectMessage(db, project, _id)
      assert.deepEqual([shown?.error, shown?.statuses[0]?.error], [error, error])
    }
    const all = { broadcast_id: broadcastId, status: null, error_code: '131026', to: null, send: null }
    const listed = await selectProjectMessages(db, project, all, { skip: 0, limit: 10 })
    assert.deepEqual(
      listed.map(({ error }) => error),
      [undeliverable, undeliverable],
    )
    for (const [filter, count] of [
      [{ 'error.code': '131026' }, 2],
      [{ 'error.reason': undeliverable.reason }, 2],
      [{ 'error.reason': stopped.reason }, 1],
      [{ error: null }, 0],
    ] as const) {
      const { body } = await request('GET', `${path}?filters=${encodeURIComponent(JSON.stringify(filter))}`)
      const { pagination } = body.data as { pagination: { total: number } }
      assert.equal(pagination.total, count, JSON.stringify(filter))
    }
  })

  it('goes on after thousands of rows of one instant', async () => {
    const { db } = service.context
    const { organizationId, projectId } = service
    const at = daysAgo(50)
    await db.write(sql`
      insert into messages (organization_id, project_id, _id, channel_type, direction, text, created_at)
      select ${organizationId}::uuid, ${projectId}::uuid, gen_random_uuid(), 'voice', 'inbound', 'old', ${at}::timestamptz
      from generate_series(1, 2500)`)
    await db.write(sql`
      insert into messages (organization_id, project_id, _id, channel_type, direction, text, created_at)
      select ${organizationId}::uuid, ${projectId}::uuid, gen_random_uuid(), 'voice', 'inbound', 'old',
        ${at}::timestamptz + n * interval '1 second' from generate_series(1, 2500) n`)
    // The broadcast is left out: foreign keys and counts are not checked here.
    const client = await db.connect()
    await client.query(`set session_replication_role = 'replica'`)
    await client.query(
      toText(sql`
        insert into whatsapp_messages (organization_id, project_id, _id, broadcast_id, whatsapp_sender_id, recipient, type,
          request, provider_message, status, status_since, quota, created_at)
        select ${organizationId}::uuid, ${projectId}::uuid, gen_random_uuid(), ${uuidv7()}::uuid, ${uuidv7()}::uuid, '+14155550100',
          'text', '{"text":"old"}', '{}', 'delivered', ${at}::timestamptz, 'consumed', ${at}::timestamptz + n / 1500 * interval '1 hour'
        from generate_series(1, 2500) n`),
    )
    await client.end()
    await keep({ transcripts: null, messages: 30, events: null, audit: null })
    const sendsLeft = async () => {
      const [row] = await db.query<{ left: number }>(sql`
        select count(*) as left from whatsapp_messages where request = '{"text":"old"}'`)
      return row!.left
    }
    const job = removePastData(service.context)
    for (let left = await sendsLeft(); await job.run(new AbortController().signal);) {
      const now = await sendsLeft()
      assert.ok(left - now <= 1_000, `${left - now} sends at once`)
      left = now
    }
    assert.equal(await sendsLeft(), 0)
    const [row] = await db.query<{ left: number }>(
      sql`select count(*) as left from messages where text = 'old'`,
    )
    assert.equal(row?.left, 0)
  })

  it('is declared in days from 1 on, for known kinds', async () => {
    const retention = { transcripts: 90, messages: 365, events: 30, audit: 400 }
    await service.apply({ organizations: [{ name: 'Acme', projects: [{ name: 'Kept', retention }] }] })
    const [row] = await service.context.db.query<{ retention: object }>(sql`
      select retention from projects where name = 'Kept'`)
    assert.deepEqual(row?.retention, retention)
  })
})
