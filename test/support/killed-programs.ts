import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** One running program of the service. */
export interface RunningProgram {
  /** Where it listens; empty for a worker. */
  url: string
  /** Ends it with SIGKILL, and resolves once it is gone. */
  kill: () => Promise<void>
}

/** Starts programs of the service on a test's database, and kills them. */
export interface Programs extends AsyncDisposable {
  start: (role: 'api' | 'worker') => Promise<RunningProgram>
}

export function createPrograms(databaseUrl: string, environment: Record<string, string>): Programs {
  const children = new Set<ChildProcess>()
  const kill = async (child: ChildProcess): Promise<void> => {
    if (!children.delete(child)) return
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  return {
    start: async (role) => {
      const env = {
        ...process.env,
        DATABASE_URL: databaseUrl,
        SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
        PORT: '0',
        LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'error',
        ...environment,
      }
      const child = spawn(process.execPath, ['src/cli/main.ts', role], {
        env,
        stdio: ['ignore', 'pipe', process.env['TEST_LOG_LEVEL'] === undefined ? 'ignore' : 'inherit'],
      })
      children.add(child)
      for await (const line of createInterface({ input: child.stdout })) {
        child.stdout.resume()
        return { url: /http:\S+:\d+/.exec(line)?.[0] ?? '', kill: () => kill(child) }
      }
      throw new Error(`${role} ended at once`)
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...children].map(kill))
    },
  }
}
