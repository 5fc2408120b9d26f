// Two cells as real processes on loopback, with their own PostgreSQL: an organization is moved under load, with kills.
// Run: npx node test/cluster/cells.ts [--moves N] [--quick] [--directory]. It needs HAProxy (Debian package haproxy).
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { selectPlacedByName } from '../../src/cells/directory/directory-queries.ts'
import { moveSteps } from '../../src/cells/move/move-request.ts'
import type { MoveStep } from '../../src/cells/move/move-request.ts'
import type { Db } from '../../src/db/database.ts'
import { startPhoneNetwork } from '../../src/sandbox/phone/phone-network.ts'
import { startObserver } from '../faults/whatsapp/observer.ts'
import { eventually } from '../support/service.ts'
import { checkLoad, countOpenCalls, selectLoad } from './cells/check.ts'
import { addAccount, declareOrganization } from './cells/declare.ts'
import { p99, startLoad } from './cells/load.ts'
import type { Load, LoadedOrganization } from './cells/load.ts'
import { signInOverCells } from './cells/people.ts'
import { startStage } from './cells/stage.ts'

const { values: options } = parseArgs({
  options: {
    moves: { type: 'string', default: '3' },
    quick: { type: 'boolean', default: false },
    /** Leaves out the moves and kills of the parts 1 to 3. */
    directory: { type: 'boolean', default: false },
  },
})
const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-cells-'))
chmodSync(folder, 0o711)
const other = { one: 'two', two: 'one' } as const
/** How long messages and events may take to settle after the load. */
const restMs = 60_000
const say = (line: string): void => void process.stdout.write(`${line}\n`)

say('0. Two cells, a directory and a router')
await using network = await startPhoneNetwork({ port: 0, speed: 20 })
await using graph = await startObserver(path.join(folder, 'whatsapp.ndjson'))
await using stage = await startStage(folder)
// Ends what was started if a check fails.
process.on('uncaughtException', (error) => void endAfter(error))
const moved = await declare('one', 'Acme', '100000000000001', 2_000_000)
const neighbor = await declare('one', 'Steady', '100000000000002', 4_000_000)
const guest = await declare('two', 'Borealis', '100000000000003', 6_000_000)
await eventually('both cells know all senders', async () => {
  const counts = await Promise.all(
    Object.values(stage.cells).map(({ db }) =>
      db.query<{ n: number }>({ strings: ['select count(*)::integer as n from cell_senders'], values: [] }),
    ),
  )
  return counts.every(([row]) => row?.n === 3) ? true : null
})
await stage.route()
// Each message leads to three webhooks more.
const loading = { pauseMs: { call: 250, send: 1_000, webhook: 250, read: 100 } }
const loads = {
  moved: startLoad(stage.routerUrl, moved, loading),
  neighbor: startLoad(stage.routerUrl, neighbor, loading),
  guest: startLoad(stage.routerUrl, guest, loading),
}
await delay(5_000)
const person = await signInOverCells(stage, [
  { cell: 'one', organization: moved },
  { cell: 'one', organization: neighbor },
  { cell: 'two', organization: guest },
])
await person.check()

const kills = options.directory ? 0 : await moveAndKill()
await killDirectory()
await person.check()
await person.signOut()
say(
  '   One session reached the organizations of both cells before, between and after the kills, and then ended.',
)

say('5. Everything that was accepted')
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
  const wrong = await faultsAtRest(db, of, load)
  faults.push(...wrong.map((fault) => `${of.name}: ${fault}`))
  const { calls, sends, events, refused } = load.report
  say(
    `   ${of.name}: ${calls.size} calls, ${sends.size} messages to people, ${events.size} from people; sent again: ${JSON.stringify([...refused])}`,
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

/** Returns what is wrong with a load, once webhooks and workers had the time to end what goes on. */
async function faultsAtRest(
  db: Db,
  { organizationId, phoneNumberId }: LoadedOrganization,
  { report }: Load,
): Promise<string[]> {
  for (const until = performance.now() + restMs; ; await delay(500)) {
    const seen = {
      dialed: network.calls().map(({ to }) => to),
      messages: graph.messages().filter(({ phone_number_id }) => phone_number_id === phoneNumberId),
    }
    const found = checkLoad(await selectLoad(db, organizationId), seen, report)
    if (found.length === 0 || performance.now() > until) return found
  }
}

/**
 * Moves the organization under load, then kills each process at each step, then a cell. Returns how many were killed at
 * their step.
 */
async function moveAndKill(): Promise<number> {
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
  await person.check()

  say('2. Kills at every step')
  const victims = ['mover', 'source worker', 'source api', 'target worker', 'target api'] as const
  let killed = 0
  for (const [index, step] of moveSteps.entries()) {
    const from = (await cellOf()) as 'one' | 'two'
    const chosen = options.quick
      ? [victims[index % victims.length]!]
      : (['mover', victims[1 + (index % 4)]!] as const)
    for (const victim of chosen) {
      if ((await cellOf()) !== from) break
      const reached = await killAt(step, victim, from)
      if (reached) killed++
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
  assert.equal(await person.statusOf(neighbor), 200, 'a session of the other cell ended with a dead one')
  assert.equal(await person.statusOf(guest), 503)
  await stage.cells.two.revive()
  assert.deepEqual(neighborFaults, [])
  await person.check()
  say(`   (${Math.round(performance.now() - before)} ms)`)

  return killed
}

/** Kills the directory while everything works, then at each step of a move. */
async function killDirectory(): Promise<void> {
  say('4. The directory dies')
  await stage.route()
  await eventually('all requests are accepted again', calmAgain, 30_000)
  const refusedWith = () => JSON.stringify(Object.values(loads).map(({ report }) => [...report.refused]))
  const beforeOutage = refusedWith()
  await stage.killDirectory()
  for (const args of [
    ['cells', 'place', 'Acme', '--in', 'one'],
    ['cells', 'move', 'Acme', '--to', 'two'],
  ])
    await assert.rejects(
      stage.command([...args, '--json']),
      /the directory can not be reached, and nothing was changed/,
    )
  await stage.cells.one.restart('worker')
  await delay(10_000)
  assert.equal(refusedWith(), beforeOutage, 'a request was refused while the directory was away')
  await stage.reviveDirectory()
  await eventually(
    'the directory and the cells agree',
    () =>
      stage.command(['cells', 'check']).then(
        () => true,
        () => null,
      ),
    60_000,
  )
  say('   10 s without it, and a worker that was replaced: no request was refused; then all is as it was')
  for (const step of moveSteps) {
    const from = (await cellOf()) as 'one' | 'two'
    const refusedBefore = otherRefusals()
    const outcome = await killDirectoryAt(step, from)
    const isSwitched = moveSteps.indexOf(step) > moveSteps.indexOf('switch')
    assert.match(outcome, isSwitched ? /^moved$/ : /nothing was switched/)
    const accepted = loads.moved.report.calls.size
    await eventually(
      `the organization works although the directory died at "${step}"`,
      () => (loads.moved.report.calls.size > accepted + 2 ? true : null),
      30_000,
    )
    assert.equal(otherRefusals(), refusedBefore, `others noticed that the directory died at "${step}"`)
    await stage.reviveDirectory()
    await eventually(
      'the directory answers',
      () =>
        cellOf().then(
          () => true,
          () => null,
        ),
      30_000,
    )
    assert.equal(await cellOf(), isSwitched ? other[from] : from)
    if (!isSwitched) await move(other[from])
    await stage.route()
    await eventually('all requests are accepted again', calmAgain, 30_000)
    say(`   ${step}: ${isSwitched ? 'went on without it' : 'given up, then moved'}; now in ${await cellOf()}`)
  }
}

async function declare(cell: 'one' | 'two', name: string, phoneNumberId: string, firstNumber: number) {
  const wanted = { cell, name, phoneNumberId, firstNumber }
  addAccount(graph, wanted, stage.routerUrl)
  return declareOrganization(stage, { ...wanted, phoneUrl: network.url, graphUrl: graph.url })
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

/** Begins a move, and kills the directory right before a step. Returns what the mover says at its end. */
async function killDirectoryAt(step: MoveStep, from: 'one' | 'two'): Promise<string> {
  const child = stage.beginMover('Acme', other[from])
  const ended = once(child, 'exit')
  let last = ''
  for await (const line of createInterface({ input: child.stdout! })) {
    last = line
    if (line === step) await stage.killDirectory()
    child.stdin!.write('\n')
  }
  await ended
  return last
}

/** Resolves to true if nothing is refused for two seconds. */
async function calmAgain(): Promise<true | null> {
  const count = () => Object.values(loads).map(({ report }) => [...report.refused].join())
  const earlier = count().join()
  await delay(2_000)
  return count().join() === earlier ? true : null
}

/** What the organizations that do not move were refused. */
function otherRefusals(): string {
  return JSON.stringify([loads.neighbor, loads.guest].map(({ report }) => [...report.refused]))
}

/** Prints how long reads of the organizations took since an instant. */
function reportReads(indent: string, since: number): void {
  const times = (load: Load) =>
    load.report.requests.filter(({ kind, at }) => kind === 'read' && at >= since).map(({ ms }) => ms)
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
