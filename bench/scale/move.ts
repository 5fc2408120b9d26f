// What a move of a large organization to another cell costs: npx node bench/scale/move.ts [--conversations 100000]
// [--callers 1] [--full-speed] [--back]. Two cells as real processes behind HAProxy (Debian package haproxy). 1,000,000
// conversations take 4 GB of disk, and hours unless the move is at full speed.
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from '../../src/db/sql.ts'
import { startPhoneNetwork } from '../../src/sandbox/phone/phone-network.ts'
import { startWhatsappNetwork } from '../../src/sandbox/whatsapp/whatsapp-network.ts'
import { addAccount, declareOrganization } from '../../test/cluster/cells/declare.ts'
import { startLoad } from '../../test/cluster/cells/load.ts'
import type { Load, RequestKind } from '../../test/cluster/cells/load.ts'
import { startStage } from '../../test/cluster/cells/stage.ts'
import type { Stage } from '../../test/cluster/cells/stage.ts'
import { grantTestRights } from '../../test/support/database.ts'
import { insertInBulk } from '../support/bulk-insert.ts'
import { percentile, table } from '../support/report.ts'
import { seedHistory } from '../support/seed-history.ts'
import { seedProfiles } from '../support/seed-profiles.ts'

const { values: options } = parseArgs({
  options: {
    conversations: { type: 'string', default: '100000' },
    /** How many callers of each kind the moved organization has, each without a pause if there is more than one. */
    callers: { type: 'string', default: '1' },
    /** Moves it without rests. */
    'full-speed': { type: 'boolean', default: false },
    /** Moves it back at the end, which first removes what was left. */
    back: { type: 'boolean', default: false },
  },
})
const conversations = Number(options.conversations)
const callers = Number(options.callers)
/** How long requests are measured before the move. */
const calmMs = 30_000
/**
 * The mover works and stands still in turns of this length while it copies and compares, so that both are measured side
 * by side: within minutes a machine changes by more than what is asked of a move.
 */
const turnMs = 5_000
/** What the mover has sent before it stands still may still be under way for so long; these requests count nowhere. */
const settlingMs = 500
/** As much memory as a small machine gives. */
const settings = { shared_buffers: '512MB', max_wal_size: '4GB' }

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-move-'))
chmodSync(folder, 0o711)
await using phones = await startPhoneNetwork({ port: 0, speed: 20 })
await using graph = await startWhatsappNetwork({ port: 0, speed: 20 })
await using stage = await startStage(folder, { settings, prepare: grantTestRights })
const declare = async (cell: 'one' | 'two', name: string, phoneNumberId: string, firstNumber: number) => {
  const urls = { phoneUrl: phones.url, graphUrl: graph.url }
  const declared = await declareOrganization(stage, { cell, name, phoneNumberId, firstNumber, ...urls })
  addAccount(graph, declared, stage.routerUrl)
  return declared
}
const moved = await declare('one', 'Acme', '100000000000001', 2_000_000)
/** Two organizations that stay, one in each cell. */
const neighbor = await declare('one', 'Steady', '100000000000002', 4_000_000)
const distant = await declare('two', 'Distant', '100000000000003', 6_000_000)
await run().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
await stage[Symbol.asyncDispose]()
// The log of a run that failed says why.
if (process.exitCode === undefined) rmSync(folder, { recursive: true, force: true })
process.exit()

async function run(): Promise<void> {
  // A worker would count what is only half written.
  await stage.cells.one.whileStopped(seed)
  await stage.route()
  // Both workers copy the directory every five seconds.
  await delay(6_000)
  const loads = {
    'is moved': startLoad(stage.routerUrl, moved, callers === 1 ? {} : { callers, pauseMs: withoutPause() }),
    'stays in the cell that is left': startLoad(stage.routerUrl, neighbor, { isScheduled: true }),
    'stays in the cell that is entered': startLoad(stage.routerUrl, distant, { isScheduled: true }),
  }
  await delay(5_000)
  const calmFrom = performance.now()
  await delay(calmMs)
  reportMove(loads, await move('two'), calmFrom)
  if (options.back) {
    await stage.route()
    const backFrom = performance.now()
    await delay(calmMs)
    reportMove(loads, await move('one'), backFrom)
  }
  for (const load of Object.values(loads)) await load.stop()
}

function withoutPause(): Record<RequestKind, number> {
  return { call: 0, send: 0, webhook: 0, read: 0 }
}

/** Fills the organization: a line for each conversation, and a person for five. */
async function seed(): Promise<void> {
  const { databaseUrl, db } = stage.cells.one
  const { organizationId: organization_id, projectId: project_id, campaignId } = moved
  const project = { organization_id, project_id }
  const people = Math.ceil(conversations / 5)
  await seedProfiles(databaseUrl, project, people)
  const history = { ...project, campaignIds: [campaignId], conversations, people }
  await seedHistory({ databaseUrl }, [history])
  await insertInBulk(databaseUrl, ['conversation_lines'], ({ run }) =>
    run(sql`
      insert into conversation_lines (organization_id, conversation_id, turn, line, role, text, said_at)
      select organization_id, _id, 0, 0, 'customer', 'Yes, please call me tomorrow.', start_time from conversations`),
  )
  const [size] = await db.query<{ text: string }>(
    sql`select pg_size_pretty(pg_database_size(current_database())) as text`,
  )
  console.log(`${conversations.toLocaleString('en')} conversations, a database of ${size!.text}`)
}

interface Moved {
  /** When each step began; `end` too. */
  steps: Map<string, number>
  /** When the mover stood still. */
  stops: { from: number; to: number }[]
  last: string
}

/** Runs the command, and lets it stand still in turns while it copies and compares. */
async function move(to: 'one' | 'two'): Promise<Moved> {
  const child = stage.begin([
    'cells',
    'move',
    'Acme',
    '--to',
    to,
    ...(options['full-speed'] ? ['--full-speed'] : []),
  ])
  const steps = new Map<string, number>()
  const stops: Moved['stops'] = []
  let last = ''
  const ended = once(child, 'exit')
  const turning = takeTurns(child, steps, stops)
  for await (const line of createInterface({ input: child.stdout! })) {
    steps.set(line, performance.now())
    last = line
  }
  const [status] = (await ended) as [number | null]
  steps.set('end', performance.now())
  await turning
  if (status !== 0) throw new Error(`the move ended with ${status}; see ${folder}/log.ndjson`)
  return { steps, stops, last }
}

async function takeTurns(
  child: ReturnType<Stage['begin']>,
  steps: ReadonlyMap<string, number>,
  stops: Moved['stops'],
): Promise<void> {
  for (;;) {
    await delay(turnMs)
    if (child.exitCode !== null || child.signalCode !== null || steps.has('hand over')) return
    // A transaction that lasts while the mover catches up must not last longer for it.
    if (!steps.has('copy') || (steps.has('catch up') && !steps.has('compare'))) continue
    child.kill('SIGSTOP')
    const from = performance.now()
    await delay(turnMs)
    child.kill('SIGCONT')
    stops.push({ from, to: performance.now() })
  }
}

function reportMove(
  loads: Readonly<Record<string, Load>>,
  { steps, stops, last }: Moved,
  calmSince: number,
): void {
  console.log(last)
  const begun = [...steps]
  table(
    `The steps, at a load of ${loadavg()[0]!.toFixed(0)}`,
    ['step', 'seconds'],
    begun.slice(0, -2).map(([name, at], index) => [name, ((begun[index + 1]![1] - at) / 1_000).toFixed(2)]),
  )
  const at = (step: string) => steps.get(step)!
  const during = (from: string, to: string) => (time: number) => time >= at(from) && time < at(to)
  const isAtWork = (time: number) => stops.every(({ from, to }) => time < from || time >= to)
  const isStill = (time: number) => stops.some(({ from, to }) => time >= from + settlingMs && time < to)
  const copying = during('copy', 'catch up')
  const comparing = during('compare', 'hand over')
  const times = new Map<string, (time: number) => boolean>([
    ['before', (time) => time >= calmSince && time < at('begin')],
    ['making the triggers', during('follow', 'copy')],
    ['copying', (time) => copying(time) && isAtWork(time)],
    ['still while copying', (time) => copying(time) && isStill(time)],
    ['catching up', during('catch up', 'compare')],
    ['comparing', (time) => comparing(time) && isAtWork(time)],
    ['still while comparing', (time) => comparing(time) && isStill(time)],
    ['the pause', during('hand over', 'leave')],
    ['dropping the triggers', during('leave', 'end')],
  ])
  for (const [name, load] of Object.entries(loads)) reportTimes(name, load, times)
}

/** Prints how long the requests of an organization took in each of the times. */
function reportTimes(
  name: string,
  { report }: Load,
  times: ReadonlyMap<string, (time: number) => boolean>,
): void {
  const rows = [...times].map(([when, isThen]) => {
    const of = report.requests.filter(({ at }) => isThen(at))
    const ms = of.filter(({ status }) => status === 200).map((request) => request.ms)
    const failed = of.filter(({ status }) => status !== 200).length
    return [when, of.length, failed, percentile(ms, 0.5).toFixed(1), percentile(ms, 0.99).toFixed(1)]
  })
  table(name, ['when', 'requests', 'refused', 'p50 ms', 'p99 ms'], rows)
  console.log(`refused: ${JSON.stringify([...report.refused])}`)
}
