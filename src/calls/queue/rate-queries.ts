import type { Queryable } from '../../db/queryable.ts'
import { sql, typedParam } from '../../db/sql.ts'
import type { Attempt } from '../queries.ts'
import { readRate } from './claim-parts.ts'

/**
 * Takes a place in the rate of a carrier account for one more request of an attempt, as a claim does for the first one.
 * Returns the milliseconds until the place; null, and takes none, if that is more than `withinMs`.
 */
export async function takeRatePlace(
  db: Queryable,
  { organization_id, voice_carrier_id }: Pick<Attempt, 'organization_id' | 'voice_carrier_id'>,
  withinMs: number,
): Promise<number | null> {
  const key = {
    organization_id: typedParam(organization_id, 'uuid'),
    voice_carrier_id: typedParam(voice_carrier_id, 'uuid'),
  }
  const [place] = await db.write<{ delay_ms: number }>(sql`
    with ${readRate(key, sql`true`)}
    update carrier_rate_limits p set arrival_at = r.base + 1 / r.per_second * interval '1 second'
    from rate_limit r
    where p.organization_id = ${key.organization_id} and p.voice_carrier_id = ${key.voice_carrier_id}
      and 1000 * r.next_in <= ${withinMs}::double precision
    returning 1000 * greatest(0, r.next_in) as delay_ms`)
  return place?.delay_ms ?? null
}
