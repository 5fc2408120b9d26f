import type { Db } from '../../db/database.ts'
import type { Queryable, Reader, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { eventsOf } from '../../events/event-of.ts'
import { factsOfCalls } from '../call-events.ts'
import type { CallState } from '../call.ts'
import type { LookedAt } from '../callee/callee-queries.ts'
import { moveReasons } from '../move-reasons.ts'
import type { CampaignKey } from '../queue/queue-queries.ts'
import type { AcceptedRow, FaultKind, RowFault } from './batch.ts'
import type { FileFormat } from './read-rows.ts'

/** `stopped`: the campaign took no more calls; `canceling`: calls under way have not ended yet. */
export const batchStates = ['queueing', 'queued', 'stopped', 'canceling', 'canceled'] as const
export type BatchState = (typeof batchStates)[number]

export interface BatchKey extends CampaignKey {
  batch_id: string
}

/** A batch without its faults. */
export interface BatchRow {
  organization_id: string
  project_id: string
  _id: string
  campaign_id: string
  name: string | null
  format: FileFormat
  file_bytes: number
  is_again: boolean
  rows_count: number
  accepted_count: number
  queued_count: number
  left_out: Record<FaultKind, number>
  faults_count: number
  state: BatchState
  state_since: string
  stop_code: string | null
  stop_reason: string | null
  canceled_to_line: number
  made_by: string
  created_at: string
}

export const batchColumns = sql`b.organization_id, b.project_id, b._id, b.campaign_id, b.name, b.format, b.file_bytes, b.is_again,
  b.rows_count, b.accepted_count, b.queued_count, '{"do_not_call":0}'::jsonb || b.left_out as left_out, b.faults_count, b.state, b.state_since, b.stop_code,
  b.stop_reason, b.canceled_to_line, b.made_by, b.created_at`

/**
 * Returns those of the numbers to which a call of the campaign waits or is under way. Indexes: calls_waiting_by_number,
 * and the primary keys of numbers_in_use and calls.
 */
export async function selectActiveNumbers(
  db: Reader,
  { organization_id, project_id, campaign_id }: CampaignKey,
  numbers: readonly string[],
): Promise<Set<string>> {
  const rows = await db.query<{ number: string }>(sql`
    select g.number from (select distinct unnest(${numbers}::text[]) as number) g
    where exists (select from calls c where c.organization_id = ${organization_id} and c.project_id = ${project_id}
        and c.phone_number = g.number and c.state = 'waiting' and c.campaign_id = ${campaign_id} offset 0)
      or exists (select from numbers_in_use n
        where n.organization_id = ${organization_id} and n.project_id = ${project_id} and n.phone_number = g.number
          and exists (select from calls c where c.organization_id = n.organization_id and c._id = n.call_id
            and c.campaign_id = ${campaign_id} offset 0) offset 0)`)
  return new Set(rows.map(({ number }) => number))
}

/** What the estimate of the attempts needs. */
export interface MeasuredCalls {
  /** Null: none of the campaign's latest calls has ended. */
  seconds_per_call: number | null
  calls_per_second: number | null
  calls_before: number
}

/** The latest calls of a campaign by which the length of a call is judged. */
const measuredCallsMax = 500
const beforeMax = 1_000_000

/** Returns how fast the campaign calls. Indexes: calls_by_campaign, call_attempts_by_call, calls_in_queue. */
export async function selectMeasuredCalls(
  db: Reader,
  { organization_id, campaign_id }: CampaignKey,
  voiceCarrierId: string | null,
): Promise<MeasuredCalls> {
  const [row] = await db.query<MeasuredCalls>(sql`
    select
      (select avg(extract(epoch from a.ended_at - a.created_at))::double precision from (
        select organization_id, _id from calls
        where organization_id = ${organization_id} and campaign_id = ${campaign_id}
        order by created_at desc, _id limit ${measuredCallsMax}) c
        join call_attempts a on a.organization_id = c.organization_id and a.call_id = c._id
        where a.ended_at is not null) as seconds_per_call,
      (select calls_per_second::double precision from voice_carriers
        where organization_id = ${organization_id} and _id = ${voiceCarrierId}::uuid) as calls_per_second,
      (select count(*) from (select from calls where organization_id = ${organization_id}
        and campaign_id = ${campaign_id} and state = 'waiting' limit ${beforeMax}) w) as calls_before`)
  return row!
}

/** Takes the file of a campaign for this transaction. Returns false if another one works on the same file. */
export async function tryLockFile(
  transaction: Transaction,
  campaignId: string,
  sha256: Buffer,
): Promise<boolean> {
  const [row] = await transaction.query<{ locked: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended(${`call file ${campaignId} ${sha256.toString('hex')}`}, 0)) as locked`)
  return row?.locked ?? false
}

/** Returns the batch of these bytes; null if the campaign had no such file. Index: call_batches_by_file. */
export async function selectBatchOfFile(
  db: Queryable,
  { organization_id, campaign_id }: CampaignKey,
  sha256: Buffer,
): Promise<BatchRow | null> {
  const [batch] = await db.query<BatchRow>(sql`
    select ${batchColumns} from call_batches b
    where b.organization_id = ${organization_id} and b.campaign_id = ${campaign_id} and b.file_sha256 = ${sha256}
      and not b.is_again`)
  return batch ?? null
}

/** Returns a batch of the campaign; null if it has none with this id. */
export async function selectBatch(
  db: Queryable,
  { organization_id, project_id, campaign_id, batch_id }: BatchKey,
): Promise<BatchRow | null> {
  const [batch] = await db.query<BatchRow>(sql`
    select ${batchColumns} from call_batches b
    where b.organization_id = ${organization_id} and b._id = ${batch_id} and b.project_id = ${project_id}
      and b.campaign_id = ${campaign_id}`)
  return batch ?? null
}

export interface NewBatch extends BatchKey {
  name: string | null
  format: FileFormat
  file_bytes: number
  file_sha256: Buffer
  is_again: boolean
  made_by: string
}

/** Inserts a batch whose rows are not known yet. Returns false if the campaign has a batch of this file. */
export async function insertBatch(transaction: Transaction, batch: NewBatch, now: Date): Promise<boolean> {
  const inserted = await transaction.query(sql`
    insert into call_batches (organization_id, project_id, _id, campaign_id, name, format, file_bytes, file_sha256,
      is_again, rows_count, accepted_count, left_out, faults, faults_count, state, state_since, made_by, created_at)
    values (${batch.organization_id}, ${batch.project_id}, ${batch.batch_id}, ${batch.campaign_id}, ${batch.name},
      ${batch.format}, ${batch.file_bytes}, ${batch.file_sha256}, ${batch.is_again}, 0, 0, '{}'::jsonb, '[]'::jsonb, 0,
      'queueing', ${now}, ${batch.made_by}, ${now})
    on conflict do nothing returning _id`)
  return inserted.length === 1
}

/** Writes what the check of the whole file has found, in the transaction that inserted the batch. */
export async function updateBatchChecked(
  transaction: Transaction,
  { organization_id, batch_id }: BatchKey,
  check: {
    rows: number
    accepted: number
    left_out: Record<FaultKind, number>
    faults: readonly RowFault[]
    faults_count: number
  },
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    update call_batches set rows_count = ${check.rows}, accepted_count = ${check.accepted},
      left_out = ${JSON.stringify(check.left_out)}::jsonb, faults = ${JSON.stringify(check.faults)}::jsonb,
      faults_count = ${check.faults_count}, next_at = ${now}
    where organization_id = ${organization_id} and _id = ${batch_id}`)
}

/** Stores rows of a file, with the ids of the calls that they become. */
export async function insertBatchRows(
  transaction: Transaction,
  { organization_id, batch_id }: BatchKey,
  rows: readonly (AcceptedRow & { call_id: string })[],
): Promise<void> {
  await transaction.query(sql`
    insert into call_batch_rows (organization_id, batch_id, line, call_id, phone_number, given_number, customer)
    select ${organization_id}::uuid, ${batch_id}::uuid, * from unnest(
      ${rows.map(({ line }) => line)}::integer[], ${rows.map(({ call_id }) => call_id)}::uuid[],
      ${rows.map(({ phone_number }) => phone_number)}::text[], ${rows.map(({ given_number }) => given_number)}::text[],
      ${rows.map(({ customer }) => JSON.stringify(customer))}::jsonb[])`)
}

/** Locks the batch that is due first; null if none is, or others have locked them. Index: call_batches_due. */
export async function lockDueBatch(transaction: Transaction, now: Date): Promise<BatchRow | null> {
  const [batch] = await transaction.query<BatchRow>(sql`
    select ${batchColumns} from call_batches b
    where b.next_at <= ${now} and is_here(b.organization_id) order by b.next_at limit 1 for update skip locked`)
  return batch ?? null
}

/** When the next batch is due. Index: call_batches_due. */
export const nextBatchDue = sql`(select min(next_at) from call_batches where is_here(organization_id))`

/** Locks a batch of the campaign. */
export async function lockBatch(
  transaction: Transaction,
  { organization_id, project_id, campaign_id, batch_id }: BatchKey,
): Promise<BatchRow | null> {
  const [batch] = await transaction.query<BatchRow>(sql`
    select ${batchColumns} from call_batches b
    where b.organization_id = ${organization_id} and b._id = ${batch_id} and b.project_id = ${project_id}
      and b.campaign_id = ${campaign_id}
    for update`)
  return batch ?? null
}

/** What changes in a batch that this transaction has locked. */
export interface BatchUpdate {
  state: BatchState
  queued_count?: number
  canceled_to_line?: number
  stop?: { code: string; reason: string } | null
  next_at: Date | null
}

export async function updateBatch(
  transaction: Transaction,
  batch: BatchRow,
  update: BatchUpdate,
  now: Date,
): Promise<void> {
  const { state, queued_count = batch.queued_count, canceled_to_line = batch.canceled_to_line } = update
  await transaction.query(sql`
    update call_batches set
      state_since = case when state = ${state} then state_since else ${now} end, state = ${state},
      queued_count = ${queued_count}, canceled_to_line = ${canceled_to_line}, next_at = ${update.next_at},
      stop_code = ${update.stop?.code ?? null}, stop_reason = ${update.stop?.reason ?? null}
    where organization_id = ${batch.organization_id} and _id = ${batch._id}`)
}

/** Gives way to other batches after an error. */
export async function postponeBatch(
  db: Db,
  { organization_id, _id }: Pick<BatchRow, 'organization_id' | '_id'>,
  until: Date,
): Promise<void> {
  await db.write(sql`
    update call_batches set next_at = ${until}
    where organization_id = ${organization_id} and _id = ${_id} and next_at is not null`)
}

/** Returns the first rows of a batch that are not calls yet, in the order of the file. Index: call_batch_rows_pkey. */
export async function selectRowsToQueue(
  transaction: Transaction,
  { organization_id, _id }: Pick<BatchRow, 'organization_id' | '_id'>,
  limit: number,
): Promise<(AcceptedRow & { call_id: string })[]> {
  return transaction.query(sql`
    select line, call_id, phone_number, given_number, customer from call_batch_rows
    where organization_id = ${organization_id} and batch_id = ${_id} order by line limit ${limit}`)
}

/** Deletes rows of a batch by their lines. */
export async function deleteLines(
  transaction: Transaction,
  { organization_id, _id }: Pick<BatchRow, 'organization_id' | '_id'>,
  lines: readonly number[],
): Promise<void> {
  await transaction.query(sql`
    delete from call_batch_rows
    where organization_id = ${organization_id} and batch_id = ${_id} and line = any(${lines}::integer[])`)
}

/**
 * Turns the rows of a batch up to a line into waiting calls, in the order of the file: what `insertWaitingCall` does
 * for one. The rows are deleted by the same statement, and there is one call to a line (calls_by_batch), so that a row
 * becomes one call, whatever dies and however often this runs. Returns how many there were.
 */
export async function moveRowsToCalls(
  transaction: Transaction,
  batch: BatchRow,
  toLine: number,
  moveIds: readonly string[],
  waits: readonly LookedAt[],
  now: Date,
): Promise<number> {
  const [row] = await transaction.query<{ moved: number }>(sql`
    with taken as (
      delete from call_batch_rows
      where organization_id = ${batch.organization_id} and batch_id = ${batch._id} and line <= ${toLine}
      returning line, call_id, phone_number, customer
    ), placed as (
      insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer, state,
        state_since, waits_for, attempts_count, created_at, batch_id, batch_line, open_until, due_at, held_timezone)
      select ${batch.organization_id}::uuid, ${batch.project_id}::uuid, call_id, ${batch.campaign_id}::uuid, 'queue',
        phone_number, customer, 'waiting', ${now}::timestamptz, case when w.due_at is null then 'turn' else 'due' end, 0,
        ${now}::timestamptz, ${batch._id}::uuid, line, w.open_until, w.due_at, w.held_timezone
      from taken left join unnest(${waits.map(({ _id }) => _id)}::uuid[],
        ${waits.map(({ open_until }) => open_until)}::timestamptz[], ${waits.map(({ due_at }) => due_at)}::timestamptz[],
        ${waits.map(({ held_timezone }) => held_timezone)}::text[]) as w (call_id, open_until, due_at, held_timezone)
        using (call_id)
      order by line
      returning *
    ), ${eventsOf(batch, factsOfCalls(sql`select * from placed order by batch_line`, ['call.queued'], now, { last: 'none' }))}, moved as (
      insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
      select ${batch.organization_id}::uuid, i.move_id, t.call_id, null, 'waiting', ${moveReasons.placed}, ${now}::timestamptz
      from (select call_id, row_number() over (order by line) as place from taken) t
      join unnest(${moveIds}::uuid[]) with ordinality i (move_id, place) using (place)
      returning _id
    )
    select count(*) as moved from moved`)
  return row?.moved ?? 0
}

/** Deletes the rows of a batch that have not become calls. */
export async function deleteRows(
  transaction: Transaction,
  { organization_id, _id }: Pick<BatchRow, 'organization_id' | '_id'>,
): Promise<void> {
  await transaction.query(sql`
    delete from call_batch_rows where organization_id = ${organization_id} and batch_id = ${_id}`)
}

/** A call of a batch that may have to be canceled. */
export interface CallOfBatch {
  _id: string
  batch_line: number
  state: CallState
  /** It waits for the end of another call to its number. */
  is_parked: boolean
}

/** Returns the next calls of a batch after a line, whatever their state. Index: calls_by_batch. */
export async function selectCallsOfBatch(
  transaction: Transaction,
  { organization_id, _id }: BatchRow,
  afterLine: number,
  limit: number,
): Promise<CallOfBatch[]> {
  return transaction.query(sql`
    select _id, batch_line, state, (waits_for = 'number') is true as is_parked from calls
    where organization_id = ${organization_id} and batch_id = ${_id} and batch_line > ${afterLine}
    order by batch_line limit ${limit}`)
}

/**
 * Cancels waiting calls that are not parked, and returns their numbers. A call that has been parked or claimed
 * meanwhile is left. `unparkFreeNumbers` belongs behind it.
 */
export async function cancelUnparkedCalls(
  transaction: Transaction,
  { organization_id, project_id }: Pick<BatchRow, 'organization_id' | 'project_id'>,
  callIds: readonly string[],
  moveIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const canceled = await transaction.query<{ phone_number: string }>(sql`
    with waiting as materialized (
      select _id, phone_number, row_number() over () as place from (
        select _id, phone_number from calls
        where organization_id = ${organization_id} and _id = any(${callIds}::uuid[]) and state = 'waiting'
          and waits_for <> 'number'
        for update skip locked) w
    ), canceled as (
      update calls c set state = 'canceled', state_since = ${now}, waits_for = null, due_at = null,
        error_code = null, error_reason = null, cancel_requested_at = coalesce(cancel_requested_at, ${now})
      where c.organization_id = ${organization_id} and c._id = any(array(select _id from waiting))
      returning c.*
    ), ${eventsOf({ organization_id, project_id }, factsOfCalls(sql`select * from canceled`, ['call.ended'], now, { last: 'attempt' }))}, moved as (
      insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
      select ${organization_id}::uuid, i.move_id, w._id, 'waiting', 'canceled', ${moveReasons.canceled}, ${now}::timestamptz
      from waiting w join unnest(${moveIds}::uuid[]) with ordinality i (move_id, place) using (place)
    )
    select phone_number from waiting`)
  return canceled.map(({ phone_number }) => phone_number)
}

/**
 * Puts the first parked call of a campaign to each of the numbers back into the queue, unless the number is in use. The
 * canceled call may have been the one whose end would have moved it up. Index: calls_waiting_by_number.
 */
export async function unparkFreeNumbers(
  transaction: Transaction,
  { organization_id, project_id, campaign_id }: CampaignKey,
  numbers: readonly string[],
): Promise<void> {
  await transaction.query(sql`
    update calls c set waits_for = 'turn'
    where c.organization_id = ${organization_id} and (c.waits_for = 'number') is true and c._id = any(array(
      select p._id from unnest(${numbers}::text[]) g (number)
      cross join lateral (
        select _id from calls
        where organization_id = ${organization_id} and project_id = ${project_id} and phone_number = g.number
          and state = 'waiting' and waits_for = 'number' and campaign_id = ${campaign_id}
        order by queue_number limit 1) p
      where not exists (select from numbers_in_use n where n.organization_id = ${organization_id}
        and n.project_id = ${project_id} and n.phone_number = g.number offset 0)))`)
}
