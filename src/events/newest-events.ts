import { greatestId } from '../base/ids.ts'
import type { Reader } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import { areEventsWanted } from './event-of.ts'
import type { LogEvent, LogFilter, LogPlace } from './read-log.ts'

/** An endpoint that an event goes to. */
export interface Recipient {
  endpoint_id: string
  endpoint_name: string
  state: 'waiting' | 'sending' | 'delivered' | 'exhausted' | 'held'
  tries: number
}

/** The most events that one look reads where only some are wanted. */
const filteredMax = 500
/** After all events that there will ever be. */
const logEnd: LogPlace = { tx: Number.MAX_SAFE_INTEGER, _id: greatestId }
/** The most looks for one page. */
const looksMax = 20

type Wanted = Pick<LogFilter, 'organization_id' | 'project_id' | 'types' | 'subject_id'>

/**
 * Returns the newest events of a project that are older than one, the newest first. For a person who looks: a program
 * that must miss none reads the log forwards. Looks at no more than 10,000 events, so a page of rare types may have
 * fewer than `limit`. Index: events_in_order, backwards.
 *
 * @param before null: from the newest on.
 * @returns before: where older ones begin; null: there are none.
 */
export async function selectNewestEvents(
  db: Reader,
  wanted: Wanted,
  before: LogPlace | null,
  limit: number,
): Promise<{ events: LogEvent[]; before: LogPlace | null }> {
  const events: LogEvent[] = []
  let place = before ?? logEnd
  for (let looks = 0; looks < looksMax; looks++) {
    const most = wanted.types === null && wanted.subject_id === null ? limit + 1 : filteredMax
    const scanned = await look(db, wanted, place, most)
    for (const { is_wanted, tx, ...event } of scanned) {
      if (is_wanted && events.length === limit) return { events, before: place }
      if (is_wanted) events.push(event)
      place = { tx, _id: event._id }
    }
    if (scanned.length < most) return { events, before: null }
  }
  return { events, before: place }
}

function look(db: Reader, wanted: Wanted, place: LogPlace, most: number) {
  const { organization_id, project_id, types, subject_id } = wanted
  return db.query<LogEvent & { tx: number; is_wanted: boolean }>(sql`
    with scanned as materialized (
      select e.*, (${types}::text[] is null or e.type = any(${types}::text[]))
          and (${subject_id}::uuid is null or e.subject_id = ${subject_id}::uuid) as is_wanted
      from events e
      where e.organization_id = ${organization_id} and e.project_id = ${project_id}
        and (e.tx, e._id) < (${place.tx}::bigint, ${place._id}::uuid)
      order by e.tx desc, e._id desc limit ${most}::bigint
    )
    select tx, _id, is_wanted, type, subject_kind, subject_id, at, case when is_wanted then data end as data,
      case when is_wanted then texts end as texts
    from scanned order by tx desc, _id desc`)
}

/**
 * Returns to which endpoints events go, and how far they are. Index: the primary key of deliveries, once for each
 * endpoint of the organization.
 */
export async function selectRecipients(
  db: Reader,
  organizationId: string,
  eventIds: readonly string[],
): Promise<Map<string, Recipient[]>> {
  const rows = await db.query<Recipient & { event_id: string }>(sql`
    select d.event_id, d.endpoint_id, p.name as endpoint_name, d.state, d.tries
    from webhook_deliveries d
    join webhook_endpoints p on p.organization_id = d.organization_id and p._id = d.endpoint_id
    where d.organization_id = ${organizationId} and d.event_id = any(${eventIds}::uuid[]) and p.removed_at is null
    order by p.name`)
  const recipients = new Map<string, Recipient[]>()
  for (const { event_id, ...recipient } of rows)
    recipients.set(event_id, [...(recipients.get(event_id) ?? []), recipient])
  return recipients
}

/** Returns whether events of a project are kept now. */
export async function areEventsKept(
  db: Reader,
  place: { organization_id: string; project_id: string },
): Promise<boolean> {
  const [row] = await db.query<{ kept: boolean }>(sql`select ${areEventsWanted(place)} as kept`)
  return row?.kept ?? false
}
