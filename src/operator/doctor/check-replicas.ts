import { setTimeout as delay } from 'node:timers/promises'
import { Registry } from 'prom-client'
import type { Db } from '../../db/database.ts'
import { createListReads } from '../../db/replicas/list-reads.ts'
import { createReplicaMetrics } from '../../db/replicas/replica-metrics.ts'
import type { ReplicaStanding, ReplicaWatchOptions } from '../../db/replicas/replica-watch.ts'
import { ok, warn } from './check.ts'
import type { Finding } from './check.ts'

/** A replica that is well has answered by then and reached where the primary was. */
const waitMsMax = 3_000
const waitPauseMs = 50

/** Returns a finding for each replica: whether lists are read from it, and how far it is behind. */
export function checkReplicas(standings: readonly ReplicaStanding[]): Finding[] {
  return standings.map(({ name, is_used, lag_seconds, fault }) =>
    is_used
      ? ok(`replica ${name}`, `lists are read from it; at most ${(lag_seconds ?? 0).toFixed(1)} s behind`)
      : warn(
          `replica ${name}`,
          `lists are not read from it: ${fault ?? 'unknown'}`,
          'see the replica, or take it out of DATABASE_READ_URL; meanwhile the primary is read',
        ),
  )
}

/** Asks the replicas for as long as a healthy one takes, at most three seconds. */
export async function examineReplicas(
  db: Db,
  replicas: Pick<ReplicaWatchOptions, 'addresses' | 'lagMaxMs'>,
): Promise<Finding[]> {
  if (replicas.addresses.length === 0) return []
  await using lists = createListReads({ db, metrics: createReplicaMetrics(new Registry()), ...replicas })
  const deadline = performance.now() + waitMsMax
  while (performance.now() < deadline && !lists.standings().every(({ is_used }) => is_used))
    await delay(waitPauseMs)
  return checkReplicas(lists.standings())
}
