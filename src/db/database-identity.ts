import type { Db } from './database.ts'
import type { Queryable, Reader } from './queryable.ts'
import { sql } from './sql.ts'

/**
 * Why a database is held. `other_system`: it was loaded from a dump, or is another cluster. `other_timeline`: it was
 * restored from a backup. `other_address`: it is reached at another address than before, and nobody runs on it.
 */
const holdCauses = ['operator', 'other_system', 'other_timeline', 'other_address'] as const
export type HoldCause = (typeof holdCauses)[number]

/** A hold of the whole database: it dials and sends nothing until an operator releases it. */
export interface DatabaseHold {
  cause: HoldCause
  /** Null before a process has recorded it. */
  since: string | null
  /** What the operator noted. */
  note: string | null
}

/** The timeline that the server writes now. The control file names it only after the next checkpoint. */
const liveTimeline = sql`('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint`
const liveSystem = sql`(select system_identifier from pg_control_system())`

/**
 * An SQL condition: the database is held, or is not the one that was last in service. It is part of statements that run
 * anyway at the last moment before something leaves (Promise 175), and costs about 25 µs: the server reads its control
 * file, of one block.
 */
export const isDatabaseHeld = sql`exists (select from database_identity i
  where i.held_since is not null or i.system_identifier <> ${liveSystem} or i.timeline <> ${liveTimeline})`

/** How far a process has seen the log of the database that was in service: a timeline and a place on it. */
export interface SeenLog {
  timeline: number
  /** As PostgreSQL writes it, such as `0/16B3748`. All that was acknowledged when it was read lies before it. */
  lsn: string
}

/** What is recorded, and what the server says. */
interface Compared {
  is_other_system: boolean
  is_other_timeline: boolean
  /** It went on from a primary as a standby that streamed from it, and is on a later timeline: a failover. */
  is_promoted: boolean
  /**
   * It is on a later timeline, which began with all that this process has seen: a primary that crashed and came back.
   */
  is_continued: boolean
  live_timeline: number
  flushed_lsn: string
  addresses: string[]
  held_since: string | null
  held_because: HoldCause | null
  held_note: string | null
}

/**
 * Returns whether this database is held, after comparing it with what is recorded. A database without a record is
 * recorded as it is. A promoted standby is recorded as the new primary. Anything else that differs is recorded as a
 * hold.
 *
 * @param address where this process reaches the database; null for a command, which judges no address.
 * @param isInService returns whether other processes run on this database, and so whether a new address leads to it.
 * @param seen how far this process has seen the database in service; null: it has not.
 */
export async function judgeDatabase(
  db: Db,
  address: string | null,
  isInService: () => Promise<boolean>,
  seen: SeenLog | null = null,
): Promise<DatabaseHold | null> {
  const before = await selectCompared(db)
  const isNew = before !== null && address !== null && !before.addresses.includes(address)
  // Asked before the row is locked, because it may take seconds.
  const isKnownToOthers = isNew && before.held_since === null && (await isInService())
  const judged = await db.transaction(async (transaction) => {
    await transaction.write(sql`
      insert into database_identity (system_identifier, timeline, addresses)
      values (${liveSystem}, ${liveTimeline}, ${address === null ? [] : [address]}::text[]) on conflict do nothing`)
    await transaction.query(sql`select from database_identity for update`)
    const found = await selectCompared(transaction, seen)
    if (found === null) throw new Error('the identity of the database is missing')
    if (found.held_since !== null) {
      if (address !== null) await addRefusedAddress(transaction, address)
      return holdOf(found)
    }
    const cause = causeOf(found, address, isKnownToOthers)
    // Another process recorded its address since this one looked: both start on a new database.
    if (cause === 'other_address' && !isNew) return 'changed'
    if (cause === null) {
      await recordIdentity(transaction, address)
      return null
    }
    await insertHold(transaction, cause, null)
    if (address !== null) await addRefusedAddress(transaction, address)
    return selectHold(transaction)
  })
  return judged === 'changed' ? judgeDatabase(db, address, isInService, seen) : judged
}

function causeOf(found: Compared, address: string | null, isKnownToOthers: boolean): HoldCause | null {
  const isKnown = address === null || found.addresses.length === 0 || found.addresses.includes(address)
  if (found.is_other_system) return 'other_system'
  // A standby that was promoted beside its primary is reached at an address of its own.
  const isFailover = (found.is_promoted || found.is_continued) && isKnown && address !== null
  if (found.is_other_timeline && !isFailover) return 'other_timeline'
  return isKnown || isKnownToOthers ? null : 'other_address'
}

/** Returns the hold, recorded or not, without changing anything; null if the database is in service. */
export async function selectHold(db: Reader): Promise<DatabaseHold | null> {
  const found = await selectCompared(db)
  return found === null ? null : unjudgedHold(found)
}

function unjudgedHold(found: Compared): DatabaseHold | null {
  if (found.held_since !== null) return holdOf(found)
  const cause = causeOf(found, null, false)
  return cause === null ? null : { cause, since: null, note: null }
}

/**
 * Returns the hold, as `selectHold` does, and how far the log is seen of a database in service; null where it is not.
 */
export async function lookAtDatabase(
  db: Reader,
): Promise<{ hold: DatabaseHold | null; seen: SeenLog | null }> {
  const found = await selectCompared(db)
  const hold = found === null ? null : unjudgedHold(found)
  const seen =
    found === null || hold !== null ? null : { timeline: found.live_timeline, lsn: found.flushed_lsn }
  return { hold, seen }
}

function holdOf({ held_because, held_since, held_note }: Compared): DatabaseHold {
  return { cause: held_because ?? 'operator', since: held_since, note: held_note }
}

/**
 * Compares what is recorded with the server. Its control file has the place where it became the primary, until the
 * first checkpoint is over, which begins right behind that place.
 */
async function selectCompared(db: Reader, seen: SeenLog | null = null): Promise<Compared | null> {
  const isContinued =
    seen === null
      ? sql`false`
      : sql`timeline = ${seen.timeline}::bigint and coalesce((
          select case ${liveTimeline} when r.min_recovery_end_timeline then r.min_recovery_end_lsn
            when k.timeline_id then k.redo_lsn end >= ${seen.lsn}::pg_lsn
          from pg_control_recovery() r, pg_control_checkpoint() k), false)`
  const [found] = await db.query<Compared>(sql`
    select system_identifier <> ${liveSystem} as is_other_system, timeline <> ${liveTimeline} as is_other_timeline,
      timeline < ${liveTimeline} and pg_last_wal_receive_lsn() is not null as is_promoted,
      timeline < ${liveTimeline} and ${isContinued} as is_continued,
      ${liveTimeline} as live_timeline, pg_current_wal_flush_lsn()::text as flushed_lsn, addresses,
      held_since, held_because, held_note
    from database_identity`)
  return found ?? null
}

/** How many addresses are kept; the oldest go. */
const addressesMax = 100

async function recordIdentity(db: Queryable, address: string | null): Promise<void> {
  await db.write(sql`
    update database_identity set system_identifier = ${liveSystem}, timeline = ${liveTimeline},
      addresses = case when ${address}::text is null or ${address}::text = any(addresses) then addresses
        else (addresses || ${address}::text)[greatest(1, cardinality(addresses) + 2 - ${addressesMax}::integer):] end`)
}

async function addRefusedAddress(db: Queryable, address: string): Promise<void> {
  await db.write(sql`
    update database_identity set refused_addresses = refused_addresses || ${address}::text
    where not ${address}::text = any(refused_addresses) and cardinality(refused_addresses) < ${addressesMax}::integer`)
}

/** Holds the database. Where it is held already, it stays held for the same cause, and only a note is taken over. */
export async function insertHold(db: Queryable, cause: HoldCause, note: string | null): Promise<void> {
  await db.write(sql`
    insert into database_identity as i (system_identifier, timeline, addresses, held_since, held_because, held_note)
    values (${liveSystem}, ${liveTimeline}, '{}', now(), ${cause}, ${note})
    on conflict (is_only) do update set held_since = coalesce(i.held_since, now()),
      held_because = coalesce(i.held_because, excluded.held_because),
      held_note = coalesce(excluded.held_note, i.held_note),
      refused_addresses = case when i.held_since is null then '{}' else i.refused_addresses end
    where i.held_since is null or excluded.held_note is not null`)
}

/**
 * Releases the database: from now on it is the one in service. It is reached at the addresses of the processes that
 * have found it held; if an operator held it, at those from before too. Returns whether it was held.
 *
 * @param by the system's user and host.
 */
export async function releaseDatabase(db: Db, by: string): Promise<boolean> {
  return db.transaction(async (transaction) => {
    await transaction.query(sql`select from database_identity for update`)
    if ((await selectHold(transaction)) === null) return false
    await transaction.write(sql`
      update database_identity set held_since = null, held_because = null, held_note = null,
        system_identifier = ${liveSystem}, timeline = ${liveTimeline}, refused_addresses = '{}',
        addresses = array(select distinct unnest(refused_addresses
            || case when held_because = 'operator' then addresses else '{}' end)
          limit ${addressesMax}::bigint),
        released_at = now(), released_by = left(${by}, 500)`)
    return true
  })
}
