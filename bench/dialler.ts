// The dialler's own figures: node bench/dialler.ts [--most N]. Durable commits, a PostgreSQL of its own.
// What a dial costs while 1,000, 100,000 and 1,000,000 calls wait; how long a freed slot, a delay that is over, an opening
// and a queued call take to the carrier; how many dials a second the sandbox gets.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createContext } from '../src/app/context.ts'
import type { Context } from '../src/app/context.ts'
import { createServer as createService } from '../src/app/server.ts'
import { runWorker } from '../src/app/worker.ts'
import { systemClock } from '../src/base/clock.ts'
import { createLog } from '../src/base/log.ts'
import { insertWaitingCall } from '../src/calls/queries.ts'
import { serveDueLine } from '../src/calls/serve-line.ts'
import { recordCarrierEvent, settleAccepted } from '../src/calls/settle-attempt.ts'
import { createDatabase } from '../src/db/database.ts'
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { migrate } from '../src/db/migrate.ts'
import { sql } from '../src/db/sql.ts'
import { applyDeclaration } from '../src/operator/apply/apply-declaration.ts'
import { startPhoneNetwork } from '../src/sandbox/phone-network.ts'
import { organization, scriptCampaign } from '../test/support/declarations.ts'
import { median } from './load.ts'

let databases = 0

const { values: options } = parseArgs({ options: { most: { type: 'string', default: '1000000' } } })

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-bench-'))
const postgres = await startEmbeddedPostgres({ dataDir: folder, role: 'server' })
try {
  await measureCosts()
  await measureWaits()
  await measureThroughput()
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)

interface Bench {
  context: Context
  organizationId: string
  projectId: string
  campaignIds: string[]
}

/** A database of its own with these campaigns, whose carrier is at this address; further projects are like the first. */
async function prepare(
  carrierUrl: string,
  campaigns: Record<string, unknown>[],
  clock = systemClock,
): Promise<Bench & { close: () => Promise<void> }> {
  const admin = createDatabase({ connection: postgres.connection })
  const database = `bench_${databases++}`
  // A name of ours; it can't be a parameter.
  await admin.query({ strings: [`create database ${database}`], values: [] })
  await admin.end()
  const db = createDatabase({ connection: { ...postgres.connection, database } })
  await migrate(db)
  let url = ''
  const log = createLog('error')
  const context = createContext({ db, log, secretKey: randomBytes(32), publicUrl: () => url, clock })
  const applied = await applyDeclaration(context, organization('Bench', carrierUrl, { campaigns }))
  if (!applied.ok) throw new Error(JSON.stringify(applied.faults))
  const app = await createService(context)
  url = await app.listen({ host: '127.0.0.1', port: 0 })
  const { _id: organizationId, projects } = applied.tree.organizations[0]!
  const project = projects[0]!
  return {
    context,
    organizationId,
    projectId: project._id,
    campaignIds: project.campaigns.map(({ _id }) => _id),
    close: async () => {
      app.server.closeAllConnections()
      await app.close()
      await db.end()
    },
  }
}

/** Waiting calls in the line of a campaign, each to a number of its own from `from` on; ids ascend, as in life. */
async function fill(bench: Bench, campaign: number, count: number, from: number, step = 1): Promise<void> {
  const { context, organizationId, projectId, campaignIds } = bench
  for (let done = 0; done < count; done += 50_000)
    await context.db.query(sql`
      with filled as (
        insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer, state,
          state_since, waits_for, created_at)
        select ${organizationId}::uuid, ${projectId}::uuid, ('01890000-0000-7000-8000-' || lpad(to_hex(${from + done}::bigint + i), 12, '0'))::uuid,
          ${campaignIds[campaign]}::uuid, 'queue',
          '+1' || (2120000000 + (${from + done}::bigint + i) * ${step}::bigint)::text, '{}'::jsonb, 'waiting', now(), 'turn', now()
        from generate_series(1, ${Math.min(50_000, count - done)}::integer) i
        returning 1)
      select count(*) from filled`)
}

function wake({ context, organizationId, campaignIds }: Bench): void {
  context.lineWaker.wake(campaignIds.map((campaign_id) => ({ organization_id: organizationId, campaign_id })))
}

/** Lets calls go, has each taken and ended, without HTTP, until so many have; answers the milliseconds of each dial. */
async function dial({ context }: Bench, count: number): Promise<number[]> {
  const costs: number[] = []
  while (costs.length < count) {
    const begun = performance.now()
    const due = (await serveDueLine(context, () => 100)) ?? []
    for (const { attempt } of due) {
      const sid = `CA${attempt._id.replaceAll('-', '')}`
      const now = new Date().toISOString()
      await settleAccepted(context, attempt, sid)
      await recordCarrierEvent(context, attempt.organization_id, attempt._id, {
        call_sid: sid,
        call_status: 'completed',
        sequence_number: 3,
        source: 'status_callback',
        occurred_at: now,
        received_at: now,
        duration_seconds: 1,
        answered_by: null,
        sip_response_code: null,
        error_code: null,
      })
    }
    await context.lineWaker.idle()
    const each = (performance.now() - begun) / due.length
    costs.push(...due.map(() => each))
  }
  return costs
}

async function measureCosts(): Promise<void> {
  console.log('Cost of a dial in the database (claim, accepted, ended), 5 slots, by calls that wait\n')
  console.log('| waiting | ms a dial, median of 9 rounds of 100 | ratio |\n| --- | --- | --- |')
  const sizes = [1_000, 100_000, 1_000_000].filter((size) => size <= Number(options.most))
  // All are there at once, and their rounds alternate: a machine that slows down slows them all.
  const benches = []
  for (const size of sizes) {
    const bench = await prepare('http://127.0.0.1:1', [scriptCampaign({ name: 'A', slots: 5 })])
    // The dials of all rounds come on top, so that the line never runs short.
    await fill(bench, 0, size + 1_500, 0)
    await bench.context.db.query(sql`analyze`)
    wake(bench)
    await bench.context.lineWaker.idle()
    await dial(bench, 300)
    benches.push({ size, bench, rounds: [] as number[] })
  }
  for (let round = 0; round < 9; round++)
    for (const { bench, rounds } of benches) rounds.push(median(await dial(bench, 100)))
  const base = median(benches[0]!.rounds)
  for (const { size, bench, rounds } of benches) {
    const cost = median(rounds)
    console.log(`| ${size.toLocaleString('en')} | ${cost.toFixed(2)} | ${(cost / base).toFixed(2)} |`)
    await bench.close()
  }
  console.log()
}

/** A carrier that ends each call after some milliseconds, and tells us when each was asked for. */
async function startEndingCarrier(context: () => Context) {
  const asked = new Map<string, number>()
  /** When calls ended, in order, as the carrier began to tell. */
  const ended: number[] = []
  const gaps: number[] = []
  const open = new Set<NodeJS.Timeout>()
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const at = performance.now()
      const form = new URLSearchParams(body)
      asked.set(form.get('To') ?? '', Date.now())
      const freed = ended.shift()
      if (freed !== undefined) gaps.push(at - freed)
      const sid = `CA${randomBytes(16).toString('hex')}`
      response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ sid }))
      const [, , , organizationId, attemptId] = new URL(form.get('StatusCallback') ?? '').pathname
        .split('/')
        .slice(1)
      const ending = setTimeout(() => void end(sid, organizationId ?? '', attemptId ?? ''), 20)
      open.add(ending)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  async function end(sid: string, organizationId: string, attemptId: string): Promise<void> {
    ended.push(performance.now())
    const now = context().clock.now().toISOString()
    await recordCarrierEvent(context(), organizationId, attemptId, {
      call_sid: sid,
      call_status: 'busy',
      sequence_number: 3,
      source: 'status_callback',
      occurred_at: now,
      received_at: now,
      duration_seconds: 0,
      answered_by: null,
      sip_response_code: null,
      error_code: null,
    })
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    gaps,
    forget: () => {
      ended.splice(0)
      gaps.splice(0)
      asked.clear()
    },
    close: () => {
      for (const ending of open) clearTimeout(ending)
      server.close()
    },
  }
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!condition()) {
    if (performance.now() > deadline) throw new Error('waited in vain for a minute')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

function reportWait(name: string, waits: number[], target: string): void {
  const sorted = waits.sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  console.log(`| ${name} | ${sorted.length} | ${at(0.5).toFixed(1)} | ${at(0.99).toFixed(1)} | ${target} |`)
}

async function measureWaits(): Promise<void> {
  console.log('Until the request reaches the carrier, ms; one worker\n')
  console.log('| from | n | p50 | p99 | target p99 |\n| --- | --- | --- | --- | --- |')
  let current: Context | null = null
  const carrier = await startEndingCarrier(() => current!)
  // Monday morning, some seconds before the hours begin.
  const offset = Date.parse('2026-11-23T08:59:55Z') - Date.now()
  const clock = { now: () => new Date(Date.now() + offset) }
  const hours = {
    timezone: 'UTC',
    windows: [{ days: ['mon'], from: '09:00', to: '18:00' }],
  }
  const bench = await prepare(
    carrier.url,
    [
      scriptCampaign({ name: 'One slot', slots: 1 }),
      scriptCampaign({ name: 'Queued', slots: 100 }),
      scriptCampaign({ name: 'Retries', slots: 100, retry: { max_attempts: 2, delay_minutes: 0.02 } }),
      ...Array.from({ length: 20 }, (_, index) =>
        scriptCampaign({ name: `Opens ${index}`, slots: 5, calling_hours: hours }),
      ),
    ],
    clock,
  )
  current = bench.context
  const { context, organizationId, projectId } = bench
  for (let index = 0; index < 20; index++) await fill(bench, 3 + index, 1, 50_000 + index)
  const stop = new AbortController()
  const running = runWorker(context, stop.signal)
  wake(bench)
  const opensAt = Date.parse('2026-11-23T09:00:00Z') - offset
  await until(() => carrier.asked.size === 20)
  reportWait(
    'an opening, 20 campaigns at once',
    [...carrier.asked.values()].map((at) => at - opensAt),
    '1000',
  )

  await new Promise((resolve) => setTimeout(resolve, 200))
  carrier.forget()
  await fill(bench, 0, 300, 0)
  wake(bench)
  await until(() => carrier.gaps.length >= 299)
  reportWait('a freed slot', [...carrier.gaps], '50')

  carrier.forget()
  const queued: number[] = []
  for (let index = 0; index < 200; index++) {
    const phone_number = `+1213${2_000_000 + index}`
    const call = {
      organization_id: organizationId,
      project_id: projectId,
      _id: context.newId(),
      campaign_id: bench.campaignIds[1]!,
      placed_by: 'queue' as const,
      phone_number,
      customer: { phone_number },
    }
    await insertWaitingCall(context.db, call, context.newId(), clock.now())
    const at = Date.now()
    context.lineWaker.wake([call])
    await until(() => carrier.asked.has(phone_number))
    queued.push(carrier.asked.get(phone_number)! - at)
  }
  reportWait('a queued call', queued, '50')

  await fill(bench, 2, 50, 60_000)
  wake(bench)
  const due = new Map<string, number>()
  await until(() => carrier.asked.has('+12120060050'))
  await new Promise((resolve) => setTimeout(resolve, 300))
  for (const { phone_number, due_at } of await context.db.query<{ phone_number: string; due_at: string }>(
    sql`select phone_number, due_at from calls where waits_for = 'due'`,
  ))
    due.set(phone_number, Date.parse(due_at) - offset)
  carrier.asked.clear()
  await until(() => carrier.asked.size >= due.size)
  const late = [...due].map(([number, at]) => carrier.asked.get(number)! - at)
  reportWait('a retry that is due', late, '1000')
  console.log()
  stop.abort()
  carrier.close()
  await running
  await bench.close()
}

async function measureThroughput(): Promise<void> {
  const network = await startPhoneNetwork({ port: 0, speed: 100 })
  const names = Array.from({ length: 20 }, (_, index) => `Campaign ${index}`)
  const bench = await prepare(
    network.url,
    names.map((name) => scriptCampaign({ name, slots: 20 })),
  )
  const { context } = bench
  // Numbers that end in 00 are answered at the sandbox; others ring, are silent, or wait for long.
  for (const index of names.keys()) await fill(bench, index, 100, index * 100, 100)
  const begun = performance.now()
  const stop = new AbortController()
  const running = runWorker(context, stop.signal)
  wake(bench)
  for (let left = 1; left > 0;) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    const [row] = await context.db.query<{ left: number }>(
      sql`select count(*) as left from calls where state <> 'completed'`,
    )
    left = row!.left
  }
  const seconds = (performance.now() - begun) / 1_000
  console.log(
    `Calls by one worker in 20 campaigns of 20 slots at the sandbox, from line to end, callbacks and instructions included: ` +
      `${Math.round(2_000 / seconds)}/s (the carrier's limit is 1,000/s)\n`,
  )
  stop.abort()
  await running
  await bench.close()
  await network.close()
}
