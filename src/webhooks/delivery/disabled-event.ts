import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { publishEvents } from '../../events/event-of.ts'
import type { LockedLine } from './line-queries.ts'
import type { DisabledWhy } from './line-standing.ts'

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
}
