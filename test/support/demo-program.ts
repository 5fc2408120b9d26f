import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { eventually } from './service.ts'
import { watchStalls } from './slowness.ts'

/** The program with a demo, ready. */
export interface Running {
  child: ChildProcess
  key: string
  /** The address in the first curl line. */
  callUrl: string
  /** The address and body in the second curl line. */
  message: { url: string; body: string }
  readyAfterMs: number
  /** How long the machine stood still meanwhile. */
  stalledMs: number
}

export interface DemoProgram extends AsyncDisposable {
  /** The data folder, which is empty before the first start. */
  folder: string
  env: NodeJS.ProcessEnv
  /** Runs what `npm start` runs, with or without the history, and reads its output until it is ready. */
  start: (options?: { hasHistory?: boolean }) => Promise<Running>
  /**
   * Calls a number, or else somebody who was not called before: a call of a killed program blocks its number for a
   * while.
   */
  call: (running: Running, number?: string) => Promise<Response>
  /** Returns how long it took, without the time for which the machine stood still. */
  stop: (running: Running, signal: NodeJS.Signals) => Promise<number>
  /** Runs a command on the same folder. */
  command: (...args: string[]) => Promise<{ stdout: string; stderr: string }>
  /** The process of its PostgreSQL, or null if none runs. */
  postgresPid: () => number | null
  /** Ends what a failed test has left running, so that the next one finds the folder free. */
  killLeft: () => Promise<void>
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * Makes an empty folder, on which the program is started like an operator does: as a separate process, stopped by
 * signals or killed.
 */
export function createDemoProgram(): DemoProgram {
  const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-start-'))
  const env = {
    ...process.env,
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'warn',
    DATABASE_URL: '',
    SHUTDOWN_DELAY_SECONDS: '0',
  }
  const children: ChildProcess[] = []
  /** There are 490. */
  let people = 0
  const postgresPid = () => {
    const file = path.join(folder, 'postgres', 'postmaster.pid')
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null
  }
  return {
    folder,
    env,
    postgresPid,
    start: async ({ hasHistory = false } = {}) => {
      const options = hasHistory ? ['--demo'] : ['--demo', '--empty']
      const child = spawn(process.execPath, ['src/cli/main.ts', 'serve', ...options], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      children.push(child)
      return untilReady(child)
    },
    call: ({ callUrl, key }, number = `+141555${510 + people++}00`) =>
      fetch(callUrl, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ phone_number: number, name: 'Ada' }),
      }),
    stop: async ({ child }, signal) => {
      await using stalls = watchStalls()
      const begun = performance.now()
      // Twice, as a terminal and npm do between them.
      child.kill(signal)
      child.kill(signal)
      const [code] = (await once(child, 'exit')) as [number | null]
      assert.equal(code, 0)
      return performance.now() - begun - stalls.stalledMs()
    },
    command: (...args) =>
      promisify(execFile)(process.execPath, ['bin/switchboard.js', ...args], { env, timeout: 120_000 }),
    killLeft: async () => {
      const left = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
      await Promise.all(
        left.map(async (child) => {
          const exited = once(child, 'exit')
          child.kill('SIGKILL')
          await exited
        }),
      )
    },
    [Symbol.asyncDispose]: async () => {
      for (const child of children) child.kill('SIGKILL')
      const pid = postgresPid()
      if (pid !== null) process.kill(pid, 'SIGQUIT')
      await eventually('PostgreSQL ends', () => (pid === null || !isAlive(pid) ? true : null))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Reads what the program prints until it is ready. */
async function untilReady(child: ChildProcess & { stdout: NodeJS.ReadableStream }): Promise<Running> {
  await using stalls = watchStalls()
  const begun = performance.now()
  let text = ''
  for await (const line of createInterface({ input: child.stdout })) {
    text += `${line}\n`
    // The body of the message, which is printed last.
    if (!line.includes('{"to"')) continue
    child.stdout.resume()
    const key = /svc_live_\w{32}/.exec(text)?.[0] ?? ''
    const callUrl = /http:\S+trigger-call/.exec(text)?.[0] ?? ''
    const [, url = '', body = ''] = /(http:\S+messages)[^']+[^{]+(\{.+\})'/.exec(text) ?? []
    const readyAfterMs = performance.now() - begun
    return { child, key, callUrl, message: { url, body }, readyAfterMs, stalledMs: stalls.stalledMs() }
  }
  throw new Error(`it ended before it was ready: ${text}`)
}
