import { onEndOfNpm } from './starter.ts'

/** What tells the program to stop. */
type StopCause = NodeJS.Signals | 'the end of npm'

/** The program was told to stop, by a signal or the end of what started it. */
export class Stopped extends Error {
  override name = 'Stopped'
  readonly signal: StopCause

  constructor(signal: StopCause) {
    super(`stopped by ${signal}`)
    this.signal = signal
  }
}

/**
 * Aborts, with a {@link Stopped} as reason, at the first SIGINT, SIGTERM or SIGHUP, or when the npm that started it ends. Further ones change nothing: the stop
 * that is under way is bounded, and a terminal and npm each pass the same signal on, so that two come for one.
 */
export function listenForStop(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => controller.abort(new Stopped(signal)))
  onEndOfNpm(() => controller.abort(new Stopped('the end of npm')))
  return controller.signal
}

/** Resolves when the program is told to stop, with the reason. */
export async function untilStopped(stop: AbortSignal = listenForStop()): Promise<Stopped> {
  if (!stop.aborted) await new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true }))
  return stop.reason as Stopped
}

/** What the work answers, unless the program is told to stop before that: then it rejects with {@link Stopped}. */
export async function unlessStopped<T>(stop: AbortSignal, work: Promise<T>): Promise<T> {
  const stopped = untilStopped(stop).then((reason) => {
    throw reason
  })
  return Promise.race([stopped, work])
}
