import type { AgentContext } from '../../agents/turn/turn-context.ts'
import type { DialContext } from '../call-context.ts'
import type { RelayMetrics } from './relay-metrics.ts'

/** What sessions between carriers and agents need. */
export type RelayContext = DialContext & AgentContext & { relayMetrics: RelayMetrics }
