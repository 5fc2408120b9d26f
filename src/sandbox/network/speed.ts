import { setTimeout as sleep } from 'node:timers/promises'

/** The longest timeout of Node's timers, in milliseconds; a longer one would fire at once. */
const waitMsMax = 2_147_483_647

/**
 * The speed of simulated time. What phones and people do takes simulated milliseconds, which are divided by the speed.
 * HTTP time limits and injected delays are real time and are never divided.
 */
export class Speed {
  readonly speed: number

  /** @throws RangeError if the speed is not a positive, finite number. */
  constructor(speed: number) {
    if (!Number.isFinite(speed) || speed <= 0) throw new RangeError('speed must be a positive number')
    this.speed = speed
  }

  /** Resolves after this much simulated time. Rejects with an `AbortError` if the signal aborts first. */
  async wait(simulatedMs: number, signal: AbortSignal): Promise<void> {
    const realMs = Math.min(waitMsMax, Math.max(0, Math.round(simulatedMs / this.speed)))
    await sleep(realMs, undefined, { signal })
  }
}
