import type { Transaction } from '../../../db/queryable.ts'
import { sql } from '../../../db/sql.ts'

export const copyBatches = sql`
  copy call_batches (organization_id, project_id, _id, campaign_id, name, format, file_bytes, file_sha256, is_again,
    rows_count, accepted_count, queued_count, left_out, faults, faults_count, state, state_since, made_by, created_at)
  from stdin`
export const copyCalls = sql`
  copy calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer, state, state_since, due_at,
    attempts_count, error_code, error_reason, created_at, waits_for, batch_id, batch_line) from stdin`
export const copyMoves = sql`
  copy call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at) from stdin`
export const copyAttempts = sql`
  copy call_attempts (organization_id, project_id, _id, call_id, campaign_id, voice_carrier_id, attempt_number,
    phone_number, caller_id_number, ring_timeout_seconds, state, state_since, script, voice, workflow_id,
    workflow_revision, carrier_call_sid, conversation_id, answered_at, ended_at, duration_seconds, error_code,
    error_reason, created_at, machine_detection, answered_by) from stdin`
export const copyEvents = sql`
  copy carrier_events (organization_id, attempt_id, call_sid, call_status, sequence_number, source, occurred_at,
    received_at, duration_seconds, answered_by, sip_response_code, error_code) from stdin`
export const copySends = sql`
  copy whatsapp_messages (organization_id, project_id, _id, broadcast_id, whatsapp_sender_id, recipient, type, request,
    provider_message, status, status_since, lease_until, provider_message_id, error_code, error_reason, quota,
    conversation_id, created_at) from stdin`
export const copySendStatuses = sql`
  copy whatsapp_message_statuses (organization_id, message_id, status, at, error_code, error_reason) from stdin`
export const copyQuotaEntries = sql`
  copy whatsapp_quota_entries (organization_id, message_id, kind, created_at) from stdin`

/** Writes into imported calls when they were answered. An import has no field for it, and no counter counts by it. */
export async function updateAnswered(
  transaction: Transaction,
  { organization_id, project_id }: { organization_id: string; project_id: string },
): Promise<void> {
  await transaction.query(sql`
    update conversations c set answered_at = a.answered_at from call_attempts a
    where a.organization_id = ${organization_id} and a.project_id = ${project_id} and a.answered_at is not null
      and c.organization_id = a.organization_id and c._id = a.conversation_id and c.answered_at is null`)
}

/** Dates the project and its campaigns back to the day before their first conversations. */
export async function updateBeginnings(
  transaction: Transaction,
  { organization_id, project_id }: { organization_id: string; project_id: string },
): Promise<void> {
  const first = sql`
    select campaign_id, min(start_time) - interval '1 day' as at from conversations
    where organization_id = ${organization_id} and project_id = ${project_id} group by campaign_id`
  await transaction.query(sql`
    update campaigns c set created_at = least(c.created_at, f.at) from (${first}) f
    where c.organization_id = ${organization_id} and c._id = f.campaign_id`)
  await transaction.query(sql`
    update projects p set created_at = least(p.created_at, (select min(f.at) from (${first}) f))
    where p.organization_id = ${organization_id} and p._id = ${project_id}`)
}

/** Adds sends to the balance of the plan. */
export async function addToQuota(
  transaction: Transaction,
  organizationId: string,
  { consumed, reserved }: { consumed: number; reserved: number },
): Promise<void> {
  await transaction.query(sql`
    insert into whatsapp_quotas as q (organization_id, reserved, consumed)
    values (${organizationId}, ${reserved}, ${consumed})
    on conflict (organization_id) do update
      set reserved = q.reserved + excluded.reserved, consumed = q.consumed + excluded.consumed`)
}

/**
 * Writes into imported chats which sender they are with and when the last message came, as chats of the service have. A
 * person has one open chat with a sender: where the service has opened one meanwhile, the imported one gets no sender.
 */
export async function updateChats(
  transaction: Transaction,
  organizationId: string,
  senderId: string,
  chats: readonly { _id: string; last_message_at: string }[],
): Promise<void> {
  await transaction.query(sql`
    update conversations c set whatsapp_sender_id = ${senderId}, last_message_at = r.last_message_at
    from jsonb_to_recordset(${JSON.stringify(chats)}::jsonb) as r (_id uuid, last_message_at timestamptz)
    where c.organization_id = ${organizationId} and c._id = r._id
      and (c.status <> 'live' or not exists (
        select from conversations o where o.organization_id = ${organizationId} and o.whatsapp_sender_id = ${senderId}
          and o.phone_number = c.phone_number and o.status = 'live' and o.channel_type = 'whatsapp'))`)
}

/** Writes the provider's ids and types into imported messages. */
export async function updateMessages(
  transaction: Transaction,
  organizationId: string,
  messages: readonly { _id: string; kind: string; provider_message_id: string }[],
): Promise<void> {
  await transaction.query(sql`
    update messages m set kind = r.kind, provider_message_id = r.provider_message_id
    from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as r (_id uuid, kind text, provider_message_id text)
    where m.organization_id = ${organizationId} and m._id = r._id`)
}

/** Writes into imported tickets who opened them and when they were closed. */
export async function updateTickets(
  transaction: Transaction,
  organizationId: string,
  tickets: readonly { _id: string; opened_by: string; closed_at: string | null }[],
): Promise<void> {
  await transaction.query(sql`
    update tickets t set opened_by = r.opened_by, closed_at = r.closed_at
    from jsonb_to_recordset(${JSON.stringify(tickets)}::jsonb) as r (_id uuid, opened_by text, closed_at timestamptz)
    where t.organization_id = ${organizationId} and t._id = r._id`)
}

/** Notes since when WhatsApp has paused the demo's offer, and why. */
export async function updateOfferPaused(
  transaction: Transaction,
  { organization_id, project_id }: { organization_id: string; project_id: string },
  since: Date,
): Promise<void> {
  await transaction.query(sql`
    update whatsapp_templates set status_since = ${since},
      status_explanation = 'RATE_LIMITING_PAUSE: many people have blocked or reported this template'
    where organization_id = ${organization_id} and project_id = ${project_id} and name = 'bundle_offer'
      and status = 'paused'`)
}
