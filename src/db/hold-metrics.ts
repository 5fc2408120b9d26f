import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import type { HoldState } from './hold-watch.ts'

/** Creates the metric of the hold, which is read from what the process watches (docs/operating.md). */
export function createHoldMetric(registry: Registry, holdState: HoldState): Gauge {
  return new Gauge({
    name: 'switchboard_database_held',
    help: '1 while the process sees its database held, so that nothing is dialed or sent, else 0',
    registers: [registry],
    collect() {
      this.set(holdState.hold === null ? 0 : 1)
    },
  })
}
