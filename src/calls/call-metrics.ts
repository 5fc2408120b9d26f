import { Counter } from 'prom-client'
import type { Registry } from 'prom-client'

export interface CallMetrics {
  dials: Counter<'outcome'>
  callbacks: Counter<'kind' | 'result'>
  polls: Counter<'result'>
  unwanted: Counter
  unknownDials: Counter<'step'>
  guardRefusals: Counter<'guard'>
}

/** Creates the metrics of calls (docs/operating.md). */
export function createCallMetrics(registry: Registry): CallMetrics {
  const registers = [registry]
  return {
    dials: new Counter({
      name: 'switchboard_dials_total',
      help: 'Requests to a carrier to place a call, by how they ended',
      labelNames: ['outcome'],
      registers,
    }),
    callbacks: new Counter({
      name: 'switchboard_carrier_callbacks_total',
      help: 'Callbacks of carriers, by kind and result',
      labelNames: ['kind', 'result'],
      registers,
    }),
    polls: new Counter({
      name: 'switchboard_carrier_polls_total',
      help: 'Polls of a carrier about a call that it has not reported on for a while, by result',
      labelNames: ['result'],
      registers,
    }),
    unknownDials: new Counter({
      name: 'switchboard_unknown_dials_total',
      help: 'Attempts whose outcome was not known, by step: unresolved, found, never_placed, lost',
      labelNames: ['step'],
      registers,
    }),
    guardRefusals: new Counter({
      name: 'switchboard_guard_refusals_total',
      help: 'Calls and transfers that a guard refused, by guard',
      labelNames: ['guard'],
      registers,
    }),
    unwanted: new Counter({
      name: 'switchboard_unwanted_calls_total',
      help: 'Calls ended at a carrier: canceled calls, calls that a machine answered, and calls that were found after their attempt was given up',
      registers,
    }),
  }
}
