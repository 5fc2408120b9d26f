import { onEndOfNpm } from './starter.ts'

/** The cause of a stop. */
type StopCause = NodeJS.Signals | 'the end of npm'

/** The reason of a stop: a signal, or the end of the process that started this one. */
export class Stopped extends Error {
  override name = 'Stopped'
  readonly signal: StopCause

  constructor(signal: StopCause) {
    super(`stopped by ${signal}`)
    this.signal = signal
  }
}

/**
 * Returns a signal that is aborted with a {@link Stopped} as reason, at the first SIGINT, SIGTERM or SIGHUP, or when
 * the npm that started the program ends. Further ones have no effect: the stop is bounded in time, and a terminal and
 * npm both pass the same signal on, so that it arrives twice.
 */
export function listenForStop(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => controller.abort(new Stopped(signal)))
  onEndOfNpm(() => controller.abort(new Stopped('the end of npm')))
  return controller.signal
}

/** Waits until the program is to stop, and returns the reason. */
export async function untilStopped(stop: AbortSignal = listenForStop()): Promise<Stopped> {
  if (!stop.aborted) await new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true }))
  return stop.reason as Stopped
}

/** Returns the result of the work; rejects with {@link Stopped} if the program is to stop before. */
export async function unlessStopped<T>(stop: AbortSignal, work: Promise<T>): Promise<T> {
  const stopped = untilStopped(stop).then((reason) => {
    throw reason
  })
  return Promise.race([stopped, work])
}
