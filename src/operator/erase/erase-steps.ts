import { countCallers } from '../../counters/count-changes.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { erasedWord } from '../../people/erasing.ts'
import { batchRows, listEvents, names, ownEvents, scans } from './erase-scans.ts'
import type { EraseStep } from './erase-step.ts'
import { attemptsOf, callsOf, sendsOf, talksOf } from './erased-person.ts'
import type { ErasedPerson } from './erased-person.ts'

/** The most rows of one table that one transaction erases. */
export const rowsAtOnce = 1_000

/**
 * Makes a step of a statement that returns how many rows it `found`, at most {@link rowsAtOnce}, and how many of these
 * it `erased`. A row that somebody changes while the statement waits for it is found, but the statement can't reach its
 * new version. So the step runs again until all that is found is erased.
 */
function step(kind: string, statement: (person: ErasedPerson) => Sql): EraseStep {
  return {
    kind,
    run: async (transaction, person) => {
      const [row] = await transaction.query<{ found: number; erased: number }>(statement(person))
      const { found, erased } = row!
      return { rows: erased, position: found < rowsAtOnce && erased === found ? null : 'on' }
    },
  }
}

/** Returns the end of a statement whose CTE `erased` has all rows that it found. */
const countErased = sql`select count(*) as found, count(*) as erased from erased`

/**
 * Returns the statement that erases the found rows. `found` selects the `ctid` of rows, and `erase` takes those of the
 * CTE `found`.
 */
const eraseFound = (found: Sql, erase: Sql) => sql`
  with found as materialized (${found} limit ${rowsAtOnce} for update), erased as (
    ${erase} where ctid = any(array(select ctid from found)) returning 1
  )
  select (select count(*) from found) as found, (select count(*) from erased) as erased`

/** Returns the statement that deletes the found rows. `found` selects the `ctid` of rows. */
const remove = (table: Sql, found: Sql) => eraseFound(found, sql`delete from ${table}`)

/** Returns the statement that changes the found rows. `found` selects the `ctid` of rows. */
const change = (table: Sql, set: Sql, found: Sql) => eraseFound(found, sql`update ${table} set ${set}`)

/** Returns the rows of a table whose column has an id of another query. */
const among = (
  table: Sql,
  column: Sql,
  { organization_id }: ErasedPerson,
  ids: Sql,
  condition = sql`true`,
) => sql`
  select t.ctid from ${table} t
  where t.organization_id = ${organization_id} and t.${column} = any(array(${ids})) and ${condition}`

const conversation = sql`conversation_id`
const attempt = sql`attempt_id`

/**
 * A step that does nothing any more. Erasures that are under way know their step by its number, so the places of former
 * steps are kept.
 */
const formerStep = (kind: string): EraseStep => step(kind, () => sql`select 0 as found, 0 as erased`)

const chats: EraseStep[] = [
  step('agent_steps', (person) =>
    change(
      sql`agent_steps`,
      sql`content = '{}'`,
      among(sql`agent_steps`, conversation, person, talksOf(person), sql`content <> '{}'`),
    ),
  ),
  step('agent_turns', (person) =>
    change(
      sql`agent_turns`,
      sql`input = '', text = '', spoken = null, citations = '[]'`,
      among(
        sql`agent_turns`,
        conversation,
        person,
        talksOf(person),
        sql`((t.input, t.text, t.citations) is distinct from ('', '', '[]'::jsonb) or t.spoken is not null)`,
      ),
    ),
  ),
  step('agent_inputs', (person) =>
    remove(sql`agent_inputs`, among(sql`agent_inputs`, conversation, person, talksOf(person))),
  ),
  step('agent_conversations', (person) =>
    change(
      sql`agent_conversations`,
      sql`prompt = '', lines = '[]', customer = '{}', summary = null, fault = null`,
      among(
        sql`agent_conversations`,
        conversation,
        person,
        talksOf(person),
        sql`(prompt <> '' or lines <> '[]' or customer <> '{}' or summary is not null or fault is not null)`,
      ),
    ),
  ),
  step('transcript_lines', (person) =>
    remove(sql`conversation_lines`, among(sql`conversation_lines`, conversation, person, talksOf(person))),
  ),
  step('tickets', (person) =>
    change(
      sql`tickets`,
      sql`subject = null, closing_note = null, opening_key = null, profile_id = nullif(profile_id, ${person.profile_id}), met_as = null`,
      sql`select t.ctid from tickets t where t.organization_id = ${person.organization_id}
        and (t.profile_id = ${person.profile_id} or (t.conversation_id = any(array(${talksOf(person)}))
          and num_nonnulls(t.subject, t.closing_note, t.opening_key) > 0))`,
    ),
  ),
]

/** Messages last: their ids find raw webhooks and events. */
const messages = step('messages', (person) =>
  change(
    sql`messages`,
    sql`text = null, provider_message_id = null, profile_id = nullif(profile_id, ${person.profile_id}), met_as = null`,
    sql`select t.ctid from messages t where t.organization_id = ${person.organization_id}
      and (t.profile_id = ${person.profile_id} or (t.conversation_id = any(array(${talksOf(person)}))
        and (t.text is not null or t.provider_message_id is not null)))`,
  ),
)

const calls: EraseStep[] = [
  step('idempotency_keys', (person) =>
    remove(sql`idempotency_keys`, among(sql`idempotency_keys`, sql`subject_id`, person, callsOf(person))),
  ),
  ...[
    sql`carrier_events`,
    sql`workflow_runs`,
    sql`relay_addresses`,
    sql`relay_sessions`,
    sql`inbound_calls`,
  ].map((table) =>
    step('carrier_events', (person) => remove(table, among(table, attempt, person, attemptsOf(person)))),
  ),
  step('call_moves', (person) =>
    change(
      sql`call_moves`,
      sql`reason = ${erasedWord}`,
      among(sql`call_moves`, sql`call_id`, person, callsOf(person), names(sql`t.reason`, person.words)),
    ),
  ),
  step('calls', (person) =>
    change(
      sql`calls`,
      sql`phone_number = ${erasedWord}, customer = '{}', error_reason = null`,
      among(sql`calls`, sql`_id`, person, callsOf(person), sql`t.phone_number <> ${erasedWord}`),
    ),
  ),
  step('call_attempts', (person) =>
    change(
      sql`call_attempts`,
      sql`phone_number = ${erasedWord}, carrier_call_sid = null, error_reason = null`,
      among(sql`call_attempts`, sql`_id`, person, attemptsOf(person)),
    ),
  ),
  // The counts of dials get the hash of the number when an erasure begins.
  formerStep('dial_counts'),
  // Counts of a guard stay; each names the last number that it refused.
  step('guard_refusals', (person) =>
    change(
      sql`guard_refusals`,
      sql`phone_number = ${erasedWord}`,
      sql`select t.ctid from guard_refusals t where t.organization_id = ${person.organization_id}
        and t.phone_number = any(${person.numbers}::text[])`,
    ),
  ),
  step('number_pauses', (person) =>
    remove(
      sql`number_pauses`,
      sql`select t.ctid from number_pauses t where t.organization_id = ${person.organization_id}
        and t.phone_number = any(${person.numbers}::text[])`,
    ),
  ),
]

const sends: EraseStep[] = [
  step('idempotency_keys', (person) =>
    remove(sql`idempotency_keys`, among(sql`idempotency_keys`, sql`subject_id`, person, sendsOf(person))),
  ),
  step('message_statuses', (person) =>
    change(
      sql`whatsapp_message_statuses`,
      sql`error_reason = null`,
      among(
        sql`whatsapp_message_statuses`,
        sql`message_id`,
        person,
        sendsOf(person),
        sql`t.error_reason is not null`,
      ),
    ),
  ),
  step('sends', (person) =>
    change(
      sql`whatsapp_messages`,
      sql`recipient = ${erasedWord}, request = '{}', provider_message = '{}', provider_message_id = null,
        agent_turn = null, error_reason = null, settled_why = case when settled_why is not null then ${erasedWord} end`,
      among(sql`whatsapp_messages`, sql`_id`, person, sendsOf(person)),
    ),
  ),
  ...(
    [
      // Somebody who has written since has a window of their own.
      [sql`whatsapp_windows`, ({ until }) => sql`t.last_inbound_at <= ${until}`],
      [sql`sender_rate_limits`, () => sql`true`],
    ] satisfies [Sql, (person: ErasedPerson) => Sql][]
  ).map(([table, condition]) =>
    step('windows', (person) =>
      remove(
        table,
        sql`select t.ctid from ${table} t where t.organization_id = ${person.organization_id}
          and t.whatsapp_sender_id = any(array(select _id from whatsapp_senders
            where organization_id = ${person.organization_id} and project_id = ${person.project_id}))
          and t.recipient = any(${person.addresses}::text[]) and ${condition(person)}`,
      ),
    ),
  ),
  step('user_ids', (person) =>
    remove(
      sql`whatsapp_user_ids`,
      sql`select t.ctid from whatsapp_user_ids t
        where t.organization_id = ${person.organization_id} and t.project_id = ${person.project_id}
          and (t.user_id = any(${person.addresses}::text[]) or t.phone_number = any(${person.addresses}::text[]))`,
    ),
  ),
]

/**
 * Conversations keep their times and states, for the counts, and lose whom they were with. Their callers are counted by
 * number, or by profile, so these counts move to the conversations themselves, or to the other person who has the
 * conversation.
 */
const conversations = step(
  'conversations',
  (person) => sql`
    with due as materialized (
      select t.organization_id, t.project_id, t._id, t.caller,
        coalesce(nullif(t.profile_id, ${person.profile_id})::text, t._id::text) as caller_then
      from conversations t
      where t.organization_id = ${person.organization_id} and t._id = any(array(${talksOf(person)} limit ${rowsAtOnce}))
      for update
    ), ${countCallers(sql`
      select organization_id, project_id, c.caller, sum(c.times)::bigint as times
      from due, lateral (values (due.caller, -1), (due.caller_then, 1)) c (caller, times)
      where due.caller <> due.caller_then group by 1, 2, 3`)},
    erased as (
      update conversations c set phone_number = null, whatsapp_user_id = null, met_as = null,
        profile_id = nullif(c.profile_id, ${person.profile_id})
      from due where c.organization_id = due.organization_id and c._id = due._id
      returning c._id
    )
    ${countErased}`,
)

const callers = step(
  'callers',
  (person) => sql`
    with erased as (
      delete from conversation_callers where organization_id = ${person.organization_id}
        and project_id = ${person.project_id} and conversations = 0
        and caller = any(${[...person.addresses, ...person.profile_ids]}::text[])
      returning 1
    )
    ${countErased}`,
)

/** The steps of an erasure, in their order: a row by which others are found is erased after them. */
export const eraseSteps: readonly EraseStep[] = [
  batchRows,
  ownEvents,
  // Each subject's events had a step.
  ...Array.from({ length: 7 }, () => formerStep('events')),
  ...chats,
  ...calls,
  ...scans,
  ...sends,
  messages,
  conversations,
  callers,
  listEvents,
]
