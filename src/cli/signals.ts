/**
 * Resolves at the first SIGINT, SIGTERM or SIGHUP. Further ones change nothing: the stop that is under way is bounded,
 * and a terminal and npm each pass the same signal on, so that two come for one.
 */
export function untilStopped(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal))
  })
}
