import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../test/support/database.ts'
import { eventually } from '../../../test/support/service.ts'
import { postWebhook, textMessage, webhookOf } from '../../../test/support/whatsapp-webhook.ts'
import { businessAccountId, phoneNumberId, startWhatsappService } from '../../../test/support/whatsapp.ts'
import { sql, toText } from '../../db/sql.ts'
import { createWakeSignal } from '../../jobs/wake-signal.ts'
import { selectWaitingWork } from '../../operator/manage/health-queries.ts'
import { claimStatement } from '../inbound/event-queries.ts'
import { processEvent } from '../inbound/process-event.ts'
import { processEvents } from './process-events.ts'

test('an event that can not be processed delays no other and is tried again later', async () => {
  await using whatsapp = await startWhatsappService()
  const { context, url } = whatsapp.service
  const { db } = context
  await db.query(sql`alter table messages add constraint spoilt check (text <> 'spoilt')`)
  const at = new Date()
  const texts = ['spoilt', 'one', 'spoilt', 'two', 'spoilt', 'spoilt', 'spoilt', 'three']
  const messages = texts.map((text, index) =>
    textMessage({ wamid: `wamid.${index}`, from: `+1415555010${index}`, text, at }),
  )
  assert.equal((await postWebhook(url, webhookOf({ messages }))).status, 200)

  let now = new Date()
  const job = processEvents({ ...context, clock: { ...context.clock, now: () => now } }, createWakeSignal())
  const { signal } = new AbortController()
  while (await job.run(signal));
  const storedTexts = () =>
    db
      .query<{ text: string }>(sql`select text from messages order by text`)
      .then((rows) => rows.map(({ text }) => text))
  assert.deepEqual(await storedTexts(), ['one', 'three', 'two'])
  const left = await db.query(sql`
    select tries, fault from whatsapp_events where processed_at is null group by 1, 2`)
  assert.deepEqual(left, [{ tries: 1, fault: 'an internal error; see the log' }])

  await db.query(sql`alter table messages drop constraint spoilt`)
  while (await job.run(signal));
  assert.equal((await storedTexts()).length, 3, 'no event is tried again before its time')
  now = new Date(now.getTime() + 1_000)
  while (await job.run(signal));
  assert.equal((await storedTexts()).length, texts.length)
})

test('an event that fails again and again is counted, and Health says since when it waits', async () => {
  await using whatsapp = await startWhatsappService()
  const { context, url } = whatsapp.service
  const { db, registry } = context
  const waiting = async (now: Date) =>
    (await selectWaitingWork(db, now)).find(({ job }) => job === 'process webhook events')?.since
  await db.query(sql`alter table messages add constraint spoilt check (text <> 'spoilt')`)
  const message = textMessage({ wamid: 'wamid.0', from: '+14155550100', text: 'spoilt', at: new Date() })
  assert.equal((await postWebhook(url, webhookOf({ messages: [message] }))).status, 200)
  const [event] = await db.query<{ received_at: string }>(sql`select received_at from whatsapp_events`)
  let now = new Date()
  const atNow = { ...context, clock: { ...context.clock, now: () => now } }
  assert.equal(await processEvent(atNow), true)
  assert.equal(await waiting(now), null, 'a single failure may pass')
  for (const afterMs of [1_000, 10_000, 60_000]) {
    now = new Date(now.getTime() + afterMs)
    assert.equal(await processEvent(atNow), true)
  }
  assert.equal(await waiting(now), event!.received_at)
  const nextTryAt = new Date(now.getTime() + 86_400_000)
  assert.equal(await waiting(nextTryAt), event!.received_at, 'also where the next try is due')
  const counted = (await registry.getMetricsAsJSON()).find(
    ({ name }) => name === 'switchboard_job_failures_total',
  )
  assert.deepEqual(
    counted?.values.map(({ value, labels }) => [labels['job_name'], value]),
    [['process webhook events', 4]],
  )
})

test('events that come while the disk of the database is full are processed soon after there is room', async () => {
  await using whatsapp = await startWhatsappService()
  const { context, url } = whatsapp.service
  const { db } = context
  await db.write(sql`
    create function refuse_row() returns trigger language plpgsql as $$ begin
      raise exception 'No space left on device' using errcode = 'disk_full';
    end $$`)
  await db.write(sql`
    create trigger refuse_row before insert on messages for each row execute function refuse_row()`)
  const messages = [textMessage({ wamid: 'wamid.1', from: '+14155550100', text: 'Hello', at: new Date() })]
  assert.equal((await postWebhook(url, webhookOf({ messages }))).status, 200)
  let now = new Date()
  const job = processEvents({ ...context, clock: { ...context.clock, now: () => now } }, createWakeSignal())
  const { signal } = new AbortController()
  const work = async () => {
    while (await job.run(signal));
  }
  for (let seconds = 0; seconds < 75; seconds += 15) {
    await assert.rejects(work(), { code: '53100' })
    now = new Date(now.getTime() + 15_000)
  }
  await db.write(sql`drop trigger refuse_row on messages`)
  await work()
  assert.deepEqual(await db.query(sql`select text from messages`), [{ text: 'Hello' }])
})

test('an event of a kind that only a later version has waits for a worker of that version', async () => {
  await using whatsapp = await startWhatsappService()
  const { context, organizationId } = whatsapp.service
  const now = new Date()
  await context.db.query(sql`
    insert into whatsapp_events (organization_id, project_id, whatsapp_sender_id, event_id, kind, payload, received_at, due_at)
    select organization_id, project_id, _id, 'from_the_future:1', 'from_the_future', '{"kind": "from_the_future"}', ${now}, ${now}
    from whatsapp_senders where organization_id = ${organizationId} and name = 'main'`)
  const atNow = { ...context, clock: { ...context.clock, now: () => now } }
  assert.equal(await processEvent(atNow), true)
  const [event] = await context.db.query<{ processed_at: string | null; due_at: string; fault: string }>(
    sql`select processed_at, due_at, fault from whatsapp_events`,
  )
  assert.deepEqual(event, {
    processed_at: null,
    due_at: new Date(now.getTime() + 60_000).toISOString(),
    fault: 'this version does not have the kind of the event',
  })
  assert.equal(await processEvent(atNow), false)
})

test('a notice about a number is stored for its sender, one about the account for all senders', async () => {
  await using whatsapp = await startWhatsappService()
  const { context, url } = whatsapp.service
  const { db } = context
  await db.write(sql`update whatsapp_senders set display_phone_number = '+525512345678' where name = 'gone'`)
  const noticesAfter = async (field: string, value: object) => {
    const entry = [{ id: businessAccountId, changes: [{ field, value }] }]
    const posted = await postWebhook(url, { object: 'whatsapp_business_account', entry })
    assert.equal(posted.status, 200)
    while (await processEvent(context));
    const senders = await db.query<{ event: string | null }>(sql`
      select notice ->> 'event' as event from whatsapp_senders order by name`)
    return senders.map(({ event }) => event)
  }
  const flagged = { display_phone_number: '14155550199', event: 'FLAGGED' }
  assert.deepEqual(await noticesAfter('phone_number_quality_update', flagged), [null, 'FLAGGED'])
  // WhatsApp's form of the number, with the former 1 of Mexico.
  const declined = { display_phone_number: '+52 1 55 1234 5678', decision: 'DECLINED' }
  assert.deepEqual(await noticesAfter('phone_number_name_update', declined), ['DECLINED', 'FLAGGED'])
  const banned = { event: 'DISABLED_UPDATE' }
  assert.deepEqual(await noticesAfter('account_update', banned), ['DISABLED_UPDATE', 'DISABLED_UPDATE'])
})

test('an error of no message is shown at its sender if it is about the sender', async () => {
  await using whatsapp = await startWhatsappService()
  const { context, url } = whatsapp.service
  const faultsAfter = async (code: number) => {
    const value = { metadata: { phone_number_id: phoneNumberId }, errors: [{ code, title: 'Failed' }] }
    const entry = [{ id: businessAccountId, changes: [{ field: 'messages', value }] }]
    const posted = await postWebhook(url, { object: 'whatsapp_business_account', entry })
    assert.equal(posted.status, 200)
    while (await processEvent(context));
    const senders = await context.db.query<{ last_fault_code: string | null; fault: string | null }>(sql`
      select last_fault_code, (select fault from whatsapp_events order by received_at desc limit 1) as fault
      from whatsapp_senders order by name`)
    return senders.map(({ last_fault_code, fault }) => [last_fault_code, fault])
  }
  const none = 'stored for the operator; the event has no effect'
  // It is about a recipient.
  assert.deepEqual(await faultsAfter(131026), [
    [null, none],
    [null, none],
  ])
  // No means of payment.
  assert.deepEqual(await faultsAfter(131042), [
    [null, null],
    ['131042', null],
  ])
})

test('a STOP waits for none of the events of another organization', async () => {
  await using whatsapp = await startWhatsappService()
  const { context, url, organizationId } = whatsapp.service
  const { db } = context
  const beta = { phone_number_id: '100000000000009', business_account_id: '200000000000009' }
  await whatsapp.service.apply({
    organizations: [
      {
        name: 'Beta',
        plan: { status: 'active', whatsapp_sends: 100 },
        projects: [
          {
            name: 'Support',
            whatsapp_senders: [
              {
                name: 'main',
                ...beta,
                display_phone_number: '+14155550198',
                access_token: 'b-token',
                app_secret: 'b-app-secret',
                verify_token: 'b-verify-token',
                api_url: whatsapp.network.url,
              },
            ],
          },
        ],
      },
    ],
  })
  await db.query(sql`
    insert into whatsapp_events (organization_id, project_id, whatsapp_sender_id, event_id, kind, payload, received_at, due_at)
    select organization_id, project_id, _id, 'status ' || n, 'status',
      jsonb_build_object('kind', 'status', 'wamid', 'wamid.' || n, 'status', 'read', 'errors', '[]'::jsonb,
        'callbackData', gen_random_uuid(), 'at', now()),
      now() - interval '1 minute', now() - interval '1 minute'
    from whatsapp_senders, generate_series(1, 20000) n
    where organization_id = ${organizationId} and name = 'main'`)
  whatsapp.service.startWorker()
  const leftCount = async () => {
    const [row] = await db.query<{ left: number }>(sql`
      select count(*) as left from whatsapp_events where organization_id = ${organizationId} and processed_at is null`)
    return row!.left
  }
  await eventually('the worker is at work', async () => ((await leftCount()) < 20_000 ? true : null))
  const stop = textMessage({ wamid: 'wamid.stop', from: '+14155550777', text: 'STOP', at: new Date() })
  const text = JSON.stringify(webhookOf({ messages: [stop] }))
    .replaceAll(phoneNumberId, beta.phone_number_id)
    .replaceAll(businessAccountId, beta.business_account_id)
  assert.equal((await postWebhook(url, JSON.parse(text), 'b-app-secret')).status, 200)
  await eventually('the STOP is kept', async () => {
    const kept = await db.query(sql`select from whatsapp_opt_outs where recipient = '+14155550777'`)
    return kept.length === 1 ? true : null
  })
  // All of them were due before it.
  const left = await leftCount()
  assert.ok(left > 1_000, `${left} are left`)
})

test('a claim reads few rows, however many events wait and of how many organizations', async () => {
  await using database = await createTestDatabase()
  const client = await database.db.connect()
  // Without the rows that they refer to.
  await client.query('set session_replication_role = replica')
  await client.query(`
    insert into whatsapp_events (organization_id, project_id, whatsapp_sender_id, event_id, kind, payload, received_at,
      due_at, processed_at)
    select lpad(to_hex(case when n <= 20000 then 1 else 1 + n % 100 end), 32, '0')::uuid, gen_random_uuid(),
      gen_random_uuid(), 'event ' || n, 'status', '{}', now(), now() - n * interval '1 ms',
      case when n > 21000 then now() end
    from generate_series(1, 60000) n`)
  await client.query('vacuum analyze whatsapp_events')
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    await client.query(`set plan_cache_mode = ${mode}`)
    const after = `${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(11)}1`
    const { text, values } = toText(claimStatement(after, new Date()))
    const explain = `explain analyze ${text}`
    const { rows } = await client.query<{ 'QUERY PLAN': string }>({ name: mode, text: explain, values })
    const plan = rows.map((row) => row['QUERY PLAN'])
    const scans = plan.filter((line) => / on whatsapp_events /.test(line))
    assert.ok(scans.length > 2, plan.join('\n'))
    assert.doesNotMatch(scans.join(), /Seq Scan/, plan.join('\n'))
    assert.match(plan.join(), /LockRows [^,]*rows=1(\.00)? loops=1\)/, plan.join('\n'))
    for (const scan of scans) {
      const [, count, loops] = /actual .*rows=([\d.]+) loops=(\d+)/.exec(scan) ?? []
      assert.ok(Number(count) * Number(loops) <= 101, plan.join('\n'))
    }
  }
  await client.end()
})
