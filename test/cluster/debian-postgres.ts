import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { eventually } from '../support/service.ts'

/** Debian's PostgreSQL. */
export const programs = '/usr/lib/postgresql/15/bin'
const account = 'postgres'

export interface Ran {
  status: number
  stdout: string
  stderr: string
}

/** Runs a program as Debian's user of PostgreSQL, and returns its output and exit status. */
export async function runAsPostgres(
  command: readonly string[],
  { env = {}, cwd = '/' }: { env?: Record<string, string>; cwd?: string } = {},
): Promise<Ran> {
  const given = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const args = ['-u', account, '--', 'env', '-i', `PATH=${process.env['PATH']}`, ...given, ...command]
  try {
    const { stdout, stderr } = await promisify(execFile)('runuser', args, { cwd, timeout: 300_000 })
    return { status: 0, stdout, stderr }
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: number; stdout?: string; stderr?: string }
    return { status: typeof code === 'number' ? code : 1, stdout, stderr }
  }
}

/** As `runAsPostgres`, and throws with the program's words if it fails. */
export async function mustRun(
  command: readonly string[],
  options?: Parameters<typeof runAsPostgres>[1],
): Promise<string> {
  const ran = await runAsPostgres(command, options)
  if (ran.status !== 0) throw new Error(`${command.join(' ')}: ${ran.stdout}${ran.stderr}`)
  return ran.stdout
}

/** Makes a folder of PostgreSQL's user. */
export function makeFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const [, , uid, gid] =
    /^postgres:x:(\d+):(\d+)/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? []
  chownSync(folder, Number(uid), Number(gid))
  return folder
}

export interface DebianPostgres extends AsyncDisposable {
  port: number
  dataDir: string
  databaseUrl: string
  /** Ends it at once, as a lost machine does. */
  kill: () => Promise<void>
}

/** Starts PostgreSQL on a folder, on loopback. Its connections need no password, so it is for tests only. */
export async function startDebianPostgres(
  dataDir: string,
  port: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<DebianPostgres> {
  const given = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: path.dirname(dataDir),
    ...settings,
  }
  writeFileSync(
    path.join(dataDir, 'pg_hba.conf'),
    'local all all trust\nhost all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n',
  )
  const log = `${dataDir}.log`
  const child: ChildProcess = spawn(
    'runuser',
    [
      '-u',
      account,
      '--',
      `${programs}/postgres`,
      '-D',
      dataDir,
      ...Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/' },
  )
  const write = (chunk: Buffer) => appendFileSync(log, chunk)
  child.stdout?.on('data', write)
  child.stderr?.on('data', write)
  const exited = once(child, 'exit')
  const signal = async (name: 'SIGINT' | 'SIGQUIT'): Promise<void> => {
    const pidFile = path.join(dataDir, 'postmaster.pid')
    if (existsSync(pidFile)) process.kill(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), name)
    await exited
  }
  const isGone = () => child.exitCode !== null || child.signalCode !== null
  await eventually('PostgreSQL takes connections', async () => {
    if (isGone()) throw new Error(`PostgreSQL ended: ${readFileSync(log, 'utf8').slice(-500)}`)
    const ready = await runAsPostgres([`${programs}/pg_isready`, '-q', '-h', '127.0.0.1', '-p', String(port)])
    return ready.status === 0 ? true : null
  })
  return {
    port,
    dataDir,
    databaseUrl: `postgres://switchboard@127.0.0.1:${port}/switchboard`,
    kill: () => signal('SIGQUIT'),
    [Symbol.asyncDispose]: async () => {
      if (!isGone()) await signal('SIGINT')
    },
  }
}

/** An address that leads to the present primary, as a proxy in front of a cluster does. */
export async function startSwitch(
  port: number,
): Promise<{ port: number; leadTo: (port: number) => void } & AsyncDisposable> {
  let target = port
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (next) => {
      target = next
      cut()
    },
    [Symbol.asyncDispose]: async () => {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
