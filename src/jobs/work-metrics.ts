import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'

export interface WorkMetrics {
  workerSeenAt: Gauge
  oldestDue: Gauge<'job_name'>
}

/** Creates the metrics of the work of all processes, as this one sees it in the database (docs/operating.md). */
export function createWorkMetrics(registry: Registry): WorkMetrics {
  const registers = [registry]
  return {
    workerSeenAt: new Gauge({
      name: 'switchboard_worker_seen_timestamp_seconds',
      help: 'When any worker last reported that it is running, as Unix time; 0: none within a day',
      registers,
    }),
    oldestDue: new Gauge({
      name: 'switchboard_oldest_due_seconds',
      help: 'How long the oldest work waits that a worker could do, by the name of the job; 0: it has none',
      labelNames: ['job_name'],
      registers,
    }),
  }
}
