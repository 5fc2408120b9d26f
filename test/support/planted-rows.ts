import { uuidv7 } from '../../src/base/ids.ts'
import { sql, toText } from '../../src/db/sql.ts'
import type { Service } from './service.ts'

/** Where the rows of a person are planted. */
export interface PlantedPerson {
  organization_id: string
  project_id: string
  campaign_id: string
  sender_id: string
  phone: string
  email: string
  /** Stands in every text of rows that are found by ids. In the others stands the number or the address. */
  mark: string
  call_id: string
  conversation_id: string
}

/**
 * Writes what names a person into the tables that calls and messages of a test do not fill: files, webhooks, agents,
 * guards, audit, keys of other requests.
 */
export async function plantRows({ context: { db } }: Service, person: PlantedPerson): Promise<void> {
  const {
    organization_id,
    project_id,
    campaign_id,
    sender_id,
    phone,
    email,
    mark,
    call_id,
    conversation_id,
  } = person
  const spelled = `${phone.slice(0, 5)} (${phone.slice(5, 8)}) ${phone.slice(8)}`
  const text = JSON.stringify({ said: `of ${mark}`, number: spelled })
  const [endpointId, otherEvent, batchId] = [uuidv7(), uuidv7(), uuidv7()]
  const [attempt] = await db.query<{ _id: string; voice_carrier_id: string }>(sql`
    select _id, voice_carrier_id from call_attempts where call_id = ${call_id} limit 1`)
  const attemptId = attempt!._id
  await db.write(sql`
    insert into call_batches (organization_id, project_id, _id, campaign_id, name, format, file_bytes, file_sha256, is_again,
      rows_count, accepted_count, left_out, faults, faults_count, state, state_since, stop_code, stop_reason, made_by, created_at)
    values (${organization_id}, ${project_id}, ${batchId}, ${campaign_id}, ${`calls for ${email}.csv`}, 'csv', 1,
      ${Buffer.from(batchId)}, true, 3, 2, '{}', ${JSON.stringify([
        { line: 1, kind: 'number', field: 'phone_number', message: `${spelled} is refused` },
        { line: 2, kind: 'invalid', field: email, message: 'is too long' },
        { line: 3, kind: 'invalid', field: 'name', message: 'is of somebody else' },
      ])}::jsonb, 3, 'stopped', now(), 'x', ${`stopped at ${phone}`}, 'a test', now())`)
  await db.write(sql`
    insert into call_batch_rows (organization_id, batch_id, line, call_id, phone_number, given_number, customer)
    values (${organization_id}, ${batchId}, 4, ${uuidv7()}, ${phone}, ${spelled}, ${text}::jsonb),
      (${organization_id}, ${batchId}, 5, ${uuidv7()}, '+14155559999', '+14155559999', '{}')`)
  await db.write(sql`
    insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
    values (${organization_id}, ${uuidv7()}, ${call_id}, 'waiting', 'dialling', ${`${spelled} is next`}, now())`)
  await db.write(sql`
    insert into guard_refusals (organization_id, guard, minute, refusals, project_id, campaign_id, phone_number, at)
    values (${organization_id}, 'countries', date_trunc('minute', now()) - ${Number(phone.slice(-4)) % 60} * interval '1 minute', 1,
      ${project_id}, ${campaign_id}, ${phone}, now())`)
  await db.write(sql`
    insert into inbound_calls (organization_id, voice_carrier_id, call_sid, attempt_id, reply, received_at)
    values (${organization_id}, ${attempt!.voice_carrier_id}, ${`CA${mark}`}, ${attemptId}, ${`<Say>Hello ${mark}</Say>`}, now())`)
  await db.write(sql`
    insert into relay_sessions (organization_id, attempt_id, session, token, connected_at)
    values (${organization_id}, ${attemptId}, ${`VX${mark}`}, ${uuidv7()}, now())`)
  await db.write(sql`
    insert into relay_addresses (organization_id, attempt_id, nonce, made_at)
    values (${organization_id}, ${attemptId}, ${`nonce ${mark}`}, now())`)
  await db.write(sql`
    insert into workflow_runs (organization_id, attempt_id, turn, state, reply, updated_at)
    values (${organization_id}, ${attemptId}, 0, ${text}::jsonb, ${mark}, now())
    on conflict (organization_id, attempt_id) do update set state = excluded.state, reply = excluded.reply`)
  await db.write(sql`
    update tickets set subject = ${`about ${mark}`}, closing_note = ${`spoke with ${spelled}`}, opening_key = ${`key of ${mark}`}
    where _id = (select _id from tickets where organization_id = ${organization_id} and project_id = ${project_id}
      order by created_at desc, _id desc limit 1)`)
  await plantWebhooks({ db }, { person, endpointId, otherEvent, text, spelled })
  await db.write(sql`
    insert into idempotency_keys (organization_id, project_id, key, fingerprint, subject_id, answer, created_at, answered_at)
    values (${organization_id}, ${project_id}, ${`other ${mark}`}, '\\x00', ${uuidv7()}, ${text}::jsonb, now(), now())`)
  await db.write(sql`
    insert into whatsapp_events (organization_id, project_id, event_id, whatsapp_sender_id, kind, payload, received_at,
      processed_at, due_at, fault)
    values (${organization_id}, ${project_id}, ${`unmatched ${mark}`}, ${sender_id}, 'unknown', '{}', now(), now(), now(),
      ${`nobody knows ${spelled}`})`)
  await db.write(sql`
    update whatsapp_senders set last_fault_reason = ${`${spelled} is not allowed`}, notice = ${text}::jsonb
    where organization_id = ${organization_id} and _id = ${sender_id}`)
  await db.write(sql`
    insert into changes (organization_id, _id, project_id, at, actor_kind, actor_name, via, kind, record_id, record_name,
      action, fields)
    values (${organization_id}, ${uuidv7()}, ${project_id}, now(), 'cli', 'a test', 'command', 'campaign', ${uuidv7()},
      'Renewals', 'updated', ${JSON.stringify([{ path: 'script', before: `Hello ${mark}`, after: spelled }])}::jsonb)`)
  await plantAgent({ db }, { organization_id, project_id, conversation_id, text, mark })
}

/** An event of another subject, and answers to deliveries that name the person. */
async function plantWebhooks(
  { db }: Pick<Service['context'], 'db'>,
  {
    person: { organization_id, project_id, call_id },
    endpointId,
    otherEvent,
    text,
    spelled,
  }: { person: PlantedPerson; endpointId: string; otherEvent: string; text: string; spelled: string },
): Promise<void> {
  const ownEvent = uuidv7()
  const neutral = uuidv7()
  await db.write(sql`
    insert into webhook_endpoints (organization_id, project_id, _id, name, url, declared_types, types, version, secret,
      created_at, updated_at)
    values (${organization_id}, ${project_id}, ${endpointId}, ${endpointId}, 'https://receiver.example', '{}', '{}',
      '2026-11-22', '\\x00', now(), now())`)
  await db.write(sql`
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    values (${organization_id}, ${project_id}, ${ownEvent}, 'call.ended', 'call', ${call_id}, now(), ${text}::jsonb, ${text}::jsonb),
      (${organization_id}, ${project_id}, ${otherEvent}, 'ticket.opened', 'ticket', ${uuidv7()}, now(), '{}', ${text}::jsonb),
      (${organization_id}, ${project_id}, ${neutral}, 'ticket.opened', 'ticket', ${uuidv7()}, now(), '{}', null)`)
  await db.write(sql`
    insert into webhook_deliveries (organization_id, endpoint_id, event_id, subject_id, state, created_at, due_at)
    select organization_id, ${endpointId}::uuid, _id, subject_id, 'held', now(), now() from events
    where organization_id = ${organization_id} and _id in (${ownEvent}, ${otherEvent}, ${neutral})`)
  await db.write(sql`
    insert into webhook_attempts (organization_id, endpoint_id, event_id, n, at, milliseconds, status, answer, reason)
    select organization_id, endpoint_id, event_id, 1, now(), 5, 500, ${text}::text, ${`it said ${spelled}`}::text
    from webhook_deliveries where organization_id = ${organization_id} and endpoint_id = ${endpointId}`)
}

/** An agent's part in a conversation. The agent itself is left out: foreign keys are not checked here. */
async function plantAgent(
  { db }: Pick<Service['context'], 'db'>,
  {
    organization_id,
    project_id,
    conversation_id,
    text,
    mark,
  }: Record<'organization_id' | 'project_id' | 'conversation_id' | 'text' | 'mark', string>,
): Promise<void> {
  const client = await db.connect()
  try {
    await client.query(`begin; set local session_replication_role = 'replica'`)
    for (const statement of [
      sql`insert into agent_conversations (organization_id, project_id, conversation_id, agent_id, agent_revision, channel_type,
          prompt, lines, customer, language, mode_since, summary, fault, ended_at, created_at)
        values (${organization_id}, ${project_id}, ${conversation_id}, ${uuidv7()}, 1, 'voice', ${`You talk to ${mark}`},
          ${`[${text}]`}::jsonb, ${text}::jsonb, 'en', now(), ${`${mark} asked`}, ${`model of ${mark}`}, now(), now())`,
      sql`insert into agent_turns (organization_id, conversation_id, turn, state, input, text, spoken, citations, created_at)
        values (${organization_id}, ${conversation_id}, 1, 'done', ${`I am ${mark}`}, ${`Hello ${mark}`}, ${mark},
          ${`[${text}]`}::jsonb, now())`,
      sql`insert into agent_steps (organization_id, conversation_id, turn, step, kind, state, content, begun_at)
        values (${organization_id}, ${conversation_id}, 1, 1, 'tool', 'done', ${JSON.stringify({ arguments: text, result: mark })}::jsonb, now())`,
      sql`insert into agent_inputs (organization_id, conversation_id, _id, kind, text, sent_at, received_at)
        values (${organization_id}, ${conversation_id}, ${uuidv7()}, 'speech', ${mark}, now(), now())`,
    ])
      await client.query(toText(statement))
    await client.query('commit')
  } finally {
    await client.end()
  }
}
