import type { Queryable, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { eventsOf } from '../../events/event-of.ts'
import { factsOfOptOuts, factsOfTemplates } from '../message-events.ts'
import { addressesOf } from '../people/user-id-queries.ts'
import type { Address } from '../people/user-id-queries.ts'

interface Person {
  organization_id: string
  project_id: string
  recipient: Address
}

/** Opens or extends the messaging window of a person with a sender. A message older than the last changes nothing. */
export async function upsertWindow(
  transaction: Transaction,
  person: Person & { whatsapp_sender_id: string },
  at: Date,
): Promise<void> {
  await transaction.query(sql`
    insert into whatsapp_windows as w (organization_id, project_id, whatsapp_sender_id, recipient, last_inbound_at)
    values (${person.organization_id}, ${person.project_id}, ${person.whatsapp_sender_id}, ${person.recipient}, ${at})
    on conflict (organization_id, whatsapp_sender_id, recipient) do update
      set last_inbound_at = greatest(w.last_inbound_at, excluded.last_inbound_at)`)
}

/**
 * Moves the windows of numbers that a person no longer has to their current address. Index: the primary key of
 * whatsapp_windows.
 */
export async function moveWindows(
  transaction: Transaction,
  { organization_id, project_id }: Omit<Person, 'recipient'>,
  { from, to }: { from: readonly Address[]; to: Address },
): Promise<void> {
  await transaction.query(sql`
    with gone as (
      delete from whatsapp_windows where organization_id = ${organization_id}
        and whatsapp_sender_id = any(array(select _id from whatsapp_senders
          where organization_id = ${organization_id} and project_id = ${project_id}))
        and recipient = any(${from}::text[])
      returning *
    )
    insert into whatsapp_windows as w (organization_id, project_id, whatsapp_sender_id, recipient, last_inbound_at)
    select organization_id, project_id, whatsapp_sender_id, ${to}, max(last_inbound_at) from gone
    group by organization_id, project_id, whatsapp_sender_id
    on conflict (organization_id, whatsapp_sender_id, recipient) do update
      set last_inbound_at = greatest(w.last_inbound_at, excluded.last_inbound_at)`)
}

/**
 * Records an opt-out of a person, unless a later START ended it.
 *
 * @param optOut.why the reason that an operator gave.
 */
export async function insertOptOut(
  db: Queryable,
  person: Person,
  optOut: {
    scope: 'all' | 'marketing'
    source: 'message' | 'provider' | 'operator'
    why?: string | undefined
  },
  since: Date,
): Promise<void> {
  const mine = sql`organization_id = ${person.organization_id} and project_id = ${person.project_id}
    and recipient = ${person.recipient} and scope = ${optOut.scope}`
  // A row that was not there before, or whose opt-out did not hold. Two requests at once start one opt-out.
  const started = sql`
    select * from written where ${optOutHolds}
      and (exists (select from was where not holds) or (is_new and not exists (select from was)))`
  await db.write(sql`
    with was as materialized (
      select ${optOutHolds} as holds from whatsapp_opt_outs where ${mine} for update
    ), written as (
    insert into whatsapp_opt_outs as o (organization_id, project_id, recipient, scope, source, since, why)
    select ${person.organization_id}::uuid, ${person.project_id}::uuid, ${person.recipient}, ${optOut.scope}, ${optOut.source},
      ${since}::timestamptz, ${optOut.why ?? null}
    -- The count makes the statement read and lock the row before it writes it.
    where (select count(*) from was) >= 0
    on conflict (organization_id, project_id, recipient, scope) do update set since = excluded.since,
      source = case when exists (select from was where holds) then o.source else excluded.source end,
      why = case when exists (select from was where holds) then o.why else excluded.why end
      where o.since < excluded.since
    returning *, xmax = 0 as is_new
    ), ${eventsOf(person, factsOfOptOuts(started, 'opt_out.started', since))}
    select`)
}

/**
 * Ends a person's opt-outs of these scopes that are older than `at`. Meta's `resume` ends only the marketing scope and
 * leaves a STOP (Rule 63). An older opt-out that arrives later has no effect.
 */
export async function deleteOptOuts(
  db: Queryable,
  person: Person,
  scopes: readonly ('all' | 'marketing')[],
  at: Date,
): Promise<void> {
  // Each has the address under which it started, which may be another one of the person.
  const ended = sql`
    select k.project_id, k.recipient, k.scope, k.source, k.since, w.ended_at, k.why
    from known k join held h on h.scope = k.scope join written w on w.scope = k.scope
    where w.ended_at > h.since and (h.ended_at is null or k.since >= h.ended_at)`
  await db.write(sql`
    with known as materialized (
      select project_id, recipient, scope, source, since, ended_at, why from whatsapp_opt_outs
      where organization_id = ${person.organization_id} and project_id = ${person.project_id}
        and recipient = any(array(${addressesOf(person, person.recipient)}))
      order by recipient, scope for update
    ), held as materialized (
      select scope, max(since) as since, max(ended_at) as ended_at from known group by scope having ${optOutHoldsOfAll}
    ), written as (
    insert into whatsapp_opt_outs as o (organization_id, project_id, recipient, scope, source, since, ended_at)
    select ${person.organization_id}::uuid, ${person.project_id}::uuid, ${person.recipient}, scope, 'message',
      '-infinity', ${at}::timestamptz
    from unnest(${scopes}::text[]) scope
    -- The count makes the statement read and lock the rows before it writes them.
    where (select count(*) from held) >= 0
    on conflict (organization_id, project_id, recipient, scope) do update
      set ended_at = greatest(o.ended_at, excluded.ended_at)
    returning *
    ), ${eventsOf(person, factsOfOptOuts(ended, 'opt_out.ended', at))}
    select`)
}

/**
 * Whether a row's opt-out is in force: it is not older than its end. An opt-out wins over an end at the same instant.
 */
export const optOutHolds = sql`(ended_at is null or since >= ended_at)`

/** The same over all rows of a scope, for a person who has several addresses. */
export const optOutHoldsOfAll = sql`(max(ended_at) is null or max(since) >= max(ended_at))`

/** What a project does with the text of received messages. */
export interface InboundRules {
  /** BCP 47; selects the opt-out words. */
  language: string
  /** A message with one of these opens a ticket. */
  ticket_keywords: readonly string[]
  /** The agent that answers the chats of the sender; null if none does. */
  agent_id: string | null
  /** A STOP means calls too. */
  stop_covers_calls: boolean
}

/** Returns the rules for messages to a sender. By primary keys; index: agents_by_broadcast. */
export async function selectInboundRules(
  db: Queryable,
  { organization_id, project_id, whatsapp_sender_id }: SenderOfProject,
): Promise<InboundRules> {
  const [project] = await db.query<InboundRules>(sql`
    select language, ticket_keywords, (
      select a._id from agents a
      join broadcasts b on b.organization_id = a.organization_id and b._id = a.broadcast_id
      where a.organization_id = p.organization_id and a.broadcast_id is not null and a.project_id = p._id
        and b.whatsapp_sender_id = ${whatsapp_sender_id}
      order by a.created_at limit 1) as agent_id,
      coalesce((select (calls ->> 'stop_covers_calls')::boolean from organizations where _id = p.organization_id), false)
        as stop_covers_calls
    from projects p where organization_id = ${organization_id} and _id = ${project_id}`)
  return project ?? { language: 'en', ticket_keywords: [], agent_id: null, stop_covers_calls: false }
}

interface SenderOfProject {
  organization_id: string
  project_id: string
  whatsapp_sender_id: string
}

/** Writes the quality of a sender's template, in Meta's word. Returns how many rows have changed. */
export async function updateTemplateQuality(
  transaction: Transaction,
  sender: SenderOfProject,
  template: { name: string; language: string; quality: string },
  now: Date,
): Promise<number> {
  const { organization_id, whatsapp_sender_id } = sender
  const updated = await transaction.query(sql`
    with updated as (
    update whatsapp_templates set quality = ${template.quality}
    where organization_id = ${organization_id} and whatsapp_sender_id = ${whatsapp_sender_id}
      and provider_name = ${template.name} and language = ${template.language}
      and quality is distinct from ${template.quality}
    returning *
    ), ${eventsOf(sender, factsOfTemplates(sql`select * from updated`, now))}
    select _id from updated`)
  return updated.length
}
