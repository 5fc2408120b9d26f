import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '../../src/db/embedded-postgres.ts'
import { ownerOfPort } from './connection-owner.ts'
import { startCrashProxy } from './crash-proxy.ts'
import type { CrashProxy, Trap } from './crash-proxy.ts'

/** The service as an operator runs it: processes on one database, each of which can be harmed. */
export interface Program extends AsyncDisposable {
  databaseUrl: string
  /** The base of the callback addresses that carriers get. */
  publicUrl: string
  /** Names of the processes: `api-1`, …, `worker-1`, …. */
  names: (role: 'api' | 'worker') => string[]
  /** Returns the address of an API; null while it is down. */
  urlOf: (name: string) => string | null
  /** Returns the addresses to which a load balancer would send: of APIs that are up and not stopped. */
  servingUrls: () => string[]
  /** Kills the process (SIGKILL) and starts it again at once, as a supervisor would. */
  kill: (name: string) => void
  /** Stops the process (SIGSTOP). */
  pause: (name: string) => void
  /** Continues the process (SIGCONT). */
  resume: (name: string) => void
  /** Kills every process of PostgreSQL (SIGKILL), which is started again. */
  killDatabase: () => Promise<void>
  isUp: (name: string) => boolean
  /** Moves the clock of a process, and of those that replace it, by this much from the machine's. */
  moveClock: (name: string, byMs: number) => void
  /** Sets the trap that a process runs into next, once; null: none. Needs `hasTraps`. */
  setTrap: (name: string, trap: Trap | null) => void
  /** Returns the process that has a connection from this loopback port; null if none has. */
  ownerOfPort: (port: number) => string | null
  /** Resolves once every process is up again. */
  untilUp: (withinMs?: number) => Promise<void>
  /** Runs a command of the program and returns its standard output. */
  command: (...args: string[]) => Promise<string>
}

interface Member {
  name: string
  role: 'api' | 'worker'
  child: ChildProcess | null
  url: string | null
  isUp: boolean
  isPaused: boolean
  /** The proxy between the process and the database. */
  proxy: CrashProxy | null
}

export interface ProgramOptions {
  /** A clone of the repository, whose `src/cli/main.ts` is run. */
  root: string
  /** The folder for the database, the logs and the declaration. */
  folder: string
  apis: number
  workers: number
  /** Whether processes can be ended at one of their commits. Each then reaches its database through a proxy. */
  hasTraps?: boolean
  /** The base of the callback addresses; a name that nobody resolves if absent. */
  publicUrl?: string
  /** Further settings of the processes. */
  env?: Record<string, string>
}

const restartAfterMs = 150
const upWithinMs = 40_000
/** The first start compiles everything, on a machine that may have other work. */
const firstStartMs = 120_000

/**
 * Starts PostgreSQL. Its protection against power cuts is off, because processes are killed here and not machines. It
 * writes commits that no client waits for as late as possible, so that an answer that is sent before its commit is safe
 * is detected.
 */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const { root, folder } = options
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    role: 'server',
    settings: { fsync: 'off', full_page_writes: 'off', wal_writer_delay: '10s' },
  })
  const { host, user, database } = postgres.connection
  const databaseUrl = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`
  const publicUrl = options.publicUrl ?? 'http://switchboard.test'
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    PUBLIC_URL: publicUrl,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    PORT: '0',
    LOG_LEVEL: 'warn',
    // Commands fill it as they end, so that processes which are killed are up again sooner. `npm test` has filled one
    // before.
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? path.join(folder, 'compiled'),
    ...options.env,
  }
  const main = path.join(root, 'src/cli/main.ts')
  const movedClock = new URL('moved-clock.ts', import.meta.url).href
  const clockFileOf = (name: string): string => path.join(folder, `${name}.clock`)
  let isStopping = false

  const start = (member: Member): void => {
    const child = spawn(process.execPath, ['--import', movedClock, main, member.role], {
      cwd: root,
      env: {
        ...env,
        DATABASE_URL: member.proxy?.databaseUrl ?? databaseUrl,
        MOVED_CLOCK_FILE: clockFileOf(member.name),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    member.child = child
    const logFile = path.join(folder, `${member.name}.log`)
    child.stderr.on('data', (chunk: Buffer) => appendFileSync(logFile, chunk))
    createInterface({ input: child.stdout }).on('line', (line) => {
      appendFileSync(logFile, `${line}\n`)
      if (!/^Switchboard (worker is running|is ready)/.test(line)) return
      member.isUp = true
      member.url = /http:\/\/[\d.]+:\d+/.exec(line)?.[0] ?? null
    })
    child.once('exit', () => {
      Object.assign(member, { isUp: false, url: null })
      if (!isStopping) setTimeout(() => !isStopping && start(member), restartAfterMs)
    })
  }
  const command = async (...args: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(process.execPath, [main, ...args], {
      cwd: root,
      env,
      maxBuffer: 10_000_000,
      timeout: 60_000,
    })
    return stdout
  }
  const members = membersOf(options)
  if (options.hasTraps === true)
    for (const member of members) member.proxy = await startCrashProxy(databaseUrl)
  // The started processes must not outlive this one, however it ends.
  const killAll = (): void => {
    for (const { child } of members) child?.kill('SIGKILL')
    endPostgres(path.join(folder, 'postgres'))
  }
  process.on('exit', killAll)
  await command('migrate')
  for (const member of members) start(member)
  const memberOf = (name: string): Member => members.find((member) => member.name === name)!

  const program: Program = {
    databaseUrl,
    publicUrl,
    names: (role) => members.filter((member) => member.role === role).map(({ name }) => name),
    urlOf: (name) => memberOf(name).url,
    servingUrls: () => members.flatMap(({ url, isPaused }) => (url === null || isPaused ? [] : [url])),
    kill: (name) => {
      const { child } = memberOf(name)
      // This ends a stopped process as well.
      child?.kill('SIGKILL')
      Object.assign(memberOf(name), { isUp: false, url: null })
    },
    pause: (name) => {
      memberOf(name).isPaused = true
      memberOf(name).child?.kill('SIGSTOP')
    },
    resume: (name) => {
      memberOf(name).isPaused = false
      memberOf(name).child?.kill('SIGCONT')
    },
    killDatabase: () => killPostgres(path.join(folder, 'postgres')),
    isUp: (name) => memberOf(name).isUp,
    moveClock: (name, byMs) => {
      // Written and renamed, so that no half of it is ever read.
      writeFileSync(`${clockFileOf(name)}.next`, String(byMs))
      renameSync(`${clockFileOf(name)}.next`, clockFileOf(name))
    },
    setTrap: (name, trap) => {
      const { proxy } = memberOf(name)
      if (proxy === null) throw new Error('the program was started without traps')
      proxy.trap = trap
    },
    ownerOfPort: (port) => {
      const owner = ownerOfPort(
        port,
        members.flatMap(({ child }) => child?.pid ?? []),
      )
      return members.find(({ child }) => child?.pid === owner)?.name ?? null
    },
    untilUp: async (withinMs = upWithinMs) => {
      for (const deadline = performance.now() + withinMs; performance.now() < deadline; await delay(50))
        if (members.every(({ isUp }) => isUp)) return
      const down = members.filter(({ isUp }) => !isUp).map(({ name }) => name)
      throw new Error(`not up after ${withinMs / 1000} s: ${down.join(', ')}; their logs are in ${folder}`)
    },
    command,
    [Symbol.asyncDispose]: async () => {
      isStopping = true
      const children = members.flatMap(({ child }) => (child?.exitCode === null ? [child] : []))
      const ended = children.flatMap((child) => (child.signalCode === null ? [once(child, 'exit')] : []))
      for (const child of children) child.kill('SIGKILL')
      await Promise.all(ended)
      for (const { proxy } of members) await proxy?.[Symbol.asyncDispose]()
      await postgres.stop()
      process.off('exit', killAll)
    },
  }
  await program.untilUp(firstStartMs)
  return program
}

function membersOf({ apis, workers }: ProgramOptions): Member[] {
  const down = { child: null, url: null, isUp: false, isPaused: false, proxy: null }
  const named = (role: 'api' | 'worker', count: number): Member[] =>
    Array.from({ length: count }, (_, index) => ({ name: `${role}-${index + 1}`, role, ...down }))
  return [...named('api', apis), ...named('worker', workers)]
}

/** Kills all processes of PostgreSQL at once, so that none of them has the time to write anything more. */
async function killPostgres(cluster: string): Promise<void> {
  const postmaster = Number(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=', '--ppid', String(postmaster)])
  const children = stdout.trim().split(/\s+/).filter(Boolean).map(Number)
  for (const pid of [postmaster, ...children]) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended by itself between the two commands.
    }
  }
}

/** Ends PostgreSQL at once, if it still runs. */
function endPostgres(cluster: string): void {
  try {
    process.kill(Number(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGQUIT')
  } catch {
    // There is none.
  }
}

/** The ids and keys of a declaration. */
export interface Declared {
  organizationId: string
  /** The projects by name. */
  projects: Record<string, { id: string; key: string }>
  /** The campaigns by name. */
  campaigns: Record<string, { id: string; project: string }>
}

interface Tree {
  organizations: {
    _id: string
    projects: {
      _id: string
      name: string
      campaigns: { _id: string; name: string }[]
      api_keys: { key?: string }[]
    }[]
  }[]
}

export async function declare(
  program: Pick<Program, 'command'>,
  folder: string,
  declaration: unknown,
): Promise<Declared> {
  const file = path.join(folder, 'declaration.json')
  writeFileSync(file, JSON.stringify(declaration))
  const tree = JSON.parse(await program.command('apply', file, '--json')) as Tree
  const [organization] = tree.organizations
  if (organization === undefined) throw new Error('apply answered no organization')
  const declared: Declared = { organizationId: organization._id, projects: {}, campaigns: {} }
  for (const project of organization.projects) {
    declared.projects[project.name] = { id: project._id, key: project.api_keys[0]?.key ?? '' }
    for (const { name, _id } of project.campaigns)
      declared.campaigns[name] = { id: _id, project: project.name }
  }
  return declared
}
