import { instant } from '../db/instant.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import { typeRows } from '../events/event-of.ts'
import type { EventType } from '../events/event-types.ts'
import type { MessageStatus } from './send/message-status.ts'

/** Returns the events of a message whose status has risen. One that was unresolved has two. */
export function eventsOfStatus(before: MessageStatus, after: MessageStatus): EventType[] {
  if (before === after || after === 'processing') return []
  return [...(before === 'unresolved' ? (['message.settled'] as const) : []), `message.${after}`]
}

/** Returns the facts of `eventsOf` for sent messages: rows of `whatsapp_messages` as they are after the fact. */
export function factsOfMessages(messages: Sql, types: readonly EventType[], at: Date): Sql {
  return sql`
    select t.type, m._id as subject_id, ${at}::timestamptz as at, jsonb_build_object('_id', m._id, 'direction', 'outbound',
        'channel_type', 'whatsapp', 'broadcast_id', m.broadcast_id, 'to', m.recipient, 'type', m.type, 'status', m.status,
        'status_since', ${instant(sql`m.status_since`)}, 'provider_message_id', m.provider_message_id,
        'error', case when m.error_reason is not null
          then jsonb_build_object('code', m.error_code, 'reason', m.error_reason) end,
        'sends', case m.quota when 'consumed' then 1 when 'released' then 0 end, 'conversation_id', m.conversation_id,
        'customer_profile_id', (
          select c.profile_id from conversations c
          where c.organization_id = m.organization_id and c._id = m.conversation_id),
        'created_at', ${instant(sql`m.created_at`)}) as data,
      jsonb_build_object('request', m.request) as texts
    from (${messages}) m cross join ${typeRows(types)}
    order by t.place`
}

/** Returns the facts of `eventsOf` for opt-outs: rows of `whatsapp_opt_outs` as they are after the fact. */
export function factsOfOptOuts(optOuts: Sql, type: 'opt_out.started' | 'opt_out.ended', at: Date): Sql {
  return sql`
    select ${type}::text as type, md5(o.project_id || ' ' || o.recipient)::uuid as subject_id, ${at}::timestamptz as at,
      jsonb_build_object('to', o.recipient, 'scope', o.scope, 'source', o.source,
        'since', ${instant(sql`nullif(o.since, '-infinity')`)}, 'ended_at', ${instant(sql`o.ended_at`)}) as data,
      jsonb_build_object('why', o.why) as texts
    from (${optOuts}) o order by o.scope`
}

/** Returns the facts of `eventsOf` for templates: rows of `whatsapp_templates` as they are after the fact. */
export function factsOfTemplates(templates: Sql, at: Date): Sql {
  return sql`
    select 'template.updated' as type, t._id as subject_id, ${at}::timestamptz as at, jsonb_build_object('_id', t._id,
        'name', t.name, 'provider_name', t.provider_name, 'language', t.language, 'category', t.category,
        'whatsapp_sender_id', t.whatsapp_sender_id, 'status', t.status, 'status_since', ${instant(sql`t.status_since`)},
        'status_reason', t.status_reason, 'quality', t.quality, 'revision', t.revision,
        'created_at', ${instant(sql`t.created_at`)}, 'updated_at', ${instant(sql`t.updated_at`)}) as data,
      jsonb_build_object('components', t.components, 'status_explanation', t.status_explanation) as texts
    from (${templates}) t`
}

/** Returns the facts of `eventsOf` for senders: rows of `whatsapp_senders` as they are after the fact. */
export function factsOfSenders(senders: Sql, at: Date): Sql {
  return sql`
    select 'sender.updated' as type, s._id as subject_id, ${at}::timestamptz as at, jsonb_build_object('_id', s._id,
        'name', s.name, 'display_phone_number', s.display_phone_number, 'status', s.status,
        'notice', s.notice, 'noticed_at', ${instant(sql`s.noticed_at`)},
        'quality', s.check_result ->> 'quality', 'messaging_limit', s.check_result ->> 'messaging_limit',
        'health', s.check_result ->> 'health', 'checked_at', ${instant(sql`s.checked_at`)},
        'fault', case when s.last_fault_at is not null
          then jsonb_build_object('code', s.last_fault_code, 'reason', s.last_fault_reason) end,
        'fault_at', ${instant(sql`s.last_fault_at`)}, 'revision', s.revision,
        'updated_at', ${instant(sql`s.updated_at`)}) as data,
      null::jsonb as texts
    from (${senders}) s`
}
