import type { Queryable, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import type { Attempt } from '../queries.ts'

type AttemptKey = Pick<Attempt, 'organization_id' | '_id'>

/** For how long a carrier may connect to an address, from when it has spoken what the document says before. */
const addressMsMax = 120_000

const mine = ({ organization_id, _id }: AttemptKey): Sql =>
  sql`organization_id = ${organization_id} and attempt_id = ${_id}`

/**
 * Keeps an address for one session, and drops those of the attempt that nobody has used in time.
 *
 * @param address.connectsAt when the carrier connects to it, at the latest.
 */
export async function insertRelayAddress(
  transaction: Transaction,
  attempt: AttemptKey,
  { nonce, connectsAt }: { nonce: string; connectsAt: Date },
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    with late as (
      delete from relay_addresses where ${mine(attempt)} and used_at is null
        and made_at < ${now}::timestamptz - ${addressMsMax} * interval '1 millisecond'
    )
    insert into relay_addresses (organization_id, attempt_id, nonce, made_at)
    values (${attempt.organization_id}, ${attempt._id}, ${nonce}, ${connectsAt})`)
}

const isOpenAddress = (nonce: string, now: Date): Sql => sql`nonce = ${nonce} and used_at is null
  and made_at >= ${now}::timestamptz - ${addressMsMax} * interval '1 millisecond'`

/** Returns whether a session may still begin at the address. Only `updateAddressUsed` decides. */
export async function selectIsAddressOpen(
  db: Queryable,
  attempt: AttemptKey,
  nonce: string,
  now: Date,
): Promise<boolean> {
  const found = await db.query(sql`
    select nonce from relay_addresses where ${mine(attempt)} and ${isOpenAddress(nonce, now)}`)
  return found.length === 1
}

/** Uses up an address. Returns false where it was used before, is late, or was never made. */
export async function updateAddressUsed(
  transaction: Transaction,
  attempt: AttemptKey,
  nonce: string,
  now: Date,
): Promise<boolean> {
  const used = await transaction.write(sql`
    update relay_addresses set used_at = ${now}
    where ${mine(attempt)} and ${isOpenAddress(nonce, now)} returning nonce`)
  return used.length === 1
}

/**
 * How a session ended. `ended`, `completed` and `failed` are the carrier's words; `moved`: the service ended it so that
 * another process goes on.
 */
export type RelayStatus = 'ended' | 'completed' | 'failed' | 'moved'

/** A session of an attempt. Times are ISO 8601 UTC. */
export interface RelaySessionRow {
  session: string
  connected_at: string
  /** Null: nobody has said how it ended. */
  ended_at: string | null
  status: RelayStatus | null
  error_code: string | null
  /** False: its socket could not be opened, so that the customer has not been greeted in it. */
  has_begun: boolean
  /** The service ended it to transfer the call. */
  was_transferred: boolean
}

/**
 * Returns the sessions of an attempt, oldest first. A transfer begins in the transaction that keeps the end of the
 * session which asked for it, at the same instant.
 */
export async function selectRelaySessions(db: Queryable, attempt: AttemptKey): Promise<RelaySessionRow[]> {
  return db.query<RelaySessionRow>(sql`
    select session, connected_at, ended_at, status, error_code,
      ended_at is distinct from connected_at as has_begun,
      status = 'ended' and ended_at in (select begun_at from relay_transfers where ${mine(attempt)}) as was_transferred
    from relay_sessions where ${mine(attempt)} order by connected_at, session`)
}

/** Inserts a session that begins. Returns false where the carrier has named it before. */
export async function insertRelaySession(
  transaction: Transaction,
  attempt: AttemptKey,
  { session, token }: { session: string; token: string },
  now: Date,
): Promise<boolean> {
  const inserted = await transaction.write(sql`
    insert into relay_sessions (organization_id, attempt_id, session, token, connected_at)
    values (${attempt.organization_id}, ${attempt._id}, ${session}, ${token}, ${now})
    on conflict do nothing returning session`)
  return inserted.length === 1
}

/** Marks a session that the service ends so that another process goes on. */
export async function updateSessionMoved(
  db: Queryable,
  attempt: AttemptKey,
  token: string,
  now: Date,
): Promise<void> {
  await db.write(sql`
    update relay_sessions set status = 'moved', ended_at = ${now}
    where ${mine(attempt)} and token = ${token} and ended_at is null`)
}

/** How the carrier says that a session ended. */
export interface SessionReport {
  /** Also of a session that never began here, because its socket could not be opened. */
  session: string
  status: 'ended' | 'completed' | 'failed'
  error_code: string | null
}

/**
 * Keeps how a session ended. The first word stays, so that a repeated report changes nothing; that the service moved
 * the session stays too, unless it failed.
 */
export async function upsertSessionEnd(
  transaction: Transaction,
  attempt: AttemptKey,
  { session, status, error_code }: SessionReport,
  token: string,
  now: Date,
): Promise<void> {
  await transaction.write(sql`
    insert into relay_sessions as s (organization_id, attempt_id, session, token, connected_at, ended_at, status, error_code)
    values (${attempt.organization_id}, ${attempt._id}, ${session}, ${token}, ${now}, ${now}, ${status}, ${error_code})
    on conflict (organization_id, attempt_id, session) do update set
      ended_at = coalesce(s.ended_at, excluded.ended_at), error_code = coalesce(s.error_code, excluded.error_code),
      status = coalesce(s.status, excluded.status)`)
}

/** Counts a session that follows a broken one. */
export async function updateRestarts(transaction: Transaction, attempt: AttemptKey): Promise<void> {
  await transaction.write(sql`
    update call_attempts set relay_restarts = relay_restarts + 1
    where organization_id = ${attempt.organization_id} and _id = ${attempt._id}`)
}

/** How a transfer ended. */
export type RelayTransferStatus = 'completed' | 'busy' | 'no_answer' | 'failed'

/** Returns how the transfer of a turn stands: null where it has not begun, `under_way` before its end. */
export async function selectTransfer(
  transaction: Transaction,
  attempt: AttemptKey,
  turn: number,
): Promise<RelayTransferStatus | 'under_way' | null> {
  const [row] = await transaction.query<{ status: RelayTransferStatus | null }>(sql`
    select status from relay_transfers where ${mine(attempt)} and turn = ${turn}`)
  return row === undefined ? null : (row.status ?? 'under_way')
}

/** Returns whether a transfer of an agent has begun and not ended. Index: relay_transfers_pkey. */
export async function selectHasTransferUnderWay(
  db: Pick<Transaction, 'query'>,
  attempt: AttemptKey,
): Promise<boolean> {
  const found = await db.query(sql`
    select turn from relay_transfers where ${mine(attempt)} and ended_at is null limit 1`)
  return found.length === 1
}

/** Keeps that the transfer of a turn begins. Returns false where it has begun before. */
export async function insertTransfer(
  transaction: Transaction,
  attempt: AttemptKey,
  turn: number,
  now: Date,
): Promise<boolean> {
  const inserted = await transaction.write(sql`
    insert into relay_transfers (organization_id, attempt_id, turn, begun_at)
    values (${attempt.organization_id}, ${attempt._id}, ${turn}, ${now}) on conflict do nothing returning turn`)
  return inserted.length === 1
}

/** Keeps how a transfer ended. Returns false where that is known already, or no such transfer began. */
export async function updateTransferEnded(
  transaction: Transaction,
  attempt: AttemptKey,
  turn: number,
  status: RelayTransferStatus,
  now: Date,
): Promise<boolean> {
  const ended = await transaction.write(sql`
    update relay_transfers set status = ${status}, ended_at = ${now}
    where ${mine(attempt)} and turn = ${turn} and ended_at is null returning turn`)
  return ended.length === 1
}
