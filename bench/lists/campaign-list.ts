// The first figure of npm run bench: the list of campaigns, by the service and by a bare handler with the same SQL, in
// one run. Rounds alternate, so that a machine that slows down slows both; figures are medians over the rounds.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { systemClock } from '../../src/base/clock.ts'
import { uuidv7 } from '../../src/base/ids.ts'
import { createSecretBox } from '../../src/base/secret-box.ts'
import { createDatabase } from '../../src/db/database.ts'
import { startEmbeddedPostgres } from '../../src/db/embedded-postgres.ts'
import { migrate } from '../../src/db/migrate.ts'
import { applyDeclaration } from '../../src/operator/apply/apply-declaration.ts'
import { grantTestRights } from '../../test/support/database.ts'
import { organization, scriptCampaign } from '../../test/support/declarations.ts'
import { measure, summarize } from '../support/load.ts'
import type { Load, Round } from '../support/load.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '32' },
    campaigns: { type: 'string', default: '100' },
  },
})
const rounds = Number(options.rounds)
const seconds = Number(options.seconds)
const connections = Number(options.connections)

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-bench-'))
const children: ChildProcess[] = []
const postgres = await startEmbeddedPostgres({ dataDir: folder, role: 'server' })
await grantTestRights(postgres)
try {
  await run()
} finally {
  for (const child of children) child.kill('SIGTERM')
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function run(): Promise<void> {
  const { host, user, database } = postgres.connection
  const databaseUrl = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`
  const secretKey = randomBytes(32)
  const environment = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'info',
    SECRET_KEY: secretKey.toString('base64'),
  }
  const seeded = await seed(databaseUrl, secretKey)
  const ours = await start(['src/cli/main.ts', 'api'], environment)
  const bare = await start(['bench/support/bare-server.ts'], environment)
  const project = `/organizations/${seeded.organizationId}/projects/${seeded.projectId}`
  const headers = { 'x-api-key': seeded.key }

  console.log(`${connections} connections, ${rounds} rounds of ${seconds} s, medians\n`)
  const list = { path: `${project}/campaigns?limit=20`, load: { headers } }
  report('List of 20 campaigns with its total', await compare(ours, bare, list))
}

/** Starts a program, and returns the address that it prints. */
async function start(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] })
  children.push(child)
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /http:\/\/[\d.]+:\d+/.exec(line)?.[0]
    if (address === undefined) continue
    child.stdout.resume()
    return address
  }
  throw new Error(`${args.join(' ')} ended without saying where it listens`)
}

interface Seeded {
  organizationId: string
  projectId: string
  key: string
}

async function seed(databaseUrl: string, secretKey: Buffer): Promise<Seeded> {
  const db = createDatabase({ connection: { connectionString: databaseUrl } })
  await migrate(db)
  const context = { db, clock: systemClock, newId: uuidv7, secretBox: createSecretBox(secretKey) }
  const names = Array.from({ length: Number(options.campaigns) }, (_, index) => `Campaign ${index}`)
  const campaigns = names.map((name) => scriptCampaign({ name }))
  const applied = await applyDeclaration(context, organization('Bench', 'http://127.0.0.1:1', { campaigns }))
  if (!applied.ok) throw new Error(JSON.stringify(applied.faults))
  const { _id: organizationId, projects } = applied.tree.organizations[0]!
  const project = projects[0]!
  await db.end()
  return {
    organizationId,
    projectId: project._id,
    key: project.api_keys.find(({ key }) => key !== undefined)!.key!,
  }
}

type Target = { path: string; load: Omit<Load, 'url' | 'connections' | 'seconds'> }

async function compare(ours: string, bare: string, { path: tail, load }: Target): Promise<[Round, Round]> {
  const results: [Round[], Round[]] = [[], []]
  for (const url of [ours, bare]) await measure({ ...load, url: url + tail, connections, seconds: 2 })
  for (let round = 0; round < rounds; round++)
    for (const [index, url] of [ours, bare].entries())
      results[index]!.push(await measure({ ...load, url: url + tail, connections, seconds }))
  return [summarize(results[0]), summarize(results[1])]
}

function report(title: string, [ours, bare]: [Round, Round]): void {
  const row = (name: string, round: Round) =>
    `| ${name} | ${Math.round(round.requestsPerSecond)} | ${(round.requestsPerSecond / bare.requestsPerSecond).toFixed(2)} | ${round.p50Ms} | ${round.p99Ms} | ${round.faults} |`
  console.log(
    `${title}\n\n| | requests/s | ratio | p50 ms | p99 ms | faults |\n| --- | --- | --- | --- | --- | --- |`,
  )
  console.log(row('Switchboard', ours))
  console.log(row('bare node:http + pg, same SQL', bare))
  console.log()
}
