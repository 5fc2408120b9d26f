// The anchor of a WhatsApp send: bare node:http and pg that write the same rows in the same two transactions, with the
// same request to the Graph API between them. It has no framework, validation, send rules, idempotency look-up, log or
// metrics. Started by bench/whatsapp/run.ts; prints its address.
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { uuidv7 } from '../../src/base/ids.ts'
import { createDatabase } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { fingerprintOf } from '../../src/idempotency/fingerprint.ts'
import { hashApiKey } from '../../src/keys/api-key.ts'
import { selectKeyHolder } from '../../src/keys/queries.ts'
import { takeNumber } from '../../src/people/display-ids.ts'
import { insertProfile } from '../../src/people/queries.ts'
import { contactOfRecipient } from '../../src/whatsapp/people/contact-of-recipient.ts'
import { selectBroadcastForSend } from '../../src/whatsapp/send/broadcast-queries.ts'
import type { BroadcastForSend } from '../../src/whatsapp/send/broadcast-queries.ts'
import { serveBare, textOf } from '../support/bare-http.ts'

const connectionString = process.env['DATABASE_URL'] ?? ''
const db = createDatabase({ connection: { connectionString } })

serveBare(answer)

async function answer(incoming: IncomingMessage): Promise<unknown> {
  const holder = await selectKeyHolder(db, hashApiKey(String(incoming.headers['x-api-key'])))
  if (holder === null) throw new Error('no such key')
  const [, , organization_id = '', , project_id = '', , broadcast_id = ''] = (incoming.url ?? '').split('/')
  const body = JSON.parse(await textOf(incoming)) as SendBody
  const broadcast = await selectBroadcastForSend(db, organization_id, project_id, broadcast_id)
  if (broadcast?.template == null) throw new Error('not ready')
  const { sender, template } = broadcast
  const parameters = Object.entries(body.data).map(([parameter_name, text]) => ({
    type: 'text',
    parameter_name,
    text,
  }))
  const send: Send = {
    organization_id,
    project_id,
    broadcast_id,
    sender,
    key: String(incoming.headers['idempotency-key']),
    body,
    message: {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: body.to,
      type: 'template',
      template: {
        name: template.name,
        language: { code: template.language },
        components: [{ type: 'body', parameters }],
      },
    },
    message_id: uuidv7(),
    profile_id: uuidv7(),
  }
  await decide(send, new Date())
  const wamid = await ask(send)
  return settle(send, wamid, new Date())
}

interface SendBody {
  to: string
  data: Record<string, string>
}

interface Send {
  organization_id: string
  project_id: string
  broadcast_id: string
  sender: BroadcastForSend['sender']
  key: string
  body: SendBody
  message: object
  message_id: string
  profile_id: string
}

/**
 * The idempotency key, the person (new in each send of the bench), the rate limits, the message and the reservation.
 */
async function decide({ sender, body, ...send }: Send, now: Date): Promise<void> {
  const { organization_id, project_id, message_id } = send
  const { to } = body
  const person = contactOfRecipient(send, to, now)
  // Outside of the transaction, as in the service, so that the project's row is not locked until the commit.
  const number = await takeNumber(db, person)
  return db.transaction(async (transaction) => {
    const [, , , , , , reserved] = await Promise.all([
      transaction.query(sql`
        insert into idempotency_keys (organization_id, project_id, key, fingerprint, subject_id, created_at)
        values (${organization_id}, ${project_id}, ${send.key},
          ${fingerprintOf(['whatsapp', send.broadcast_id], body)}, ${message_id}, ${now})`),
      insertProfile(transaction, person, { profileId: send.profile_id, number }),
      transaction.query(sql`
        insert into sender_rate_limits as p (organization_id, whatsapp_sender_id, recipient, arrival_at)
        values (${organization_id}, ${sender._id}, '', ${now}), (${organization_id}, ${sender._id}, ${to}, ${now})
        on conflict (organization_id, whatsapp_sender_id, recipient) do update set arrival_at = excluded.arrival_at`),
      transaction.query(sql`
        insert into whatsapp_messages (organization_id, project_id, _id, broadcast_id, whatsapp_sender_id, recipient,
          type, request, provider_message, status, status_since, lease_until, quota, created_at)
        values (${organization_id}, ${project_id}, ${message_id}, ${send.broadcast_id}, ${sender._id}, ${to},
          'template', ${JSON.stringify(body)}::jsonb, ${JSON.stringify(send.message)}::jsonb, 'processing', ${now},
          ${new Date(now.getTime() + 20_000)}, 'reserved', ${now})`),
      transaction.query(sql`
        insert into whatsapp_quota_entries (organization_id, message_id, kind, created_at)
        values (${organization_id}, ${message_id}, 'reserved', ${now})`),
      transaction.query(sql`
        insert into whatsapp_message_statuses (organization_id, message_id, status, at)
        values (${organization_id}, ${message_id}, 'processing', ${now})`),
      transaction.query(sql`
        insert into whatsapp_quotas as q (organization_id, reserved) values (${organization_id}, 1)
        on conflict (organization_id) do update set reserved = q.reserved + 1
          where q.reserved + q.consumed < (select plan_whatsapp_sends from organizations where _id = ${organization_id})
        returning reserved`),
    ])
    if (reserved.length === 0) throw new Error('no sends left')
  })
}

/** The sent message, its place in a new chat, their count changes, and the stored response of the idempotency key. */
function settle({ sender, ...send }: Send, wamid: string, now: Date): Promise<object> {
  const { organization_id, project_id, message_id, profile_id } = send
  const { to } = send.body
  const conversation_id = uuidv7()
  const result = {
    message_id,
    broadcast_id: send.broadcast_id,
    to,
    type: 'template',
    status: 'sent',
    provider_message_id: wamid,
  }
  return db.transaction(async (transaction) => {
    await Promise.all([
      transaction.query(sql`
        insert into whatsapp_message_statuses (organization_id, message_id, status, at)
        values (${organization_id}, ${message_id}, 'sent', ${now})`),
      transaction.query(sql`
        insert into conversations (organization_id, project_id, _id, channel_type, conversation_type, status,
          phone_number, profile_id, whatsapp_sender_id, start_time, last_message_at, created_at)
        values (${organization_id}, ${project_id}, ${conversation_id}, 'whatsapp', 'outbound', 'live', ${to},
          ${profile_id}, ${sender._id}, ${now}, ${now}, ${now})`),
      transaction.query(sql`
        update profiles set conversation_count = conversation_count + 1, chat_count = chat_count + 1,
          last_interaction_at = ${now}
        where organization_id = ${organization_id} and _id = ${profile_id}`),
      transaction.query(sql`
        insert into conversation_count_changes (organization_id, project_id, hour, channel_type, conversation_type,
          status, conversations, durations, duration_seconds)
        values (${organization_id}, ${project_id}, date_trunc('hour', ${now}::timestamptz, 'UTC'), 'whatsapp',
          'outbound', 'live', 1, 0, 0)`),
      transaction.query(sql`
        insert into conversation_callers as c (organization_id, project_id, caller, conversations)
        values (${organization_id}, ${project_id}, ${to}, 1)
        on conflict (organization_id, project_id, caller) do update
          set conversations = c.conversations + excluded.conversations`),
      transaction.query(sql`
        insert into messages (organization_id, project_id, _id, conversation_id, profile_id, channel_type, direction,
          text, kind, provider_message_id, created_at)
        values (${organization_id}, ${project_id}, ${uuidv7()}, ${conversation_id}, ${profile_id}, 'whatsapp',
          'outbound', null, 'template', ${wamid}, ${now})`),
      transaction.query(sql`
        insert into chat_count_changes (organization_id, project_id, kind, hour, channel_type, count)
        values (${organization_id}, ${project_id}, 'messages', date_trunc('hour', ${now}::timestamptz, 'UTC'),
          'whatsapp', 1)`),
      transaction.query(sql`
        update whatsapp_messages set status = 'sent', status_since = ${now}, provider_message_id = ${wamid},
          quota = 'consumed', lease_until = null, conversation_id = ${conversation_id}
        where organization_id = ${organization_id} and _id = ${message_id}`),
      transaction.query(sql`
        update idempotency_keys set answer = ${JSON.stringify({ kind: 'sent', result })}::jsonb, answered_at = ${now}
        where organization_id = ${organization_id} and project_id = ${project_id} and key = ${send.key}`),
      transaction.query(sql`
        insert into whatsapp_quota_entries (organization_id, message_id, kind, created_at)
        values (${organization_id}, ${message_id}, 'consumed', ${now})`),
      transaction.query(sql`
        update whatsapp_quotas set reserved = reserved - 1, consumed = consumed + 1
        where organization_id = ${organization_id}`),
    ])
    return result
  })
}

/** Uses a connection of its own, as the service does. */
function ask({ sender, message, message_id }: Send): Promise<string> {
  const body = JSON.stringify({ ...message, biz_opaque_callback_data: message_id })
  const headers = {
    authorization: 'Bearer a-token',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  return new Promise((resolve, reject) => {
    const url = `${sender.api_url}/v23.0/${sender.phone_number_id}/messages`
    const sent = request(url, { method: 'POST', headers, agent: false }, (response) => {
      textOf(response).then((text) => {
        const { messages } = JSON.parse(text) as { messages: { id: string }[] }
        resolve(messages[0]!.id)
      }, reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
