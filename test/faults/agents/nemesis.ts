import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../../src/db/database.ts'
import { crashPlaces } from '../crash-points.ts'
import type { Coverage, CrashPlace } from '../crash-points.ts'
import type { Program } from '../program.ts'
import { createRandom } from '../random.ts'
import { agentPoints } from './crash-points.ts'
import { lapseLeases } from './rows.ts'
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
  /** The process ends whose request to the operator's endpoint has just had its effect. */
  | { kind: 'crash_at_write' }
)

export interface AgentScheduleOptions {
  /** How many faults there are. */
  kills: number
  everyMs: number
  apis: number
  workers: number
}

/** How long a process has to run into its trap. */
const trapMs = 4_000

/** Returns the faults and their times, by the seed: most end one process at a point of a turn. */
export function createSchedule(seed: string, options: AgentScheduleOptions): AgentFault[] {
  const { kills, everyMs, apis, workers } = options
  const random = createRandom(`${seed} agents nemesis`)
  // Workers answer chats whose requests died; APIs do the rest.
  const places = crashPlaces(
    agentPoints.map((point) => ({ ...point, roles: ['api'] as const })),
    random,
  )
  const api = () => `api-${random.integer(1, apis)}`
  const makers: ((atMs: number) => AgentFault)[] = [
    (atMs) => {
      const { point, moment } = places.next().value
      return { atMs, kind: 'crash', target: api(), point, moment, skip: random.integer(0, 3) }
    },
    (atMs) => ({ atMs, kind: 'kill', target: api() }),
    (atMs) => ({ atMs, kind: 'crash_at_write' }),
    (atMs) => ({ atMs, kind: 'pause', target: api(), forMs: random.integer(2_500, 5_000) }),
    (atMs) => ({ atMs, kind: 'kill', target: `worker-${random.integer(1, workers)}` }),
    (atMs) => ({ atMs, kind: 'kill_database' }),
    (atMs) => ({ atMs, kind: 'kill_all' }),
  ]
  const shares = [0.45, 0.62, 0.8, 0.9, 0.94, 0.98, 1]
  return Array.from({ length: kills }, (_, turn) => {
    const atMs = 1_500 + Math.round(everyMs * (turn + 0.6 * random.next()))
    const roll = random.next()
    // First each kind once, then by chance.
    return makers[turn < makers.length ? turn : shares.findIndex((share) => roll < share)]!(atMs)
  })
}

export interface AgentVictims {
  program: Program
  db: Db
  tool: ToolObserver
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
    victims.coverage.hit('at a write')
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
  { program, db, coverage }: AgentVictims,
  paused: Set<string>,
  awaited: { writes: number },
): Promise<void> {
  switch (fault.kind) {
    case 'kill':
      // Whoever is stopped stays so: that one is to wake up into a changed world.
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
    case 'crash_at_write':
      coverage.set('at a write')
      awaited.writes++
      return
    case 'crash': {
      const { target, point, moment, skip } = fault
      if (paused.has(target)) return
      const place = `${point}, ${moment}`
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

export function describeFault(fault: AgentFault): string {
  const { atMs, ...rest } = fault
  return `${(atMs / 1000).toFixed(1).padStart(7)} s  ${Object.values(rest).join(' ')}`
}
