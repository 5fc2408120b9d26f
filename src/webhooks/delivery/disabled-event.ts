import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { publishEvents } from '../../events/event-of.ts'
import { firstIdAt } from '../../events/queries.ts'
import type { LockedLine } from './line-queries.ts'
import type { DisabledWhy } from './line-standing.ts'

/** The clocks of this machine and of the database differ by less. */
const clocksDifferMs = 10 * 60_000

/** Writes the event that an endpoint was disabled, for the project's other endpoints. */
export async function insertDisabledEvent(
  transaction: Transaction,
  { organization_id, project_id, endpoint_id, name, url }: LockedLine,
  why: DisabledWhy,
  now: Date,
): Promise<void> {
  const data = { _id: endpoint_id, name, url, disabled_at: now.toISOString(), disabled_why: why }
  await publishEvents(
    transaction,
    { organization_id, project_id },
    sql`select 'webhook_endpoint.disabled' as type, ${endpoint_id}::uuid as subject_id, ${now}::timestamptz as at,
      ${JSON.stringify(data)}::jsonb as data, null::jsonb as texts`,
  )
  // Its own delivery is among those of the last minutes: the primary key leads to them.
  const since = firstIdAt(new Date(now.getTime() - clocksDifferMs))
  await transaction.write(sql`
    delete from webhook_deliveries
    where organization_id = ${organization_id} and endpoint_id = ${endpoint_id} and event_id >= ${since}::uuid
      and subject_id = ${endpoint_id}`)
}
