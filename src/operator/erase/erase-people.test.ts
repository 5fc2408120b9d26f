import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { minutes } from '../../../test/support/merge-pair.ts'
import { createMergeWorld } from '../../../test/support/merge-world.ts'
import type { MergeWorld } from '../../../test/support/merge-world.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { signInAs, signInFirstOwner } from '../../../test/support/users.ts'
import type { Browser } from '../../../test/support/users.ts'
import { makePerson } from '../../../test/support/whole-person.ts'
import { uuidv7 } from '../../base/ids.ts'
import { sql } from '../../db/sql.ts'
import { formsOf } from '../../guards/do-not-call/entry.ts'
import { isListed } from '../../guards/do-not-call/look-up-queries.ts'
import { upsertWindow } from '../../whatsapp/inbound/inbound-queries.ts'
import { erasedAddress, hashOptOuts } from '../../whatsapp/people/erased-address.ts'
import { selectRecipientStanding } from '../../whatsapp/send/send-queries.ts'
import { recount } from '../recount/recount.ts'
import { erasePeople } from './erase-people.ts'

const nextNumber = createNumbers()
let service: Service
let world: MergeWorld
let admin: Browser
before(async () => {
  service = await startService({ campaigns: [scriptCampaign()] })
  world = await createMergeWorld(service, service.projectId)
  await signInFirstOwner(service)
  admin = await signInAs(service, 'admin')
})
after(() => service[Symbol.asyncDispose]())

const project = () => `/organizations/${service.organizationId}/projects/${service.projectId}`
const path = (id: string, tail = '') => `${project()}/customer-profiles/${id}${tail}`
const erase = (id: string, query = '', options: { key?: string | null } = {}) =>
  service.request('DELETE', path(id, query), options)

/** Asks again for an erasure, and returns whose it is and how far it has come. */
async function stateOf(id: string): Promise<string[]> {
  const { status, body } = await erase(id)
  assert.equal(status, 200, body.message)
  const { customer_profile_id, state } = body.data as { customer_profile_id: string; state: string }
  return [customer_profile_id, state]
}

/** Runs the job until there is nothing to do. */
async function runErasures(): Promise<void> {
  const job = erasePeople(service.context)
  while (await job.run(new AbortController().signal)) continue
}

/** Returns all tables as text, each row with the name of its table. */
async function dump(): Promise<string[]> {
  const { db } = service.context
  const tables = await db.query<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`)
  const client = await db.connect()
  try {
    const rows: string[] = []
    for (const { name } of tables) {
      const { rows: found } = await client.query<{ row: string }>(`select t::text as row from "${name}" t`)
      rows.push(...found.map(({ row }) => `${name}: ${row}`))
    }
    return rows
  } finally {
    await client.end()
  }
}

/** Returns the rows in which one of these texts stands, whatever separates the digits of a number. */
async function rowsWith(texts: readonly string[]): Promise<string[]> {
  const wanted = texts.map((text) => text.toLowerCase())
  return (await dump()).filter((row) => {
    const plain = row.toLowerCase()
    const joined = plain.replaceAll(/[\s().-]/g, '')
    return wanted.some((text) => plain.includes(text) || joined.includes(text))
  })
}

const none = (differences: object) => Object.entries(differences).filter(([, count]) => count !== 0)

describe('DELETE customer-profiles/{customer_profile_id}', () => {
  it('leaves nothing of the person in any table, keeps counts and the ledger right, and still bars messages', async () => {
    const others = await makePerson({ service, world, admin }, nextNumber)
    const person = await makePerson({ service, world, admin }, nextNumber)
    const before = await rowsWith(person.texts)
    const tables = new Set(before.map((row) => row.slice(0, row.indexOf(':'))))
    for (const table of [
      'agent_conversations',
      'agent_inputs',
      'agent_steps',
      'agent_turns',
      'call_attempts',
      'call_batch_rows',
      'call_batches',
      'call_moves',
      'calls',
      'changes',
      'conversation_lines',
      'events',
      'guard_refusals',
      'idempotency_keys',
      'inbound_calls',
      'merged_profiles',
      'messages',
      'relay_addresses',
      'relay_sessions',
      'tickets',
      'webhook_attempts',
      'whatsapp_events',
      'whatsapp_messages',
      'whatsapp_opt_outs',
      'whatsapp_senders',
      'workflow_runs',
    ])
      assert.ok(tables.has(table), `${table} has nothing to erase`)
    const theirs = await rowsWith(others.texts)
    const dry = await erase(person.id, '?dry_run=true')
    assert.equal(dry.status, 200, dry.body.message)
    const counted = dry.body.data as { state: string; counts: Record<string, number> }
    assert.equal(counted.state, 'counted')
    assert.ok(counted.counts['transcript_lines']! >= 2_501)
    assert.deepEqual(await rowsWith(person.texts), before)

    const begun = await erase(person.id)
    assert.equal((begun.body.data as { state: string }).state, 'running')
    assert.equal((await service.request('GET', path(person.younger))).status, 404)
    assert.deepEqual(await stateOf(person.younger), [person.id, 'running'])
    await runErasures()
    assert.deepEqual(await stateOf(person.younger), [person.id, 'done'])
    assert.deepEqual(await rowsWith(person.texts), [])
    assert.deepEqual(await rowsWith(others.texts), theirs)
    // A delivery without its event could not be sent, and would be claimed for ever.
    for (const table of [sql`webhook_deliveries`, sql`webhook_attempts`]) {
      const left = await service.context.db.query(sql`
        select from ${table} d where not exists (
          select from events e where e.organization_id = d.organization_id and e._id = d.event_id)`)
      assert.equal(left.length, 0)
    }
    const again = await erase(person.id)
    const { state, counts } = again.body.data as { state: string; counts: Record<string, number> }
    assert.equal(state, 'done')
    assert.ok(counts['transcript_lines']! >= 2_501)
    assert.deepEqual(none(await recount(service.context.db, { repair: false })), [])
    assert.equal((await service.request('GET', path(person.id))).status, 404)
    assert.equal((await service.request('GET', path(others.id))).status, 200)

    const { secretBox, db } = service.context
    const standing = await selectRecipientStanding(
      db,
      person.place,
      person.sender,
      person.phone,
      erasedAddress(secretBox, person.place, person.phone),
    )
    assert.equal(standing.opted_out, true)
    // Nothing says any more which other addresses were theirs, so each of these is barred too.
    for (const address of [person.own, person.userId]) {
      const hash = erasedAddress(secretBox, person.place, address)
      const other = await selectRecipientStanding(db, person.place, person.sender, address, hash)
      assert.equal(other.opted_out, true, address)
    }
    const forms = formsOf(secretBox, person.place.organization_id, person.phone)
    const listed = isListed(person.place.organization_id, forms, new Date())
    assert.deepEqual(await db.query(sql`select ${listed} as is_listed`), [{ is_listed: true }])
    const anew = await world.call({ phone: person.phone }, new Date())
    assert.notEqual(anew, person.id)
    const shown = await admin.request('GET', `/api${path(anew)}`)
    const { opt_outs, do_not_call } = shown.body.data as {
      opt_outs: { scope: string; why: string | null }[]
      do_not_call: { number: string | null; why: string | null }[]
    }
    assert.deepEqual(
      opt_outs.map(({ scope, why }) => [scope, why]),
      [['all', null]],
    )
    assert.deepEqual(
      do_not_call.map(({ number, why }) => [number, why]),
      [[person.phone, null]],
    )
  })

  it('goes on where it was killed, whatever was committed', async () => {
    const person = await makePerson({ service, world, admin }, nextNumber)
    await erase(person.id)
    const killed = { ...service.context, db: { ...service.context.db } }
    let left = 5
    killed.db.transaction = (run) =>
      service.context.db.transaction(async (transaction) => {
        const result = await run(transaction)
        if (left-- % 2 === 0) throw new Error('killed')
        return result
      })
    const job = erasePeople(killed)
    for (let turn = 0; turn < 6; turn++) await job.run(new AbortController().signal).catch(() => false)
    await runErasures()
    assert.deepEqual(await rowsWith(person.texts), [])
    assert.deepEqual(none(await recount(service.context.db, { repair: false })), [])
  })

  it('takes a username only for the person who has it', async () => {
    const { db } = service.context
    const [phone, other] = [nextNumber(), nextNumber()]
    const id = await world.write({ phone }, new Date())
    await db.write(sql`update channel_identities set username = 'Status' where identity_key = ${phone}`)
    const { organization_id, project_id } = world
    const [sender] = await db.query<{ _id: string }>(sql`
      select _id from whatsapp_senders where project_id = ${project_id} limit 1`)
    const store = (eventId: string, kind: string, isProcessed: boolean, payload: object) =>
      db.write(sql`
        insert into whatsapp_events (organization_id, project_id, event_id, whatsapp_sender_id, kind, payload, received_at,
          processed_at, due_at)
        values (${organization_id}, ${project_id}, ${eventId}, ${sender!._id}, ${kind}, ${JSON.stringify(payload)}::jsonb,
          now(), case when ${isProcessed} then now() end, 'infinity')`)
    const from = other.slice(1)
    await store('another status', 'status', true, { wamid: 'wamid.1', status: 'read', recipientId: from })
    await store('another name', 'message', true, {
      from,
      username: 'status.quo',
      text: 'What is the status?',
    })
    await store('about them', 'message', false, { from, text: `Call ${phone}`, username: null })
    await store('their name', 'message', true, { from: null, username: 'STATUS', text: 'Hello' })
    await store('their number', 'message', false, { from: phone.slice(1), username: 'status', text: 'Hello' })
    await db.write(sql`
      insert into idempotency_keys (organization_id, project_id, key, fingerprint, subject_id, answer, created_at, answered_at)
      values (${organization_id}, ${project_id}, 'another order', ${Buffer.from('other')}, ${project_id},
        ${JSON.stringify({ status: 'queued' })}::jsonb, now(), now())`)
    await erase(id)
    await runErasures()
    const kept = await db.query<{ event_id: string }>(sql`
      select event_id from whatsapp_events where event_id like 'another %' or event_id like 'their %' or event_id = 'about them'
      order by event_id`)
    assert.deepEqual(
      kept.map(({ event_id }) => event_id),
      ['about them', 'another name', 'another status'],
    )
    const keys = await db.query(sql`select from idempotency_keys where key = 'another order'`)
    assert.equal(keys.length, 1, 'a stored answer with the word as a name stays')
  })

  it('leaves the window of somebody who writes after it was requested', async () => {
    const { db } = service.context
    const { organization_id, project_id } = world
    const [phone, silent] = [nextNumber(), nextNumber()]
    const [sender] = await db.query<{ _id: string }>(sql`
      select _id from whatsapp_senders where project_id = ${project_id} limit 1`)
    const place = { organization_id, project_id, whatsapp_sender_id: sender!._id }
    const hasWritten = (recipient: string, at: Date) =>
      db.transaction((transaction) => upsertWindow(transaction, { ...place, recipient }, at))
    const ids = []
    for (const number of [phone, silent]) {
      ids.push(await world.write({ phone: number }, new Date()))
      await hasWritten(number, new Date())
    }
    for (const id of ids) assert.equal(((await erase(id)).body.data as { state: string }).state, 'running')
    const again = new Date(service.context.clock.now().getTime() + 1)
    await world.write({ phone }, again)
    await hasWritten(phone, again)
    await runErasures()
    const windows = await db.query<{ recipient: string; last_inbound_at: string }>(sql`
      select recipient, last_inbound_at from whatsapp_windows where recipient in (${phone}, ${silent})`)
    assert.deepEqual(windows, [{ recipient: phone, last_inbound_at: again.toISOString() }])
  })

  it('deletes what was said of the number to other projects as it came on the do-not-call list', async () => {
    const { db } = service.context
    const { organizationId } = service
    const other = { name: 'Other', events: 'keep' }
    const tree = await service.apply({ organizations: [{ name: 'Acme', projects: [other] }] })
    const otherId = tree.organizations[0]!.projects[0]!._id
    const [phone, neighbor] = [nextNumber(), nextNumber()]
    const id = await world.call({ phone }, minutes(0))
    const body = { numbers: [phone, neighbor], why: 'asked on a call' }
    const added = await service.request('POST', `/organizations/${organizationId}/do-not-call`, { body })
    assert.equal(added.status, 200, added.body.message)
    const endpointId = uuidv7()
    await db.write(sql`
      insert into webhook_endpoints (organization_id, project_id, _id, name, url, declared_types, types, version, secret,
        created_at, updated_at)
      values (${organizationId}, ${otherId}, ${endpointId}, 'other', 'https://receiver.example', '{}', '{}', '2026-11-22',
        '\\x00', now(), now())`)
    await db.write(sql`
      insert into webhook_deliveries (organization_id, endpoint_id, event_id, subject_id, state, created_at, due_at)
      select organization_id, ${endpointId}::uuid, _id, subject_id, 'held', now(), now() from events
      where organization_id = ${organizationId} and project_id = ${otherId}`)
    const numbers = async () => {
      const rows = await db.query<{ number: string }>(sql`
        select data ->> 'phone_number' as number from events
        where type = 'do_not_call.added' and data ->> 'phone_number' in (${phone}, ${neighbor}) order by 1`)
      return rows.map(({ number }) => number)
    }
    assert.deepEqual(await numbers(), [phone, phone, neighbor, neighbor].toSorted())
    assert.equal(((await erase(id)).body.data as { state: string }).state, 'running')
    await runErasures()
    assert.deepEqual(await numbers(), [neighbor, neighbor])
    const deliveries = await db.query(sql`
      select e.data ->> 'phone_number' as number from webhook_deliveries d
      left join events e on e.organization_id = d.organization_id and e._id = d.event_id
      where d.endpoint_id = ${endpointId}`)
    assert.deepEqual(deliveries, [{ number: neighbor }])
  })

  it('keeps an opt-out that was hashed twice', async () => {
    const { db, secretBox } = service.context
    const place = { organization_id: service.organizationId, project_id: service.projectId }
    const phone = nextNumber()
    for (let turn = 0; turn < 2; turn++) {
      await db.write(sql`
        insert into whatsapp_opt_outs (organization_id, project_id, recipient, scope, source, since)
        values (${place.organization_id}, ${place.project_id}, ${phone}, 'all', 'message', now())`)
      const hashed = await db.transaction((transaction) =>
        hashOptOuts(secretBox, transaction, place, [phone]),
      )
      assert.equal(hashed, 1)
    }
  })
})
