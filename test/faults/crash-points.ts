import { crashMoments } from './crash-proxy.ts'
import type { CrashMoment } from './crash-proxy.ts'
import type { Finding } from './evidence.ts'
import type { Random } from './random.ts'
import type { Unit } from './statement-reader.ts'

export type Role = 'api' | 'worker'

/** A point in the program's work, recognized by what it commits there. */
export interface CrashPoint {
  name: string
  /** The roles that reach it. */
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

/** The points of a call, in the order in which it reaches them. */
export const callPoints: readonly CrashPoint[] = [
  { name: 'wait', roles: ['api'], isAt: inTransaction(/insert into calls\b/, /insert into call_attempts\b/) },
  { name: 'decide', roles: both, isAt: inTransaction(/insert into call_attempts\b/) },
  { name: 'accepted', roles: both, isAt: alone(/update call_attempts a set carrier_call_sid\b/) },
  { name: 'keep answer', roles: ['api'], isAt: alone(/update idempotency_keys set answer\b/) },
  { name: 'event', roles: both, isAt: inTransaction(/insert into carrier_events\b/) },
  { name: 'report', roles: ['api'], isAt: alone(/xmin = [^]*insert into carrier_events\b/) },
  {
    name: 'known report',
    roles: ['api'],
    isAt: alone(/^\s*with attempt as \(select [^]*insert into carrier_events\b/),
  },
  {
    // Unknown, rejected, never placed, lost.
    name: 'conclude',
    roles: both,
    isAt: inTransaction(/update call_attempts set\b/, /insert into (?:carrier_events|call_attempts)\b/),
  },
  { name: 'wake queues', roles: both, isAt: alone(/update campaign_queues l set next_at\b[^]*pg_notify/) },
  { name: 'claim to poll', roles: ['worker'], isAt: alone(/update call_attempts a set poll_at\b/) },
]

/** One way to end a process at work. */
export interface CrashPlace {
  role: Role
  point: string
  moment: CrashMoment
}

/** When the process that requests a call ends: after the carrier has the request, or after the carrier has answered. */
export const carrierMoments = ['asked', 'answered'] as const
export type CarrierMoment = (typeof carrierMoments)[number]
/** Where the process that requests a call ends. */
export const atCarrier = 'dialler at the carrier'

/**
 * Yields every point with every moment, in an order by the seed, again and again: each comes before any comes twice.
 */
export function* crashPlaces(points: readonly CrashPoint[], random: Random): Generator<CrashPlace, never> {
  const places = points.flatMap(({ name, roles }) =>
    roles.flatMap((role) => crashMoments.map((moment): CrashPlace => ({ role, point: name, moment }))),
  )
  for (;;) {
    const left = [...places]
    while (left.length > 0) yield left.splice(random.integer(0, left.length - 1), 1)[0]!
  }
}

/** A point, and how a process ends at it: its role, the moment. */
export interface CrashName {
  point: string
  how: string
}

/** Counts which points were set, and how often a process ran into them. */
export interface Coverage {
  set: (name: CrashName) => void
  hit: (name: CrashName) => void
  /** Returns one line for each point and each way to end at it. */
  lines: () => string[]
  /** Returns how many of the points were reached, in any way; in a full run it must be all, or `least`. */
  check: (what: string, points: readonly string[], least?: number) => Finding
}

export function createCoverage(): Coverage {
  const counts = new Map<string, { point: string; set: number; hit: number }>()
  const of = ({ point, how }: CrashName): { set: number; hit: number } => {
    const place = `${point}, ${how}`
    const known = counts.get(place) ?? { point, set: 0, hit: 0 }
    counts.set(place, known)
    return known
  }
  return {
    set: (name) => void of(name).set++,
    hit: (name) => void of(name).hit++,
    check: (what, points, least = points.length) => {
      const reached = new Set([...counts.values()].filter(({ hit }) => hit > 0).map(({ point }) => point))
      const missed = points.filter((point) => !reached.has(point))
      const judged = points.length - missed.length
      const left = missed.length === 0 ? '' : `, not ${missed.join(', ')}`
      const figure = `${judged} of ${points.length}${left}`
      const must = least === points.length ? 'all' : `≥ ${least}`
      return { bar: 'B2', what, figure, must, judged, least, breaches: [] }
    },
    lines: () =>
      [...counts]
        .toSorted(([one], [other]) => one.localeCompare(other))
        .map(([place, { set, hit }]) => `${place.padEnd(32)} ${hit} of ${set}`),
  }
}
