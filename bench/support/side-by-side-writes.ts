import autocannon from 'autocannon'
import { cpuSeconds } from './cpu-time.ts'
import { median } from './load.ts'
import { table } from './report.ts'
import type { LoadOptions, Measured } from './side-by-side.ts'
import type { Program, Stage } from './stage.ts'

/** One round of a program; CPU time is that of one request. */
type Round = Omit<Measured, 'name'>

interface Writes {
  title: string
  /** What one request creates, in the plural. */
  unit: string
  /** The service, and the bare handler that writes the same rows. */
  ours: Program
  bare: Program
  /** Returns the next request; no two are alike. */
  next: () => { path: string; method: 'POST'; headers: Record<string, string>; body: string }
  /** Runs between the first rounds, which are not counted, and the others. */
  afterWarmUp?: () => Promise<unknown>
}

/** Lets both programs write in rounds that alternate, and prints the figures. */
export async function benchWrites(
  stage: Stage,
  { title, unit, ours, bare, next, afterWarmUp }: Writes,
  options: LoadOptions,
): Promise<void> {
  const rounds: [Round[], Round[]] = [[], []]
  for (const program of [ours, bare]) await measureRound(stage, program, { ...options, seconds: 2 }, next)
  await afterWarmUp?.()
  for (let turn = 0; turn < options.rounds; turn++)
    for (const [at, program] of [ours, bare].entries())
      rounds[at]!.push(await measureRound(stage, program, options, next))
  report({ title, unit }, rounds)
}

async function measureRound(
  { postgresPid }: Stage,
  { url, pid }: Program,
  { seconds, connections }: Omit<LoadOptions, 'rounds'>,
  next: Writes['next'],
): Promise<Round> {
  const before = [cpuSeconds(pid), cpuSeconds(postgresPid)] as const
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    timeout: 30,
    requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
  })
  const taken = result['2xx']
  return {
    perSecond: taken / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    nodeMs: (1_000 * (cpuSeconds(pid) - before[0])) / taken,
    postgresMs: (1_000 * (cpuSeconds(postgresPid) - before[1])) / taken,
    faults: result.non2xx + result.errors + result.timeouts,
  }
}

function report({ title, unit }: Pick<Writes, 'title' | 'unit'>, [ours, bare]: [Round[], Round[]]): void {
  const of = (rounds: Round[], name: keyof Round) => median(rounds.map((round) => round[name]))
  const rate = (rounds: Round[]) => of(rounds, 'perSecond')
  /** How many requests one core could serve in a second, by the CPU time of the program and of the database. */
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
  const columns = ['', `${unit}/s`, 'ratio', 'p50 ms', 'p99 ms', 'node CPU ms', 'PostgreSQL CPU ms']
  table(
    title,
    [...columns, `${unit}/s of a core`, 'ratio', 'faults'],
    [row('Switchboard', ours), row('bare `node:http` + `pg`, same rows', bare)],
  )
}
