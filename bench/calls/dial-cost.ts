import { recordReport, settleAccepted } from '../../src/calls/attempt/record-report.ts'
import { selectReadAttempt } from '../../src/calls/attempt/report-queries.ts'
import type { CampaignKey } from '../../src/calls/queue/queue-queries.ts'
import { upsertQueue } from '../../src/calls/queue/queue-queries.ts'
import { serveDueQueue } from '../../src/calls/queue/serve-queue.ts'
import { sql } from '../../src/db/sql.ts'
import { cpuSeconds } from '../support/cpu-time.ts'
import { median } from '../support/load.ts'
import { seedOrganization } from '../support/organization.ts'
import { percentile, table } from '../support/report.ts'
import type { BenchDatabase, Stage } from '../support/stage.ts'
import { insertWaitingCalls } from './waiting-calls.ts'

interface MeasuredQueue {
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
  { sizes, rounds, attempts }: { sizes: number[]; rounds: number; attempts: number },
): Promise<void> {
  const queues: MeasuredQueue[] = []
  for (const size of sizes) queues.push(await createQueue(stage, size))
  // A small campaign and a large one in the same project.
  const beside = queues[Math.min(1, queues.length - 1)]!
  queues.push(await addBeside(beside, sizes[Math.min(1, sizes.length - 1)]!))
  const blocked = await createQueue(stage, 0)
  blocked.name = '50,000 to one busy number, then 1,000 others'
  await block(blocked)
  queues.push(blocked)
  for (const queue of queues) if (queue !== blocked) await dial(queue, 20)
  for (const queue of queues) queue.times.length = 0
  for (let round = 0; round < rounds; round++)
    for (const queue of queues) {
      const before = cpuSeconds(stage.postgresPid)
      await dial(queue, attempts)
      queue.cpu.push((1_000 * (cpuSeconds(stage.postgresPid) - before)) / attempts)
    }
  report(queues, rounds * attempts)
}

async function createQueue(stage: Stage, size: number): Promise<MeasuredQueue> {
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

async function addBeside({ database, campaign }: MeasuredQueue, size: number): Promise<MeasuredQueue> {
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

/** Queues many calls to a number that is in use for the whole bench, and behind them a few calls that can go. */
async function block({ database, campaign }: MeasuredQueue): Promise<void> {
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

async function dial({ database, campaign, times }: MeasuredQueue, count: number): Promise<void> {
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
      const read = await selectReadAttempt(database.db, attempt.organization_id, attempt._id)
      await recordReport(context, read!, {
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

function report(queues: MeasuredQueue[], attempts: number): void {
  const [least] = queues
  const row = ({ name, times, cpu }: MeasuredQueue) => [
    name,
    median(times).toFixed(2),
    percentile(times, 0.99).toFixed(1),
    Math.max(...times).toFixed(0),
    median(cpu).toFixed(2),
    (median(times) / median(least!.times)).toFixed(2),
    (median(cpu) / median(least!.cpu)).toFixed(2),
  ]
  table(
    `What an attempt costs, from the queue to its end; ${attempts} attempts each, slots 1 (no more than 1.20 × is the target)`,
    ['queue', 'p50 ms', 'p99 ms', 'longest ms', 'PostgreSQL CPU ms', 'p50 ×', 'CPU ×'],
    queues.map(row),
  )
}
