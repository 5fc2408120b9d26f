// npm run bench: the service beside a bare handler that does the same SQL, and the database's own limit, in one run.
// Rounds alternate, so that a machine that slows down slows both; figures are medians over the rounds.
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { systemClock } from '../src/base/clock.ts'
import { uuidv7 } from '../src/base/ids.ts'
import { createSecretBox } from '../src/base/secret-box.ts'
import { selectCampaigns } from '../src/campaigns/queries.ts'
import { createDatabase } from '../src/db/database.ts'
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { migrate } from '../src/db/migrate.ts'
import { toStatement } from '../src/db/sql.ts'
import type { Sql } from '../src/db/sql.ts'
import { applyDeclaration } from '../src/operator/apply/apply-declaration.ts'
import { organization, scriptCampaign } from '../test/support/declarations.ts'
import { measure, summarize } from './load.ts'
import type { Load, Round } from './load.ts'

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
  const carrier = await startTakingCarrier()
  const seeded = await seed(databaseUrl, secretKey, carrier.url)
  const ours = await start(['src/cli/main.ts', 'api'], environment)
  const bare = await start(['bench/bare-server.ts'], environment)
  const project = `/organizations/${seeded.organizationId}/projects/${seeded.projectId}`
  const headers = { 'x-api-key': seeded.key }

  console.log(`${connections} connections, ${rounds} rounds of ${seconds} s, medians\n`)
  const list = { path: `${project}/campaigns?limit=20`, load: { headers } }
  report('List of 20 campaigns with its total', await compare(ours, bare, list), pgbench(databaseUrl, seeded))
  const post = { method: 'POST' as const, headers: { ...headers, 'content-type': 'application/json' } }
  const load = { ...post, body: () => JSON.stringify({ phone_number: nextNumber(), name: 'Ada' }) }
  const closed = { path: `${project}/campaigns/${seeded.closedCampaignId}/calls`, load }
  report('A call that waits for its hours, durable', await compare(ours, bare, closed), null)
  const calls = { path: `${project}/campaigns/${seeded.openCampaignId}/calls`, load }
  report('A call that goes at once, durable, taken by the carrier', await compare(ours, bare, calls), null)
  await carrier.close()
}

/** A carrier that takes every call and never says a word of it again: what is measured is placing calls. */
async function startTakingCarrier(): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const sid = `CA${randomBytes(16).toString('hex')}`
      response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ sid }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

let numbers = 0
const areas = [212, 213, 214, 312, 313, 404, 415, 512, 602, 617, 702, 713, 718, 808, 816, 901]

/** A valid number that was not given before. */
function nextNumber(): string {
  const index = numbers++
  const line = String(2_000_000 + Math.floor(index / areas.length)).slice(-7)
  return `+1${areas[index % areas.length]}${line}`
}

/** Starts a program and answers the address that it prints. */
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
  openCampaignId: string
  closedCampaignId: string
  key: string
}

async function seed(databaseUrl: string, secretKey: Buffer, sandboxUrl: string): Promise<Seeded> {
  const db = createDatabase({ connection: { connectionString: databaseUrl } })
  await migrate(db)
  const context = { db, clock: systemClock, newId: uuidv7, secretBox: createSecretBox(secretKey) }
  const names = Array.from({ length: Number(options.campaigns) }, (_, index) => `Campaign ${index}`)
  // Open on one day of the week, which is neither today nor tomorrow anywhere.
  const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
  const day = days[(new Date().getUTCDay() + 3) % 7]
  const calling_hours = { timezone: 'UTC', windows: [{ days: [day], from: '09:00', to: '17:00' }] }
  const campaigns = [
    scriptCampaign({ name: 'Open', slots: 10_000 }),
    scriptCampaign({ name: 'Closed', calling_hours }),
    ...names.slice(2).map((name) => scriptCampaign({ name })),
  ]
  const applied = await applyDeclaration(context, organization('Bench', sandboxUrl, { campaigns }))
  if (!applied.ok) throw new Error(JSON.stringify(applied.faults))
  const { _id: organizationId, projects } = applied.tree.organizations[0]!
  const project = projects[0]!
  await db.end()
  return {
    organizationId,
    projectId: project._id,
    openCampaignId: project.campaigns[0]!._id,
    closedCampaignId: project.campaigns[1]!._id,
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

/** Transactions a second of the list's statements in the database alone; null where pgbench is not installed. */
function pgbench(databaseUrl: string, seeded: Seeded): number | null {
  if (spawnSync('pgbench', ['--version']).status !== 0) return null
  const statements: string[] = []
  const recorder = {
    query: async <Row>(query: Sql): Promise<Row[]> => {
      statements.push(inline(query))
      return []
    },
  }
  void selectCampaigns(recorder, seeded.organizationId, seeded.projectId, { skip: 0, limit: 20 })
  const file = path.join(folder, 'list.sql')
  writeFileSync(file, statements.map((statement) => `${statement};\n`).join(''))
  const args = ['-n', '-M', 'prepared', '-c', '8', '-T', String(seconds * 2), '-f', file, databaseUrl]
  const { stdout } = spawnSync('pgbench', args, { encoding: 'utf8' })
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
}

/** For pgbench alone: the statement with its ids and numbers written in. */
function inline(query: Sql): string {
  const { text, values } = toStatement(query)
  const literal = (value: unknown) => (typeof value === 'number' ? String(value) : `'${String(value)}'`)
  return text
    .replaceAll(/\$(\d+)/g, (_, index: string) => literal(values[Number(index) - 1]))
    .replaceAll(/\s+/g, ' ')
}

function report(title: string, [ours, bare]: [Round, Round], databaseLimit: number | null): void {
  const row = (name: string, round: Round) =>
    `| ${name} | ${Math.round(round.requestsPerSecond)} | ${(round.requestsPerSecond / bare.requestsPerSecond).toFixed(2)} | ${round.p50Ms} | ${round.p99Ms} | ${round.faults} |`
  console.log(
    `${title}\n\n| | requests/s | ratio | p50 ms | p99 ms | faults |\n| --- | --- | --- | --- | --- | --- |`,
  )
  console.log(row('Switchboard', ours))
  console.log(row('bare node:http + pg, same SQL', bare))
  if (databaseLimit !== null)
    console.log(
      `| pgbench, the list's two statements | ${Math.round(databaseLimit)} | ${(databaseLimit / bare.requestsPerSecond).toFixed(2)} | | | |`,
    )
  console.log()
}
