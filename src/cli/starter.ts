import { readFileSync } from 'node:fs'

const lookMs = 1_000

/**
 * Calls back once npm or npx, which started this program, is gone. Killed, npm ends its shell at most, and nobody would be
 * left to stop the program. A program that was started otherwise may outlive its parent, as with `nohup` or `setsid`.
 */
export function onEndOfNpm(callback: () => void): void {
  if (process.env['npm_command'] === undefined) return
  const first = starter()
  const timer = setInterval(() => {
    if (starter() === first) return
    clearInterval(timer)
    callback()
  }, lookMs)
  timer.unref()
}

/** Returns the process that is npm, with the shell in between where there is one. */
function starter(): string {
  const parent = process.ppid
  try {
    // The name stands in parentheses and may have any characters.
    const [, name = '', grandparent = ''] =
      /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? []
    return /^(ba|da|a)?sh$/.test(name) ? `${parent} of ${grandparent}` : String(parent)
  } catch {
    return String(parent)
  }
}
