import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

/** The program as an operator runs it: a separate process that an attack can measure and kill. */
export interface AttackedService extends AsyncDisposable {
  child: ChildProcess
  url: string
  /** Returns the memory that the process holds, in MB (`VmRSS`). */
  memoryMb: () => number
  /** Returns the largest memory that the process has held since its start, in MB (`VmHWM`). */
  peakMemoryMb: () => number
  /** Returns what the process has written to its log so far. */
  log: () => string
}

/** Starts `serve`, `api` or `worker` on a database that is migrated; resolves once it is ready. */
export async function startService(options: {
  role: 'serve' | 'api' | 'worker'
  databaseUrl: string
  env?: Record<string, string>
}): Promise<AttackedService> {
  const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-attack-'))
  const child = spawn(process.execPath, [main, options.role], {
    env: {
      ...process.env,
      DATABASE_URL: options.databaseUrl,
      DATA_DIR: folder,
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const exited = once(child, 'exit')
  const url = await readAddress(child).catch((error: unknown) => {
    throw new Error(`the service did not start: ${log}`, { cause: error })
  })
  const statusOf = (field: string): number => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
  }
  return {
    child,
    url,
    memoryMb: () => statusOf('VmRSS'),
    peakMemoryMb: () => statusOf('VmHWM'),
    log: () => log,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the address that the service prints once it is ready; empty for a worker without one. */
async function readAddress(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) {
    if (!/^Switchboard (worker is running|is ready)/.test(line)) continue
    child.stdout!.resume()
    return /http:\/\/[\d.]+:\d+/.exec(line)?.[0] ?? ''
  }
  throw new Error('standard output ended')
}
