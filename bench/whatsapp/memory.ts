import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import { sql } from '../../src/db/sql.ts'
import { postWebhook, statusOf, webhookOf } from '../../test/support/whatsapp-webhook.ts'
import { createNumbers } from '../support/numbers.ts'
import { table } from '../support/report.ts'
import type { Program, Stage } from '../support/stage.ts'
import { startBareGraph } from './bare-graph.ts'
import type { TakenMessage } from './bare-graph.ts'
import { seedBroadcasts, sendTo } from './broadcasts.ts'

const steps = 10
/** How often the stand-in reports deliveries, as many in one body as there are, up to a maximum. */
const reportEveryMs = 1_000
const statusesMost = 100

/** Measures the resident memory of an API and a worker while messages are sent and reported as delivered. */
export async function benchMemory(
  stage: Stage,
  { messages, connections }: { messages: number; connections: number },
): Promise<void> {
  const { databaseUrl, db, context } = await stage.createDatabase()
  await using graph = await startBareGraph()
  const [broadcast] = await seedBroadcasts(context, { organizations: 1, graphUrl: graph.url })
  const api = await stage.start(['src/cli/main.ts', 'api'], { DATABASE_URL: databaseUrl })
  const worker = await stage.start(['src/cli/main.ts', 'worker'], { DATABASE_URL: databaseUrl })
  const delivered: TakenMessage[] = []
  graph.onMessage = (message) => void delivered.push(message)
  const reporting = setInterval(() => {
    while (delivered.length > 0) {
      const statuses = delivered
        .splice(0, statusesMost)
        .map((message) => statusOf({ ...message, status: 'delivered' }))
      postWebhook(api.url, webhookOf({ statuses })).then(
        (response) => response.text(),
        () => {},
      )
    }
  }, reportEveryMs)
  const rows: (string | number)[][] = []
  const look = async (sent: number, perSecond: string, faults: number) => {
    const [row] = await db.query<{ count: number }>(
      sql`select count(*) from whatsapp_events where processed_at is not null`,
    )
    const resident = [api, worker].map((program) => residentMegabytes(program).toFixed(0))
    rows.push([sent.toLocaleString('en'), perSecond, row!.count.toLocaleString('en'), ...resident, faults])
  }
  await look(0, '', 0)
  const nextNumber = createNumbers()
  const amount = Math.ceil(messages / steps)
  for (let sent = amount; sent <= amount * steps; sent += amount) {
    const result = await autocannon({
      url: api.url,
      connections,
      amount,
      timeout: 30,
      requests: [{ setupRequest: (request) => ({ ...request, ...sendTo(broadcast!, nextNumber()) }) }],
    })
    const faults = result.non2xx + result.errors + result.timeouts
    await look(sent, (amount / result.duration).toFixed(0), faults)
  }
  clearInterval(reporting)
  const most = [api, worker].map((program) => mostMegabytes(program).toFixed(0))
  rows.push(['the most at any time', '', '', ...most, ''])
  await Promise.all([api.stop(), worker.stop()])
  table(
    'Resident memory, with one status webhook for each message (< 250 MB is the target of the API)',
    ['messages sent', 'sends/s', 'events processed', 'API MB', 'worker MB', 'faults'],
    rows,
  )
}

const residentMegabytes = (program: Program) => megabytesOf(program, 'VmRSS')
const mostMegabytes = (program: Program) => megabytesOf(program, 'VmHWM')

/** Returns NaN where there is no `/proc`. */
function megabytesOf({ pid }: Program, name: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1_024
  } catch {
    return Number.NaN
  }
}
