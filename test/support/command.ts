import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

/** The environment of a program that gets nothing of this process but what it needs to start, and to start fast. */
export const bareEnvironment = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
}

export interface Outcome {
  /** The exit status. */
  status: unknown
  stdout: string
  stderr: string
}

/**
 * Runs `switchboard` like an operator, with this process's environment and the given variables, and waits for its end.
 */
export function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const env = { ...process.env, ...environment }
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], { env }, (error, stdout, stderr) =>
      resolve({ status: error?.code ?? 0, stdout, stderr }),
    )
  })
}

/** Returns the environment of a command whose machine's time of day is ahead. `folder` is one of the test's own. */
export function clockAhead(folder: string, ms: number): Record<string, string> {
  const file = path.join(folder, 'clock-offset')
  writeFileSync(file, String(ms))
  const movedClock = new URL('../faults/moved-clock.ts', import.meta.url).href
  return { NODE_OPTIONS: `--import=${movedClock}`, MOVED_CLOCK_FILE: file }
}
