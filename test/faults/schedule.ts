import { callPoints, carrierMoments, crashPlaces } from './crash-points.ts'
import type { CarrierMoment, CrashPlace } from './crash-points.ts'
import { createRandom } from './random.ts'

/** How the carrier misbehaves for a while. `mixed`: one request in three, each in any of the ways. */
const carrierTroubles = ['cut', 'hang', 'status_500', 'lost', 'rate_limit', 'refuse', 'mixed'] as const
export type CarrierTrouble = (typeof carrierTroubles)[number]

/** A fault at a moment. `burst`: how many calls the process gets just before, so that it is at work. */
export type Fault = { atMs: number } & (
  | { kind: 'kill'; target: string; burst: number; afterMs: number }
  | { kind: 'pause'; target: string; burst: number; afterMs: number; forMs: number }
  | { kind: 'kill_database'; burst: number; afterMs: number }
  | { kind: 'kill_all' }
  | { kind: 'carrier'; trouble: CarrierTrouble; forMs: number }
  /** The process ends when it reaches this point after `skip` times; it gets a while for it. */
  | ({ kind: 'crash'; target: string; skip: number; afterMs: number; burst: number } & Omit<
      CrashPlace,
      'role'
    >)
  /** The process ends that makes the next request to the carrier after `skip` others. */
  | { kind: 'crash_dialler'; moment: CarrierMoment; skip: number; burst: number }
  | { kind: 'clock'; target: string; byMs: number; forMs: number }
)

export interface ScheduleOptions {
  seconds: number
  /** After this time the service takes a silent process for dead; a pause is longer. */
  leaseMs: number
  apis: number
  workers: number
}

/** How much longer than the lease a pause is: the time to find an attempt unplaced and to dial again. */
const pauseBeyondLeaseMs = 12_000
const firstFaultMs = 4_000
/** How long a process has to run into its trap. */
export const crashWithinMs = 5_000

/**
 * Returns the faults and their times, by the seed. Every kind occurs, as far as the time allows; pauses do not overlap.
 */
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
    // First each kind once, so that a short run has them too; then by chance.
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
  faults.push(...crashes(seed, options), ...clockFaults(seed, options))
  return faults.sort((one, other) => one.atMs - other.atMs)
}

/** Returns crashes of processes at chosen points, one in six at the carrier. All begin and end within the time. */
function crashes(seed: string, { seconds, apis, workers }: ScheduleOptions): Fault[] {
  const random = createRandom(`${seed} crashes`)
  const places = crashPlaces(callPoints, random)
  const faults: Fault[] = []
  const lastMs = seconds * 1_000 - crashWithinMs
  for (let atMs = 2_000, turn = 0; atMs < lastMs; atMs += random.integer(2_000, 4_000), turn++) {
    const skip = random.integer(0, 4)
    const burst = random.integer(10, 25)
    if (turn % 6 === 0) {
      const moment = carrierMoments[(turn / 6) % carrierMoments.length]!
      faults.push({ atMs, kind: 'crash_dialler', moment, skip, burst })
      continue
    }
    const { role, point, moment } = places.next().value
    const target = `${role}-${random.integer(1, role === 'api' ? apis : workers)}`
    faults.push({ atMs, kind: 'crash', target, point, moment, skip, afterMs: random.integer(0, 4), burst })
  }
  return faults
}

/** Returns clock changes of one process at a time, by a little and by an hour, forward and back. */
function clockFaults(seed: string, { seconds, apis, workers }: ScheduleOptions): Fault[] {
  const random = createRandom(`${seed} clocks`)
  const moves = [800, 3_600_000, -800, -3_600_000].flatMap((byMs) =>
    (
      [
        ['worker', workers],
        ['api', apis],
      ] as const
    ).map(([role, count]) => () => ({
      target: `${role}-${random.integer(1, count)}`,
      byMs,
      forMs: random.integer(3_000, 9_000),
    })),
  )
  const faults: Fault[] = []
  for (let atMs = 3_000, turn = 0; ; turn++) {
    const move = moves[turn % moves.length]!()
    if (atMs + move.forMs > seconds * 1_000) return faults
    faults.push({ atMs, kind: 'clock', ...move })
    atMs += move.forMs + random.integer(1_000, 3_000)
  }
}

export function describeFault(fault: Fault): string {
  const { atMs, ...rest } = fault
  return `${(atMs / 1000).toFixed(1).padStart(7)} s  ${Object.values(rest).join(' ')}`
}
