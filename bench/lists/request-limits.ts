// What limits of requests cost: the list of campaigns of two equal projects, by one process, with a key that has limits
// and one that has none. Rounds alternate. The limits are wider than what one process answers, so nothing is refused.
import { parseArgs } from 'node:util'
import { sql } from '../../src/db/sql.ts'
import { applyDeclaration } from '../../src/operator/apply/apply-declaration.ts'
import { measureSideBySide } from '../support/side-by-side.ts'
import { startStage } from '../support/stage.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '32' },
  },
})

const widest = {
  requests_per_second: 10_000,
  burst: 100_000,
  writes_per_second: 10_000,
  write_burst: 100_000,
}

await using stage = await startStage()
const { databaseUrl, db, context } = await stage.createDatabase()
const campaigns = Array.from({ length: 100 }, (_, index) => ({
  name: `Campaign ${index}`,
  campaign_type: 'script',
  script: 'Hello',
  voice: 'alice',
}))
const projects = [
  { name: 'without limits', requests_per_second: 'none', rate: 'none' },
  { name: 'with limits', requests_per_second: 10_000, rate: widest },
].map(({ rate, ...project }) => ({ ...project, campaigns, api_keys: [{ name: 'bench', rate }] }))
const applied = await applyDeclaration(context, { organizations: [{ name: 'Bench', projects }] })
if (!applied.ok) throw new Error(JSON.stringify(applied.faults))
const [organization] = applied.tree.organizations
const program = await stage.start(['src/cli/main.ts', 'api'], { DATABASE_URL: databaseUrl })
const targets = organization!.projects.map(({ _id, name, api_keys }) => ({
  name,
  program,
  path: `/organizations/${organization!._id}/projects/${_id}/campaigns?limit=20`,
  headers: { 'x-api-key': api_keys[0]!.key! },
}))
const { rounds, seconds, connections } = options
const load = { rounds: Number(rounds), seconds: Number(seconds), connections: Number(connections) }
const measured = await measureSideBySide(stage.postgresPid, targets, load)
// The statistics of a table are written up to a second later.
await new Promise((resolve) => setTimeout(resolve, 2_000))
const [taken] = await db.query<{ takings: number }>(sql`
  select (n_tup_ins + n_tup_upd)::bigint as takings from pg_stat_user_tables where relname = 'request_buckets'`)

const [free] = measured
console.log(`List of 20 campaigns: ${connections} connections, ${rounds} rounds of ${seconds} s, medians\n`)
console.log('| key | requests/s | ratio | p99 ms | Node CPU ms | ratio | PostgreSQL CPU ms | faults |')
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
for (const { name, perSecond, p99Ms, nodeMs, postgresMs, faults } of measured)
  console.log(
    `| ${name} | ${Math.round(perSecond)} | ${(perSecond / free!.perSecond).toFixed(3)} | ${p99Ms} | ${nodeMs.toFixed(4)} | ${(nodeMs / free!.nodeMs).toFixed(3)} | ${postgresMs.toFixed(4)} | ${faults} |`,
  )
const requests = measured[1]!.perSecond * (load.rounds * load.seconds + 2)
console.log(
  `\n${taken!.takings} statements took from limits, for about ${Math.round(requests)} requests: one for ${Math.round(requests / taken!.takings)}`,
)
