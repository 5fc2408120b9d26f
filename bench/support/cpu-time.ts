import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts CPU time in hundredths of a second, whatever the kernel's own clock is. */
const ticksPerSecond = 100

interface Times {
  parent: number
  /** CPU seconds of the process. */
  own: number
  /** CPU seconds of its children that have ended. */
  ended: number
}

/** Returns the CPU seconds of a process and all its descendants; NaN where there is no `/proc`. */
export function cpuSeconds(pid: number): number {
  const all = new Map<number, Times>()
  try {
    for (const name of readdirSync('/proc')) if (/^\d+$/.test(name)) readTimes(all, Number(name))
  } catch {
    return Number.NaN
  }
  const root = all.get(pid)
  return root === undefined ? Number.NaN : root.ended + secondsBelow(all, pid)
}

function secondsBelow(all: ReadonlyMap<number, Times>, pid: number): number {
  let sum = all.get(pid)?.own ?? 0
  for (const [child, { parent }] of all) if (parent === pid) sum += secondsBelow(all, child)
  return sum
}

function readTimes(into: Map<number, Times>, pid: number): void {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return
  }
  // After the name, which is in parentheses and may contain anything, come: state, parent, …, utime, stime, cutime,
  // cstime.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const seconds = (index: number) => Number(fields[index]) / ticksPerSecond
  into.set(pid, {
    parent: Number(fields[1]),
    own: seconds(11) + seconds(12),
    ended: seconds(13) + seconds(14),
  })
}
