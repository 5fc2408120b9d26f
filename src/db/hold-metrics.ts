import { Counter, Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import type { HoldState } from './hold-watch.ts'

/** Creates the metrics of what the process watches: whether its database is held, and failovers (docs/operating.md). */
export function createHoldMetrics(
  registry: Registry,
  holdState: HoldState,
): { held: Gauge; failovers: Counter } {
  const registers = [registry]
  const held = new Gauge({
    name: 'switchboard_database_held',
    help: '1 while the process sees its database held, so that nothing is dialed or sent, else 0',
    registers,
    collect() {
      this.set(holdState.hold === null ? 0 : 1)
    },
  })
  const failovers = new Counter({
    name: 'switchboard_database_failovers_total',
    help: 'How often the process has seen a new primary of its database, which may be the former one after a crash',
    registers,
    collect() {
      this.reset()
      this.inc(holdState.failovers)
    },
  })
  return { held, failovers }
}
