import type { Log } from '../base/log.ts'
import { runSpan } from '../base/trace-span.ts'
import type { TraceSpan } from '../base/trace-span.ts'
import type { Sql } from '../db/sql.ts'
import type { JobMetrics } from './job-metrics.ts'
import { createWakeSignal } from './wake-signal.ts'
import type { WakeSignal } from './wake-signal.ts'

/** Work that a worker repeats. */
export interface Job {
  /** The name in the log and in metrics. */
  name: string
  /** The pause after a run that found no work. */
  pauseMs: number
  /**
   * Returns an SQL expression: the instant at which a run would find work, null for none. After the pause, such a job
   * runs only once that instant has come. A run at that instant may still find no work; an earlier one surely finds
   * none.
   */
  due?: (now: Date) => Sql
  /** Returns whether the job must run after each pause, whatever `due` says: for work that it has under way. */
  isBusy?: () => boolean
  /** Ends the pause early. */
  wakeSignal?: WakeSignal
  /** Does a limited amount of work and returns whether there may be more to do at once. Safe to run twice. */
  run: (signal: AbortSignal) => Promise<boolean>
  /** Resolves once the work that earlier runs started in the background has ended. */
  finish?: () => Promise<void>
}

/** A job that says when it has work. */
export type DueJob = Job & Required<Pick<Job, 'due'>>

/** Knows when jobs have work. */
export interface WorkLook {
  /** Resolves once the job has work, is notified, or must run; or when the signal aborts. */
  wait: (job: DueJob, wakeSignal: WakeSignal, signal: AbortSignal) => Promise<void>
}

export function isDueJob(job: Job): job is DueJob {
  return job.due !== undefined
}

const pauseAfterFaultMs = 1_000

/**
 * Repeats the job until the signal aborts, then resolves once its work has ended. The job runs after each pause, or as
 * soon as the look finds work. After an error it is logged, counted and run again in a second, because a database
 * outage must not end the worker.
 */
export async function repeat(
  job: Job,
  { log, jobMetrics }: { log: Log; jobMetrics: JobMetrics },
  signal: AbortSignal,
  look?: WorkLook,
): Promise<void> {
  const wakeSignal = job.wakeSignal ?? createWakeSignal()
  const afterFault = createWakeSignal()
  const describe = (): TraceSpan => ({
    name: `job ${job.name}`,
    kind: 'internal',
    isRoot: true,
    attributes: { 'switchboard.job': job.name },
  })
  while (!signal.aborted) {
    try {
      if (await runSpan(describe, () => job.run(signal))) continue
      if (look !== undefined && isDueJob(job)) await look.wait(job, wakeSignal, signal)
      else await wakeSignal.wait(job.pauseMs, signal)
    } catch (error) {
      log.error({ err: error, job: job.name }, 'job failed')
      jobMetrics.failures.inc({ job_name: job.name })
      await afterFault.wait(pauseAfterFaultMs, signal)
    }
  }
  await job.finish?.()
}
