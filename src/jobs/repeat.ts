import type { Log } from '../base/log.ts'
import { createWakeSignal } from './wake-signal.ts'
import type { WakeSignal } from './wake-signal.ts'

/** Work that a worker repeats. */
export interface Job {
  /** The name in the log. */
  name: string
  /** The pause after a run that found no work. */
  pauseMs: number
  /** Ends the pause early. */
  wakeSignal?: WakeSignal
  /** Does a limited amount of work and returns whether there may be more to do at once. Safe to run twice. */
  run: (signal: AbortSignal) => Promise<boolean>
  /** Resolves once the work that earlier runs started in the background has ended. */
  finish?: () => Promise<void>
}

const pauseAfterFaultMs = 1_000

/**
 * Repeats the job until the signal aborts, then resolves once its work has ended. After an error it logs and tries
 * again in a second, because a database outage must not end the worker.
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
