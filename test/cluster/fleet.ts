import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../support/free-port.ts'

/** The processes of the service as a service manager runs them: each on its port, and started again when it ends. */
export interface Fleet extends AsyncDisposable {
  names: readonly string[]
  /** The address of each `api`, as `127.0.0.1:8081`. */
  apis: readonly string[]
  /** Stops the process with SIGTERM, waits for its end, starts it from this clone and waits until it is ready. */
  restart: (name: string, root: string) => Promise<Restart>
  /** How often processes ended without being stopped. */
  deaths: () => readonly string[]
}

/** One restart: how long the process took to end and to be ready again, and its exit status. */
export interface Restart {
  stopMs: number
  startMs: number
  exit: string
}

interface Member {
  name: string
  role: 'api' | 'worker'
  port: number
  root: string
  child: ChildProcess | null
  isUp: boolean
}

export interface FleetOptions {
  /** The clone whose program is run first. */
  root: string
  folder: string
  databaseUrl: string
  publicUrl: string
  apis: number
  workers: number
}

/** What commands and processes of the service share. */
export type Shared = Pick<FleetOptions, 'folder' | 'databaseUrl' | 'publicUrl'>

function environmentOf({ folder, databaseUrl, publicUrl }: Shared): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    PUBLIC_URL: publicUrl,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    LOG_LEVEL: 'warn',
    // Commands fill it as they end, so that processes are up again sooner.
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? path.join(folder, 'compiled'),
  }
}

const commandMs = 120_000

/** Runs a command of the program of this clone and returns its standard output. */
export async function runCommand(root: string, shared: Shared, ...args: string[]): Promise<string> {
  const main = path.join(root, 'src/cli/main.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...args], {
    cwd: root,
    env: environmentOf(shared),
    maxBuffer: 20_000_000,
    timeout: commandMs,
  })
  return stdout
}

const upWithinMs = 60_000
/** Longer than the runbook promises (20 s). */
const downWithinMs = 30_000
const restartAfterMs = 500

export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const { folder } = options
  const env = environmentOf(options)
  const members = await membersOf(options)
  const deaths: string[] = []
  let isStopping = false

  const start = (member: Member): void => {
    const port = member.role === 'api' ? { PORT: String(member.port) } : { WORKER_PORT: String(member.port) }
    const child = spawn(process.execPath, [path.join(member.root, 'src/cli/main.ts'), member.role], {
      cwd: member.root,
      env: { ...env, ...port },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    member.child = child
    const logFile = path.join(folder, `${member.name}.log`)
    child.stderr.on('data', (chunk: Buffer) => appendFileSync(logFile, chunk))
    createInterface({ input: child.stdout }).on('line', (line) => {
      appendFileSync(logFile, `${line}\n`)
      if (/^Switchboard (worker is running|is ready)/.test(line)) member.isUp = true
    })
    child.once('exit', (code, signal) => {
      member.isUp = false
      if (member.child !== child || isStopping) return
      deaths.push(`${member.name} ended by itself with ${code ?? signal}`)
      setTimeout(() => !isStopping && start(member), restartAfterMs)
    })
  }
  const untilUp = async (member: Member): Promise<void> => {
    for (const deadline = performance.now() + upWithinMs; performance.now() < deadline; await delay(20))
      if (member.isUp && (await isReady(member.port))) return
    throw new Error(`${member.name} was not ready after ${upWithinMs / 1_000} s; its log is in ${folder}`)
  }
  // The started processes must not outlive this one, however it ends.
  const killAll = (): void => members.forEach(({ child }) => child?.kill('SIGKILL'))
  process.on('exit', killAll)

  for (const member of members) start(member)
  await Promise.all(members.map(untilUp))
  return {
    names: members.map(({ name }) => name),
    apis: members.flatMap(({ role, port }) => (role === 'api' ? [`127.0.0.1:${port}`] : [])),
    deaths: () => deaths,
    restart: async (name, root) => {
      const member = members.find((each) => each.name === name)!
      const child = member.child!
      member.child = null
      const begunAt = performance.now()
      const ended = once(child, 'exit') as Promise<[number | null, string | null]>
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), downWithinMs)
      const [code, signal] = await ended
      clearTimeout(late)
      const stoppedAt = performance.now()
      member.root = root
      start(member)
      await untilUp(member)
      const startMs = performance.now() - stoppedAt
      return { stopMs: stoppedAt - begunAt, startMs, exit: String(code ?? signal) }
    },
    [Symbol.asyncDispose]: async () => {
      isStopping = true
      process.off('exit', killAll)
      const running = members.flatMap(({ child }) => child ?? [])
      const left = running.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
      const ended = left.map((child) => once(child, 'exit'))
      for (const child of left) child.kill('SIGKILL')
      await Promise.all(ended)
    },
  }
}

async function membersOf({ root, apis, workers }: FleetOptions): Promise<Member[]> {
  const names = [
    ...Array.from({ length: apis }, (_, index) => ({ name: `api-${index + 1}`, role: 'api' as const })),
    ...Array.from({ length: workers }, (_, index) => ({
      name: `worker-${index + 1}`,
      role: 'worker' as const,
    })),
  ]
  const members: Member[] = []
  for (const each of names) members.push({ ...each, root, port: await freePort(), child: null, isUp: false })
  return members
}

async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
  return answer?.status === 200
}
