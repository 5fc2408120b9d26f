import { Counter } from 'prom-client'
import type { Registry } from 'prom-client'

export interface CallMetrics {
  dials: Counter<'outcome'>
  callbacks: Counter<'kind' | 'result'>
  asks: Counter<'result'>
  unwanted: Counter
  unknownDials: Counter<'step'>
}

/** What an operator watches of the dialler (docs/operating.md). */
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
      help: 'Callbacks of carriers, by kind and what became of them',
      labelNames: ['kind', 'result'],
      registers,
    }),
    asks: new Counter({
      name: 'switchboard_carrier_polls_total',
      help: 'Questions to a carrier about a call that it was silent about, by the answer',
      labelNames: ['result'],
      registers,
    }),
    unknownDials: new Counter({
      name: 'switchboard_unknown_dials_total',
      help: 'Dials whose outcome is not known, by what came of them: unresolved, found, never_placed, lost',
      labelNames: ['step'],
      registers,
    }),
    unwanted: new Counter({
      name: 'switchboard_unwanted_calls_total',
      help: 'Calls that were ended at a carrier: canceled, answered by a machine, or found there after they were given up',
      registers,
    }),
  }
}
