// Two cells as real processes on loopback, with their own PostgreSQL: an organization is moved under load, with kills.
// Run: npx node test/cluster/cells.ts [--moves N] [--quick]. It needs HAProxy (Debian package haproxy).
import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { moveSteps } from '../../src/cells/move/move-organization.ts'
import { selectPlacedByName } from '../../src/cells/directory/directory-queries.ts'
import { startPhoneNetwork } from '../../src/sandbox/phone/phone-network.ts'
import { organization, scriptCampaign } from '../support/declarations.ts'
import { eventually } from '../support/service.ts'
import { checkLoad, countOpenCalls } from './cells/check.ts'
import { p99, startLoad } from './cells/load.ts'
import type { Load, LoadedOrganization } from './cells/load.ts'
import { startStage } from './cells/stage.ts'
import type { Stage } from './cells/stage.ts'

const { values: options } = parseArgs({
  options: { moves: { type: 'string', default: '3' }, quick: { type: 'boolean', default: false } },
})
const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-cells-'))
chmodSync(folder, 0o711)
const other = { one: 'two', two: 'one' } as const
const say = (line: string): void => void process.stdout.write(`${line}\n`)

// Ends what was started if a check fails.
process.on('uncaughtException', (error) => void endAfter(error))
say('0. Two cells, a directory and a router')
await using network = await startPhoneNetwork({ port: 0, speed: 20 })
await using stage = await startStage(folder)
const moved = await declare(stage, 'one', 'Acme', '100000000000001', 2_000_000)
const neighbor = await declare(stage, 'one', 'Steady', '100000000000002', 4_000_000)
const guest = await declare(stage, 'two', 'Borealis', '100000000000003', 6_000_000)
await eventually('both cells know all senders', async () => {
  const counts = await Promise.all(
    Object.values(stage.cells).map(({ db }) =>
      db.query<{ n: number }>({ strings: ['select count(*)::integer as n from cell_senders'], values: [] }),
    ),
  )
  return counts.every(([row]) => row?.n === 3) ? true : null
})
await stage.route()
const loads = {
  moved: startLoad(stage.routerUrl, moved),
  neighbor: startLoad(stage.routerUrl, neighbor),
  guest: startLoad(stage.routerUrl, guest),
}
await delay(5_000)

say('1. Moves under load, without kills')
const calmSince = performance.now()
const pauses: number[] = []
for (let index = 0; index < Number(options.moves); index++) {
  const text = await move()
  pauses.push(Number(/"pause_ms": (\d+)/.exec(text)?.[1]))
  const rows = Number(/"rows": (\d+)/.exec(text)?.[1])
  say(`   ${await cellOf()}: ${rows} rows, pause ${pauses.at(-1)} ms`)
  await stage.route()
  await delay(1_000)
}
reportReads('   ', calmSince)
for (const load of [loads.neighbor, loads.guest])
  assert.deepEqual([...load.report.refused], [], 'other organizations noticed the moves')
assert.ok(Math.max(...pauses) <= 5_000, 'a pause was longer than 5 s')

say('2. Kills at every step')
const victims = ['mover', 'source worker', 'source api', 'target worker', 'target api'] as const
let kills = 0
for (const [index, step] of moveSteps.entries()) {
  const from = (await cellOf()) as 'one' | 'two'
  const chosen = options.quick
    ? [victims[index % victims.length]!]
    : (['mover', victims[1 + (index % 4)]!] as const)
  for (const victim of chosen) {
    if ((await cellOf()) !== from) break
    const reached = await killAt(step, victim, from)
    if (reached) kills++
  }
  if (Number(await stateIs('moving')) === 1 || (await cellOf()) === from) await move(other[from])
  else await move(other[from]).catch(() => {})
  await stage.route()
  say(`   ${step}: killed ${chosen.join(', ')}; now in ${await cellOf()}`)
}

say('3. A cell dies')
const before = performance.now()
const holder = (await cellOf()) as 'one' | 'two'
if (holder === 'two') await move('one')
await stage.route()
await delay(1_500)
const refusedBefore = new Map(loads.neighbor.report.refused)
await stage.cells.two.die()
await delay(5_000)
const neighborFaults = [...loads.neighbor.report.refused].filter(
  ([what, n]) => n !== (refusedBefore.get(what) ?? 0),
)
say(
  `   the organizations of the other cell got ${neighborFaults.length === 0 ? 'no error' : JSON.stringify(neighborFaults)} in 5 s`,
)
await stage.cells.two.revive()
assert.deepEqual(neighborFaults, [])
say(`   (${Math.round(performance.now() - before)} ms)`)

say('4. Everything that was accepted')
const faults: string[] = []
for (const [name, load] of Object.entries(loads))
  await load.stop().catch((error: Error) => faults.push(`${name}: ${error.message}`))
for (const [load, of] of [
  [loads.moved, moved],
  [loads.neighbor, neighbor],
  [loads.guest, guest],
] as const) {
  const { db } = stage.cells[(await cellOf(of.name)) as 'one' | 'two']
  await eventually(
    `the calls of ${of.name} are over`,
    async () => ((await countOpenCalls(db, of.organizationId)) === 0 ? true : null),
    120_000,
  ).catch((error: Error) => faults.push(error.message))
  const wrong = await eventually(
    `the events of ${of.name} are processed`,
    async () => {
      const found = await checkLoad(db, network, of, load.report)
      return found.some((fault) => fault.includes('processed')) ? null : found
    },
    30_000,
  )
  faults.push(...wrong.map((fault) => `${of.name}: ${fault}`))
  say(
    `   ${of.name}: ${load.report.calls.size} calls, ${load.report.events.size} messages; sent again: ${JSON.stringify([...load.report.refused])}`,
  )
}
say(`   ${kills} kills`)
for (const fault of faults) say(`   FAULT ${fault}`)
if (faults.length === 0) {
  say('Nothing was lost or doubled.')
  // The clusters find their processes by files in the folder.
  await stage[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
} else {
  say(`The logs are in ${folder}.`)
  process.exitCode = 1
}

/** Declares an organization with a campaign and a sender, and places it in a cell. */
async function declare(
  { cells, command }: Stage,
  cell: 'one' | 'two',
  name: string,
  phone_number_id: string,
  firstNumber: number,
): Promise<LoadedOrganization> {
  const declared = organization(name, network.url, {
    campaigns: [scriptCampaign({ slots: 4 })],
    carrier: { calls_per_second: 50 },
  })
  const sender = {
    name: 'main',
    phone_number_id,
    business_account_id: '200000000000001',
    display_phone_number: '+14155550199',
    access_token: 'a-token',
    app_secret: 'an-app-secret',
    verify_token: `token-of-${name}`,
  }
  Object.assign(declared.organizations[0]!.projects[0]!, { whatsapp_senders: [sender] })
  const file = path.join(folder, `${name}.json`)
  writeFileSync(file, JSON.stringify(declared))
  const text = await command(['apply', file, '--json'], { DATABASE_URL: cells[cell].databaseUrl })
  const [tree] = (JSON.parse(text) as { organizations: Tree[] }).organizations
  await command(['cells', 'place', name, '--in', cell])
  const project = tree!.projects[0]!
  return {
    name,
    organizationId: tree!._id,
    projectId: project._id,
    campaignId: project.campaigns[0]!._id,
    key: project.api_keys.find(({ name: of }) => of === 'all')!.key,
    phoneNumberId: phone_number_id,
    firstNumber,
  }
}

interface Tree {
  _id: string
  projects: { _id: string; campaigns: { _id: string }[]; api_keys: { name: string; key: string }[] }[]
}

async function cellOf(name = 'Acme'): Promise<string> {
  return (await selectPlacedByName(stage.directory, name))!.cell
}

async function stateIs(state: string): Promise<boolean> {
  return (await selectPlacedByName(stage.directory, 'Acme'))!.state === state
}

/** Moves the organization, again after a fault: processes are killed meanwhile. */
async function move(to?: 'one' | 'two'): Promise<string> {
  const target = to ?? other[(await cellOf()) as 'one' | 'two']
  for (let tries = 1; ; tries++)
    try {
      return await stage.command(['cells', 'move', 'Acme', '--to', target, '--json'])
    } catch (error) {
      if (tries >= 5) throw error
      await delay(1_000)
    }
}

/** Begins a move, and kills a process when the move reaches the step. Returns whether it did. */
async function killAt(step: string, victim: string, from: 'one' | 'two'): Promise<boolean> {
  const child = stage.begin(['cells', 'move', 'Acme', '--to', other[from]])
  let isReached = false
  for await (const line of createInterface({ input: child.stdout! })) {
    if (line !== step) continue
    isReached = true
    if (victim === 'mover') child.kill('SIGKILL')
    else
      await stage.cells[victim.startsWith('source') ? from : other[from]].restart(
        victim.endsWith('api') ? 'api' : 'worker',
      )
  }
  return isReached
}

/** Prints how long reads of the organizations took since an instant. */
function reportReads(indent: string, since: number): void {
  const times = (load: Load) => load.report.reads.filter(({ at }) => at >= since).map(({ ms }) => ms)
  for (const [name, load] of Object.entries(loads))
    say(
      `${indent}${name}: ${times(load).length} lists, p99 ${p99(times(load))} ms; refused: ${JSON.stringify([...load.report.refused])}`,
    )
}

async function endAfter(error: Error): Promise<void> {
  console.error(error)
  process.exitCode = 1
  await stage[Symbol.asyncDispose]()
  process.exit()
}
