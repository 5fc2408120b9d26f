import { seedMessages } from '../analytics/seed-messages.ts'
import { cpuSeconds } from '../support/cpu-time.ts'
import { createHistoryDatabase } from '../support/history-database.ts'
import { signInOwner } from '../support/owner-session.ts'
import { percentile, table } from '../support/report.ts'
import type { Stage } from '../support/stage.ts'

const campaigns = 50
const warmUpTimes = 20
/** The history ends on 1 November 2026; each request has a span of its own. */
const lastDay = Temporal.PlainDate.from('2026-10-31')

const questions = [
  { what: 'calls, 30 days, New York', path: 'voice', days: 30, query: { timezone: 'America/New_York' } },
  { what: 'calls, 93 days, New York', path: 'voice', days: 93, query: { timezone: 'America/New_York' } },
  {
    what: 'calls, 93 days by campaign, New York',
    path: 'voice',
    days: 93,
    query: { timezone: 'America/New_York', split: 'campaign' },
  },
  {
    what: 'calls, 93 days by outcome, New York',
    path: 'voice',
    days: 93,
    query: { timezone: 'America/New_York', split: 'outcome' },
  },
  {
    what: 'calls, 93 days by campaign, Kolkata',
    path: 'voice',
    days: 93,
    query: { timezone: 'Asia/Kolkata', split: 'campaign' },
  },
  {
    what: 'calls, a year by week and campaign, Kathmandu',
    path: 'voice',
    days: 364,
    query: { timezone: 'Asia/Kathmandu', by: 'week', split: 'campaign' },
  },
  {
    what: 'calls, a year by month and outcome, New York',
    path: 'voice',
    days: 364,
    query: { timezone: 'America/New_York', by: 'month', split: 'outcome' },
  },
  {
    what: 'one campaign, 30 days by outcome, Kolkata',
    path: 'voice',
    days: 30,
    query: { timezone: 'Asia/Kolkata', split: 'outcome', campaign_id: '' },
  },
  { what: 'chats, 30 days, New York', path: 'chat', days: 30, query: { timezone: 'America/New_York' } },
  {
    what: 'chats, 93 days by channel, Kolkata',
    path: 'chat',
    days: 93,
    query: { timezone: 'Asia/Kolkata', split: 'channel' },
  },
  {
    what: 'chats, a year by month and status, New York',
    path: 'chat',
    days: 364,
    query: { timezone: 'America/New_York', by: 'month', split: 'status' },
  },
  {
    what: 'calls as CSV, 93 days by campaign, New York',
    path: 'voice.csv',
    days: 93,
    query: { timezone: 'America/New_York', split: 'campaign' },
  },
] as const

/** Measures the requests of the analytics page, over one connection, with a history of two years. */
export async function benchSeries(
  stage: Stage,
  { conversations, times }: { conversations: number; times: number },
): Promise<void> {
  const history = await createHistoryDatabase(stage, conversations, { campaigns })
  await seedMessages(history, Math.ceil(conversations / 2))
  const { context, databaseUrl, projectPath } = history
  const api = await stage.start(['src/cli/main.ts', 'api'], { DATABASE_URL: databaseUrl })
  const cookie = await signInOwner(context, api.url)
  const rows: (string | number)[][] = []
  for (const { what, path, days, query } of questions) {
    const tookMs: number[] = []
    let cpuBefore = 0
    for (let time = 0; time < warmUpTimes + times; time++) {
      const last = lastDay.subtract({ days: time % 250 })
      const span = { from: last.subtract({ days: days - 1 }).toString(), to: last.toString() }
      const search = new URLSearchParams({ ...query, ...span })
      if (search.has('campaign_id')) search.set('campaign_id', history.campaignIds[time % campaigns]!)
      const address = `${api.url}/api${projectPath}/analytics/${path}?${search.toString()}`
      if (time === warmUpTimes) cpuBefore = cpuSeconds(stage.postgresPid)
      const begun = performance.now()
      const answer = await fetch(address, { headers: { cookie } })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
      if (time >= warmUpTimes) tookMs.push(performance.now() - begun)
    }
    rows.push([
      what,
      tookMs.length,
      percentile(tookMs, 0.5).toFixed(1),
      percentile(tookMs, 0.99).toFixed(1),
      ((1_000 * (cpuSeconds(stage.postgresPid) - cpuBefore)) / times).toFixed(1),
    ])
  }
  await api.stop()
  table(
    `Analytics, ${conversations.toLocaleString('en')} conversations in ${campaigns} campaigns (p99 < 50 ms is the target)`,
    ['request', 'n', 'p50 ms', 'p99 ms', 'PostgreSQL CPU ms'],
    rows,
  )
}
