import { readFileSync } from 'node:fs'

const lookMs = 1_000

/**
 * Calls back once the npm or npx that started this program has ended. A killed npm ends at most its shell, and nothing
 * else would stop the program. A program that was started otherwise may outlive its parent, as with `nohup` or
 * `setsid`.
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

/** Returns the process that is npm, with the shell in between if there is one. */
function starter(): string {
  const parent = process.ppid
  try {
    // The name stands in parentheses and may contain any character.
    const [, name = '', grandparent = ''] =
      /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? []
    return /^(ba|da|a)?sh$/.test(name) ? `${parent} of ${grandparent}` : String(parent)
  } catch {
    return String(parent)
  }
}
