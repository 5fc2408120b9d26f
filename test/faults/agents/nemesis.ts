import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../../src/db/database.ts'
import { crashPlaces } from '../crash-points.ts'
import type { Coverage, CrashPlace, Role } from '../crash-points.ts'
import type { Program } from '../program.ts'
import { createRandom } from '../random.ts'
import { agentPoints } from './crash-points.ts'
import { lapseChats, lapseLeases } from './rows.ts'
import type { ToolObserver } from './tool-endpoint.ts'

/** A fault at a moment. */
export type AgentFault = { atMs: number } & (
  | { kind: 'kill'; target: string }
  | { kind: 'kill_database' }
  | { kind: 'kill_all' }
  /** The process stops while others take over what it led, and then goes on. */
  | { kind: 'pause'; target: string; forMs: number }
  /** The process ends when it reaches this point. */
  | ({ kind: 'crash'; target: string; skip: number } & Omit<CrashPlace, 'role'>)
  /** Models are slow, and the leases of all chats end while they think: two processes lead the same turn. */
  | { kind: 'overtake' }
  /** The process ends whose request to the operator's endpoint has just had its effect. */
  | { kind: 'crash_at_write' }
)

export interface AgentScheduleOptions {
  /** How many faults there are. */
  kills: number
  everyMs: number
  apis: number
  workers: number
  /** Only faults of these kinds; null: of all. */
  kinds: readonly string[] | null
}

/** After the operator's endpoint was asked. */
export const atWrite = { point: 'at a write', how: 'asked' }

/** How long a process has to run into its trap. */
const trapMs = 4_000
/** How long models think while chats are overtaken, and how often leases end meanwhile. Calls wait for 2.5 s. */
const slowMs = 2_000
const overtakes = 8
/** How exactly the answers come in one moment. */
const slowStepMs = 20

/** Returns the faults and their times, by the seed: most end one process at a point of a turn. */
export function createSchedule(seed: string, options: AgentScheduleOptions): AgentFault[] {
  const { kills, everyMs, apis, workers, kinds } = options
  const random = createRandom(`${seed} agents nemesis`)
  // APIs lead chats on the web and calls, workers those on WhatsApp.
  const places = crashPlaces(agentPoints, random)
  const one = (role: Role) => `${role}-${random.integer(1, role === 'api' ? apis : workers)}`
  const any = () => one(random.chance(0.6) ? 'api' : 'worker')
  const all: Maker[] = [
    {
      kind: 'crash',
      share: 0.42,
      make: (atMs) => {
        const { role, point, moment } = places.next().value
        return { atMs, kind: 'crash', target: one(role), point, moment, skip: random.integer(0, 3) }
      },
    },
    { kind: 'kill', share: 0.13, make: (atMs) => ({ atMs, kind: 'kill', target: one('api') }) },
    { kind: 'crash_at_write', share: 0.13, make: (atMs) => ({ atMs, kind: 'crash_at_write' }) },
    { kind: 'overtake', share: 0.1, make: (atMs) => ({ atMs, kind: 'overtake' }) },
    {
      kind: 'pause',
      share: 0.08,
      make: (atMs) => ({ atMs, kind: 'pause', target: any(), forMs: random.integer(2_500, 5_000) }),
    },
    { kind: 'kill', share: 0.08, make: (atMs) => ({ atMs, kind: 'kill', target: one('worker') }) },
    { kind: 'kill_database', share: 0.04, make: (atMs) => ({ atMs, kind: 'kill_database' }) },
    { kind: 'kill_all', share: 0.02, make: (atMs) => ({ atMs, kind: 'kill_all' }) },
  ]
  const makers = all.filter(({ kind }) => kinds === null || kinds.includes(kind))
  if (makers.length === 0) throw new Error(`there is no fault of the kinds ${kinds?.join(', ')}`)
  const shares = makers.reduce((sum, { share }) => sum + share, 0)
  const pick = (): Maker => {
    let roll = random.next() * shares
    return makers.find(({ share }) => (roll -= share) < 0) ?? makers[0]!
  }
  return Array.from({ length: kills }, (_, turn) => {
    const atMs = 1_500 + Math.round(everyMs * (turn + 0.6 * random.next()))
    // First each kind once, then by chance.
    return (makers[turn] ?? pick()).make(atMs)
  })
}

interface Maker {
  kind: AgentFault['kind']
  /** How often it is picked, of all. */
  share: number
  make: (atMs: number) => AgentFault
}

export interface AgentVictims {
  program: Program
  db: Db
  tool: ToolObserver
  /** Lets the answers of models that are asked next begin so much later. */
  slowModels: (ms: number) => void
  coverage: Coverage
}

/** Does what the schedule says. Resolves with the instant at which the last of it was over. */
export async function runSchedule(
  faults: readonly AgentFault[],
  victims: AgentVictims,
  say: (line: string) => void,
): Promise<number> {
  const begun = Date.now()
  const paused = new Set<string>()
  const awaited = { writes: 0 }
  victims.tool.onWrite = (port) => {
    const name = awaited.writes > 0 ? victims.program.ownerOfPort(port) : null
    if (name === null || paused.has(name)) return false
    awaited.writes--
    victims.coverage.hit(atWrite)
    victims.program.kill(name)
    return true
  }
  await Promise.all(
    faults.map(async (fault) => {
      await delay(Math.max(begun + fault.atMs - Date.now(), 0))
      say(describeFault(fault))
      await commit(fault, victims, paused, awaited)
    }),
  )
  return Date.now()
}

async function commit(
  fault: AgentFault,
  { program, db, coverage, slowModels }: AgentVictims,
  paused: Set<string>,
  awaited: { writes: number },
): Promise<void> {
  switch (fault.kind) {
    case 'kill':
      // A stopped process is not killed, because it must continue after others have done its work.
      if (!paused.has(fault.target)) program.kill(fault.target)
      return
    case 'kill_database':
      return program.killDatabase().catch(() => {})
    case 'kill_all':
      for (const name of [...program.names('api'), ...program.names('worker')])
        if (!paused.has(name)) program.kill(name)
      return program.killDatabase().catch(() => {})
    case 'pause':
      if (paused.has(fault.target)) return
      paused.add(fault.target)
      program.pause(fault.target)
      await delay(fault.forMs / 4)
      await lapseLeases(db).catch(() => {})
      await delay((fault.forMs * 3) / 4)
      program.resume(fault.target)
      paused.delete(fault.target)
      return
    case 'overtake':
      return overtake(db, slowModels)
    case 'crash_at_write':
      coverage.set(atWrite)
      awaited.writes++
      return
    case 'crash': {
      const { target, point, moment, skip } = fault
      if (paused.has(target)) return
      const place = { point, how: moment }
      coverage.set(place)
      const { isAt } = agentPoints.find(({ name }) => name === point)!
      const crash = (): void => {
        coverage.hit(place)
        program.kill(target)
      }
      program.setTrap(target, { isAt, moment, skip, afterMs: 0, crash })
      await delay(trapMs)
    }
  }
}

/**
 * Keeps models from answering, and ends the leases of chats meanwhile: whoever asks again or looks for what is due
 * leads a chat then, beside the process that did. Both get their answers in the same moment.
 */
async function overtake(db: Db, slowModels: (ms: number) => void): Promise<void> {
  const until = Date.now() + slowMs
  const slowing = (async () => {
    for (let leftMs = slowMs; leftMs > 0; leftMs = until - Date.now()) {
      slowModels(leftMs)
      await delay(Math.min(leftMs, slowStepMs))
    }
  })()
  for (let times = 0; times < overtakes; times++) {
    await delay(slowMs / overtakes)
    await lapseChats(db).catch(() => {})
  }
  await slowing
}

export function describeFault(fault: AgentFault): string {
  const { atMs, ...rest } = fault
  return `${(atMs / 1000).toFixed(1).padStart(7)} s  ${Object.values(rest).join(' ')}`
}
