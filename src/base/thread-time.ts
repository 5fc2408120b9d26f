/**
 * Begins to measure, and returns what gives the milliseconds of processor time that this thread has used since. Unlike
 * the clock, it does not go on while the machine runs something else.
 */
export function startThreadTime(): () => number {
  const used = (): number => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  const begun = used()
  return () => used() - begun
}
