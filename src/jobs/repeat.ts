import type { Log } from '../base/log.ts'
import { createWakeSignal } from './wake-signal.ts'
import type { WakeSignal } from './wake-signal.ts'

/** A job that a worker does again and again. */
export interface Job {
  /** For the log. */
  name: string
  /** The pause after a run that found nothing to do. */
  pauseMs: number
  /** Cuts the pause short. */
  wakeSignal?: WakeSignal
  /** Does a bounded piece of work and answers whether there may be more at once. Safe to run twice. */
  run: (signal: AbortSignal) => Promise<boolean>
  /** Resolves once what a run has left under way is done. */
  finish?: () => Promise<void>
}

const pauseAfterFaultMs = 1_000

/**
 * Does the job until the signal aborts, then resolves once the work under way has ended. A run that fails is logged and
 * tried again after a second: a database that is away for a while must not end the worker.
 */
export async function repeat(job: Job, log: Log, signal: AbortSignal): Promise<void> {
  const wakeSignal = job.wakeSignal ?? createWakeSignal()
  const afterFault = createWakeSignal()
  while (!signal.aborted) {
    try {
      if (await job.run(signal)) continue
      await wakeSignal.wait(job.pauseMs, signal)
    } catch (error) {
      log.error({ err: error, job: job.name }, 'job failed')
      await afterFault.wait(pauseAfterFaultMs, signal)
    }
  }
  await job.finish?.()
}
