import type { Transaction } from '../db/queryable.ts'
import { join, literal, sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import type { EventType } from './event-types.ts'

/** The project whose events are written: its ids, or SQL that reads one from a row of the statement. */
export interface EventPlace {
  organization_id: string | Sql
  project_id: string | Sql
  /** Whether somebody wants the project's events, as `areEventsWanted` was; absent: not known. */
  events_wanted?: boolean | undefined
}

/**
 * Returns the CTE `new_event`, which writes an event for each fact (Promise 116). Workers make its deliveries
 * (`makeDeliveries`). Its place in the log is the default of its column, by its transaction. If nobody wants events,
 * nothing is written and `facts` is not read.
 *
 * It belongs to the statement that makes the fact, so that there is one event if and only if a row has changed.
 *
 * @param facts rows with `type`, `subject_id`, `at`, `data` (jsonb) and `texts` (jsonb or null), oldest first.
 * @param areWanted true: an earlier statement of the same request has found that they are. Otherwise this statement
 *   looks.
 */
export function eventsOf({ organization_id, project_id }: EventPlace, facts: Sql, areWanted?: true): Sql {
  const condition = areWanted ? sql`` : sql`where ${areEventsWanted({ organization_id, project_id })}`
  return sql`
    new_event as (
      insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
      select ${organization_id}::uuid, ${project_id}::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
        f.subject_id, f.at, f.data, f.texts
      from (${facts}) f ${condition}
    )`
}

/**
 * Writes events in a transaction whose fact is more than one statement. To be called after these. Sends no statement
 * where it is known that nobody wants them. `facts`: as above.
 */
export async function publishEvents(transaction: Transaction, place: EventPlace, facts: Sql): Promise<void> {
  if (place.events_wanted === false) return
  await transaction.query(sql`with ${eventsOf(place, facts)} select`)
}

/**
 * Writes events of a fact that concerns a whole organization, into each of its projects whose events somebody wants.
 * `facts`: as above.
 */
export async function publishInProjects(
  transaction: Transaction,
  organizationId: string,
  facts: Sql,
): Promise<void> {
  const wanted = areEventsWanted({ organization_id: sql`p.organization_id`, project_id: sql`p._id` })
  const projects = await transaction.query<{ _id: string }>(
    sql`select p._id from projects p where p.organization_id = ${organizationId} and ${wanted}`,
  )
  for (const { _id } of projects)
    await publishEvents(transaction, { organization_id: organizationId, project_id: _id }, facts)
}

/**
 * Returns `eventsOf` with a comma before it, to follow other CTEs; nothing if an earlier statement of the same request
 * found that nobody wants events. It saves most of its cost: PostgreSQL prepares each CTE for execution, also one
 * that then does nothing.
 *
 * @param areWanted what `areEventsWanted` was; undefined: not known.
 * @param facts as in `eventsOf`; not called where they are not wanted.
 */
export function eventsIf(areWanted: boolean | undefined, place: EventPlace, facts: () => Sql): Sql {
  return areWanted === false ? sql`` : sql`, ${eventsOf(place, facts(), areWanted)}`
}

/**
 * Returns the condition that somebody wants the project's events: an endpoint, a key that reads them, or its
 * declaration. Each is a look-up in an index that has no rows of projects where nobody does: webhook_endpoints_by_name,
 * api_keys_of_event_readers, projects_that_keep_events.
 */
export function areEventsWanted({ organization_id, project_id }: EventPlace): Sql {
  const mine = sql`organization_id = ${organization_id} and project_id = ${project_id}`
  return sql`(exists (select from webhook_endpoints where ${mine} and removed_at is null)
      or exists (select from api_keys where ${mine} and revoked_at is null and 'events:read' = any(scopes))
      or exists (select from projects where organization_id = ${organization_id} and _id = ${project_id} and events = 'keep'))`
}

/**
 * Returns types as rows of `t (type)`, oldest first. They stand in the text: with a list of unknown length as a
 * parameter, PostgreSQL would plan the statement again each time, which costs more than running it.
 */
export function typeRows(types: readonly EventType[]): Sql {
  const rows = types.map((type, place) => sql`(${literal(type)}, ${literal(String(place))})`)
  return sql`(values ${join(rows, sql`, `)}) as t (type, place)`
}
