import { Counter, Gauge } from 'prom-client'
import type { Registry } from 'prom-client'

export interface RelayMetrics {
  handshakes: Counter<'result'>
  messages: Counter<'kind'>
  open: Gauge
  sessions: Counter<'end'>
  restarts: Counter
}

/** Creates the metrics of sessions between carriers and agents (docs/operating.md). */
export function createRelayMetrics(registry: Registry): RelayMetrics {
  const registers = [registry]
  return {
    handshakes: new Counter({
      name: 'switchboard_relay_handshakes_total',
      help: 'Handshakes of carriers for a session with an agent, by result',
      labelNames: ['result'],
      registers,
    }),
    messages: new Counter({
      name: 'switchboard_relay_messages_total',
      help: 'Messages of carriers in sessions with agents, by kind',
      labelNames: ['kind'],
      registers,
    }),
    open: new Gauge({
      name: 'switchboard_relay_sessions_open',
      help: 'Sessions between carriers and agents that this process holds',
      registers,
    }),
    sessions: new Counter({
      name: 'switchboard_relay_sessions_total',
      help: 'Ended sessions between carriers and agents, by how they ended',
      labelNames: ['end'],
      registers,
    }),
    restarts: new Counter({
      name: 'switchboard_relay_restarts_total',
      help: 'Sessions that followed a broken one in the same call',
      registers,
    }),
  }
}
