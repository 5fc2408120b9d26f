import { AsyncLocalStorage } from 'node:async_hooks'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram } from '../../src/cli/run-program.ts'

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

/** What the command prints that runs in this process; unset outside of it. */
const printing = new AsyncLocalStorage<{ stdout: string; stderr: string }>()
let isRunning = false

/**
 * Runs `switchboard` in this process, with the environment that `runCommand` gives it. Loading the modules once more
 * for each refusal took most of the time of a test. Only a process of its own shows that a command ends by itself, so
 * each command runs once by `runCommand` as well.
 */
export async function runCommandHere(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Outcome> {
  if (isRunning) throw new Error('two commands at once would share an exit status: use runCommand')
  if ('NODE_OPTIONS' in environment)
    throw new Error('NODE_OPTIONS need a process of their own: use runCommand')
  captureOutput()
  const printed = { stdout: '', stderr: '' }
  const [exitCode, listeners] = [process.exitCode, process.listenerCount('SIGTERM')]
  process.exitCode = undefined
  isRunning = true
  try {
    await printing.run(printed, () => runProgram(args, { ...process.env, ...environment }))
    if (process.listenerCount('SIGTERM') > listeners)
      throw new Error(`${args.join(' ')} listens for signals until its process ends: use runCommand`)
    return { status: process.exitCode ?? 0, ...printed }
  } finally {
    isRunning = false
    process.exitCode = exitCode
  }
}

let isCapturing = false

/** Keeps what a command in this process prints from the output of the test. */
function captureOutput(): void {
  if (isCapturing) return
  isCapturing = true
  for (const name of ['stdout', 'stderr'] as const) {
    const stream = process[name]
    const write = stream.write.bind(stream) as (...given: unknown[]) => boolean
    stream.write = (text: string | Uint8Array, ...more: unknown[]): boolean => {
      const printed = printing.getStore()
      if (printed === undefined) return write(text, ...more)
      printed[name] += typeof text === 'string' ? text : Buffer.from(text).toString()
      return true
    }
  }
}

/** Returns the environment of a command whose machine's time of day is ahead. `folder` is one of the test's own. */
export function clockAhead(folder: string, ms: number): Record<string, string> {
  const file = path.join(folder, 'clock-offset')
  writeFileSync(file, String(ms))
  const movedClock = new URL('../faults/moved-clock.ts', import.meta.url).href
  return { NODE_OPTIONS: `--import=${movedClock}`, MOVED_CLOCK_FILE: file }
}
