import { Counter } from 'prom-client'
import type { Registry } from 'prom-client'

export type LimitMetrics = Counter<'limit'>

/** Creates the metrics of rate limits (docs/operating.md). */
export function createLimitMetrics(registry: Registry): LimitMetrics {
  return new Counter({
    name: 'switchboard_rate_limited_total',
    help: 'Requests of the project API that a rate limit refused, by limit: requests, writes, project, wrong_keys',
    labelNames: ['limit'],
    registers: [registry],
  })
}
