import type { ConversationType } from '../base/conversation-kinds.ts'
import type { NewId } from '../base/ids.ts'
import { countCaller, countChange, countMessages } from '../counters/count-changes.ts'
import type { Queryable, Transaction } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import { eventsIf, eventsOf } from '../events/event-of.ts'
import { interaction, personWasCounted } from '../people/interactions.ts'
import { factsOfConversations, factsOfReceivedMessages } from './conversation-events.ts'

/** A chat ends when nobody has written for this long (Rule 31). */
const silenceHours = 24

/** A message to add to a chat. */
export interface ChatMessage {
  organization_id: string
  project_id: string
  whatsapp_sender_id: string
  /** The person's number (E.164), or their WhatsApp id where the number is unknown. */
  address: string
  direction: ConversationType
  /** The provider's id; null where it is unknown. */
  provider_message_id: string | null
  /** The provider's type, such as `text`. */
  kind: string
  /** The text that a person reads; null where the message has none. */
  text: string | null
  at: Date
  /** Whether somebody wants the project's events; absent: not known. */
  events_wanted?: boolean
}

/**
 * Adds a message to the person's open chat with the sender. Starts a new chat where none is open, or where the open one
 * has been silent for a day.
 *
 * Concurrent writers to the same chat wait for each other on a lock of the transaction. The person must have been
 * linked before.
 *
 * @returns the chat's id; null, with nothing written, where the provider's message is stored already.
 */
export async function addToChat(
  { newId }: { newId: NewId },
  transaction: Transaction,
  message: ChatMessage,
): Promise<string | null> {
  const { organization_id, whatsapp_sender_id, at } = message
  const [, known, [open]] = await Promise.all([
    lockChat(transaction, message),
    transaction.query(sql`
      select _id from messages where organization_id = ${organization_id}
        and provider_message_id = ${message.provider_message_id}`),
    transaction.query<{ _id: string; last_message_at: string }>(sql`
      select _id, last_message_at from conversations
      where organization_id = ${organization_id} and whatsapp_sender_id = ${whatsapp_sender_id}
        and ${isWithPerson(message.address)} and status = 'live' and channel_type = 'whatsapp'
      for update`),
  ])
  if (known.length > 0) return null
  const isSilent =
    open !== undefined && at.getTime() - Date.parse(open.last_message_at) >= silenceHours * 3_600_000
  if (open !== undefined && isSilent) await endChat(transaction, organization_id, open._id, at)
  if (open !== undefined && !isSilent) {
    await Promise.all([
      insertChatMessage(transaction, message, newId(), open._id),
      touchChat(transaction, message, open._id),
    ])
    return open._id
  }
  const conversationId = newId()
  await Promise.all([
    insertChat(transaction, message, conversationId),
    insertChatMessage(transaction, message, newId(), conversationId),
  ])
  return conversationId
}

/** Matches the conversations with the person at this address. */
function isWithPerson(address: string): Sql {
  return isNumber(address) ? sql`phone_number = ${address}` : sql`whatsapp_user_id = ${address}`
}

/** Returns whether an address is a number in E.164. The other kind, a WhatsApp id, never begins with a plus. */
function isNumber(address: string): boolean {
  return address.startsWith('+')
}

/**
 * Makes other writers to the person's chats wait until the transaction ends. Where the person is also to be linked,
 * take this lock first.
 */
export async function lockChat(
  transaction: Transaction,
  { project_id, address }: Pick<ChatMessage, 'project_id' | 'address'>,
): Promise<void> {
  await transaction.query(sql`
    select pg_advisory_xact_lock(hashtextextended(${`chat ${project_id} ${address}`}, 0))`)
}

async function insertChat(
  transaction: Transaction,
  message: ChatMessage,
  conversationId: string,
): Promise<void> {
  const { organization_id, project_id, address, at } = message
  const [number, userId] = isNumber(address) ? [address, null] : [null, address]
  const started = sql`
    select *, 'live' as status, 'whatsapp' as channel_type, ${message.direction}::text as conversation_type,
      null::uuid as campaign_id, (select profile_id from reached) as profile_id, null::timestamptz as answered_at,
      null::timestamptz as end_time, null::double precision as duration_seconds, start_time as created_at
    from made`
  await transaction.query(sql`
    with made as (
      select ${organization_id}::uuid as organization_id, ${project_id}::uuid as project_id,
        ${conversationId}::uuid as _id, ${number}::text as phone_number, ${userId}::text as whatsapp_user_id,
        ${at}::timestamptz(3) as start_time
    ), ${interaction(sql`
      select organization_id, project_id, 'whatsapp' as channel_type,
        coalesce(phone_number, whatsapp_user_id) as identity_key, start_time as met_at
      from made`)},
    ${countChange(sql`
      select organization_id, project_id, start_time, 'whatsapp' as channel_type,
        ${message.direction} as conversation_type, 'live' as status,
        null::uuid as campaign_id, 1 as times, null::double precision as duration_seconds
      from made`)},
    ${countCaller(
      sql`
        select organization_id, project_id, coalesce(phone_number, (select profile_id::text from reached), _id::text) as caller
        from made`,
      1,
    )}${eventsIf(message.events_wanted, message, () => factsOfConversations(started, { type: 'conversation.started', at }))}
    insert into conversations (organization_id, project_id, _id, channel_type, conversation_type, status, phone_number,
      whatsapp_user_id, profile_id, met_as, whatsapp_sender_id, start_time, last_message_at, created_at)
    select organization_id, project_id, _id, 'whatsapp', ${message.direction}, 'live', phone_number, whatsapp_user_id,
      (select profile_id from reached), (select met_as from reached), ${message.whatsapp_sender_id}::uuid, start_time, start_time, start_time
    from made
    where ${personWasCounted(sql`select count(*) from reached`)}`)
}

async function insertChatMessage(
  transaction: Transaction,
  message: ChatMessage,
  messageId: string,
  conversationId: string,
): Promise<void> {
  const { organization_id, project_id, direction, at, address } = message
  const received = factsOfReceivedMessages(sql`select *, ${address}::text as sender from made`, at)
  await transaction.query(sql`
    with made as (
      insert into messages (organization_id, project_id, _id, conversation_id, profile_id, met_as, channel_type, direction,
        text, kind, provider_message_id, created_at)
      select ${organization_id}::uuid, ${project_id}::uuid, ${messageId}::uuid, _id, profile_id, met_as, 'whatsapp', ${direction},
        ${message.text}, ${message.kind}, ${message.provider_message_id}, ${at}::timestamptz
      from conversations where organization_id = ${organization_id} and _id = ${conversationId}
      returning *
    ), ${countMessages(sql`made`)}${direction === 'inbound' ? sql`, ${eventsOf(message, received)}` : sql``}
    select`)
}

/** Records that a chat goes on, and when its person was last seen. */
async function touchChat(
  transaction: Transaction,
  message: ChatMessage,
  conversationId: string,
): Promise<void> {
  const { organization_id, project_id, address, at } = message
  await transaction.query(sql`
    with seen as (
      update channel_identities set last_seen_at = greatest(last_seen_at, ${at})
      where organization_id = ${organization_id} and project_id = ${project_id} and channel_type = 'whatsapp'
        and identity_key = ${address} and ${message.direction} = 'inbound'
      returning profile_id
    ), chat as (
      update conversations set last_message_at = greatest(last_message_at, ${at})
      -- The count makes this statement lock the identity before the conversation, which is the order everywhere.
      where organization_id = ${organization_id} and _id = ${conversationId} and (select count(*) from seen) >= 0
      returning profile_id
    )
    update profiles set last_interaction_at = greatest(last_interaction_at, ${at})
    where organization_id = ${organization_id} and _id = (select profile_id from chat)`)
}

/**
 * Completes a chat, and ends what an agent does in it. Its duration runs to its last message, unless an import gave
 * one.
 *
 * @param now the instant of the event; null: when the chat ended.
 */
export async function endChat(
  transaction: Transaction,
  organizationId: string,
  conversationId: string,
  now: Date | null,
): Promise<void> {
  const place = { organization_id: organizationId, project_id: sql`(select project_id from old)` }
  const at = sql`coalesce(${now}::timestamptz, c.end_time)`
  await transaction.query(sql`
    with old as (
      select organization_id, project_id, _id, start_time, channel_type, conversation_type, campaign_id,
        duration_seconds, coalesce(end_time, last_message_at) as ended_at,
        coalesce(duration_seconds, extract(epoch from coalesce(end_time, last_message_at) - start_time)) as lasted
      from conversations where organization_id = ${organizationId} and _id = ${conversationId} and status = 'live'
      for update
    ), ${countChange(sql`
      select organization_id, project_id, start_time, channel_type, conversation_type, r.status, campaign_id,
        r.times, r.duration_seconds
      from old, lateral (values (-1, 'live', old.duration_seconds), (1, 'completed', old.lasted))
        r (times, status, duration_seconds)`)},
    agent as (
      update agent_conversations a set ended_at = old.ended_at, due_at = null, burst_since = null, lease_token = null,
        lease_until = null
      from old where a.organization_id = old.organization_id and a.conversation_id = old._id and a.ended_at is null
    ), ended as (
      update conversations c set status = 'completed', end_time = old.ended_at, duration_seconds = old.lasted
      from old where c.organization_id = ${organizationId} and c._id = old._id
      returning c.*
    ), ${eventsOf(place, factsOfConversations(sql`select * from ended`, { type: 'conversation.ended', at }))}
    select`)
}

/** The time since which the chat is silent. An imported chat may have no last message; then its start counts. */
const silentSince = sql`coalesce(last_message_at, start_time)`

/**
 * Returns up to 100 chats that have been silent for a day, without those in `excludedIds`. Index: conversations_to_end.
 */
export async function selectSilentChats(
  db: Queryable,
  excludedIds: readonly string[],
  now: Date,
): Promise<{ organization_id: string; _id: string }[]> {
  return db.query(sql`
    select organization_id, _id from conversations
    where status = 'live' and channel_type in ('whatsapp', 'web')
      and ${silentSince} <= ${now}::timestamptz - ${silenceHours} * interval '1 hour'
      and _id <> all(${excludedIds}::uuid[]) and is_here(organization_id)
    order by ${silentSince} limit 100`)
}

/**
 * Ends a chat that has been silent for a day. Does nothing where another transaction holds the chat, since somebody may
 * be writing in it. An imported chat may have imported messages; then its silence begins with the last of them.
 */
export async function endSilentChat(
  transaction: Transaction,
  { organization_id, _id }: { organization_id: string; _id: string },
  now: Date,
): Promise<void> {
  if (!(await lockAgent(transaction, { organization_id, _id }))) return
  const mine = sql`organization_id = ${organization_id} and _id = ${_id}`
  const [chat] = await transaction.query<{ last_message_at: string | null }>(
    sql`select last_message_at from conversations where ${mine} and status = 'live' for update skip locked`,
  )
  if (chat === undefined) return
  const lastMessageAt =
    chat.last_message_at ?? (await writeLastMessage(transaction, { organization_id, _id }))
  if (now.getTime() - Date.parse(lastMessageAt) < silenceHours * 3_600_000) return
  await endChat(transaction, organization_id, _id, now)
}

/**
 * Locks the chat's row among those that agents lead, which web chats lock first too. Returns false where another has
 * it.
 */
async function lockAgent(
  transaction: Transaction,
  { organization_id, _id }: { organization_id: string; _id: string },
): Promise<boolean> {
  const led = sql`select conversation_id from agent_conversations
    where organization_id = ${organization_id} and conversation_id = ${_id}`
  const [row] = await transaction.query<{ is_free: boolean }>(sql`
    with locked as materialized (${led} for update skip locked)
    select exists (select from locked) or not exists (${led}) as is_free`)
  return row?.is_free === true
}

/**
 * Computes and stores when the last message came, for a chat whose row does not say. Returns that time. Index:
 * messages_by_conversation.
 */
async function writeLastMessage(
  transaction: Transaction,
  { organization_id, _id }: { organization_id: string; _id: string },
): Promise<string> {
  const [chat] = await transaction.query<{ last_message_at: string }>(sql`
    update conversations set last_message_at = greatest(start_time, (
      select max(created_at) from messages where organization_id = ${organization_id} and conversation_id = ${_id}))
    where organization_id = ${organization_id} and _id = ${_id} returning last_message_at`)
  return chat!.last_message_at
}
