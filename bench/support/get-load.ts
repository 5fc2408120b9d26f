import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import autocannon from 'autocannon'

/** A request that is repeated on a number of connections. */
export interface GetLoad {
  url: string
  headers: Record<string, string>
  connections: number
  seconds: number
}

export interface Answered {
  /** Responses with 2xx. */
  answers: number
  seconds: number
  p50Ms: number
  p99Ms: number
  /** Other responses, and requests without a response. */
  faults: number
}

/**
 * Sends the load by `wrk` where it is installed, else by autocannon. The generator shares the two cores with everything
 * else, and `wrk` takes a tenth of the CPU time. With autocannon, the figures of a fast server are partly those of the
 * generator.
 */
export async function putGetLoad(load: GetLoad): Promise<Answered> {
  return (await hasWrk) ? putByWrk(load) : putByAutocannon(load)
}

const timeoutSeconds = 60
const run = promisify(execFile)
const hasWrk = run('wrk', ['-v']).then(
  () => true,
  // It exits with 1 after printing its version.
  (error: { code?: unknown }) => error.code !== 'ENOENT',
)
export const generator = hasWrk.then((has) => (has ? 'wrk' : 'autocannon'))

async function putByWrk({ url, headers, connections, seconds }: GetLoad): Promise<Answered> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const bounds = ['-t1', `-c${connections}`, `-d${seconds}`, `--timeout=${timeoutSeconds}`, '--latency']
  const { stdout } = await run('wrk', [...bounds, ...given, url])
  const numberOf = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? 0)
  const refused = numberOf(/Non-2xx or 3xx responses: (\d+)/)
  const broken = /Socket errors: (.*)/.exec(stdout)?.[1]?.match(/\d+/g) ?? []
  return {
    answers: numberOf(/(\d+) requests in/) - refused,
    seconds,
    p50Ms: millisecondsOf(/^ *50% +(\S+)/m.exec(stdout)?.[1]),
    p99Ms: millisecondsOf(/^ *99% +(\S+)/m.exec(stdout)?.[1]),
    faults: broken.reduce((sum, each) => sum + Number(each), refused),
  }
}

/** Converts `12.34ms`, `850.00us` or `1.20s` to milliseconds. */
function millisecondsOf(text = ''): number {
  const [, value, unit = ''] = /^([\d.]+)(us|ms|s|m)$/.exec(text) ?? []
  return Number(value) * ({ us: 0.001, ms: 1, s: 1_000, m: 60_000 }[unit] ?? Number.NaN)
}

async function putByAutocannon({ url, headers, connections, seconds }: GetLoad): Promise<Answered> {
  const result = await autocannon({ url, headers, connections, duration: seconds, timeout: timeoutSeconds })
  return {
    answers: result['2xx'],
    seconds: result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    faults: result.non2xx + result.errors + result.timeouts,
  }
}
