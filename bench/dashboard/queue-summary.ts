import { Client } from 'pg'
import { insertWaitingCalls } from '../calls/waiting-calls.ts'
import { seedOrganization } from '../support/organization.ts'
import { signInOwner } from '../support/owner-session.ts'
import { percentile, table } from '../support/report.ts'
import type { Stage } from '../support/stage.ts'

const campaigns = 50
const warmUpTimes = 20

/** Measures what the live page asks for first: the summary of all queues of a project, over one connection. */
export async function benchQueueSummary(
  stage: Stage,
  { waiting, times }: { waiting: number; times: number },
): Promise<void> {
  const { databaseUrl, context } = await stage.createDatabase()
  const { organizationId: organization_id, projects } = await seedOrganization(context, {
    campaigns: Array.from({ length: campaigns }, () => ({ slots: 8 })),
    carrierUrl: 'http://127.0.0.1:9',
  })
  const { projectId: project_id, campaignIds } = projects[0]!
  const count = Math.floor(waiting / campaigns)
  // No worker runs, so they all wait.
  for (const [index, campaign_id] of campaignIds.entries())
    await insertWaitingCalls(
      databaseUrl,
      { organization_id, project_id, campaign_id },
      { count, firstNumber: 4_152_000_000 + index * count },
    )
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const api = await stage.start(['src/cli/main.ts', 'api'], { DATABASE_URL: databaseUrl })
  const cookie = await signInOwner(context, api.url)
  const project = `${api.url}/api/organizations/${organization_id}/projects/${project_id}`
  const rows: (string | number)[][] = []
  for (const [what, address, isVacuumed] of [
    ['summary of all queues, just queued', `${project}/queue`, false],
    ['summary of all queues, once autovacuum was there', `${project}/queue`, true],
    ['the first 50 calls of the project', `${project}/calls?limit=50`, true],
  ] as const) {
    if (isVacuumed) await client.query('vacuum analyze calls')
    const tookMs: number[] = []
    for (let time = 0; time < warmUpTimes + times; time++) {
      const begun = performance.now()
      const answer = await fetch(address, { headers: { cookie } })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
      if (time >= warmUpTimes) tookMs.push(performance.now() - begun)
    }
    const [p50, p99] = [percentile(tookMs, 0.5), percentile(tookMs, 0.99)]
    rows.push([what, tookMs.length, p50.toFixed(1), p99.toFixed(1)])
  }
  await api.stop()
  await client.end()
  table(
    `${(count * campaigns).toLocaleString('en')} calls wait in ${campaigns} campaigns (p99 < 100 ms is the target)`,
    ['answer', 'n', 'p50 ms', 'p99 ms'],
    rows,
  )
}
