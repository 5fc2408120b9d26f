import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '../../src/app/context.ts'
import { sql } from '../../src/db/sql.ts'
import { cpuSeconds } from '../support/cpu-time.ts'
import { seedOrganization } from '../support/organization.ts'
import { table } from '../support/report.ts'
import type { Program, Stage } from '../support/stage.ts'
import { insertWaitingCalls } from './waiting-calls.ts'

const campaigns = 20
const carriers = 5
const slots = 20
/** Waiting calls in each campaign, more than can be dialed meanwhile. */
const waiting = 2_000
const warmUpMs = 3_000

/** One worker that dials as fast as it can. */
export interface Dialling extends AsyncDisposable {
  context: Context
  organizationId: string
  projectId: string
  worker: Program
  api: Program
  network: Program
  /** Returns how many calls were dialed and have ended so far. */
  count: () => Promise<{ dialled: number; ended: number; at: number }>
}

/**
 * Lets one worker dial at the sandbox's phone network, which runs much faster than real time. Each call is queued,
 * rings, is answered, fetches its instructions and is hung up, with a callback for each step. One API receives them.
 */
export async function startDialling(stage: Stage): Promise<Dialling> {
  const { databaseUrl, db, context } = await stage.createDatabase()
  const network = await stage.start(
    [
      'src/cli/main.ts',
      'sandbox',
      '--phone-port',
      '0',
      '--whatsapp-port',
      '0',
      '--model-port',
      '0',
      '--speed',
      '100',
    ],
    {},
  )
  const { organizationId: organization_id, projects } = await seedOrganization(context, {
    carriers,
    campaigns: Array.from({ length: campaigns }, () => ({ slots })),
    carrierUrl: network.url,
  })
  const { projectId: project_id, campaignIds } = projects[0]!
  // Numbers ending in 04: the person answers, and hangs up half a second later.
  for (const [index, campaign_id] of campaignIds.entries())
    await insertWaitingCalls(
      databaseUrl,
      { organization_id, project_id, campaign_id },
      { count: waiting, firstNumber: 4_152_000_004 + index * waiting * 100, step: 100 },
    )
  await db.query(sql`analyze`)
  const api = await stage.start(['src/cli/main.ts', 'api'], { DATABASE_URL: databaseUrl })
  const environment = { DATABASE_URL: databaseUrl, PUBLIC_URL: api.url }
  const worker = await stage.start(['src/cli/main.ts', 'worker'], environment)
  context.queueNotifier.wake(campaignIds.map((campaign_id) => ({ organization_id, campaign_id })))
  await delay(warmUpMs)
  return {
    context,
    organizationId: organization_id,
    projectId: project_id,
    worker,
    api,
    network,
    count: async () => {
      const [row] = await db.query<{ dialled: number; ended: number }>(sql`
        select count(*) filter (where carrier_call_sid is not null) as dialled,
          count(*) filter (where state = 'completed') as ended from call_attempts`)
      return { ...row!, at: performance.now() }
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([worker, api, network].map((program) => program.stop()))
    },
  }
}

/** Measures the calls that one worker dials a second. */
export async function benchDialsPerSecond(stage: Stage, { seconds }: { seconds: number }): Promise<void> {
  await using dialling = await startDialling(stage)
  const { worker, api, network } = dialling
  const pids = [worker.pid, api.pid, stage.postgresPid, network.pid]
  const look = async () => ({ ...(await dialling.count()), cpu: pids.map(cpuSeconds) })
  const from = await look()
  await delay(seconds * 1_000)
  const to = await look()
  const dials = to.dialled - from.dialled
  const passed = (to.at - from.at) / 1_000
  const cpu = to.cpu.map((value, index) => ((1_000 * (value - from.cpu[index]!)) / dials).toFixed(2))
  table(
    `One worker, ${campaigns} campaigns of ${slots} slots, ${carriers} carrier accounts at 1,000/s, the sandbox’s phone network`,
    ['dials/s', 'ended/s', 'worker CPU ms a dial', 'API CPU ms', 'PostgreSQL CPU ms', 'sandbox CPU ms'],
    [[(dials / passed).toFixed(0), ((to.ended - from.ended) / passed).toFixed(0), ...cpu]],
  )
}
