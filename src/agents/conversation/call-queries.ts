import type { Queryable } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { ConversationKey, Hold } from './conversation.ts'
import { mine } from './queries.ts'

/** Writes that the agent has said goodbye on a call. Returns false where another process leads the conversation. */
export async function updateClosing(
  db: Queryable,
  key: ConversationKey,
  { token }: Hold,
  now: Date,
): Promise<boolean> {
  const closed = await db.write(sql`
    update agent_conversations set closing_since = coalesce(closing_since, ${now}::timestamptz)
    where ${mine(key)} and lease_token = ${token} returning conversation_id`)
  return closed.length === 1
}

/** Writes the language in which a call goes on. Returns false where another process leads the conversation. */
export async function updateLanguage(
  db: Queryable,
  key: ConversationKey,
  { token }: Hold,
  language: string,
): Promise<boolean> {
  const switched = await db.write(sql`
    update agent_conversations set language = ${language}
    where ${mine(key)} and lease_token = ${token} returning conversation_id`)
  return switched.length === 1
}

/** How often a line is inserted again after another one took its place. A session and the end of the call add lines. */
const appendTriesMax = 5

/**
 * Adds a line that the service itself says on a call to its transcript, after everything said so far. Adds nothing once
 * the agent's part is over, because what a broken session was about to say must not follow the goodbye.
 */
export async function appendServiceLine(
  db: Queryable,
  key: ConversationKey,
  text: string,
  now: Date,
): Promise<void> {
  for (let tries = 0; tries < appendTriesMax; tries++)
    if ((await insertNextLine(db, key, text, now)) !== 'taken') return
}

/**
 * Inserts a line after the last one. `taken`: another transaction inserted one at the same place, whose commit this one
 * waited for. `over`: the agent's part is.
 */
async function insertNextLine(
  db: Queryable,
  key: ConversationKey,
  text: string,
  now: Date,
): Promise<'added' | 'taken' | 'over'> {
  const [inserted] = await db.write<{ is_added: boolean; is_over: boolean }>(sql`
    with open as (
      select from agent_conversations where ${mine(key)} and ended_at is null
    ), added as (
      insert into conversation_lines (organization_id, conversation_id, turn, line, role, text, said_at)
      select ${key.organization_id}::uuid, ${key.conversation_id}::uuid, last.turn, last.line + 1, 'agent', ${text},
        ${now}::timestamptz
      from (
        select coalesce(max(turn), 0) as turn, coalesce((array_agg(line order by turn desc, line desc))[1], -1) as line
        from conversation_lines where ${mine(key)}) last
      where exists (select from open)
      on conflict do nothing returning line
    )
    select exists (select from added) as is_added, not exists (select from open) as is_over`)
  if (inserted?.is_over !== false) return 'over'
  return inserted.is_added ? 'added' : 'taken'
}

/**
 * Keeps what the customer of a call heard of the greeting, and cuts the latest line with this text to the part of it
 * that was heard. Changes nothing where another process leads the conversation.
 */
export async function updateOpeningHeard(
  db: Queryable,
  key: ConversationKey,
  { token }: Hold,
  { heard, line, part }: { heard: string; line: string; part: string },
): Promise<void> {
  await db.write(sql`
    with conversation as (
      update agent_conversations set lines = lines || jsonb_build_object('opening_heard', ${heard}::text)
      where ${mine(key)} and lease_token = ${token} returning conversation_id
    ), spoken as (
      select turn, line from conversation_lines where ${mine(key)} and role = 'agent' and text = ${line}
        and exists (select from conversation)
      order by turn desc, line desc limit 1
    ), gone as (
      delete from conversation_lines
      where ${mine(key)} and (turn, line) in (select turn, line from spoken) and ${part} = ''
    ), cut as (
      update conversation_lines set text = ${part}
      where ${mine(key)} and (turn, line) in (select turn, line from spoken) and ${part} not in ('', text)
    )
    select from conversation`)
}

/** Returns whether a turn is open, an input waits for one, or the customer did not hear all of the last turn's text. */
export async function selectIsCutOff(db: Queryable, key: ConversationKey): Promise<boolean> {
  const [row] = await db.query<{ is_cut_off: boolean }>(sql`
    select exists (select from agent_inputs where ${mine(key)} and turn is null)
      or exists (select from agent_turns where ${mine(key)} and state in ('thinking', 'acting', 'replying'))
      or coalesce((
        select length(spoken) < length(text) from agent_turns where ${mine(key)} order by turn desc limit 1
      ), false) as is_cut_off`)
  return row?.is_cut_off ?? false
}

/** Returns whether the customer said in any turn that they want no more calls. By the table's primary key. */
export async function selectHasOptedOut(db: Queryable, key: ConversationKey): Promise<boolean> {
  const found = await db.query(sql`
    select turn from agent_turns where ${mine(key)} and outcome = 'opted_out' limit 1`)
  return found.length === 1
}
