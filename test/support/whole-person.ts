import assert from 'node:assert/strict'
import { uuidv7 } from '../../src/base/ids.ts'
import { sql } from '../../src/db/sql.ts'
import { minutes } from './merge-pair.ts'
import type { MergeWorld } from './merge-world.ts'
import { plantRows } from './planted-rows.ts'
import { eventually } from './service.ts'
import type { Service } from './service.ts'
import type { Browser } from './users.ts'

/** Makes a person with rows in every table that knows people. Returns the id and the texts that name them. */
export async function makePerson(
  { service, world, admin }: { service: Service; world: MergeWorld; admin: Browser },
  nextNumber: () => string,
) {
  const { db } = service.context
  const { organizationId, projectId } = service
  const project = `/organizations/${organizationId}/projects/${projectId}`
  const [phone, own] = [nextNumber(), nextNumber()]
  const mark = uuidv7().slice(-12)
  const userId = `US.${mark}`
  const email = `ada.${mark}@example.com`
  const place = { organization_id: organizationId, project_id: projectId }
  const younger = await world.call({ phone: own }, minutes(0), `Younger ${mark}`)
  const id = await world.call({ phone }, minutes(-1), `Ada ${mark}`)
  await world.write({ phone, userId }, minutes(1))
  await world.call({ phone: own, email }, minutes(2))
  await world.call({ phone, email }, minutes(3))
  await world.write({ phone: own }, minutes(4))
  await world.ticket(phone, minutes(5))
  await world.say(id, 'diagnosis', `said ${mark}`, minutes(6))
  const campaignId = Object.values(service.campaignIds)[0]!
  const called = await service.request('POST', `${project}/campaigns/${campaignId}/calls`, {
    body: { phone_number: phone, name: `Caller ${mark}`, notes: `note ${mark}` },
    headers: { 'idempotency-key': `order ${phone}` },
  })
  assert.equal(called.status, 200, called.body.message)
  const callId = (called.body.data as { campaign_queue_id: string }).campaign_queue_id
  await eventually('the call is over', async () => {
    const [call] = await db.query<{ state: string }>(sql`select state from calls where _id = ${callId}`)
    return ['completed', 'no_answer', 'busy', 'failed'].includes(call!.state) ? true : null
  })
  const [talk] = await db.query<{ _id: string }>(sql`
    select _id from conversations where profile_id = ${id} and channel_type = 'voice' order by created_at desc limit 1`)
  await db.write(sql`
    insert into conversation_lines (organization_id, conversation_id, turn, line, role, text, said_at)
    select ${organizationId}::uuid, ${talk!._id}::uuid, n, 9, 'customer', 'secret ' || ${mark}::text || ' ' || ${phone}::text, now()
    from generate_series(0, 2500) n
    on conflict do nothing`)
  const broadcastId = uuidv7()
  const [sender] = await db.query<{ _id: string }>(sql`
    select _id from whatsapp_senders where project_id = ${projectId} limit 1`)
  const messageId = uuidv7()
  await db.write(sql`
    insert into broadcasts (organization_id, project_id, _id, name, whatsapp_sender_id, created_at, updated_at)
    values (${organizationId}, ${projectId}, ${broadcastId}, ${broadcastId}, ${sender!._id}, now(), now())`)
  await db.write(sql`
    insert into whatsapp_messages (organization_id, project_id, _id, broadcast_id, whatsapp_sender_id, recipient, type,
      request, provider_message, status, status_since, provider_message_id, quota, error_reason, created_at)
    values (${organizationId}, ${projectId}, ${messageId}, ${broadcastId}, ${sender!._id}, ${phone}, 'text',
      ${JSON.stringify({ to: phone, text: `hello ${mark}` })}::jsonb, ${JSON.stringify({ to: phone.slice(1) })}::jsonb,
      'delivered', now(), ${`wamid.${mark}`}, 'consumed', ${`not on WhatsApp: ${phone}`}, now())`)
  await db.write(sql`
    insert into whatsapp_quota_entries (organization_id, message_id, kind, created_at)
    select organization_id, _id, kind, case kind when 'reserved' then created_at else status_since end
    from whatsapp_messages, unnest(array['reserved', 'consumed']) kind where _id = ${messageId}`)
  await db.write(sql`
    insert into whatsapp_quotas as q (organization_id, consumed) values (${organizationId}, 1)
    on conflict (organization_id) do update set consumed = q.consumed + 1`)
  await db.write(sql`
    insert into whatsapp_message_statuses (organization_id, message_id, status, at, error_reason)
    values (${organizationId}, ${messageId}, 'delivered', now(), ${`to ${phone}`})`)
  await db.write(sql`
    insert into whatsapp_events (organization_id, project_id, event_id, whatsapp_sender_id, kind, payload, received_at,
      processed_at, due_at)
    select ${organizationId}::uuid, ${projectId}::uuid, ${mark} || n, ${sender!._id}::uuid, kind, payload::jsonb, now(), now(), now()
    from (values (1, 'message', ${JSON.stringify({ from: phone.slice(1), text: `raw ${mark}` })}),
      (2, 'status', ${JSON.stringify({ wamid: `wamid.${mark}`, recipientId: null })})) e (n, kind, payload)`)
  await db.write(sql`
    insert into whatsapp_user_ids (organization_id, project_id, user_id, person_id, current_user_id, phone_number)
    values (${organizationId}, ${projectId}, ${userId}, ${uuidv7()}, ${userId}, ${phone}) on conflict do nothing`)
  await db.write(sql`
    insert into whatsapp_windows (organization_id, project_id, whatsapp_sender_id, recipient, last_inbound_at)
    values (${organizationId}, ${projectId}, ${sender!._id}, ${phone}, now())`)
  await db.write(sql`
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data)
    values (${organizationId}, ${projectId}, ${uuidv7()}, 'call.ended', 'call', ${callId}, now(),
      ${JSON.stringify({ phone_number: phone, name: mark })}::jsonb)`)
  await plantRows(service, {
    ...place,
    campaign_id: campaignId,
    sender_id: sender!._id,
    phone,
    email,
    mark,
    call_id: callId,
    conversation_id: talk!._id,
  })
  const optedOut = await admin.request('POST', `/api${project}/opt-outs`, {
    number: phone,
    reason: `wrote ${mark}`,
  })
  assert.equal(optedOut.status, 201, JSON.stringify(optedOut.body))
  const listed = await admin.request('POST', `/api/organizations/${organizationId}/do-not-call`, {
    numbers: [phone],
    why: `said ${mark}`,
  })
  assert.ok(listed.status < 300, JSON.stringify(listed.body))
  return {
    id,
    younger,
    phone,
    place,
    sender: sender!._id,
    own,
    userId,
    texts: [phone.slice(1), own.slice(1), mark, email, userId],
  }
}
