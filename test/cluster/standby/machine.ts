import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findProgram } from '../packages.ts'

/** The network of the machines, behind a bridge that this process's namespace has too. */
const network = '10.77.0'
const bridge = 'machines'
const restartAfterMs = 1_000

/** A program that a machine keeps running, as its service manager does. */
export interface Service {
  name: string
  command: readonly string[]
  env: Record<string, string>
}

/** A machine: namespaces for network, processes and mounts, with programs that are started again when they end. */
export interface Machine {
  name: string
  /** The address of its services, and a second one for etcd, so that one of the two can be cut off alone. */
  address: string
  etcdAddress: string
  isOn: () => boolean
  /** Turns it on and starts its services. */
  boot: () => Promise<void>
  /** Cuts its power: the network is silent at once, and no process ends in an orderly way. */
  cutPower: () => Promise<void>
  /** Takes its network cable out, or puts it in. */
  setCable: (isIn: boolean) => Promise<void>
  /** Drops what it sends from one address to another, or no longer. */
  setSilence: (from: string, to: string, isSilent: boolean) => Promise<void>
  /** Runs a command on it and returns its standard output. */
  run: (...command: string[]) => Promise<string>
  /** Kills a service (SIGKILL); it stays down until `startService`. */
  killService: (name: string) => Promise<void>
  startService: (name: string) => void
}

/** Makes the network. Needs a network namespace of its own, which is empty. */
export async function makeNetwork(): Promise<void> {
  await ip('link', 'set', 'lo', 'up')
  await ip('link', 'add', bridge, 'type', 'bridge')
  await ip('addr', 'add', `${network}.254/24`, 'dev', bridge)
  await ip('link', 'set', bridge, 'up')
}

/** Returns a machine that is off. Its number gives it its addresses. */
export function createMachine(options: {
  name: string
  number: number
  folder: string
  services: (addresses: { address: string; etcdAddress: string }) => Service[]
}): Machine {
  const { name, number, folder } = options
  const addresses = { address: `${network}.${10 + number}`, etcdAddress: `${network}.${20 + number}` }
  const services = options.services(addresses)
  const link = `to-${name}`
  const running = new Map<string, ChildProcess>()
  const down = new Set<string>()
  let first: ChildProcess | null = null
  /** The process id of the machine's first process, as this process sees it. */
  let initId = 0

  const enter = (...command: readonly string[]): string[] => [
    '--target',
    String(initId),
    '--net',
    '--mount',
    '--pid',
    '--',
    ...command,
  ]
  const run = async (...command: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(findProgram('nsenter')!, enter(...command), {
      timeout: 60_000,
    })
    return stdout
  }
  const startService = (service: string): void => {
    const { command, env } = services.find((each) => each.name === service)!
    down.delete(service)
    const boot = first
    const child = spawn(findProgram('nsenter')!, enter(...command), {
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.set(service, child)
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => appendFileSync(path.join(folder, `${name}-${service}.log`), chunk))
    child.once('exit', () => {
      const again = (): void => {
        if (boot === first && first !== null && !down.has(service)) startService(service)
      }
      setTimeout(again, restartAfterMs)
    })
  }

  return {
    name,
    ...addresses,
    isOn: () => first !== null,
    boot: async () => {
      const child = spawn(
        findProgram('unshare')!,
        ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc', 'bash', '-c', initScript],
        { stdio: ['ignore', 'pipe', 'ignore'] },
      )
      await once(child.stdout, 'data')
      initId = Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim())
      first = child
      await ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(initId))
      await ip('link', 'set', link, 'master', bridge, 'up')
      await run('ip', 'link', 'set', 'lo', 'up')
      for (const address of [addresses.address, addresses.etcdAddress])
        await run('ip', 'addr', 'add', `${address}/24`, 'dev', 'eth0')
      await run('ip', 'link', 'set', 'eth0', 'up')
      for (const service of services) startService(service.name)
    },
    cutPower: async () => {
      const child = first!
      first = null
      const ended = once(child, 'exit')
      // The cable first: a process that is killed would still say goodbye.
      await ip('link', 'set', link, 'down')
      process.kill(initId, 'SIGKILL')
      await ended
      await ip('link', 'del', link).catch(() => {
        // The kernel has removed it together with the namespace.
      })
    },
    setCable: (isIn) => ip('link', 'set', link, isIn ? 'up' : 'down'),
    setSilence: async (from, to, isSilent) => {
      await run('ip', 'rule', isSilent ? 'add' : 'del', 'blackhole', 'from', from, 'to', to)
    },
    run,
    killService: async (service) => {
      down.add(service)
      const child = running.get(service)
      const [inner] = childrenOf(child?.pid)
      if (child === undefined || inner === undefined) return
      const ended = once(child, 'exit')
      process.kill(inner, 'SIGKILL')
      await ended
      await delay(0)
    },
    startService,
  }
}

/** The first process of a machine. It must reap the processes whose parents have ended, which bash does. */
const initScript = `mount -t tmpfs tmpfs /run/postgresql 2>/dev/null || { mkdir -p /run/postgresql; mount -t tmpfs tmpfs /run/postgresql; }
chown postgres:postgres /run/postgresql
echo on
while :; do sleep 3600 & wait $!; done`

function childrenOf(pid: number | undefined): number[] {
  if (pid === undefined) return []
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(/\s+/)
      .filter(Boolean)
      .map(Number)
  } catch {
    return []
  }
}

async function ip(...args: string[]): Promise<void> {
  await promisify(execFile)(findProgram('ip')!, args, { timeout: 10_000 })
}
