import type { NewId } from '../../base/ids.ts'
import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { DoNotCallSource, NumberForms } from './entry.ts'

/** Numbers that are added together. */
export interface NewEntries {
  organization_id: string
  /** E.164, each once. */
  numbers: readonly string[]
  source: DoNotCallSource
  why: string | null
  /** Null: without end. */
  until: Date | null
  /** Null: the person who was called or wrote. */
  added_by: string | null
  /** The project of the call or chat; null: none. */
  project_id: string | null
}

/** The open entry of a number. */
export interface OpenEntry {
  _id: string
  number: string
  until: string | null
}

/**
 * Locks and returns the open entries of the numbers, in the order of the numbers, so that two requests never deadlock.
 */
export function lockOpenEntries(
  transaction: Transaction,
  organizationId: string,
  numbers: readonly string[],
): Promise<OpenEntry[]> {
  return transaction.query<OpenEntry>(sql`
    select _id, number, until from do_not_call
    where organization_id = ${organizationId} and number = any(${numbers}::text[]) and ended_at is null
    order by number for update`)
}

/** Ends open entries that longer ones follow: now, or when their time was over. */
export async function updateFollowed(
  transaction: Transaction,
  { organization_id, added_by }: NewEntries,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    update do_not_call set ended_at = least(until, ${now}::timestamptz),
      ended_by = case when until <= ${now}::timestamptz then null else ${added_by} end, sweep_at = null
    where organization_id = ${organization_id} and _id = any(${ids}::uuid[]) and ended_at is null`)
}

/** Inserts entries. Leaves out the numbers for which another transaction was faster; returns the others. */
export async function insertEntries(
  transaction: Transaction,
  newId: NewId,
  entries: NewEntries,
  now: Date,
): Promise<string[]> {
  const ids = entries.numbers.map(() => newId())
  const inserted = await transaction.query<{ number: string }>(sql`
    insert into do_not_call (organization_id, _id, number, since, source, why, added_by, project_id, until, sweep_at)
    select ${entries.organization_id}::uuid, g._id, g.number, ${now}::timestamptz, ${entries.source}, ${entries.why},
      ${entries.added_by}, ${entries.project_id}::uuid, ${entries.until}::timestamptz, ${now}::timestamptz
    from unnest(${ids}::uuid[], ${entries.numbers}::text[]) g (_id, number)
    order by g.number
    on conflict (organization_id, number) where ended_at is null do nothing returning number`)
  return inserted.map(({ number }) => number)
}

/** An entry that was ended. */
export interface EndedEntry {
  _id: string
  since: string
  source: DoNotCallSource
}

/** Ends the open entries of a number, in both forms. Returns them. */
export function updateEnded(
  transaction: Transaction,
  organizationId: string,
  forms: NumberForms,
  { by, why, now }: { by: string; why: string | null; now: Date },
): Promise<EndedEntry[]> {
  return transaction.query<EndedEntry>(sql`
    update do_not_call set ended_at = least(until, ${now}::timestamptz), sweep_at = null,
      ended_by = case when until <= ${now}::timestamptz then null else ${by} end,
      ended_why = case when until <= ${now}::timestamptz then null else ${why} end
    where organization_id = ${organizationId} and ended_at is null
      and (number = ${forms.number} or number_hash = ${forms.number_hash})
    returning _id, since, source`)
}

/**
 * Replaces a number by its hash in all its entries, and removes what people wrote about it. An open entry stays in
 * force. Where the hash has an open entry already, the one of the number is ended: the longer one stays. Returns how
 * many entries were changed.
 */
export async function updateToHash(
  transaction: Transaction,
  organizationId: string,
  { number, number_hash }: NumberForms,
  now: Date,
): Promise<number> {
  const open = sql`organization_id = ${organizationId} and ended_at is null`
  await transaction.query(sql`
    with both_forms as (
      select _id, row_number() over (order by until desc nulls first, since) as place from (
        select _id, until, since from do_not_call
        where ${open} and (number = ${number} or number_hash = ${number_hash}) for update) e
    )
    update do_not_call set ended_at = ${now}, sweep_at = null
    where ${open} and _id in (select _id from both_forms where place > 1)`)
  const changed = await transaction.query(sql`
    update do_not_call set number = null, number_hash = ${number_hash}, why = null, ended_why = null, sweep_at = null
    where organization_id = ${organizationId} and number = ${number} returning _id`)
  return changed.length
}

/** An entry for whose number waiting calls are looked for. */
export interface EntryToSweep {
  organization_id: string
  number: string
  /** False: its time is over, so that the calls that wait were accepted after it. */
  is_in_force: boolean
}

/** How long after it was added an entry is swept a last time: longer than any transaction that may accept a call. */
const lastSweepAfter = sql`interval '30 seconds'`

/** When the next entry is swept. Index: do_not_call_to_sweep. */
export const nextSweepDue = sql`(select min(sweep_at) from do_not_call where is_here(organization_id))`

/**
 * Locks and returns entries that are due to be swept, and writes when they are next. Waiting calls to a number are
 * looked for twice, at once and after 30 s: a call may have been accepted by a request that had read the list before.
 * An entry whose time is over is not swept again. Index: do_not_call_to_sweep.
 */
export function claimEntriesToSweep(
  transaction: Transaction,
  now: Date,
  limit: number,
): Promise<EntryToSweep[]> {
  return transaction.query<EntryToSweep>(sql`
    with due as materialized (
      select organization_id, _id from do_not_call where sweep_at <= ${now} and is_here(organization_id)
      order by sweep_at limit ${limit} for update skip locked
    )
    update do_not_call e set sweep_at = case when e.since > ${now}::timestamptz - ${lastSweepAfter}
      and coalesce(e.until > ${now}::timestamptz, true) then e.since + ${lastSweepAfter} end
    from due where e.organization_id = due.organization_id and e._id = due._id
    returning e.organization_id, e.number, coalesce(e.until > ${now}::timestamptz, true) as is_in_force`)
}
