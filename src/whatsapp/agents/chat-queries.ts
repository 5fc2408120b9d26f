import type { ConversationKey, CustomerValues, Hold } from '../../agents/conversation/conversation.ts'
import type { Queryable, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { agentKeyPrefix } from '../../idempotency/idempotency-key.ts'
import { addressesOf } from '../people/user-id-queries.ts'
import type { Address } from '../people/user-id-queries.ts'
import type { MessageStatus } from '../send/message-status.ts'

/** The PostgreSQL channel that notifies workers of chats to answer. */
export const answerChannel = 'agent_chats'

/** Notifies the workers that a message waits for an answer; PostgreSQL delivers the notification after the commit. */
export async function notifyAnswering(db: Queryable): Promise<void> {
  await db.write(sql`select pg_notify(${answerChannel}, '')`)
}

/** Returns what prompts may name of a chat's person: their name, number and plain properties. */
export async function selectCustomerOfChat(
  db: Queryable,
  { organization_id, conversation_id }: ConversationKey,
): Promise<CustomerValues> {
  const [row] = await db.query<{
    name: string | null
    phone_number: string | null
    properties: Record<string, unknown> | null
  }>(sql`
    select p.name, c.phone_number, p.properties from conversations c
    left join profiles p on p.organization_id = c.organization_id and p._id = c.profile_id
    where c.organization_id = ${organization_id} and c._id = ${conversation_id}`)
  const { name = null, phone_number = null, properties } = row ?? {}
  const plain = Object.entries(properties ?? {}).filter(
    (entry): entry is [string, string | number | boolean] =>
      ['string', 'number', 'boolean'].includes(typeof entry[1]),
  )
  return {
    ...Object.fromEntries(plain),
    ...(name !== null && { name }),
    ...(phone_number !== null && { phone_number }),
  }
}

/** A chat that is to be answered. */
export interface AnsweredChat extends ConversationKey {
  project_id: string
  /** Where its person is reached. */
  address: Address
  whatsapp_sender_id: string
  /** The broadcast under which the agent answers; null: it answers no chats any more. */
  broadcast_id: string | null
  /** The broadcast whose template is sent when the window has closed; null: none. */
  after_window_broadcast_id: string | null
  customer: CustomerValues
  /** The provider's id of the person's last message; null where none has one. */
  last_received_id: string | null
  /** The last turn; 0 where there is none. */
  turn: number
  /** Its text waits to be sent. */
  is_replying: boolean
  /** How often the present burst was answered in vain, because the person wrote on. */
  superseded: number
  /** Failed tries of the last turn, and why the last one failed. */
  tries: number
  fault: string | null
}

/** Returns a chat that an agent leads; null where there is none. By primary keys; index: messages_by_conversation. */
export async function selectAnsweredChat(
  db: Queryable,
  { organization_id, conversation_id }: ConversationKey,
): Promise<AnsweredChat | null> {
  const [row] = await db.query<AnsweredChat>(sql`
    select c.organization_id, c.conversation_id, c.project_id, c.customer, c.tries, c.fault,
      coalesce(v.phone_number, v.whatsapp_user_id) as address, v.whatsapp_sender_id,
      b._id as broadcast_id, a.after_window_broadcast_id,
      (select m.provider_message_id from messages m
        where m.organization_id = c.organization_id and m.conversation_id = c.conversation_id and m.direction = 'inbound'
        order by m.created_at desc limit 1) as last_received_id,
      c.turn, coalesce((select t.state = 'replying' from agent_turns t
        where t.organization_id = c.organization_id and t.conversation_id = c.conversation_id and t.turn = c.turn), false)
        as is_replying,
      (select count(*)::integer from agent_turns t
        where t.organization_id = c.organization_id and t.conversation_id = c.conversation_id
          and t.state = 'superseded' and t.outcome = 'superseded'
          and t.turn > coalesce((select max(e.turn) from agent_turns e
            where e.organization_id = c.organization_id and e.conversation_id = c.conversation_id
              and e.state in ('done', 'failed')), 0)) as superseded
    from agent_conversations c
    join conversations v on v.organization_id = c.organization_id and v._id = c.conversation_id
    join agents a on a.organization_id = c.organization_id and a._id = c.agent_id
    left join broadcasts b on b.organization_id = a.organization_id and b._id = a.broadcast_id
      and b.whatsapp_sender_id = v.whatsapp_sender_id
    where c.organization_id = ${organization_id} and c.conversation_id = ${conversation_id}`)
  return row ?? null
}

/** Returns whether the caller still leads the chat. With a transaction, whoever takes it over waits for its end. */
export async function isStillHeld(
  db: Queryable | Transaction,
  { organization_id, conversation_id }: ConversationKey,
  { token }: Hold,
): Promise<boolean> {
  const held = await db.write(sql`
    select from agent_conversations
    where organization_id = ${organization_id} and conversation_id = ${conversation_id} and lease_token = ${token}
    for share`)
  return held.length === 1
}

/** A message that was committed under a key. */
export interface KeyedMessage {
  status: MessageStatus
  /** The provider's error of a failed message. */
  error_code: string | null
  created_at: string
}

/** Returns the message that was committed under an idempotency key; null where there is none. */
export async function selectKeyedMessage(
  db: Queryable,
  { organization_id, project_id }: { organization_id: string; project_id: string },
  key: string,
): Promise<KeyedMessage | null> {
  const [message] = await db.query<KeyedMessage>(sql`
    select m.status, m.error_code, m.created_at from idempotency_keys k
    join whatsapp_messages m on m.organization_id = k.organization_id and m._id = k.subject_id
    where k.organization_id = ${organization_id} and k.project_id = ${project_id} and k.key = ${key}`)
  return message ?? null
}

/** Returns the idempotency key of a message; null where none is kept. Index: idempotency_keys_by_subject. */
export async function selectKeyOfMessage(
  db: Queryable,
  { organization_id, _id }: { organization_id: string; _id: string },
): Promise<string | null> {
  const [row] = await db.query<{ key: string }>(sql`
    select key from idempotency_keys where organization_id = ${organization_id} and subject_id = ${_id}`)
  return row?.key ?? null
}

/**
 * Returns the address to which a message to the person was committed under an idempotency key; null if none was. The
 * chat gets another address when the number of its person becomes known or changes, and a repetition must be the same
 * request. An agent's key names the conversation, so that its recipient may be an address that the person had before.
 */
export async function selectKeyedRecipient(
  db: Queryable,
  {
    organization_id,
    project_id,
    conversation_id,
    address,
  }: Pick<AnsweredChat, 'organization_id' | 'project_id' | 'conversation_id' | 'address'>,
  key: string,
): Promise<Address | null> {
  const isOwn = key.startsWith(`${agentKeyPrefix}${conversation_id}:`)
  const [message] = await db.query<{ to: string | null }>(sql`
    select m.request ->> 'to' as to from idempotency_keys k
    join whatsapp_messages m on m.organization_id = k.organization_id and m._id = k.subject_id
    where k.organization_id = ${organization_id} and k.project_id = ${project_id} and k.key = ${key}
      and (${isOwn} or m.recipient = any(array(${addressesOf({ organization_id, project_id }, address)})))`)
  return message?.to ?? null
}
