import { Counter, Gauge } from 'prom-client'
import type { Registry } from 'prom-client'

/** Why a read of a list went to the primary though there are replicas. */
export type FallbackReason = 'away' | 'behind' | 'failed'

export interface ReplicaMetrics {
  lag: Gauge<'replica'>
  used: Gauge<'replica'>
  reads: Counter<'place'>
  fallbacks: Counter<'reason'>
}

/** Creates the metrics of replicas (docs/operating.md). */
export function createReplicaMetrics(registry: Registry): ReplicaMetrics {
  const registers = [registry]
  return {
    lag: new Gauge({
      name: 'switchboard_replica_lag_seconds',
      help: 'What a replica lacks at most, in seconds of commits; +Inf where it is unknown or more than a minute',
      labelNames: ['replica'],
      registers,
    }),
    used: new Gauge({
      name: 'switchboard_replica_used',
      help: '1 where lists are read from the replica, else 0',
      labelNames: ['replica'],
      registers,
    }),
    reads: new Counter({
      name: 'switchboard_list_reads_total',
      help: 'Statements of lists and analytics where replicas are set, by place: replica, primary',
      labelNames: ['place'],
      registers,
    }),
    fallbacks: new Counter({
      name: 'switchboard_replica_fallbacks_total',
      help: 'Lists read from the primary because no replica could be used (away), none had what was needed (behind), or one failed',
      labelNames: ['reason'],
      registers,
    }),
  }
}
