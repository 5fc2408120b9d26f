// Lists by one `api` process from the primary, one and two replicas, without and with writes beside them, for a key
// that does not write and for one that does: node bench/lists/replicas.ts. All run on one machine, so the figure to
// look at is the processor time of the primary. The clusters don't wait for the disk.
import { parseArgs } from 'node:util'
import { createContext } from '../../src/app/context.ts'
import { createLog } from '../../src/base/log.ts'
import { sql } from '../../src/db/sql.ts'
import { createPrograms } from '../../test/support/killed-programs.ts'
import { startReplicatedCluster } from '../../test/support/replicated-cluster.ts'
import { cpuSeconds } from '../support/cpu-time.ts'
import { generator, putGetLoad } from '../support/get-load.ts'
import { seedOrganization } from '../support/organization.ts'
import { seedHistory } from '../support/seed-history.ts'

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '8' },
    /** Single writes a second beside the lists. */
    writes: { type: 'string', default: '200' },
    /** `recovery_min_apply_delay` of the first replica in the last run, in ms. */
    delay: { type: 'string', default: '500' },
    /** Part of the names of the runs to make. */
    only: { type: 'string', default: '' },
  },
})
const seconds = Number(options.seconds)
const writesPerSecond = Number(options.writes)

await using cluster = await startReplicatedCluster(2)
await cluster.run(
  'grant set on parameter session_replication_role to test_service; grant pg_checkpoint to test_service',
)
await cluster.run(
  'create table bench_writes (at timestamptz not null); grant insert on bench_writes to public',
)
const { db, databaseUrl } = cluster
const secretKey = Buffer.alloc(32, 7)
const context = createContext({
  db,
  log: createLog('silent'),
  secretKey,
  publicUrl: () => 'http://127.0.0.1:1',
})
const seeded = await seedOrganization(context, { campaigns: [{}], carrierUrl: 'http://127.0.0.1:1' })
const { projectId, key, campaignIds } = seeded.projects[0]!
const history = { organization_id: seeded.organizationId, project_id: projectId, campaignIds }
const conversations = Number(options.rows)
await seedHistory({ databaseUrl }, [{ ...history, conversations, people: conversations / 5 }])
await cluster.run('vacuum analyze')

const filters = encodeURIComponent(JSON.stringify({ duration_seconds: { $gte: 60 } }))
const list = `/organizations/${seeded.organizationId}/projects/${projectId}/conversations?filters=${filters}`
const addresses = cluster.replicas.map((replica) => replica.databaseUrl)

/** Writes at the rate until it is stopped, and returns how many were written. */
async function write(stop: AbortSignal): Promise<number> {
  let written = 0
  for (const begun = performance.now(); !stop.aborted;) {
    const due = Math.floor(((performance.now() - begun) / 1_000) * writesPerSecond)
    for (; written < due && !stop.aborted; written++)
      await db.write(sql`insert into bench_writes values (now())`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return written
}

/** Returns the metrics of the process by their first label. */
async function metricsOf(url: string): Promise<(name: string) => number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return (name) =>
    text
      .split('\n')
      .filter((line) => line.startsWith(name))
      .map((line) => Number(line.slice(line.lastIndexOf(' '))))
      .reduce((most, each) => Math.max(most, each), 0)
}

async function measure(name: string, replicas: number, { hasWrites = false, isExact = false } = {}) {
  if (!name.includes(options.only)) return
  await using programs = createPrograms(databaseUrl, {
    ...(replicas > 0 && { DATABASE_READ_URL: addresses.slice(0, replicas).join(',') }),
  })
  await db.write(sql`update api_keys set wrote_until = ${isExact ? new Date(Date.now() + 3_600_000) : null}`)
  const { url } = await programs.start('api')
  const load = { url: url + list, headers: { 'x-api-key': key }, connections: Number(options.connections) }
  await putGetLoad({ ...load, seconds: 1 })
  const stop = new AbortController()
  const writing = hasWrites ? write(stop.signal) : Promise.resolve(0)
  const before = cpu()
  const begun = await metricsOf(url)
  const result = await putGetLoad({ ...load, seconds })
  const ended = await metricsOf(url)
  const after = cpu()
  stop.abort()
  const written = await writing
  const count = (metric: string) => ended(metric) - begun(metric)
  const onReplica = count('switchboard_list_reads_total{place="replica"}')
  const onPrimary = count('switchboard_list_reads_total{place="primary"}')
  const share = replicas === 0 ? 0 : onReplica / Math.max(1, onReplica + onPrimary)
  const each = (which: 'primary' | 'replicas') =>
    (((after[which] - before[which]) * 1_000) / result.answers).toFixed(2)
  const lag = replicas === 0 ? '' : ended('switchboard_replica_lag_seconds').toFixed(2)
  console.log(
    `| ${name} | ${Math.round(result.answers / result.seconds)} | ${result.p50Ms} | ${result.p99Ms} | ${each('primary')} | ${each('replicas')} | ${(share * 100).toFixed(0)} % | ${lag} | ${Math.round(written / result.seconds)} | ${result.faults} |`,
  )
}

const cpu = () => ({
  primary: cpuSeconds(cluster.pid()),
  replicas: cluster.replicas.reduce((sum, replica) => sum + cpuSeconds(replica.pid()), 0),
})

console.log(
  `${conversations} conversations, filtered list; ${options.connections} connections, ${seconds} s; load by ${await generator}\n`,
)
console.log(
  '| lists from | lists/s | p50 ms | p99 ms | primary CPU ms/list | replicas CPU ms/list | on replicas | lag s | writes/s | faults |',
)
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |')
await measure('the primary', 0)
await measure('one replica', 1)
await measure('two replicas', 2)
await measure('the primary, with writes', 0, { hasWrites: true })
await measure('two replicas, with writes', 2, { hasWrites: true })
await measure('two replicas, with writes, key that writes', 2, { hasWrites: true, isExact: true })
await cluster.replicas[0]!.run(`alter system set recovery_min_apply_delay = '${Number(options.delay)}ms'`)
await cluster.replicas[0]!.run('select pg_reload_conf()')
await measure('one replica that is late, with writes', 1, { hasWrites: true })
await measure('one replica that is late, with writes, key that writes', 1, { hasWrites: true, isExact: true })
