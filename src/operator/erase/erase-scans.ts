// Steps over tables that no index leads into: each run reads some rows on, and erases those that name the person.
import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { deleteDeliveries } from '../../events/delivery-queries.ts'
import { erasedWord } from '../../people/erasing.ts'
import type { EraseStep, StepResult } from './erase-step.ts'
import { callsOf, sendsOf, talksOf } from './erased-person.ts'
import type { ErasedPerson } from './erased-person.ts'

/** How many rows one run reads. */
const readAtOnce = 5_000
/** A batch may have a thousand faults, so fewer are read. */
const batchesAtOnce = 20

/**
 * Returns whether a text has one of these words, whatever separates the digits of a number in it. A longer number or
 * address that has the word in it is somebody else's. The text is made plain once for all words, and few texts have to
 * be matched.
 */
export function names(text: Sql, words: readonly string[]): Sql {
  return sql`exists (
    select from (select lower(t.text) as plain, translate(t.text, E' \\t\\n\\u00A0().-', '') as joined
        from (select ${text} as text) t offset 0) t,
      unnest(${words}::text[], ${words.map(patternOf)}::text[]) w (word, pattern)
    where case when strpos(t.plain, w.word) > 0 or strpos(t.joined, w.word) > 0
      then t.plain ~ w.pattern else false end)`
}

const separators = String.raw`[ \t\n\u00A0().-]*`
/** Where an address can not begin, but after a line end in the text of a JSON document. */
const begin = String.raw`(?:(?<![a-z0-9_.+-])|(?<=\\[nrt]))`
/**
 * A full stop may end the sentence, or begin the ending of a file's name; two letters after it are a country's domain.
 */
const end = String.raw`(?![a-z0-9_-]|\.[a-z]{2}(?![a-z]))`

/** Returns the regular expression of PostgreSQL for a number without its `+`, an address or an id. */
function patternOf(word: string): string {
  if (/^\d+$/.test(word)) return `(?<![0-9])(?:00)?${word.split('').join(separators)}(?![0-9])`
  return begin + word.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`) + end
}

interface Scan {
  kind: string
  /** Selects rows as `key` (text), `is_theirs`, in the order of the key, from a key on; null: from the beginning. */
  page: (person: ErasedPerson, after: string | null) => Sql
  /** Erases the rows of these keys. */
  erase: (person: ErasedPerson, keys: readonly string[]) => Sql
  /** Erases what hangs on these rows. */
  eraseMore?: (transaction: Transaction, person: ErasedPerson, keys: readonly string[]) => Promise<void>
  max?: number
}

/** Makes a step of a scan: a run reads at most `max` rows, and so erases no more. */
function scan({ kind, page, erase, eraseMore, max = readAtOnce }: Scan): EraseStep {
  const run = async (
    transaction: Transaction,
    person: ErasedPerson,
    position: string | null,
  ): Promise<StepResult> => {
    const rows = await transaction.query<{ key: string; is_theirs: boolean }>(
      sql`${page(person, position)} limit ${max}`,
    )
    const keys = rows.filter(({ is_theirs }) => is_theirs).map(({ key }) => key)
    if (keys.length > 0) await transaction.query(erase(person, keys))
    if (keys.length > 0) await eraseMore?.(transaction, person, keys)
    return { rows: keys.length, position: rows.length < max ? null : rows.at(-1)!.key }
  }
  return { kind, run }
}

/** Returns parts of a key as they were joined by blanks. */
const part = (key: string | null, index: number): string | null => key?.split(' ')[index] ?? null

const ofProject = ({ organization_id, project_id }: ErasedPerson) => sql`
  t.organization_id = ${organization_id} and t.project_id = ${project_id}`

/**
 * Rows of files that are not calls yet. The worker that makes calls of rows deletes those of people who are being
 * erased too. So the batch ends with fewer calls than rows that were accepted. By the primary key, file by file.
 */
export const batchRows: EraseStep = {
  kind: 'call_batch_rows',
  run: async (transaction, person, position) => {
    // A file and a line of it: it goes on there. A file alone: it is complete.
    const [file, line] = [part(position, 0), part(position, 1)]
    const [batch] = await transaction.query<{ _id: string }>(sql`
      select t._id from call_batches t where ${ofProject(person)} and t.created_at <= ${person.until}
        and (${file}::uuid is null or t._id > ${file}::uuid or (t._id = ${file}::uuid and ${line !== null}))
      order by t._id limit 1`)
    if (batch === undefined) return { rows: 0, position: null }
    const afterLine = file === batch._id ? Number(line) : -1
    const [page] = await transaction.query<{ erased: number; read: number; last_line: number | null }>(sql`
      with read as materialized (
        select line, phone_number from call_batch_rows
        where organization_id = ${person.organization_id} and batch_id = ${batch._id} and line > ${afterLine}
        order by line limit ${readAtOnce}
      ), erased as (
        delete from call_batch_rows r using read
        where r.organization_id = ${person.organization_id} and r.batch_id = ${batch._id} and r.line = read.line
          and read.phone_number = any(${person.numbers}::text[])
        returning 1
      )
      select (select count(*) from erased) as erased, count(*) as read, max(line) as last_line from read`)
    const { erased, read, last_line } = page!
    return { rows: erased, position: read < readAtOnce ? batch._id : `${batch._id} ${last_line!}` }
  },
}

/** What is kept of files: their names, faults of rows, and why queueing stopped. */
const batches = scan({
  kind: 'call_batches',
  max: batchesAtOnce,
  page: (person, after) => sql`
    select t._id::text as key, ${names(
      sql`concat_ws(' ', t.name, t.stop_reason, t.faults::text)`,
      person.words,
    )} as is_theirs
    from call_batches t where ${ofProject(person)} and (${after}::uuid is null or t._id > ${after}::uuid)
    order by t._id`,
  erase: (person, ids) => sql`
    update call_batches t set
      name = case when ${names(sql`t.name`, person.words)} then ${erasedWord} else t.name end,
      stop_reason = case when ${names(sql`t.stop_reason`, person.words)} then ${erasedWord} else t.stop_reason end,
      faults = (
        select coalesce(jsonb_agg(case when ${names(sql`f.fault::text`, person.words)}
          then f.fault || jsonb_build_object('field', null, 'message', ${erasedWord}::text) else f.fault end
          order by f.place), '[]')
        from jsonb_array_elements(t.faults) with ordinality f (fault, place))
    where t.organization_id = ${person.organization_id} and t._id = any(${ids}::uuid[])`,
})

/**
 * Raw webhooks that name the person or one of their messages, also those that nothing was made of. A message or an
 * opt-out stays until it is processed, so that it is not lost: somebody else wrote about the person, or the person
 * themself wrote as the erasure began.
 */
const webhooks = scan({
  kind: 'webhooks',
  page: (person, after) => sql`
    select t.whatsapp_sender_id || ' ' || t.event_id as key,
      (${names(sql`concat_ws(' ', t.event_id, t.fault, t.payload::text)`, person.words)}
        and (t.processed_at is not null or t.kind not in ('message', 'user_preference')))
      or exists (
        select from whatsapp_messages m where m.organization_id = ${person.organization_id}
          and m.provider_message_id = t.payload ->> 'wamid' and m.project_id = ${person.project_id}
          and m.recipient = any(${person.addresses}::text[])) as is_theirs
    from whatsapp_events t
    where ${ofProject(person)} and t.received_at <= ${person.until} and (${after === null}
      or (t.whatsapp_sender_id, t.event_id) > (${part(after, 0)}::uuid, ${after?.slice(after.indexOf(' ') + 1) ?? null}))
    order by t.whatsapp_sender_id, t.event_id`,
  erase: (person, keys) => sql`
    delete from whatsapp_events t using unnest(${keys.map((key) => part(key, 0)!)}::uuid[],
      ${keys.map((key) => key.slice(key.indexOf(' ') + 1))}::text[]) k (sender, event_id)
    where t.organization_id = ${person.organization_id} and t.whatsapp_sender_id = k.sender and t.event_id = k.event_id`,
})

/** Audit entries that name the person: who did what stays, about whom does not. */
const audit = scan({
  kind: 'audit_entries',
  page: (person, after) => sql`
    select t._id::text as key, t.record_id = any(${person.profile_ids}::text[])
      or ${names(sql`concat_ws(' ', t.record_id, t.record_name, t.fields::text)`, person.words)} as is_theirs
    from changes t where t.organization_id = ${person.organization_id}
      and (${after}::uuid is null or t._id > ${after}::uuid) order by t._id`,
  erase: (person, ids) => sql`
    update changes set record_name = ${erasedWord}, fields = '[]',
      record_id = case when record_id = any(${person.profile_ids}::text[]) then record_id else ${erasedWord} end
    where organization_id = ${person.organization_id} and _id = any(${ids}::uuid[])`,
})

/** Erases events, with their deliveries and the attempts at these. Index: events_in_order. */
function scanEvents(isTheirs: (person: ErasedPerson) => Sql): EraseStep {
  const idsOf = (keys: readonly string[]) => keys.map((key) => part(key, 1)!)
  return scan({
    kind: 'events',
    page: (person, position) => {
      const after = position === 'on' ? null : position
      return sql`
        select t.tx || ' ' || t._id as key, ${isTheirs(person)} as is_theirs
        from events t where ${ofProject(person)} and (${after === null}
          or (t.tx, t._id) > (${part(after, 0)}::bigint, ${part(after, 1)}::uuid))
        order by t.tx, t._id`
    },
    erase: (person, keys) => sql`
      delete from events where organization_id = ${person.organization_id} and _id = any(${idsOf(keys)}::uuid[])`,
    eraseMore: (transaction, person, keys) => deleteDeliveries(transaction, person, idsOf(keys)),
  })
}

/**
 * Events of the person's calls, conversations, messages, tickets and profile. An opt-out, and a number on the
 * do-not-call list, has no id of its own; its events name it by its project or organization, and the address.
 */
export const ownEvents = scanEvents((person) => {
  const { organization_id, project_id, profile_id, profile_ids, addresses, numbers } = person
  const ofProfile = sql`organization_id = ${organization_id} and profile_id = ${profile_id}`
  return sql`
    t.subject_id = any(array(
      ${callsOf(person)}
      union all ${talksOf(person)}
      union all ${sendsOf(person)}
      union all select _id from messages where ${ofProfile}
      union all select _id from tickets where ${ofProfile}
      union all select unnest(${profile_ids}::uuid[])
      union all select md5(${project_id} || ' ' || address)::uuid from unnest(${addresses}::text[]) as a (address)
      union all select md5(${organization_id} || ' ' || number)::uuid from unnest(${numbers}::text[]) as n (number)))`
})

/** Events of other subjects that name the person. */
const events = scanEvents(
  (person) => sql`
    ${names(sql`concat_ws(' ', t.data::text, t.texts::text)`, person.words)} and t.at <= ${person.until}`,
)

/**
 * Events of the do-not-call list, which is one for the organization, in its other projects. Those of the project itself
 * are among its own. Entries are never deleted, so an organization without one has no such events. By the primary key.
 */
export const listEvents = scan({
  kind: 'events',
  page: ({ organization_id, project_id, numbers, until }, after) => sql`
    select t._id || ' ' || t.project_id as key, t.subject_kind = 'do_not_call' and t.at <= ${until}
      and t.subject_id = any(array(
        select md5(${organization_id} || ' ' || number)::uuid from unnest(${numbers}::text[]) as n (number))) as is_theirs
    from events t where t.organization_id = ${organization_id} and ${numbers.length > 0}
      and exists (select from projects where organization_id = ${organization_id} and _id <> ${project_id})
      and exists (select from do_not_call where organization_id = ${organization_id})
      and (${after === null} or t._id > ${part(after, 0)}::uuid)
    order by t._id`,
  erase: ({ organization_id }, keys) => sql`
    delete from events where organization_id = ${organization_id}
      and _id = any(${keys.map((key) => part(key, 0)!)}::uuid[])`,
  eraseMore: async (transaction, { organization_id }, keys) => {
    const ofProjects = Map.groupBy(keys, (key) => part(key, 1)!)
    for (const [project_id, own] of ofProjects)
      await deleteDeliveries(
        transaction,
        { organization_id, project_id },
        own.map((key) => part(key, 0)!),
      )
  },
})

/** What endpoints answered to deliveries. By the primary key. */
const webhookAttempts = scan({
  kind: 'webhook_attempts',
  page: (person, after) => sql`
    select concat_ws(' ', t.endpoint_id, t.event_id, t.n) as key,
      ${names(sql`concat_ws(' ', t.answer, t.reason)`, person.words)} as is_theirs
    from webhook_attempts t where t.organization_id = ${person.organization_id} and (${after === null}
        or (t.endpoint_id, t.event_id, t.n) > (${part(after, 0)}::uuid, ${part(after, 1)}::uuid, ${part(after, 2)}::integer))
      and t.endpoint_id = any(array(select e._id from webhook_endpoints e
        where e.organization_id = ${person.organization_id} and e.project_id = ${person.project_id}))
    order by t.endpoint_id, t.event_id, t.n`,
  erase: (person, keys) => sql`
    update webhook_attempts t set answer = case when t.answer is not null then ${erasedWord} end,
      reason = case when ${names(sql`t.reason`, person.words)} then ${erasedWord} else t.reason end
    from unnest(${keys.map((key) => part(key, 0)!)}::uuid[], ${keys.map((key) => part(key, 1)!)}::uuid[],
      ${keys.map((key) => Number(part(key, 2)))}::integer[]) k (endpoint_id, event_id, n)
    where t.organization_id = ${person.organization_id} and t.endpoint_id = k.endpoint_id and t.event_id = k.event_id
      and t.n = k.n`,
})

/** Keys of requests, and stored answers, of other subjects. By the primary key. */
const idempotencyKeys = scan({
  kind: 'idempotency_keys',
  page: (person, after) => sql`
    select t.key, t.created_at <= ${person.until}
      and ${names(sql`concat_ws(' ', t.key, t.answer::text)`, person.words)} as is_theirs
    from idempotency_keys t where ${ofProject(person)} and (${after}::text is null or t.key > ${after}) order by t.key`,
  erase: (person, keys) => sql`
    delete from idempotency_keys t where ${ofProject(person)} and t.key = any(${keys}::text[])`,
})

/** What senders last failed with, and what WhatsApp noted about them. A project has few senders. */
const senders = scan({
  kind: 'senders',
  page: (person, after) => sql`
    select t._id::text as key, ${names(
      sql`concat_ws(' ', t.last_fault_reason, t.notice::text)`,
      person.words,
    )} as is_theirs
    from whatsapp_senders t where ${ofProject(person)} and (${after}::uuid is null or t._id > ${after}::uuid)
    order by t._id`,
  erase: (person, ids) => sql`
    update whatsapp_senders t set
      last_fault_reason = case when ${names(sql`t.last_fault_reason`, person.words)} then ${erasedWord}
        else t.last_fault_reason end,
      notice = case when ${names(sql`t.notice::text`, person.words)} then null else t.notice end
    where t.organization_id = ${person.organization_id} and t._id = any(${ids}::uuid[])`,
})

/** The scans that need nothing but the person's words. */
export const scans: readonly EraseStep[] = [
  batches,
  webhooks,
  audit,
  events,
  webhookAttempts,
  idempotencyKeys,
  senders,
]
