// Lists on streaming replicas: what they show (Promise 174), and what happens when a replica stands still, dies or is
// promoted.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Registry } from 'prom-client'
import { createContext } from '../src/app/context.ts'
import { createServer } from '../src/app/server.ts'
import { createLog } from '../src/base/log.ts'
import { createDatabase } from '../src/db/database.ts'
import type { Db } from '../src/db/database.ts'
import { createHoldMetrics } from '../src/db/hold-metrics.ts'
import { startHoldWatch } from '../src/db/hold-watch.ts'
import { sql } from '../src/db/sql.ts'
import { checkReplicas, examineReplicas } from '../src/operator/doctor/check-replicas.ts'
import { startDatabaseProxy } from './support/database-proxy.ts'
import { createTestDatabase } from './support/database.ts'
import { startReplicatedCluster } from './support/replicated-cluster.ts'
import type { ReplicatedCluster } from './support/replicated-cluster.ts'
import { eventually, send, startService } from './support/service.ts'
import type { Service } from './support/service.ts'
import { assertTook, probeOf, watchStalls } from './support/slowness.ts'

const lagMaxMs = 1_000
/** A frozen replica is noticed within a look (1.25 s), and its list is repeated on the primary. */
const frozenMsMax = 5_000

let cluster: ReplicatedCluster
let service: Service
/** A second process on the same primary and the same replica. */
let other: { url: string; lists: Service['context']['lists']; end: () => Promise<void> }

before(async () => {
  cluster = await startReplicatedCluster(1)
  const replicas = { addresses: [cluster.replicas[0]!.databaseUrl], lagMaxMs }
  service = await startService({}, { database: cluster, replicas })
  other = await startOther(replicas.addresses)
  await used(service.context.lists)
})
after(async () => {
  await other?.end()
  await service?.[Symbol.asyncDispose]()
  await cluster?.[Symbol.asyncDispose]()
})

async function startOther(addresses: readonly string[]) {
  const context = createContext({
    db: cluster.db,
    log: createLog('silent'),
    secretKey: Buffer.alloc(32, 7),
    publicUrl: () => '',
    replicas: { addresses, lagMaxMs },
  })
  const app = await createServer(context, { checkResponses: true })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const end = async () => {
    app.server.closeAllConnections()
    await app.close()
    await context.lists[Symbol.asyncDispose]()
  }
  return { url, end, lists: context.lists, registry: context.registry }
}

const used = (lists: Service['context']['lists']) =>
  eventually('the replica is used', () => (lists.standings().every(({ is_used }) => is_used) ? true : null))

const calls = () =>
  `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds['Script']}/calls`

/** Numbers whose last two digits let the sandbox's phones answer. */
let lastNumber = 1_000
const nextNumber = () => `+1415555${(lastNumber += 100)}`

/** Places a call with the key of every scope, and returns its id. */
async function place(): Promise<string> {
  const { status, body } = await service.request('POST', calls(), {
    body: { phone_number: nextNumber(), name: 'Ada' },
  })
  assert.equal(status, 200, JSON.stringify(body))
  return (body.data as { campaign_queue_id: string }).campaign_queue_id
}

async function listed(url: string, key: string): Promise<string[]> {
  const { status, body } = await send(url, key, 'GET', `${calls()}?limit=1`)
  assert.equal(status, 200, JSON.stringify(body))
  return (body.data as { items: { _id: string }[] }).items.map(({ _id }) => _id)
}

/** Returns how many statements of lists the first process has sent to a place. */
async function readsOf(place: 'replica' | 'primary'): Promise<number> {
  const metric = await service.context.registry.getSingleMetric('switchboard_list_reads_total')!.get()
  return metric.values.find(({ labels }) => labels['place'] === place)?.value ?? 0
}

describe('lists on a replica', () => {
  it('reads the lists of a key that does not write from the replica', async () => {
    const [replica, primary] = [await readsOf('replica'), await readsOf('primary')]
    await listed(service.url, service.readKey)
    assert.ok((await readsOf('replica')) > replica)
    assert.equal(await readsOf('primary'), primary)
  })

  it('shows a key what it has just written through another process, each time', async () => {
    for (let times = 0; times < 30; times++) {
      const id = await place()
      assert.deepEqual(await listed(other.url, service.key), [id])
    }
  })

  it('shows it also while the replica stands still, and shows others no more than the lag', async () => {
    const [replica] = cluster.replicas
    await used(other.lists)
    await replica!.run('select pg_wal_replay_pause()')
    await eventually('replay has stopped', async () => {
      const [row] = await replica!.run(`select pg_get_wal_replay_pause_state() = 'paused' as is`)
      return (row as { is: boolean }).is ? true : null
    })
    try {
      await using stalls = watchStalls(probeOf(cluster.db))
      const begun = performance.now()
      const id = await place()
      assert.deepEqual(await listed(other.url, service.key), [id])
      await eventually('a key that has not written sees the call', async () =>
        (await listed(other.url, service.readKey))[0] === id ? true : null,
      )
      await assertTook(performance.now() - begun, lagMaxMs + frozenMsMax, stalls.stalledMs())
      const [finding] = await examineReplicas(cluster.db, {
        addresses: [replica!.databaseUrl],
        lagMaxMs,
      })
      assert.match(finding?.message ?? '', /not read from it: it is more than 1 s behind/)
    } finally {
      await replica!.run('select pg_wal_replay_resume()')
    }
    await used(other.lists)
    const [standing] = checkReplicas(other.lists.standings())
    assert.match(standing?.message ?? '', /^lists are read from it; at most \d\.\d s behind$/)
  })

  it('goes on without a replica that dies, and takes it back', async () => {
    const [replica] = cluster.replicas
    const failed: number[] = []
    const ended = new AbortController()
    const asking = (async () => {
      while (!ended.signal.aborted) {
        const { status } = await send(service.url, service.readKey, 'GET', calls())
        if (status !== 200) failed.push(status)
      }
    })()
    await replica!.kill()
    await eventually('the replica is known to be away', () =>
      service.context.lists.standings()[0]!.is_used ? null : true,
    )
    await replica!.start()
    await used(service.context.lists)
    ended.abort()
    await asking
    assert.deepEqual(failed, [])
    const before = await readsOf('replica')
    await listed(service.url, service.readKey)
    assert.ok((await readsOf('replica')) > before)
  })

  it('answers in time when a replica vanishes without a word', async () => {
    await using proxy = await startDatabaseProxy(cluster.replicas[0]!.databaseUrl)
    const third = await startOther([proxy.databaseUrl])
    try {
      await used(third.lists)
      await listed(third.url, service.readKey)
      await using stalls = watchStalls(probeOf(cluster.db))
      proxy.isDead = true
      const begun = performance.now()
      await listed(third.url, service.readKey)
      await assertTook(performance.now() - begun, frozenMsMax, stalls.stalledMs())
    } finally {
      await third.end()
    }
  })

  it('does not read from the database of another installation', async () => {
    await using foreign = await createTestDatabase()
    const sameName = await copyName(foreign.databaseUrl)
    const findings = await Promise.all([
      examineReplicas(foreign.db, { addresses: [sameName], lagMaxMs }),
      examineReplicas(cluster.db, { addresses: [cluster.databaseUrl], lagMaxMs }),
    ])
    assert.deepEqual(
      findings.flat().map(({ message }) => message),
      [
        'lists are not read from it: it has another database than DATABASE_URL',
        'lists are not read from it: it is no replica: it accepts writes',
      ],
    )
  })

  it('counts a failover where it is led to a replica that was promoted, and reads no list from that', async () => {
    const [replica] = cluster.replicas
    const promoted = createDatabase({ connection: { connectionString: replica!.databaseUrl } })
    let leading = cluster.db
    let looks = 0
    const led: Db = {
      ...cluster.db,
      query: (statement) => leading.query(statement).finally(() => looks++) as never,
      transaction: (run) => leading.transaction(run),
    }
    const registry = new Registry()
    const log = createLog('silent')
    await using watch = await startHoldWatch(led, { log, address: 'here', isInService: async () => true })
    createHoldMetrics(registry, watch)
    const judgements = looks
    await eventually('the primary is looked at', () => (looks > judgements ? true : null))
    const failovers = () => registry.getSingleMetricAsString('switchboard_database_failovers_total')
    assert.match(await failovers(), /_total 0$/m)
    await replica!.run('select pg_promote()')
    leading = promoted
    await eventually('it is counted', async () => (/_total 1$/m.test(await failovers()) ? true : null))
    assert.equal(watch.hold, null)
    await promoted.end()
    await eventually('it is not used', () => (other.lists.standings()[0]!.is_used ? null : true))
    const id = await place()
    assert.deepEqual(await listed(other.url, service.key), [id])
  })
})

/**
 * Makes a database on the cluster that has the name of another installation's, so that only the installation differs.
 * Returns its address on the replica.
 */
async function copyName(foreignUrl: string): Promise<string> {
  const [replica] = cluster.replicas
  const { pathname } = new URL(foreignUrl.replace('@/', '@host/'))
  const addressOn = (server: { databaseUrl: string }) =>
    server.databaseUrl.replace(/(?<=@)\/[^?]+/, () => pathname)
  await cluster.run(`create database ${pathname.slice(1)} owner test_service`)
  const made = createDatabase({ connection: { connectionString: addressOn(cluster) } })
  await made.write(sql`create table wal_timeline as select '00000001' as timeline`)
  await made.end()
  const [written] = await cluster.run('select pg_current_wal_lsn()::text as lsn')
  const { lsn } = written as { lsn: string }
  await eventually('the replica has it', async () => {
    const [row] = await replica!.run(`select pg_last_wal_replay_lsn() >= '${lsn}' as has`)
    return (row as { has: boolean }).has ? true : null
  })
  return addressOn(replica!)
}
