import type { Log } from '../base/log.ts'
import { createBell } from './bell.ts'
import type { Bell } from './bell.ts'

/** A duty that a worker does again and again. */
export interface Duty {
  /** For the log. */
  name: string
  /** The pause after a run that found nothing to do. */
  pauseMs: number
  /** Cuts the pause short. */
  bell?: Bell
  /** Does a bounded piece of work and answers whether there may be more at once. Safe to run twice. */
  run: (signal: AbortSignal) => Promise<boolean>
  /** Resolves once what a run has left under way is done. */
  finish?: () => Promise<void>
}

const pauseAfterFaultMs = 1_000

/**
 * Does the duty until the signal aborts, then resolves once the work under way has ended. A run that fails is logged and
 * tried again after a second: a database that is away for a while must not end the worker.
 */
export async function repeat(duty: Duty, log: Log, signal: AbortSignal): Promise<void> {
  const bell = duty.bell ?? createBell()
  const afterFault = createBell()
  while (!signal.aborted) {
    try {
      if (await duty.run(signal)) continue
      await bell.wait(duty.pauseMs, signal)
    } catch (error) {
      log.error({ err: error, duty: duty.name }, 'duty failed')
      await afterFault.wait(pauseAfterFaultMs, signal)
    }
  }
  await duty.finish?.()
}
