import autocannon from 'autocannon'
import { createNumbers } from './numbers.ts'
import { cpuSeconds } from './cpu-time.ts'
import { median } from './load.ts'
import { seedOrganization } from './organization.ts'
import { table } from './report.ts'
import type { Program, Stage } from './stage.ts'

interface Round {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Processor time that a call takes of the program and of PostgreSQL, in milliseconds. */
  nodeMs: number
  postgresMs: number
  faults: number
}

export interface LoadOptions {
  rounds: number
  seconds: number
  connections: number
}

/** Several, each with its own carrier account, so that no account's rate is the limit. */
const projects = 8
/** Campaigns of each project, in this order. */
const cases = [
  { title: 'A call that goes at once: committed, taken by the carrier, its answer committed', slots: 10_000 },
  { title: 'A call that waits for its campaign’s hours', slots: 10_000, isClosed: true },
  { title: 'A call that waits because its campaign’s one slot is taken', slots: 1 },
]

/** Accepted calls of `POST …/calls`, beside a bare handler that writes the same rows; rounds alternate. */
export async function benchAcceptedCalls(stage: Stage, options: LoadOptions): Promise<void> {
  const { databaseUrl, context } = await stage.createDatabase()
  const carrier = await stage.start(['bench/bare-carrier.ts'], {})
  // Open on one day of the week, which is neither today nor tomorrow anywhere.
  const day = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][(new Date().getUTCDay() + 3) % 7]
  const calling_hours = { timezone: 'UTC', windows: [{ days: [day], from: '09:00', to: '17:00' }] }
  const seeded = await seedOrganization(context, {
    projects,
    campaigns: cases.map(({ slots, isClosed }) => ({ slots, ...(isClosed && { calling_hours }) })),
    carrierUrl: carrier.url,
  })
  const ours = await stage.start(['src/cli/main.ts', 'api'], { DATABASE_URL: databaseUrl })
  const bare = await stage.start(['bench/bare-server.ts'], { DATABASE_URL: databaseUrl })
  const nextNumber = createNumbers()
  for (const [index, { title }] of cases.entries()) {
    const targets = seeded.projects.map(({ projectId, key, campaignIds }) => ({
      path: `/organizations/${seeded.organizationId}/projects/${projectId}/campaigns/${campaignIds[index]}/calls`,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
    }))
    // The first of each campaign takes the one slot, where there is only one.
    for (const { path, headers } of targets) await postCall(ours.url + path, headers, nextNumber())
    const round = (program: Program, seconds: number) =>
      measureRound(stage, program, { ...options, seconds }, () => ({
        ...targets[Math.floor(Math.random() * targets.length)]!,
        body: JSON.stringify({ phone_number: nextNumber(), name: 'Ada' }),
      }))
    const results: [Round[], Round[]] = [[], []]
    for (const program of [ours, bare]) await round(program, 2)
    for (let turn = 0; turn < options.rounds; turn++)
      for (const [at, program] of [ours, bare].entries())
        results[at]!.push(await round(program, options.seconds))
    report(title, results)
  }
  await Promise.all([ours, bare, carrier].map((program) => program.stop()))
}

async function postCall(url: string, headers: Record<string, string>, phone_number: string): Promise<void> {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ phone_number }) })
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  await response.text()
}

async function measureRound(
  { postgresPid }: Stage,
  { url, pid }: Program,
  { seconds, connections }: LoadOptions,
  next: () => { path: string; headers: Record<string, string>; body: string },
): Promise<Round> {
  const before = [cpuSeconds(pid), cpuSeconds(postgresPid)] as const
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    timeout: 30,
    requests: [{ method: 'POST', setupRequest: (request) => ({ ...request, ...next() }) }],
  })
  const calls = result['2xx']
  return {
    perSecond: calls / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    nodeMs: (1_000 * (cpuSeconds(pid) - before[0])) / calls,
    postgresMs: (1_000 * (cpuSeconds(postgresPid) - before[1])) / calls,
    faults: result.non2xx + result.errors + result.timeouts,
  }
}

function report(title: string, [ours, bare]: [Round[], Round[]]): void {
  const of = (rounds: Round[], name: keyof Round) => median(rounds.map((round) => round[name]))
  const rate = (rounds: Round[]) => of(rounds, 'perSecond')
  /** Calls a second of one core that does nothing but the program's and the database's part of them. */
  const perCore = (rounds: Round[]) => 1_000 / (of(rounds, 'nodeMs') + of(rounds, 'postgresMs'))
  const row = (name: string, rounds: Round[]) => [
    name,
    rate(rounds).toFixed(0),
    (rate(rounds) / rate(bare)).toFixed(2),
    of(rounds, 'p50Ms'),
    of(rounds, 'p99Ms'),
    of(rounds, 'nodeMs').toFixed(2),
    of(rounds, 'postgresMs').toFixed(2),
    perCore(rounds).toFixed(0),
    (perCore(rounds) / perCore(bare)).toFixed(2),
    rounds.reduce((sum, { faults }) => sum + faults, 0),
  ]
  const columns = ['', 'calls/s', 'ratio', 'p50 ms', 'p99 ms', 'node CPU ms', 'PostgreSQL CPU ms']
  table(
    `${title} (ratio of 0.60 is the target)`,
    [...columns, 'calls/s of a core', 'ratio', 'faults'],
    [row('Switchboard', ours), row('bare `node:http` + `pg`, same rows', bare)],
  )
}
