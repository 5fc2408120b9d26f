import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { deployed } from '../haproxy.ts'
import { createMachine, makeNetwork } from './machine.ts'
import type { Machine, Service } from './machine.ts'

/** Three machines: two with PostgreSQL under Patroni and etcd, a third with etcd alone. */
export interface Cluster {
  /** The two database machines. */
  databases: readonly Machine[]
  machines: readonly Machine[]
  /** The address of the database through HAProxy at this port of this machine. */
  urlAt: (port: number) => string
  /** Returns the machine whose Patroni says that it is the primary; null if none does. */
  primary: () => Promise<Machine | null>
  /**
   * Resolves once all has been as it should be for a while: all machines, three etcd, a primary, its synchronous
   * standby.
   */
  untilHealthy: (withinMs: number) => Promise<void>
  /** Runs patronictl on a machine. */
  patronictl: (machine: Machine, ...args: string[]) => Promise<string>
}

/**
 * How long all must be well before it counts: after a loss of etcd Patroni takes the standby's rank away and gives it
 * back, and a standby that is lost in that moment is a second fault (docs/runbook.md, "No primary").
 */
const steadyMs = 8_000
const password = 'of-the-service'
const names = ['db-1', 'db-2', 'third']
const patroni = '/usr/bin/patroni'

/** Starts the machines, and PostgreSQL on two of them with the service's role and database. */
export async function startCluster(folder: string): Promise<Cluster> {
  await makeNetwork()
  mkdirSync(folder, { recursive: true })
  const machines = names.map((name, index) =>
    createMachine({
      name,
      number: index + 1,
      folder,
      services: (addresses) => [
        etcd(name, addresses, folder),
        ...(name === 'third' ? [] : [database(name, addresses, folder)]),
      ],
    }),
  )
  const databases = machines.filter(({ name }) => name !== 'third')
  for (const { name } of databases) makeOwnFolder(path.join(folder, name))
  for (const machine of machines) await machine.boot()
  const cluster: Cluster = {
    databases,
    machines,
    urlAt: (port) => `postgres://switchboard:${password}@127.0.0.1:${port}/switchboard`,
    primary: async () => {
      const answers = await Promise.all(databases.map((machine) => statusOf(machine, '/primary')))
      return databases.find((_, index) => answers[index] === 200) ?? null
    },
    untilHealthy: async (withinMs) => {
      let fault: string | null = null
      let since: number | null = null
      for (const deadline = performance.now() + withinMs; performance.now() < deadline; await delay(500)) {
        fault = await whyUnhealthy(cluster)
        since = fault === null ? (since ?? performance.now()) : null
        if (since !== null && performance.now() - since >= steadyMs) return
      }
      throw new Error(`the cluster is not healthy after ${withinMs / 1_000} s: ${fault}`)
    },
    patronictl: (machine, ...args) =>
      machine.run(
        ...asPostgres(environmentOf(machine.name, machine, folder)),
        'patronictl',
        '-c',
        deployed('patroni/patroni.yml'),
        ...args,
      ),
  }
  await cluster.untilHealthy(120_000)
  const primary = (await cluster.primary())!
  const statements = [
    `create role switchboard login password '${password}'`,
    'create database switchboard owner switchboard',
    'grant set on parameter session_replication_role to switchboard',
  ]
  for (const statement of statements)
    await primary.run('setpriv', ...asUser, 'psql', '-d', 'postgres', '-qc', statement)
  return cluster
}

const asUser = ['--reuid=postgres', '--regid=postgres', '--init-groups']

/** Returns the beginning of a command that runs as postgres with this environment. */
function asPostgres(env: Record<string, string>): string[] {
  return ['setpriv', ...asUser, 'env', ...Object.entries(env).map(([name, value]) => `${name}=${value}`)]
}

function makeOwnFolder(folder: string): void {
  mkdirSync(folder, { recursive: true })
  execFileSync('chown', ['postgres:postgres', folder])
}

function addressOf(name: string): { address: string; etcdAddress: string } {
  const number = names.indexOf(name) + 1
  return { address: `10.77.0.${10 + number}`, etcdAddress: `10.77.0.${20 + number}` }
}

function etcd(name: string, { etcdAddress }: { etcdAddress: string }, folder: string): Service {
  return {
    name: 'etcd',
    command: ['etcd'],
    env: {
      ETCD_NAME: name,
      ETCD_DATA_DIR: path.join(folder, `${name}-etcd`),
      ETCD_LISTEN_CLIENT_URLS: `http://${etcdAddress}:2379`,
      ETCD_ADVERTISE_CLIENT_URLS: `http://${etcdAddress}:2379`,
      ETCD_LISTEN_PEER_URLS: `http://${etcdAddress}:2380`,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${etcdAddress}:2380`,
      ETCD_INITIAL_CLUSTER: names
        .map((each) => `${each}=http://${addressOf(each).etcdAddress}:2380`)
        .join(','),
      ETCD_INITIAL_CLUSTER_STATE: 'new',
      ETCD_INITIAL_CLUSTER_TOKEN: 'switchboard',
      ETCD_ENABLE_V2: 'true',
    },
  }
}

function database(
  name: string,
  addresses: { address: string; etcdAddress: string },
  folder: string,
): Service {
  return {
    name: 'patroni',
    command: ['setpriv', ...asUser, patroni, deployed('patroni/patroni.yml')],
    env: environmentOf(name, addresses, folder),
  }
}

/** The variables of deploy/patroni/environment, with the values of this machine. */
function environmentOf(
  name: string,
  { address }: { address: string },
  folder: string,
): Record<string, string> {
  const own = path.join(folder, name)
  return {
    HOME: own,
    PATRONI_NAME: name,
    PATRONI_RESTAPI_LISTEN: `${address}:8008`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
    PATRONI_POSTGRESQL_LISTEN: `${address}:5432`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
    PATRONI_POSTGRESQL_DATA_DIR: path.join(own, 'data'),
    PATRONI_POSTGRESQL_BIN_DIR: '/usr/lib/postgresql/15/bin',
    PATRONI_POSTGRESQL_PGPASS: path.join(own, 'pgpass'),
    PATRONI_ETCD_HOSTS: names.map((each) => `${addressOf(each).etcdAddress}:2379`).join(','),
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: 'of-the-superuser',
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: 'of-the-replicator',
  }
}

const answerMs = 3_000

async function statusOf({ address }: Machine, resource: string): Promise<number | null> {
  const answer = await fetch(`http://${address}:8008${resource}`, {
    signal: AbortSignal.timeout(answerMs),
  }).catch(() => null)
  await answer?.arrayBuffer().catch(() => null)
  return answer?.status ?? null
}

interface Member {
  name: string
  role: string
  state: string
}

/** Returns what is not as it should be; null if all is. */
async function whyUnhealthy({ machines, databases, primary }: Cluster): Promise<string | null> {
  for (const { name, isOn } of machines) if (!isOn()) return `${name} is off`
  for (const { name, etcdAddress } of machines) {
    const health = await fetch(`http://${etcdAddress}:2379/health`, { signal: AbortSignal.timeout(answerMs) })
      .then((answer) => answer.json() as Promise<{ health: string }>)
      .catch(() => null)
    if (health?.health !== 'true') return `etcd of ${name} is not healthy`
  }
  const first = await primary()
  if (first === null) return 'there is no primary'
  const { members = [] } = await fetch(`http://${first.address}:8008/cluster`, {
    signal: AbortSignal.timeout(answerMs),
  })
    .then((answer) => answer.json() as Promise<{ members?: Member[] }>)
    .catch(() => ({ members: [] as Member[] }))
  const standby = members.find(({ role }) => role === 'sync_standby')
  if (standby === undefined || members.length !== databases.length) return 'there is no synchronous standby'
  return standby.state === 'running' || standby.state === 'streaming'
    ? null
    : `the standby is ${standby.state}`
}
