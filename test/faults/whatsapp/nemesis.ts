import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../../src/db/database.ts'
import type { WhatsappFaultRuleInput } from '../../../src/sandbox/whatsapp/faults.ts'
import type { WhatsappNetwork } from '../../../src/sandbox/whatsapp/whatsapp-network.ts'
import type { Program } from '../program.ts'
import { createRandom } from '../random.ts'
import type { Random } from '../random.ts'
import { templateSend } from './load.ts'
import type { Load } from './load.ts'
import { lapseLeases } from './watch-database.ts'

const networkTroubles = ['lost', 'unanswered', 'html', 'rate_limit', 'cut_request', 'slow'] as const
export type NetworkTrouble = (typeof networkTroubles)[number]

/** A fault at a moment. `burst`: how many messages the process gets just before, so that it is at work. */
export type Fault = { atMs: number } & (
  | { kind: 'kill'; target: string; burst: number; afterMs: number }
  | { kind: 'pause'; target: string; burst: number; afterMs: number; forMs: number }
  | { kind: 'kill_database'; burst: number; afterMs: number }
  | { kind: 'kill_all' }
  | { kind: 'hold_webhooks'; forMs: number; order: 'kept' | 'reversed'; as: 'items' | null; times: number }
  | { kind: 'network'; trouble: NetworkTrouble; times: number }
)

export interface ScheduleOptions {
  seconds: number
  apis: number
  workers: number
  /** How long an API stays stopped: longer than its messages' lease, or the lease is ended meanwhile. */
  pauseMs: number
}

const firstFaultMs = 1_500

/** Returns the faults and their times, by the seed: first each kind once, then by chance. */
export function createSchedule(seed: string, options: ScheduleOptions): Fault[] {
  const random = createRandom(`${seed} whatsapp nemesis`)
  const wholeMs = options.seconds * 1_000
  const faults: Fault[] = []
  const nameOf = (role: 'api' | 'worker') =>
    `${role}-${random.integer(1, role === 'api' ? options.apis : options.workers)}`
  const burst = () => random.integer(5, 20)
  const afterMs = () => random.integer(2, 80)
  const makers: ((atMs: number) => Fault)[] = [
    (atMs) => ({ atMs, kind: 'kill', target: nameOf('api'), burst: burst(), afterMs: afterMs() }),
    (atMs) => ({
      atMs,
      kind: 'network',
      trouble: random.pick(networkTroubles),
      times: random.integer(3, 15),
    }),
    (atMs) => ({ atMs, kind: 'kill', target: nameOf('worker'), burst: 0, afterMs: 0 }),
    (atMs) => ({
      atMs,
      kind: 'hold_webhooks',
      forMs: random.integer(800, 3_000),
      order: random.pick(['kept', 'reversed']),
      as: random.pick(['items', null]),
      times: random.integer(1, 3),
    }),
    (atMs) => ({ atMs, kind: 'kill_database', burst: burst(), afterMs: afterMs() }),
    (atMs) => ({ atMs, kind: 'kill', target: nameOf('api'), burst: burst(), afterMs: afterMs() }),
    (atMs) => ({ atMs, kind: 'kill_all' }),
  ]
  const stepMs = Math.min(3_500, (wholeMs - firstFaultMs) / makers.length)
  for (let atMs = firstFaultMs, turn = 0; atMs < wholeMs; turn++) {
    faults.push((turn < makers.length ? makers[turn]! : random.pick(makers))(Math.round(atMs)))
    atMs += stepMs * (0.7 + 0.6 * random.next())
  }
  for (let atMs = 800; atMs + options.pauseMs <= wholeMs; atMs += options.pauseMs + 2_000)
    faults.push({
      atMs,
      kind: 'pause',
      target: nameOf('api'),
      burst: random.integer(10, 30),
      afterMs: random.integer(5, 40),
      forMs: options.pauseMs,
    })
  return faults.sort((one, other) => one.atMs - other.atMs)
}

export function describeFault(fault: Fault): string {
  const { atMs, ...rest } = fault
  return `${(atMs / 1000).toFixed(1).padStart(7)} s  ${Object.values(rest).join(' ')}`
}

export interface Victims {
  program: Program
  network: WhatsappNetwork
  db: Db
  load: Load
  /** Whether the leases of stopped processes are ended early, so that pauses can be shorter. */
  isLapsing: boolean
}

/** Runs the schedule, and returns the instant at which its last fault ended. */
export async function runSchedule(
  faults: readonly Fault[],
  victims: Victims,
  say: (line: string) => void,
): Promise<number> {
  const begun = Date.now()
  const paused = new Set<string>()
  const running = faults.map(async (fault) => {
    await delay(Math.max(begun + fault.atMs - Date.now(), 0))
    say(describeFault(fault))
    await commit(fault, victims, paused, createRandom(`${victims.load.seed} whatsapp ${fault.atMs}`))
  })
  await Promise.all(running)
  return Date.now()
}

async function commit(fault: Fault, victims: Victims, paused: Set<string>, random: Random): Promise<void> {
  const { program, network, db } = victims
  switch (fault.kind) {
    case 'kill':
      await burst(fault.burst, victims, fault.target, fault.afterMs, random)
      // A stopped process is not killed, because it must continue after others have done its work.
      if (!paused.has(fault.target)) program.kill(fault.target)
      return
    case 'pause':
      await burst(fault.burst, victims, fault.target, fault.afterMs, random)
      paused.add(fault.target)
      program.pause(fault.target)
      await delay(fault.forMs / 2)
      if (victims.isLapsing) await lapseLeases(db).catch(() => {})
      await delay(fault.forMs / 2)
      program.resume(fault.target)
      paused.delete(fault.target)
      return
    case 'kill_database':
      await burst(fault.burst, victims, null, fault.afterMs, random)
      return program.killDatabase().catch(() => {})
    case 'kill_all':
      for (const name of [...program.names('api'), ...program.names('worker')])
        if (!paused.has(name)) program.kill(name)
      return program.killDatabase().catch(() => {})
    case 'hold_webhooks':
      network.holdWebhooks()
      await delay(fault.forMs)
      return network.releaseWebhooks({ order: fault.order, as: fault.as, times: fault.times })
    case 'network':
      return network.addFault(ruleOf(fault.trouble, fault.times))
  }
}

/** Requests messages without waiting for the answers, and gives the process a moment to begin them. */
async function burst(
  count: number,
  { load }: Victims,
  target: string | null,
  afterMs: number,
  random: Random,
): Promise<void> {
  if (count === 0) return
  for (let sent = 0; sent < count; sent++) {
    const wanted = templateSend(load, random)
    const key = random.chance(0.5) ? load.clients.freshKey(wanted.organization) : null
    void load.clients.send({ ...wanted, key }, target?.startsWith('api') ? target : undefined)
  }
  await delay(afterMs)
}

function ruleOf(trouble: NetworkTrouble, times: number): WhatsappFaultRuleInput {
  switch (trouble) {
    case 'lost':
      return { operation: 'send', times, fault: { kind: 'drop', after_bytes: 0, reset: true, placed: false } }
    case 'unanswered':
      return {
        operation: 'send',
        times,
        fault: { kind: 'drop', after_bytes: 120, reset: true, placed: true },
      }
    case 'html':
      return {
        operation: 'send',
        times,
        fault: { kind: 'answer', status: 502, body: '<html>Bad Gateway</html>', placed: true },
      }
    case 'rate_limit':
      return {
        operation: 'send',
        times,
        fault: { kind: 'status', status: 429, code: 130429, retry_after_seconds: null, placed: false },
      }
    case 'cut_request':
      return { operation: 'connection', times, fault: { kind: 'cut_request', after_bytes: 300 } }
    case 'slow':
      return { operation: 'send', times, fault: { kind: 'delay', ms: 1_500 } }
  }
}
