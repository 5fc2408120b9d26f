import { assumptions, costOfConversation } from './capacity.ts'
import type { Assumptions } from './capacity.ts'
import type { MeasuredCosts } from './measured-costs.ts'

/** One cell at the busiest rate. */
export interface CellRun {
  /** Conversations a second. */
  rate: number
  /** Cores of the primary. */
  cores: number
  /** Simulated seconds; half of them are over when the primary fails. */
  seconds: number
  /** The part of all conversations that one organization has. */
  hotPart: number
  /** Seconds without a primary. */
  failoverSeconds: number
  /** Seconds in which an organization that is moved waits. */
  moveSeconds: number
  seed: number
}

export interface CellResult {
  /** Used part of the processor time, without the failure. */
  used: number
  /** Seconds that a conversation's statements wait for a core, at the 99th percentile, before the failure. */
  p99Seconds: number
  /**
   * Seconds from the return of a primary until no statement waits longer than `calmSeconds`; null: not within the run.
   */
  drainSeconds: number | null
  /** The longest wait of the organization that is moved. */
  longestMoveSeconds: number
  /** Seconds that a send of the hot organization waits for the others at its plan, at the 99th percentile. */
  hotP99Seconds: number
}

const calmSeconds = 0.1

/**
 * Simulates conversations that arrive at random (Poisson) and take the measured time of a core of PostgreSQL, each at
 * random around its mean (exponential), first come first served. In the middle the primary is away; in the first
 * quarter an organization is moved.
 */
export function simulateCell(
  costs: MeasuredCosts,
  run: CellRun,
  given: Assumptions = assumptions,
): CellResult {
  const random = createRandom(run.seed)
  const exponential = (mean: number) => -Math.log(1 - random()) * mean
  const meanSeconds = costOfConversation(costs, given).postgres / 1_000
  const sendSeconds = 1 / costs.sendsOfOneOrganization
  const sendsPart = (1 - given.calls) * given.messages
  const freeAt = new Float64Array(run.cores)
  const failsAt = run.seconds / 2
  const returnsAt = failsAt + run.failoverSeconds
  const movesAt = run.seconds / 8
  const waits: number[] = []
  const hotWaits: number[] = []
  let busy = 0
  let lastBusyAt = returnsAt
  let longestMove = 0
  let planFreeAt = 0
  for (let at = exponential(1 / run.rate); at < run.seconds; at += exponential(1 / run.rate)) {
    const isHot = random() < run.hotPart
    const isMoved = isHot && at >= movesAt && at < movesAt + run.moveSeconds
    const mayBegin = isMoved ? movesAt + run.moveSeconds : at
    const core = indexOfLeast(freeAt)
    let begins = Math.max(mayBegin, freeAt[core]!)
    if (begins >= failsAt && begins < returnsAt) begins = returnsAt
    const takes = exponential(meanSeconds)
    // A conversation that waits for a move keeps no core meanwhile.
    if (!isMoved) freeAt[core] = begins + takes
    if (isMoved) longestMove = Math.max(longestMove, begins - at)
    else if (at < failsAt) {
      waits.push(begins - at)
      busy += takes
    } else if (at >= returnsAt && begins - at > calmSeconds) lastBusyAt = at
    if (isHot && at < failsAt && random() < sendsPart) {
      const turn = Math.max(at, planFreeAt)
      hotWaits.push(turn - at)
      planFreeAt = turn + exponential(sendSeconds)
    }
  }
  return {
    used: busy / (failsAt * run.cores),
    p99Seconds: percentile(waits, 0.99),
    drainSeconds: lastBusyAt > run.seconds - 1 ? null : lastBusyAt - returnsAt,
    longestMoveSeconds: longestMove,
    hotP99Seconds: percentile(hotWaits, 0.99),
  }
}

function indexOfLeast(values: Float64Array): number {
  let least = 0
  for (let index = 1; index < values.length; index++) if (values[index]! < values[least]!) least = index
  return least
}

function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

/** Returns numbers from 0 to below 1 that are the same for a seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
