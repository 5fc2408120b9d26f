import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { eventually } from '../support/service.ts'
import { findProgram } from './packages.ts'

/** Returns a file of `deploy/`, which operators install as it is. */
export function deployed(name: string): string {
  return fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url))
}

/** Starts HAProxy with a configuration of `deploy/haproxy`. Resolves once it accepts connections at the port. */
export async function startHaproxy(options: {
  configuration: string
  port: number
  env: Record<string, string>
  logFile: string
}): Promise<AsyncDisposable> {
  const { configuration, port, env, logFile } = options
  const file = deployed(`haproxy/${configuration}`)
  const child = spawn(findProgram('haproxy')!, ['-db', '-f', file], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => appendFileSync(logFile, chunk))
  const kill = (): void => void child.kill('SIGKILL')
  process.on('exit', kill)
  await eventually('HAProxy accepts connections', async () => {
    if (child.exitCode !== null) throw new Error(`HAProxy ended with ${child.exitCode}; see ${logFile}`)
    return (await accepts(port)) ? true : null
  })
  return {
    [Symbol.asyncDispose]: async () => {
      process.off('exit', kill)
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

function accepts(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port })
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  }).finally(() => socket.destroy()) as Promise<boolean>
}
