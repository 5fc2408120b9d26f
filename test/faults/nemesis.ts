import { setTimeout as delay } from 'node:timers/promises'
import type { Clients } from './clients.ts'
import type { Observer } from './observer.ts'
import type { CallbackFate } from './observer-leg.ts'
import type { AnswerFault } from './observer-log.ts'
import type { Plan } from './plan.ts'
import type { Program } from './program.ts'
import { createRandom } from './random.ts'
import type { Random } from './random.ts'

/** How the carrier misbehaves for a while; `mixed` is everything at once, a request in three. */
export const carrierTroubles = ['cut', 'hang', 'status_500', 'lost', 'rate_limit', 'refuse', 'mixed'] as const
export type CarrierTrouble = (typeof carrierTroubles)[number]

/** Something bad at a moment. `burst`: so many calls are asked of the process just before, to catch it at work. */
export type Fault = { atMs: number } & (
  | { kind: 'kill'; target: string; burst: number; afterMs: number }
  | { kind: 'pause'; target: string; burst: number; afterMs: number; forMs: number }
  | { kind: 'kill_database'; burst: number; afterMs: number }
  | { kind: 'kill_all' }
  | { kind: 'carrier'; trouble: CarrierTrouble; forMs: number }
)

export interface ScheduleOptions {
  seconds: number
  /** After how long the service takes a silent process for dead; a pause outlasts it. */
  leaseMs: number
  apis: number
  workers: number
}

/** Longer than the lease by what it takes to find a dial unplaced and to dial again. */
const pauseBeyondLeaseMs = 12_000
const firstFaultMs = 4_000

/** What happens, when: a function of the seed. Every kind occurs, as far as the time allows; pauses do not overlap. */
export function createSchedule(seed: string, options: ScheduleOptions): Fault[] {
  const random = createRandom(`${seed} nemesis`)
  const wholeMs = options.seconds * 1_000
  const faults: Fault[] = []
  const nameOf = (role: 'api' | 'worker') =>
    `${role}-${random.integer(1, role === 'api' ? options.apis : options.workers)}`
  const burst = () => (random.chance(0.7) ? random.integer(5, 30) : 0)
  const afterMs = () => random.integer(2, 60)
  const makers: ((atMs: number) => Fault)[] = [
    (atMs) => ({ atMs, kind: 'kill', target: nameOf('api'), burst: burst(), afterMs: afterMs() }),
    (atMs) => ({ atMs, kind: 'kill', target: nameOf('worker'), burst: 0, afterMs: 0 }),
    (atMs) => ({ atMs, kind: 'kill_database', burst: burst(), afterMs: afterMs() }),
    (atMs) => ({ atMs, kind: 'kill', target: nameOf('api'), burst: burst(), afterMs: afterMs() }),
    (atMs) => ({
      atMs,
      kind: 'carrier',
      trouble: random.pick(carrierTroubles),
      forMs: random.integer(1_500, 6_000),
    }),
    (atMs) => ({ atMs, kind: 'kill', target: nameOf('worker'), burst: 0, afterMs: 0 }),
    (atMs) => ({ atMs, kind: 'kill_all' }),
  ]
  for (let atMs = firstFaultMs, turn = 0; atMs < wholeMs; turn++) {
    // Every kind once in turn, so that a short run has them too; then by chance.
    const make = turn < makers.length ? makers[turn]! : random.pick(makers)
    faults.push(make(atMs))
    atMs += random.integer(2_500, 7_000)
  }
  const pauseMs = options.leaseMs + pauseBeyondLeaseMs
  for (let atMs = 1_500, turn = 0; atMs + pauseMs <= wholeMs; atMs += pauseMs + 3_000, turn++)
    faults.push({
      atMs,
      kind: 'pause',
      target: nameOf(turn % 2 === 0 ? 'api' : 'worker'),
      burst: random.integer(15, 40),
      afterMs: random.integer(5, 40),
      forMs: pauseMs,
    })
  return faults.sort((one, other) => one.atMs - other.atMs)
}

export function describeFault(fault: Fault): string {
  const { atMs, ...rest } = fault
  return `${(atMs / 1000).toFixed(1).padStart(7)} s  ${Object.values(rest).join(' ')}`
}

export interface Victims {
  program: Program
  observer: Observer
  clients: Clients
  plan: Plan
}

/** Does what the schedule says, and resolves with the instant at which the last of it was over. */
export async function runSchedule(
  faults: readonly Fault[],
  victims: Victims,
  seed: string,
  say: (line: string) => void,
): Promise<number> {
  const begun = Date.now()
  const paused = new Set<string>()
  const running = faults.map(async (fault) => {
    await delay(Math.max(begun + fault.atMs - Date.now(), 0))
    say(describeFault(fault))
    await commit(fault, victims, paused, createRandom(`${seed} ${fault.atMs}`))
  })
  await Promise.all(running)
  return Date.now()
}

async function commit(fault: Fault, victims: Victims, paused: Set<string>, random: Random): Promise<void> {
  const { program, observer } = victims
  const all = [...program.names('api'), ...program.names('worker')]
  switch (fault.kind) {
    case 'kill':
      await burst(fault.burst, victims, fault.target, fault.afterMs, random)
      // Whoever is stopped stays so: that one is to wake up into a changed world.
      if (!paused.has(fault.target)) program.kill(fault.target)
      return
    case 'pause':
      await burst(fault.burst, victims, fault.target, fault.afterMs, random)
      paused.add(fault.target)
      program.pause(fault.target)
      await delay(fault.forMs)
      program.resume(fault.target)
      paused.delete(fault.target)
      return
    case 'kill_database':
      await burst(fault.burst, victims, null, fault.afterMs, random)
      return program.killDatabase().catch(() => {})
    case 'kill_all':
      for (const name of all) if (!paused.has(name)) program.kill(name)
      return program.killDatabase().catch(() => {})
    case 'carrier':
      if (fault.trouble === 'refuse') {
        await observer.refuseConnections(true)
        await delay(fault.forMs)
        return observer.refuseConnections(false)
      }
      observer.answerBy(() => answerIn(fault.trouble, random))
      await delay(fault.forMs)
      return observer.answerBy(() => ({ kind: 'none' }))
  }
}

/** Asks for calls without waiting for the answers, and leaves the process a moment to begin them. */
async function burst(
  count: number,
  { clients, plan }: Victims,
  target: string | null,
  afterMs: number,
  random: Random,
): Promise<void> {
  if (count === 0) return
  const campaigns = plan.campaigns.filter(({ purpose, slots }) => purpose === 'slots' && slots >= 10)
  for (let sent = 0; sent < count; sent++) {
    const endpoint = random.chance(0.25) ? 'trigger-call' : 'calls'
    const { name } = random.pick(campaigns)
    const number = clients.freshNumber()
    const wanted = { endpoint, campaign: name, number, isOwnNumber: true, idempotencyKey: null } as const
    void clients.send(wanted, target?.startsWith('api') ? target : undefined)
  }
  await delay(afterMs)
}

function answerIn(trouble: CarrierTrouble, random: Random): AnswerFault {
  switch (trouble) {
    case 'cut':
      return { kind: 'cut', afterBytes: random.integer(0, 700) }
    case 'hang':
      return { kind: 'stall', afterBytes: random.pick([0, 0, 20, 300]) }
    case 'status_500':
    case 'lost':
    case 'rate_limit':
      return { kind: trouble }
    case 'refuse':
      return { kind: 'none' }
    case 'mixed':
      return random.chance(0.66) ? { kind: 'none' } : mixed(random)
  }
}

function mixed(random: Random): AnswerFault {
  return random.pick<AnswerFault>([
    { kind: 'cut', afterBytes: random.integer(0, 700) },
    { kind: 'stall', afterBytes: 0 },
    { kind: 'late', ms: random.integer(500, 4_000) },
    { kind: 'status_500' },
    { kind: 'callback_first' },
    { kind: 'lost' },
    { kind: 'rate_limit' },
    { kind: 'rejected' },
  ])
}

/** What befalls a callback: most arrive, some do not, or twice, or late, or behind a forged one. */
export function troubledCallback(random: Random): CallbackFate {
  const roll = random.next()
  if (roll < 0.7) return { kind: 'send' }
  if (roll < 0.78) return { kind: 'twice' }
  if (roll < 0.88) return { kind: 'delay', ms: random.integer(20, 1_500) }
  if (roll < 0.93) return { kind: 'forged_first' }
  return { kind: 'drop' }
}
