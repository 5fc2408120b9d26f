import type { Log } from '../../base/log.ts'
import type { Db } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { publishEvents } from '../../events/event-of.ts'
import type { Guard } from '../guard.ts'
import { insertTrip, upsertRefusals } from './refusal-queries.ts'
import type { Refused } from './refusal-queries.ts'

/** A guard that refuses more calls than these within `tripMinutes` has tripped: somebody should look. */
export const tripRefusals = 20
export const tripMinutes = 10

/** Counts refused calls, and records that the guard has tripped where they are many; at most once in ten minutes. */
export async function recordRefusals(
  { db, log }: { db: Db; log: Log },
  refused: Refused & { guard: Guard },
  now: Date,
): Promise<void> {
  const refusals = await upsertRefusals(db, refused, now, tripMinutes)
  if (refusals <= tripRefusals) return
  const hasTripped = await db.transaction(async (transaction) => {
    const isNews = await insertTrip(transaction, refused, refusals, now, tripMinutes)
    if (isNews) await publishTrip(transaction, refused, refusals, now)
    return isNews
  })
  if (hasTripped)
    log.warn(
      { organization_id: refused.organization_id, guard: refused.guard, refusals },
      'a guard has tripped: it refused many calls within ten minutes',
    )
}

/** Writes the event that a guard has tripped, in the project of the last call that it refused. */
async function publishTrip(
  transaction: Transaction,
  { organization_id, project_id, guard }: Refused & { guard: Guard },
  refusals: number,
  now: Date,
): Promise<void> {
  const data = {
    guard,
    campaign_id: null,
    refused: refusals,
    span_seconds: tripMinutes * 60,
    since: new Date(now.getTime() - tripMinutes * 60_000).toISOString(),
  }
  await publishEvents(
    transaction,
    { organization_id, project_id },
    sql`select 'guard.tripped' as type, md5(${`${organization_id} ${guard}`})::uuid as subject_id, ${now}::timestamptz as at,
      ${JSON.stringify(data)}::jsonb as data, null::jsonb as texts`,
  )
}
