import { Agent, request } from 'node:http'
import { cpuSeconds } from './cpu-time.ts'
import { median } from './load.ts'
import { percentile } from './report.ts'

/** Sends requests on one connection, each after the response to the one before. */
export interface Client {
  /** Returns the milliseconds from the request to the whole response. */
  get: (path: string) => Promise<number>
  end: () => void
}

export function connect(url: string, headers: Record<string, string>): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    get: async (path) => {
      const begun = performance.now()
      await new Promise<void>((resolve, reject) => {
        const sent = request(url + path, { agent, headers }, (response) => {
          response.resume()
          response.on('end', () =>
            response.statusCode === 200
              ? resolve()
              : reject(new Error(`${path} was answered ${response.statusCode}`)),
          )
        })
        sent.on('error', reject)
        sent.end()
      })
      return performance.now() - begun
    },
    end: () => agent.destroy(),
  }
}

/** An action to measure, in rounds that alternate with others. */
export interface Timed {
  /** Runs it once, and returns the milliseconds that count. */
  once: () => Promise<number>
}

export interface Times {
  p50Ms: number
  p99Ms: number
  /** CPU milliseconds of PostgreSQL for each run, by the median of the rounds. */
  postgresMs: number
}

/**
 * Measures each action several times in each round; slow actions run a few times less. The first round is discarded: it
 * fills caches and makes plans.
 */
export async function timeInTurns(
  timed: readonly Timed[],
  { rounds, times, postgresPid }: { rounds: number; times: number; postgresPid: number },
): Promise<Times[]> {
  const all = timed.map(() => ({ ms: [] as number[], postgresMs: [] as number[] }))
  for (let round = 0; round <= rounds; round++)
    for (const [index, { once }] of timed.entries()) {
      const ms: number[] = []
      const begun = performance.now()
      const before = cpuSeconds(postgresPid)
      while (ms.length < times && (ms.length < 5 || performance.now() - begun < roundMs))
        ms.push(await once())
      if (round === 0) continue
      all[index]!.ms.push(...ms)
      all[index]!.postgresMs.push((1_000 * (cpuSeconds(postgresPid) - before)) / ms.length)
    }
  return all.map(({ ms, postgresMs }) => ({
    p50Ms: median(ms),
    p99Ms: percentile(ms, 0.99),
    postgresMs: median(postgresMs),
  }))
}

/** An action's part of a round ends after this time. */
const roundMs = 1_000
