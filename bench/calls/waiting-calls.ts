import { Client } from 'pg'
import type { CampaignKey } from '../../src/calls/queue/queue-queries.ts'

export interface WaitingCalls {
  count: number
  /** The national number of the first call; later ones are `step` apart. */
  firstNumber: number
  step?: number
  /** One number in E.164 for all calls instead. */
  sameNumber?: string | null
}

/**
 * Queues calls in a campaign as requests would, but in one statement and without foreign key checks. Vacuums the
 * tables, so that no later figure pays for that.
 */
export async function insertWaitingCalls(
  databaseUrl: string,
  { organization_id, project_id, campaign_id }: CampaignKey,
  { count, firstNumber, step = 1, sameNumber = null }: WaitingCalls,
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`set session_replication_role = 'replica'`)
  await client.query(
    `insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer, state,
       state_since, waits_for, created_at)
     select $1::uuid, $2::uuid, uuidv7(), $3::uuid, 'queue', n.number,
       jsonb_build_object('phone_number', n.number, 'name', 'Ada'), 'waiting', now(), 'turn', now()
     from generate_series(0, $4::integer - 1) i,
       lateral (select coalesce($7::text, '+1' || ($5::bigint + i * $6::bigint)::text) as number) n
     order by i`,
    [organization_id, project_id, campaign_id, count, firstNumber, step, sameNumber],
  )
  if (count > 10_000) {
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  }
  await client.end()
}
