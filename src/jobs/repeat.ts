import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../base/log.ts'

/** A duty that a worker does again and again. */
export interface Duty {
  /** For the log. */
  name: string
  /** The pause after a run that found nothing to do. */
  pauseMs: number
  /** Does a bounded piece of work and answers whether there may be more at once. Safe to run twice. */
  run: (signal: AbortSignal) => Promise<boolean>
}

const pauseAfterFaultMs = 1_000

/**
 * Does the duty until the signal aborts, then resolves once the run under way has ended. A run that fails is logged and
 * tried again after a second: a database that is away for a while must not end the worker.
 */
export async function repeat(duty: Duty, log: Log, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    let pauseMs = duty.pauseMs
    try {
      if (await duty.run(signal)) continue
    } catch (error) {
      log.error({ err: error, duty: duty.name }, 'duty failed')
      pauseMs = Math.max(pauseMs, pauseAfterFaultMs)
    }
    await delay(pauseMs, undefined, { signal, ref: true }).catch(() => {})
  }
}
