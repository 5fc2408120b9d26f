import { setTimeout as sleep } from 'node:timers/promises'

/** Longest wait that Node's timers hold, in milliseconds; a longer one would fire at once. */
const waitMsMax = 2_147_483_647

/**
 * How fast life goes on this network. Everything a phone or a person does takes its time in *life's* milliseconds, which
 * are divided by the speed; what machines do to each other over HTTP (time limits, injected delays) is never divided.
 */
export class Speed {
  readonly speed: number

  /** @throws RangeError unless the speed is a positive, finite number. */
  constructor(speed: number) {
    if (!Number.isFinite(speed) || speed <= 0) throw new RangeError('speed must be a positive number')
    this.speed = speed
  }

  /** Resolves after that much of life. Rejects with an `AbortError` when the signal aborts first. */
  async wait(lifeMs: number, signal: AbortSignal): Promise<void> {
    const realMs = Math.min(waitMsMax, Math.max(0, Math.round(lifeMs / this.speed)))
    await sleep(realMs, undefined, { signal })
  }
}
