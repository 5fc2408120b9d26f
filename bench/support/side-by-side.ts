import { setTimeout as delay } from 'node:timers/promises'
import { cpuSeconds } from './cpu-time.ts'
import { putGetLoad } from './get-load.ts'
import { median } from './load.ts'
import type { Program } from './stage.ts'

/** A request that is repeated at a program. */
export interface Target {
  name: string
  program: Program
  path: string
  headers: Record<string, string>
}

/** Medians over the rounds, and all faults. A figure with any is invalid. */
export interface Measured {
  name: string
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** CPU milliseconds that a request takes of the program and of PostgreSQL. */
  nodeMs: number
  postgresMs: number
  faults: number
}

export interface LoadOptions {
  rounds: number
  seconds: number
  connections: number
}

/** Puts the same load on each target, in rounds that alternate. */
export async function measureSideBySide(
  postgresPid: number,
  targets: readonly Target[],
  { rounds, seconds, connections }: LoadOptions,
): Promise<Measured[]> {
  const results = targets.map((): Measured[] => [])
  for (const target of targets) await measureRound(postgresPid, target, { connections, seconds: 2 })
  for (let round = 0; round < rounds; round++)
    for (const [index, target] of targets.entries())
      results[index]!.push(await measureRound(postgresPid, target, { connections, seconds }))
  return results.map(summarize)
}

async function measureRound(
  postgresPid: number,
  { name, program, path, headers }: Target,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Measured> {
  const pids = [program.pid, postgresPid]
  const before = pids.map(cpuSeconds)
  const url = program.url + path
  const answered = await putGetLoad({ url, headers, connections, seconds })
  const [nodeMs = 0, postgresMs = 0] = pids.map(
    (pid, index) => (1_000 * (cpuSeconds(pid) - before[index]!)) / answered.answers,
  )
  await untilIdle(pids)
  return {
    name,
    perSecond: answered.answers / answered.seconds,
    p50Ms: answered.p50Ms,
    p99Ms: answered.p99Ms,
    nodeMs,
    postgresMs,
    faults: answered.faults,
  }
}

/** A program may still process requests whose client has gone; the next program's round must not pay for that. */
async function untilIdle(pids: readonly number[]): Promise<void> {
  const used = () => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0)
  const deadline = performance.now() + idleMostMs
  for (let before = used(); performance.now() < deadline;) {
    await delay(200)
    const now = used()
    if (now - before <= 0.02) return
    before = now
  }
}

const idleMostMs = 60_000

function summarize(rounds: readonly Measured[]): Measured {
  const of = (field: Exclude<keyof Measured, 'name'>) => median(rounds.map((round) => round[field]))
  return {
    name: rounds[0]?.name ?? '',
    perSecond: of('perSecond'),
    p50Ms: of('p50Ms'),
    p99Ms: of('p99Ms'),
    nodeMs: of('nodeMs'),
    postgresMs: of('postgresMs'),
    faults: rounds.reduce((sum, { faults }) => sum + faults, 0),
  }
}
