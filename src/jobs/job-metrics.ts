import { Counter } from 'prom-client'
import type { Registry } from 'prom-client'

export interface JobMetrics {
  failures: Counter<'job_name'>
}

/** Creates the metrics of jobs (docs/operating.md). */
export function createJobMetrics(registry: Registry): JobMetrics {
  return {
    failures: new Counter({
      name: 'switchboard_job_failures_total',
      help: 'Failed runs of jobs, and rows and events that a job could not process, by the name of the job',
      // Prometheus gives every target a label `job`.
      labelNames: ['job_name'],
      registers: [registry],
    }),
  }
}
