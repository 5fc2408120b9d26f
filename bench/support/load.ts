import autocannon from 'autocannon'
import { putGetLoad } from './get-load.ts'

/** The result of one round of load. */
export interface Round {
  requestsPerSecond: number
  p50Ms: number
  p99Ms: number
  /** Responses that were not 2xx, and requests without a response. A figure with any is invalid. */
  faults: number
}

export interface Load {
  url: string
  method?: 'GET' | 'POST'
  headers: Record<string, string>
  /** Called for each request; a call needs a number that is in no other call. */
  body?: () => string
  connections: number
  seconds: number
}

/**
 * Sends requests on a number of connections for a number of seconds. Each connection waits for a response before its
 * next request.
 */
export async function measure({
  url,
  method = 'GET',
  headers,
  body,
  connections,
  seconds,
}: Load): Promise<Round> {
  if (method === 'GET' && body === undefined) {
    const answered = await putGetLoad({ url, headers, connections, seconds })
    return { ...answered, requestsPerSecond: answered.answers / answered.seconds }
  }
  const options = {
    url,
    method,
    headers,
    connections,
    duration: seconds,
    timeout: 30,
    ...(body !== undefined && {
      requests: [{ setupRequest: (request: object) => ({ ...request, body: body() }) }],
    }),
  }
  const result = await autocannon(options)
  return {
    requestsPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    faults: result.non2xx + result.errors + result.timeouts,
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Returns the medians of several rounds, and the sum of their faults. */
export function summarize(rounds: readonly Round[]): Round {
  return {
    requestsPerSecond: median(rounds.map((round) => round.requestsPerSecond)),
    p50Ms: median(rounds.map((round) => round.p50Ms)),
    p99Ms: median(rounds.map((round) => round.p99Ms)),
    faults: rounds.reduce((sum, round) => sum + round.faults, 0),
  }
}
