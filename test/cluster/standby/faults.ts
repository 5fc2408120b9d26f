import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../../faults/random.ts'
import type { Cluster } from './cluster.ts'
import type { Machine } from './machine.ts'

/** Something that happens to the cluster, and its end. Both are what machines do: nobody repairs anything. */
export interface Fault {
  name: string
  /** How many seconds it lasts, at least and at most. Some end around the moment at which another primary is chosen. */
  lastsS: readonly [least: number, most: number]
  /** Begins the fault; returns what happened, and how it ends. */
  begin: (cluster: Cluster, random: Random) => Promise<{ what: string; end: () => Promise<void> }>
}

const nothing = async (): Promise<void> => {}

export const faults: readonly Fault[] = [
  {
    name: 'kill-primary',
    lastsS: [12, 12],
    begin: async (cluster) => {
      const primary = await primaryOf(cluster)
      await primary.run('bash', '-c', killPostgres)
      return { what: `kill -9 of PostgreSQL on ${primary.name}`, end: nothing }
    },
  },
  {
    name: 'cut-primary',
    lastsS: [24, 32],
    begin: async (cluster) => {
      const primary = await primaryOf(cluster)
      await primary.cutPower()
      return { what: `power cut of ${primary.name}, the primary`, end: () => primary.boot() }
    },
  },
  {
    name: 'isolate-primary',
    lastsS: [16, 34],
    begin: async (cluster) => {
      const primary = await primaryOf(cluster)
      await primary.setCable(false)
      return { what: `${primary.name}, the primary, loses its network`, end: () => primary.setCable(true) }
    },
  },
  {
    name: 'primary-from-etcd',
    lastsS: [20, 30],
    begin: async (cluster) => {
      const primary = await primaryOf(cluster)
      const routes = silences(cluster, primary)
      for (const [machine, from, to] of routes) await machine.setSilence(from, to, true)
      return {
        what: `${primary.name}, the primary, gets nothing from etcd`,
        end: async () => {
          for (const [machine, from, to] of routes) await machine.setSilence(from, to, false)
        },
      }
    },
  },
  {
    name: 'etcd-one',
    lastsS: [5, 10],
    begin: (cluster, random) => killEtcd([random.pick(cluster.machines)]),
  },
  {
    name: 'etcd-two',
    lastsS: [20, 30],
    begin: (cluster, random) => {
      const spared = random.pick(cluster.machines)
      return killEtcd(cluster.machines.filter((machine) => machine !== spared))
    },
  },
  {
    name: 'cut-standby',
    lastsS: [15, 25],
    begin: async (cluster) => {
      const primary = await primaryOf(cluster)
      const standby = cluster.databases.find((machine) => machine !== primary)!
      await standby.cutPower()
      return { what: `power cut of ${standby.name}, the standby`, end: () => standby.boot() }
    },
  },
  {
    name: 'switchover',
    lastsS: [5, 5],
    begin: async (cluster) => {
      const primary = await primaryOf(cluster)
      const standby = cluster.databases.find((machine) => machine !== primary)!
      await switchOver(cluster, primary, standby)
      return { what: `switchover from ${primary.name} to ${standby.name}`, end: nothing }
    },
  },
]

/** Kills the postmaster, whose id PostgreSQL writes down. Its children end when they notice. */
const killPostgres = `kill -9 $(head -1 "$(dirname $(ps -C postgres -o args= | grep -o '/[^ ]*/data' | head -1))/data/postmaster.pid")`

async function primaryOf(cluster: Cluster): Promise<Machine> {
  const primary = await cluster.primary()
  if (primary === null) throw new Error('there is no primary before the fault')
  return primary
}

/** Returns what nobody may send any more: etcd of the others to this machine, and its own etcd to the others. */
function silences({ machines }: Cluster, primary: Machine): [Machine, from: string, to: string][] {
  return machines
    .filter((machine) => machine !== primary)
    .flatMap((other): [Machine, string, string][] => [
      [other, other.etcdAddress, primary.address],
      [other, other.etcdAddress, primary.etcdAddress],
      [primary, primary.etcdAddress, other.address],
      [primary, primary.etcdAddress, other.etcdAddress],
    ])
}

async function killEtcd(victims: readonly Machine[]): Promise<{ what: string; end: () => Promise<void> }> {
  await Promise.all(victims.map((machine) => machine.killService('etcd')))
  return {
    what: `etcd of ${victims.map(({ name }) => name).join(' and ')} is down`,
    end: async () => victims.forEach((machine) => machine.startService('etcd')),
  }
}

const switchoverTries = 5

/** Patroni refuses a switchover in the seconds after the standby has become the synchronous one. */
async function switchOver(cluster: Cluster, primary: Machine, standby: Machine): Promise<void> {
  for (let tries = 1; ; tries++) {
    const said = await cluster
      .patronictl(
        primary,
        'switchover',
        '--master',
        primary.name,
        '--candidate',
        standby.name,
        '--force',
        'switchboard',
      )
      .catch((error: Error & { stdout?: string }) => `${error.message} ${error.stdout ?? ''}`)
    if (/Successfully switched over/.test(said)) return
    if (tries >= switchoverTries) throw new Error(`no switchover: ${said}`)
    await delay(2_000)
  }
}
