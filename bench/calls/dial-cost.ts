import { insertWaitingCalls } from './waiting-calls.ts'
import { cpuSeconds } from '../support/cpu-time.ts'
import { median } from '../support/load.ts'
import { seedOrganization } from '../support/organization.ts'
import { percentile, table } from '../support/report.ts'
import type { BenchDatabase, Stage } from '../support/stage.ts'
import type { CampaignKey } from '../../src/calls/queue/queue-queries.ts'
import { upsertQueue } from '../../src/calls/queue/queue-queries.ts'
import { serveDueQueue } from '../../src/calls/queue/serve-queue.ts'
import { recordCarrierEvent, settleAccepted } from '../../src/calls/attempt/settle-attempt.ts'
import { sql } from '../../src/db/sql.ts'

interface Line {
  name: string
  database: BenchDatabase
  campaign: CampaignKey
  /** The milliseconds of each attempt. */
  times: number[]
  /** The milliseconds of PostgreSQL for each attempt, by round. */
  cpu: number[]
}

const firstNumber = 4_152_000_000
const busyNumber = '+14159999999'

/**
 * Measures what an attempt costs when few and when many calls wait: serve the queue, write the carrier's response,
 * write the end of the call, wake the queue. Without HTTP, one attempt at a time, in rounds that alternate over the
 * sizes.
 */
export async function benchDialCost(
  stage: Stage,
  { sizes, rounds, dials }: { sizes: number[]; rounds: number; dials: number },
): Promise<void> {
  const lines: Line[] = []
  for (const size of sizes) lines.push(await createLine(stage, size))
  // A small campaign and a large one in the same project.
  const beside = lines[Math.min(1, lines.length - 1)]!
  lines.push(await addBeside(beside, sizes[Math.min(1, sizes.length - 1)]!))
  const blocked = await createLine(stage, 0)
  blocked.name = '50,000 to one busy number, then 1,000 others'
  await block(blocked)
  lines.push(blocked)
  for (const line of lines) if (line !== blocked) await dial(line, 20)
  for (const line of lines) line.times.length = 0
  for (let round = 0; round < rounds; round++)
    for (const line of lines) {
      const before = cpuSeconds(stage.postgresPid)
      await dial(line, dials)
      line.cpu.push((1_000 * (cpuSeconds(stage.postgresPid) - before)) / dials)
    }
  report(lines, rounds * dials)
}

async function createLine(stage: Stage, size: number): Promise<Line> {
  const database = await stage.createDatabase()
  const seeded = await seedOrganization(database.context, {
    campaigns: [{ slots: 1 }, { slots: 1 }],
    carrierUrl: 'http://127.0.0.1:1',
  })
  const [project] = seeded.projects
  const campaign = {
    organization_id: seeded.organizationId,
    project_id: project!.projectId,
    campaign_id: project!.campaignIds[0]!,
  }
  await insertWaitingCalls(database.databaseUrl, campaign, { count: size, firstNumber })
  return { name: `${size.toLocaleString('en')} waiting`, database, campaign, times: [], cpu: [] }
}

async function addBeside({ database, campaign }: Line, size: number): Promise<Line> {
  const [other] = await database.db.query<{ _id: string }>(sql`
    select _id from campaigns where _id <> ${campaign.campaign_id} limit 1`)
  const beside = { ...campaign, campaign_id: other!._id }
  await insertWaitingCalls(database.databaseUrl, beside, {
    count: 1_000,
    firstNumber: firstNumber + 3_000_000,
  })
  const name = `1,000 waiting, beside a campaign with ${size.toLocaleString('en')}`
  return { name, database, campaign: beside, times: [], cpu: [] }
}

/** Before a few calls that can go stand many to a number that is in a call for longer than the bench lasts. */
async function block({ database, campaign }: Line): Promise<void> {
  const { databaseUrl, db } = database
  await insertWaitingCalls(databaseUrl, campaign, { count: 50_000, firstNumber, sameNumber: busyNumber })
  await insertWaitingCalls(databaseUrl, campaign, { count: 1_000, firstNumber })
  await db.query(sql`
    with busy as (
      update calls set state = 'live', waits_for = null
      where _id = (select _id from calls where phone_number = ${busyNumber} order by queue_number desc limit 1)
      returning organization_id, project_id, phone_number, _id)
    insert into numbers_in_use (organization_id, project_id, phone_number, call_id) select * from busy`)
}

async function dial({ database, campaign, times }: Line, count: number): Promise<void> {
  const { context, db } = database
  // Only this campaign is due, so that the worker serves no other in between.
  await db.query(sql`update campaign_queues set next_at = null`)
  await db.transaction((transaction) => upsertQueue(transaction, campaign, 1, new Date()))
  let begun = performance.now()
  for (let done = 0; done < count;) {
    const due = (await serveDueQueue(context, () => 100)) ?? []
    for (const { attempt } of due) {
      const sid = `CA${attempt._id.replaceAll('-', '')}`
      await settleAccepted(context, attempt, sid)
      await recordCarrierEvent(context, attempt.organization_id, attempt._id, {
        call_sid: sid,
        call_status: 'completed',
        sequence_number: 3,
        source: 'status_callback',
        occurred_at: new Date().toISOString(),
        received_at: new Date().toISOString(),
        duration_seconds: 1,
        answered_by: null,
        sip_response_code: null,
        error_code: null,
      })
      await context.queueNotifier.idle()
      const now = performance.now()
      times.push(now - begun)
      begun = now
      done++
    }
  }
}

function report(lines: Line[], dials: number): void {
  const [least] = lines
  const row = ({ name, times, cpu }: Line) => [
    name,
    median(times).toFixed(2),
    percentile(times, 0.99).toFixed(1),
    Math.max(...times).toFixed(0),
    median(cpu).toFixed(2),
    (median(times) / median(least!.times)).toFixed(2),
    (median(cpu) / median(least!.cpu)).toFixed(2),
  ]
  table(
    `What a dial costs, from its line to its end; ${dials} dials each, slots 1 (no more than 1.20 × is the target)`,
    ['line', 'p50 ms', 'p99 ms', 'longest ms', 'PostgreSQL CPU ms', 'p50 ×', 'CPU ×'],
    lines.map(row),
  )
}
