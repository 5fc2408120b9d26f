import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { reportEnds } from './report-ended-campaigns.ts'

let service: Service
before(async () => {
  service = await startService({
    campaigns: [scriptCampaign({ name: 'One' }), scriptCampaign({ name: 'Other' })],
  })
})
after(() => service[Symbol.asyncDispose]())

it('the end of a campaign that can not be reported delays the end of no other', async () => {
  const { db } = service.context
  const [first, second] = Object.values(service.campaignIds).toSorted()
  await db.write(
    sql`update campaigns set status = 'ended', name = case _id when ${first}::uuid then 'Huge' else name end`,
  )
  // As where counting the calls of a campaign takes longer than a statement may.
  await db.write(sql`
    create function refuse_report() returns trigger language plpgsql as
      $$ begin raise 'canceling statement due to statement timeout' using errcode = 'query_canceled'; end $$`)
  await db.write(sql`
    create trigger refuse_report before update of end_reported_at on campaigns for each row
      when (new.name = 'Huge' and new.end_reported_at is not null) execute function refuse_report()`)
  const job = reportEnds(service.context)
  assert.equal(await job.run(new AbortController().signal), true)
  const reported = await db.query<{ _id: string }>(sql`
    select _id from campaigns where end_reported_at is not null order by _id`)
  assert.deepEqual(reported, [{ _id: second }])
  assert.equal(await job.run(new AbortController().signal), false)
})
