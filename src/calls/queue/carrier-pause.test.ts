import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { pauseCarrier } from './carrier-pause.ts'

let service: Service
before(async () => {
  service = await startService({
    carrier: { api_url: 'http://127.0.0.1:9', account_sid: `AC${'1'.repeat(32)}`, calls_per_second: 0.001 },
  })
})
after(() => service[Symbol.asyncDispose]())

/** Returns how many seconds ahead the next place of the account is after a refusal, if it was so many ahead. */
async function placeAfterRefusal(secondsAhead: number): Promise<number> {
  const { db } = service.context
  const [account] = await db.write<{ organization_id: string; voice_carrier_id: string }>(sql`
    insert into carrier_rate_limits as r (organization_id, voice_carrier_id, arrival_at)
    select organization_id, _id, clock_timestamp() + ${secondsAhead} * interval '1 second' from voice_carriers
    on conflict (organization_id, voice_carrier_id)
      do update set arrival_at = excluded.arrival_at, held_until = null, failures = 0
    returning organization_id, voice_carrier_id`)
  const refusal = { cause: 'rate_limit', retryAfterMs: null } as const
  await pauseCarrier(db, { ...account!, phone_number: '+14155550123' }, refusal)
  const [rate] = await db.query<{ seconds: number }>(sql`
    select extract(epoch from arrival_at - clock_timestamp())::double precision as seconds from carrier_rate_limits`)
  return rate!.seconds
}

describe('a pause of an account that may place a call in 1,000 seconds', () => {
  it('leaves the place in the rate that was given already', async () => {
    const seconds = await placeAfterRefusal(1_000)
    assert.ok(seconds > 990, String(seconds))
  })

  it('forgets a place that is further ahead than the rate can give, as of a clock that was ahead', async () => {
    const seconds = await placeAfterRefusal(86_400)
    assert.ok(seconds < 10, String(seconds))
  })
})
