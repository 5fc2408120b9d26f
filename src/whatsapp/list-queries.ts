import type { Db } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import { selectPage } from '../db/page.ts'
import type { List } from '../db/page.ts'
import type { Queryable } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import { objectField, fieldsOf, idField, numberField, textField, timestampField } from '../filters/fields.ts'
import { errorOfRow } from './message-error.ts'
import type { MessageError } from './message-error.ts'
import type { Address } from './people/user-id-queries.ts'
import type { MessageStatus } from './send/message-status.ts'

/** A message of a broadcast's recipient history. */
export interface MessageRow {
  _id: string
  broadcast_id: string
  to: Address
  type: string
  status: MessageStatus
  status_since: string
  provider_message_id: string | null
  error: MessageError | null
  /** Sends of the plan that it cost: 1 if the provider accepted it, 0 if not, null while that is unknown. */
  sends: number | null
  conversation_id: string | null
  created_at: string
}

/** A message with its request and each status with its time. */
export interface MessageHistory extends MessageRow {
  request: Record<string, unknown>
  statuses: {
    status: MessageStatus
    at: string
    error: MessageError | null
  }[]
  /** Set if an operator settled the message. */
  settled: { by: string; why: string } | null
}

const error = sql`coalesce(${errorOfRow(sql`m`)}, 'null'::jsonb)`
const sends = sql`case m.quota when 'consumed' then 1 when 'released' then 0 end`
const given = { nullable: false }

/** The fields that a list of messages can be filtered and sorted by: all fields of an item. */
export const messageFields = fieldsOf({
  _id: idField(sql`m._id`, given),
  broadcast_id: idField(sql`m.broadcast_id`, given),
  to: textField(sql`m.recipient`, given),
  type: textField(sql`m.type`, given),
  status: textField(sql`m.status`, given),
  status_since: timestampField(sql`m.status_since`, given),
  provider_message_id: textField(sql`m.provider_message_id`),
  error: objectField(error, { code: 'string', reason: 'string' }),
  sends: numberField(sends),
  conversation_id: idField(sql`m.conversation_id`),
  created_at: timestampField(sql`m.created_at`, given),
})

const columns = sql`m._id, m.broadcast_id, m.recipient as "to", m.type, m.status, m.status_since, m.provider_message_id,
  ${error} as error, ${sends} as sends, m.conversation_id, m.created_at`

/** Returns whether the project has the broadcast. */
export async function selectHasBroadcast(
  db: Queryable,
  organizationId: string,
  projectId: string,
  broadcastId: string,
): Promise<boolean> {
  const rows = await db.query(sql`
    select _id from broadcasts
    where organization_id = ${organizationId} and project_id = ${projectId} and _id = ${broadcastId}`)
  return rows.length === 1
}

/**
 * Returns one page of a broadcast's messages and their total number. Indexes: whatsapp_messages_by_broadcast, _open.
 */
export async function selectMessages(
  db: Db,
  organizationId: string,
  broadcastId: string,
  list: List,
): Promise<{ items: MessageRow[]; total: number }> {
  const from: Sql = sql`from whatsapp_messages m
    where m.organization_id = ${organizationId} and m.broadcast_id = ${broadcastId}`
  return selectPage<MessageRow>(db, organizationId, { columns, from }, list)
}

/** Returns a message of the broadcast with its history; null if the broadcast has none with this id. */
export async function selectMessage(
  db: Queryable,
  organizationId: string,
  projectId: string,
  broadcastId: string,
  messageId: string,
): Promise<MessageHistory | null> {
  const [message] = await db.query<MessageHistory>(sql`
    select ${columns}, m.request,
      case when m.settled_by is not null then jsonb_build_object('by', m.settled_by, 'why', m.settled_why) end as settled,
      (select jsonb_agg(jsonb_build_object('status', s.status,
          'at', ${instant(sql`s.at`)},
          'error', ${errorOfRow(sql`s`)}) order by s.at, s.status)
        from whatsapp_message_statuses s where s.organization_id = m.organization_id and s.message_id = m._id) as statuses
    from whatsapp_messages m
    where m.organization_id = ${organizationId} and m.project_id = ${projectId} and m.broadcast_id = ${broadcastId}
      and m._id = ${messageId}`)
  return message ?? null
}
