import { crashMoments } from './crash-proxy.ts'
import type { CrashMoment } from './crash-proxy.ts'
import type { Random } from './random.ts'
import type { Unit } from './statement-reader.ts'

export type Role = 'api' | 'worker'

/** A place in the program's way that matters, told by what it makes lasting there. */
export interface CrashPoint {
  name: string
  /** Who comes by. */
  roles: readonly Role[]
  isAt: (unit: Unit) => boolean
}

const both: readonly Role[] = ['api', 'worker']

function inTransaction(with_: RegExp, without?: RegExp): CrashPoint['isAt'] {
  return ({ isTransaction, statements }) =>
    isTransaction &&
    statements.some((text) => with_.test(text)) &&
    !(without && statements.some((text) => without.test(text)))
}

function alone(statement: RegExp): CrashPoint['isAt'] {
  return ({ isTransaction, statements }) => !isTransaction && statements.some((text) => statement.test(text))
}

/** Of a call, in the order in which it comes by. */
export const callPoints: readonly CrashPoint[] = [
  { name: 'wait', roles: ['api'], isAt: inTransaction(/insert into calls\b/, /insert into call_attempts\b/) },
  { name: 'decide', roles: both, isAt: inTransaction(/insert into call_attempts\b/) },
  { name: 'accepted', roles: both, isAt: alone(/update call_attempts a set carrier_call_sid\b/) },
  { name: 'keep answer', roles: ['api'], isAt: alone(/update idempotency_keys set answer\b/) },
  { name: 'event', roles: both, isAt: inTransaction(/insert into carrier_events\b/) },
  {
    // Unknown, rejected, never placed, lost.
    name: 'conclude',
    roles: both,
    isAt: inTransaction(/update call_attempts set\b/, /insert into (?:carrier_events|call_attempts)\b/),
  },
  { name: 'wake lines', roles: both, isAt: alone(/update campaign_queues l set next_at\b[^]*pg_notify/) },
  { name: 'claim to ask', roles: ['worker'], isAt: alone(/update call_attempts a set poll_at\b/) },
]

/** One way to end a process at work. */
export interface CrashPlace {
  role: Role
  point: string
  moment: CrashMoment
}

/** Where the process ends that asks the carrier for a call: the carrier has it, and has not, or has, answered. */
export const carrierMoments = ['asked', 'told'] as const
export type CarrierMoment = (typeof carrierMoments)[number]

/** Every point with every moment, in an order of the seed's, again and again: each comes before any comes twice. */
export function* crashPlaces(points: readonly CrashPoint[], random: Random): Generator<CrashPlace, never> {
  const places = points.flatMap(({ name, roles }) =>
    roles.flatMap((role) => crashMoments.map((moment): CrashPlace => ({ role, point: name, moment }))),
  )
  for (;;) {
    const left = [...places]
    while (left.length > 0) yield left.splice(random.integer(0, left.length - 1), 1)[0]!
  }
}

/** Which points were set, and how often somebody ran into them. */
export interface Coverage {
  set: (place: string) => void
  hit: (place: string) => void
  /** A line for each. */
  lines: () => string[]
}

export function createCoverage(): Coverage {
  const counts = new Map<string, { set: number; hit: number }>()
  const of = (place: string): { set: number; hit: number } => {
    const known = counts.get(place) ?? { set: 0, hit: 0 }
    counts.set(place, known)
    return known
  }
  return {
    set: (place) => void of(place).set++,
    hit: (place) => void of(place).hit++,
    lines: () =>
      [...counts]
        .toSorted(([one], [other]) => one.localeCompare(other))
        .map(([place, { set, hit }]) => `${place.padEnd(32)} ${hit} of ${set}`),
  }
}
