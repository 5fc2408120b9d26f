import { greatestId } from '../../base/ids.ts'
import type { Queryable, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { deleteDeliveries } from '../../events/delivery-queries.ts'
import type { RetentionKind } from '../../projects/queries.ts'

/** The most rows that one transaction reads. */
const rowsAtOnce = 1_000
/** A conversation has many lines, so fewer are taken. */
const conversationsAtOnce = 200

/** One kind of one project. */
export interface RetentionPass {
  organization_id: string
  project_id: string
  kind: RetentionKind
  /** How many days the project keeps it. */
  days: number
  /** Where the pass goes on: everything before was seen. Null: at the beginning. */
  position: string | null
}

/** How many days the audit is kept where a project says nothing else, and where it is of no project. */
export const auditDays = 400

/** Adds missing passes: one for each kind that a project keeps for some days, always one for the audit. */
export async function insertPasses(db: Queryable, kinds: readonly RetentionKind[], now: Date): Promise<void> {
  await db.write(sql`
    insert into retention_passes (organization_id, project_id, kind, due_at)
    select p.organization_id, p._id, k.kind, ${now}::timestamptz
    from projects p, unnest(${kinds}::text[]) k (kind)
    where (p.retention ->> k.kind is not null or k.kind = 'audit') and is_here(p.organization_id)
      and not exists (select from retention_passes r where r.organization_id = p.organization_id
        and r.project_id = p._id and r.kind = k.kind)
    on conflict do nothing`)
}

/** Locks the pass that is due longest and that nobody works on; null if none is due. */
export async function claimPass(transaction: Transaction, now: Date): Promise<RetentionPass | null> {
  const days = sql`coalesce((p.retention ->> r.kind)::integer, case when r.kind = 'audit' then ${auditDays}::integer end)`
  const [pass] = await transaction.query<RetentionPass>(sql`
    select r.organization_id, r.project_id, r.kind, ${days} as days, r.position
    from retention_passes r join projects p on p.organization_id = r.organization_id and p._id = r.project_id
    where r.due_at <= ${now} and ${days} is not null and is_here(r.organization_id)
    order by r.due_at limit 1 for update of r skip locked`)
  return pass ?? null
}

export async function updatePass(
  transaction: Transaction,
  { organization_id, project_id, kind }: RetentionPass,
  position: string | null,
  dueAt: Date,
): Promise<void> {
  await transaction.query(sql`
    update retention_passes set position = ${position}, due_at = ${dueAt}
    where organization_id = ${organization_id} and project_id = ${project_id} and kind = ${kind}`)
}

/** Removes the next rows of a pass that are older than an instant. Returns where it goes on; null: it is complete. */
type Removal = (transaction: Transaction, pass: RetentionPass, before: Date) => Promise<string | null>

interface Row {
  _id: string
  at: string
}

/** Reads where a pass goes on: after the row of this time and id. */
function readPosition({ position }: RetentionPass): { at: string; _id: string } | null {
  if (position === null) return null
  const [at = '', _id = ''] = position.split(' ')
  return { at, _id }
}

/** Returns the next rows of a table of the project in the order of their time, from the position on. */
function nextRows(table: Sql, time: Sql, pass: RetentionPass, before: Date, max: number): Sql {
  const after = readPosition(pass)
  const rest =
    after === null
      ? sql`true`
      : sql`${time} >= ${after.at}::timestamptz and (${time}, _id) > (${after.at}::timestamptz, ${after._id}::uuid)`
  return sql`
    select _id, ${time} as at from ${table}
    where organization_id = ${pass.organization_id} and project_id = ${pass.project_id} and ${time} < ${before} and ${rest}
    order by ${time}, _id limit ${max}`
}

/** Returns where a pass goes on after a page of rows; null after the last page. */
function positionAfter(page: readonly Row[], max: number): string | null {
  const last = page.at(-1)
  return last === undefined || page.length < max ? null : `${last.at} ${last._id}`
}

/**
 * Transcripts, the words of agents and of people to them, and what people said and keyed to workflows. Those of a
 * conversation that an agent leads stay until its end: the agent reads what was said, also so that it makes no write
 * twice. A turn that was open at the end stays so, and has words too. Indexes: conversations_by_start,
 * call_attempts_by_conversation, the primary keys.
 */
const removeTranscripts: Removal = async (transaction, pass, before) => {
  const page = await transaction.query<Row>(
    nextRows(sql`conversations`, sql`start_time`, pass, before, conversationsAtOnce),
  )
  const ended = await transaction.query<Pick<Row, '_id'>>(sql`
    select _id from unnest(${page.map(({ _id }) => _id)}::uuid[]) c (_id)
    where not exists (select from agent_conversations a where a.organization_id = ${pass.organization_id}
      and a.conversation_id = c._id and a.ended_at is null)`)
  const ids = ended.map(({ _id }) => _id)
  const theirs = sql`organization_id = ${pass.organization_id} and conversation_id = any(${ids}::uuid[])`
  await Promise.all([
    transaction.query(sql`delete from conversation_lines where ${theirs}`),
    transaction.query(sql`
      delete from workflow_runs w using call_attempts a
      where a.organization_id = ${pass.organization_id} and a.conversation_id = any(${ids}::uuid[])
        and a.ended_at is not null and w.organization_id = a.organization_id and w.attempt_id = a._id`),
    transaction.query(sql`delete from agent_inputs where ${theirs}`),
    transaction.query(sql`update agent_steps set content = '{}' where ${theirs} and content <> '{}'`),
    transaction.query(sql`
      update agent_turns set input = '', text = '', spoken = null, citations = '[]' where ${theirs}
        and ((input, text, citations) is distinct from ('', '', '[]'::jsonb) or spoken is not null)`),
    transaction.query(sql`
      update agent_conversations set prompt = '', lines = '[]', customer = '{}', summary = null, fault = null
      where ${theirs} and prompt <> ''`),
  ])
  return positionAfter(page, conversationsAtOnce)
}

/**
 * Texts of messages, what was sent, and raw webhooks of both, a thousand rows of each at most. Messages and sends are
 * passed through together, in the order of time and id. In the end come tickets that a message with a keyword has
 * opened, whose subject is its text. Indexes: messages_by_creation, whatsapp_messages_by_project,
 * whatsapp_events_past, tickets_by_creation.
 */
const removeMessages: Removal = async (transaction, pass, before) => {
  const { organization_id, project_id } = pass
  const pageOf = (table: Sql) =>
    transaction.query<Row>(nextRows(table, sql`created_at`, pass, before, rowsAtOnce))
  const [messages, sends] = await Promise.all([pageOf(sql`messages`), pageOf(sql`whatsapp_messages`)])
  // What follows a full page is unknown, so the other table stops at the same row.
  const ends = [messages, sends].filter((page) => page.length === rowsAtOnce).map((page) => page.at(-1)!)
  const end = ends.reduce<Row | null>(
    (one, other) => (one === null || isAfter(one, other) ? other : one),
    null,
  )
  const idsOf = (page: readonly Row[]) =>
    page.filter((row) => end === null || !isAfter(row, end)).map(({ _id }) => _id)
  await transaction.query(sql`
    update messages set text = null where organization_id = ${organization_id}
      and _id = any(${idsOf(messages)}::uuid[]) and text is not null`)
  await transaction.query(sql`
    update whatsapp_messages set request = '{}', provider_message = '{}'
    where organization_id = ${organization_id} and _id = any(${idsOf(sends)}::uuid[])
      and request <> '{}' and quota <> 'reserved'`)
  const to = end === null ? before : new Date(Date.parse(end.at) + 1)
  const raw = await transaction.query(sql`
    delete from whatsapp_events where ctid = any(array(
      select ctid from whatsapp_events where processed_at < ${to} and organization_id = ${organization_id}
        and project_id = ${project_id} order by processed_at limit ${rowsAtOnce}))
    returning 1`)
  if (end !== null) return `${end.at} ${end._id}`
  const subjects = await transaction.query(sql`
    update tickets set subject = null where ctid = any(array(
      select ctid from tickets where organization_id = ${organization_id} and project_id = ${project_id}
        and created_at < ${before} and opened_by = 'keyword' and subject is not null limit ${rowsAtOnce}))
    returning 1`)
  const isOver = raw.length < rowsAtOnce && subjects.length < rowsAtOnce
  return isOver ? null : `${before.toISOString()} ${greatestId}`
}

/** Returns whether a row comes after another one in the order of time and id. */
function isAfter(one: Row, other: Row): boolean {
  return one.at === other.at ? one._id > other._id : Date.parse(one.at) > Date.parse(other.at)
}

/** Events with their deliveries and attempts. Index: events_in_order. */
const removeEvents: Removal = async (transaction, project, before) => {
  const gone = await transaction.query<{ _id: string }>(sql`
    delete from events where ctid = any(array(
      select ctid from (
        select ctid, at from events
        where organization_id = ${project.organization_id} and project_id = ${project.project_id}
        order by tx, _id limit ${rowsAtOnce}) e
      where e.at < ${before}))
    returning _id`)
  const ids = gone.map(({ _id }) => _id)
  await deleteDeliveries(transaction, project, ids)
  return gone.length < rowsAtOnce ? null : 'on'
}

/** Audit entries of the project. Index: changes_of_projects. */
const removeAudit: Removal = async (transaction, { organization_id, project_id }, before) => {
  const gone = await transaction.query(sql`
    delete from changes where _id = any(array(
      select _id from changes where organization_id = ${organization_id} and project_id = ${project_id}
        and at < ${before} order by at limit ${rowsAtOnce}))
    returning 1`)
  return gone.length < rowsAtOnce ? null : 'on'
}

/**
 * Removes the next audit entries of no project, such as those of organizations and users. Returns whether there may be
 * more. Index: changes_of_no_project.
 */
export async function removeAuditOfNoProject(transaction: Transaction, before: Date): Promise<boolean> {
  const gone = await transaction.query(sql`
    delete from changes where _id = any(array(
      select _id from changes where project_id is null and at < ${before} and is_here(organization_id)
      order by at limit ${rowsAtOnce} for update skip locked))
    returning 1`)
  return gone.length === rowsAtOnce
}

export const removals: Record<RetentionKind, Removal> = {
  transcripts: removeTranscripts,
  messages: removeMessages,
  events: removeEvents,
  audit: removeAudit,
}
