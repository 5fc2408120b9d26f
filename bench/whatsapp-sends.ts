import autocannon from 'autocannon'
import { cpuSeconds } from './cpu-time.ts'
import { median } from './load.ts'
import { createNumbers } from './numbers.ts'
import { table } from './report.ts'
import type { Program, Stage } from './stage.ts'
import { seedBroadcasts, sendTo } from './whatsapp-broadcasts.ts'
import type { SeededBroadcast } from './whatsapp-broadcasts.ts'
import { sql } from '../src/db/sql.ts'

interface Round {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Processor time that a send takes of the program and of PostgreSQL, in milliseconds. */
  nodeMs: number
  postgresMs: number
  faults: number
}

interface LoadOptions {
  rounds: number
  seconds: number
  connections: number
}

const cases = [
  { title: 'Sends of one broadcast, each to somebody new', organizations: 1 },
  { title: 'Sends of broadcasts of 8 organizations, each to somebody new', organizations: 8 },
]

/** Sends of `POST …/messages`, beside a bare handler that writes the same rows; rounds alternate. */
export async function benchSends(stage: Stage, options: LoadOptions): Promise<void> {
  const graph = await stage.start(['bench/bare-graph.ts'], {})
  for (const { title, organizations } of cases) {
    const { databaseUrl, db, context } = await stage.createDatabase()
    const broadcasts = await seedBroadcasts(context, { organizations, graphUrl: graph.url })
    const ours = await stage.start(['src/cli/main.ts', 'api'], { DATABASE_URL: databaseUrl })
    const bare = await stage.start(['bench/bare-whatsapp.ts'], { DATABASE_URL: databaseUrl })
    const nextNumber = createNumbers()
    const next = () => sendTo(anyOf(broadcasts), nextNumber())
    const results: [Round[], Round[]] = [[], []]
    for (const program of [ours, bare]) await measureRound(stage, program, { ...options, seconds: 2 }, next)
    for (let turn = 0; turn < options.rounds; turn++)
      for (const [at, program] of [ours, bare].entries())
        results[at]!.push(await measureRound(stage, program, options, next))
    await Promise.all([ours.stop(), bare.stop()])
    const [odd] = await db.query<{ count: number }>(
      sql`select count(*) from whatsapp_messages where status not in ('sent', 'processing')`,
    )
    if (odd!.count > 0) throw new Error(`${odd!.count} messages were not sent`)
    report(title, results)
  }
  await graph.stop()
}

function anyOf(broadcasts: readonly SeededBroadcast[]): SeededBroadcast {
  return broadcasts[Math.floor(Math.random() * broadcasts.length)]!
}

async function measureRound(
  { postgresPid }: Stage,
  { url, pid }: Program,
  { seconds, connections }: Omit<LoadOptions, 'rounds'>,
  next: () => ReturnType<typeof sendTo>,
): Promise<Round> {
  const before = [cpuSeconds(pid), cpuSeconds(postgresPid)] as const
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    timeout: 30,
    requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
  })
  const sends = result['2xx']
  return {
    perSecond: sends / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    nodeMs: (1_000 * (cpuSeconds(pid) - before[0])) / sends,
    postgresMs: (1_000 * (cpuSeconds(postgresPid) - before[1])) / sends,
    faults: result.non2xx + result.errors + result.timeouts,
  }
}

function report(title: string, [ours, bare]: [Round[], Round[]]): void {
  const of = (rounds: Round[], name: keyof Round) => median(rounds.map((round) => round[name]))
  const rate = (rounds: Round[]) => of(rounds, 'perSecond')
  /** Sends a second of one core that does nothing but the program's and the database's part of them. */
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
  const columns = ['', 'sends/s', 'ratio', 'p50 ms', 'p99 ms', 'node CPU ms', 'PostgreSQL CPU ms']
  table(
    title,
    [...columns, 'sends/s of a core', 'ratio', 'faults'],
    [row('Switchboard', ours), row('bare `node:http` + `pg`, same rows', bare)],
  )
}
