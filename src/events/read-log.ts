import { greatestId } from '../base/ids.ts'
import type { Reader } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import type { EventType } from './event-types.ts'
import { firstIdAt } from './queries.ts'

/** An event of the log, as it is stored. */
export interface LogEvent {
  _id: string
  type: EventType
  subject_kind: string
  subject_id: string
  at: string
  data: Record<string, unknown>
  texts: Record<string, unknown> | null
}

/** A place in the log: all events up to this one have been read. Events are in the order of the pair. */
export interface LogPlace {
  tx: number
  _id: string
}

const firstId = '00000000-0000-0000-0000-000000000000'
/** Before all events. */
export const logBegin: LogPlace = { tx: -1, _id: firstId }

/** Which events of a project are wanted. */
export interface LogFilter {
  organization_id: string
  project_id: string
  /** Null: of any type. */
  types: readonly EventType[] | null
  /** Null: of any subject. */
  subject_id: string | null
  /** Bounds of `at`: `from` included, `before` excluded; null for none. */
  from: Date | null
  before: Date | null
  /** Leaves out the events that had been committed when this was taken. None are by default. */
  unseenBy?: LogMoment | null
}

/** A moment in the log. Transactions of other databases of the server may hold the end of the log back behind it. */
export interface LogMoment {
  /** The snapshot of the moment, as PostgreSQL writes it. */
  snapshot: string
  /** A place behind all events that had been committed. */
  until: LogPlace
}

/** The most events that one look reads where only some are wanted. */
const filteredMax = 500

/** What one look at the log brings. */
export interface LogRead {
  /** In the order of the log. */
  events: LogEvent[]
  /** Where the next look begins. */
  place: LogPlace
  /** Whether all was read that can be read now. */
  isEnd: boolean
  /** Whether the organization works in this database. Else it moves to another cell, where its log goes on. */
  isHere: boolean
}

/**
 * Transactions may commit in another order than that in which they began. So only events are read of transactions
 * before the first one that still runs: whatever commits later comes after them in the order of the log. A reader that
 * goes on from a place therefore misses nothing (Promise 117).
 */
export const horizon = sql`(select xid_base from event_order) + pg_snapshot_xmin(pg_current_snapshot())::text::bigint`

/**
 * Reads the log from a place on, and looks at no more than 500 events, so that each look costs about the same however
 * few are wanted. Index: events_in_order.
 *
 * @param limit the most events that are returned.
 */
export async function readLog(
  db: Reader,
  { organization_id, project_id, types, subject_id, from, before, unseenBy = null }: LogFilter,
  place: LogPlace,
  limit: number,
): Promise<LogRead> {
  // No event behind `until` was seen by the moment's snapshot, so the snapshot need not be asked there.
  const snapshot = unseenBy === null || place.tx > unseenBy.until.tx ? null : unseenBy.snapshot
  const isAny = types === null && subject_id === null && from === null && before === null && snapshot === null
  // One more than is returned, to know whether there are more.
  const scannedMax = isAny ? limit + 1 : filteredMax
  const rows = await db.query<
    Omit<LogEvent, '_id'> & {
      _id: string | null
      tx: number
      horizon: number
      is_here: boolean
      is_wanted: boolean
    }
  >(sql`
    with horizon as materialized (
      select ${horizon} as horizon, is_here(${organization_id}::uuid) as is_here
    ), scanned as materialized (
      select e.*, (${types}::text[] is null or e.type = any(${types}::text[]))
          and (${subject_id}::uuid is null or e.subject_id = ${subject_id}::uuid)
          and (${from}::timestamptz is null or e.at >= ${from}::timestamptz)
          and (${before}::timestamptz is null or e.at < ${before}::timestamptz)
          and (${snapshot}::text is null or not pg_visible_in_snapshot(
            (e.tx - (select xid_base from event_order))::text::xid8, ${snapshot}::text::pg_snapshot)) as is_wanted
      from events e
      where e.organization_id = ${organization_id} and e.project_id = ${project_id}
        and (e.tx, e._id) > (${place.tx}::bigint, ${place._id}::uuid) and e.tx < (select horizon from horizon)
      order by e.tx, e._id limit ${scannedMax}
    )
    select h.horizon, h.is_here, s.tx, s._id, s.is_wanted, s.type, s.subject_kind, s.subject_id, s.at,
      case when s.is_wanted then s.data end as data, case when s.is_wanted then s.texts end as texts
    from horizon h left join scanned s on true
    order by s.tx, s._id`)
  const scanned = rows.filter((row): row is typeof row & { _id: string } => row._id !== null)
  const wanted = scanned.filter((row) => row.is_wanted)
  const taken = wanted.slice(0, limit)
  const isCut = wanted.length > limit
  const isEnd = !isCut && scanned.length < scannedMax
  const last = isCut ? taken.at(-1) : scanned.at(-1)
  const end = { tx: (rows[0]?.horizon ?? 0) - 1, _id: greatestId }
  const reached = last === undefined ? place : { tx: last.tx, _id: last._id }
  return {
    events: taken.map(({ _id, type, subject_kind, subject_id: id, at, data, texts }) => ({
      _id,
      type,
      subject_kind,
      subject_id: id,
      at,
      data,
      texts,
    })),
    place: isEnd && end.tx > reached.tx ? end : reached,
    isEnd,
    isHere: rows[0]!.is_here,
  }
}

/**
 * Returns the end of the log, and the moment: a reader that begins at the end and leaves out what the moment has seen,
 * begins now.
 */
export async function selectNow(db: Reader): Promise<{ end: LogPlace; moment: LogMoment }> {
  const [row] = await db.query<{ horizon: number; until: number; snapshot: string }>(sql`
    select ${horizon} as horizon, pg_current_snapshot()::text as snapshot,
      (select xid_base from event_order) + pg_snapshot_xmax(pg_current_snapshot())::text::bigint as until`)
  return {
    end: { tx: row!.horizon - 1, _id: greatestId },
    moment: { snapshot: row!.snapshot, until: { tx: row!.until - 1, _id: greatestId } },
  }
}

/** Returns the place of an event; null where the project has none with this id, or not any more. By primary key. */
export async function selectPlaceOfEvent(
  db: Reader,
  { organization_id, project_id }: Pick<LogFilter, 'organization_id' | 'project_id'>,
  eventId: string,
): Promise<LogPlace | null> {
  const [place] = await db.query<LogPlace>(sql`
    select tx, _id from events
    where organization_id = ${organization_id} and _id = ${eventId} and project_id = ${project_id}`)
  return place ?? null
}

/** A transaction may have begun this long before it wrote its first event. */
const marginMs = 10 * 60_000

/**
 * Returns a place before all events of a project that were written from an instant on. An id begins with the time at
 * which its event was written. So the primary key leads to the last one that was written long before, and every
 * transaction of a later event has begun after that one's.
 */
export async function selectPlaceOfInstant(
  db: Reader,
  { organization_id, project_id }: Pick<LogFilter, 'organization_id' | 'project_id'>,
  from: Date,
): Promise<LogPlace> {
  const [row] = await db.query<{ tx: number }>(sql`
    select tx from events
    where organization_id = ${organization_id} and project_id = ${project_id}
      and _id < ${firstIdAt(new Date(from.getTime() - marginMs))}
    order by _id desc limit 1`)
  return row === undefined ? logBegin : { tx: row.tx, _id: greatestId }
}

const placeForm = /^at-(-?\d{1,16})$/

/** Returns a place as text: the id of its event, or `at-` and a number where it is between two transactions. */
export function formatPlace({ tx, _id }: LogPlace): string {
  return _id === greatestId ? `at-${tx}` : _id
}

/** Returns a place between two transactions from its text; null if the text is none. */
export function parsePlace(text: string): LogPlace | null {
  const tx = placeForm.exec(text)?.[1]
  return tx === undefined ? null : { tx: Number(tx), _id: greatestId }
}
