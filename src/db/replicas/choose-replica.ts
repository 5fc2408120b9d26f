import { hasReached } from './position.ts'
import type { Position } from './position.ts'

/** Where the primary was at an instant. */
export interface Sample {
  /** When it was asked, as `performance.now()`: all commits before lie before the position. */
  at: number
  position: Position
}

/** How long samples are kept, which is the longest lag that can be measured. */
export const samplesMs = 60_000

/** Appends a sample, and drops those that are too old. */
export function keepSample(samples: readonly Sample[], sample: Sample): Sample[] {
  return [...samples.filter(({ at }) => sample.at - at < samplesMs), sample]
}

/**
 * Returns what a replica must have replayed so that it lacks nothing that was committed before the bound; null where
 * the primary has not been asked since, so that nobody knows.
 *
 * @param samples the oldest first.
 */
export function requiredWithin(samples: readonly Sample[], lagMaxMs: number, now: number): Position | null {
  return samples.find(({ at }) => now - at <= lagMaxMs)?.position ?? null
}

/**
 * Returns how many ms of the primary's commits a replica lacks at most; null where it is older than the samples. It
 * is exact to the time between two samples.
 */
export function lagMs(samples: readonly Sample[], replayed: Position, now: number): number | null {
  const latest = samples.findLast(({ position }) => hasReached(replayed, position))
  return latest === undefined ? null : now - latest.at
}

/** What is known of a replica. */
export interface ReplicaState {
  /** What it has replayed, when it was last asked; null: it can't be used. */
  replayed: Position | null
  /** Statements that it runs for this process. */
  inFlight: number
}

/** Returns the least busy of the replicas that have replayed what is required; null: none has. */
export function chooseReplica<Replica extends ReplicaState>(
  replicas: readonly Replica[],
  required: Position,
): Replica | null {
  let chosen: Replica | null = null
  for (const replica of replicas)
    if (
      replica.replayed !== null &&
      hasReached(replica.replayed, required) &&
      (chosen === null || replica.inFlight < chosen.inFlight)
    )
      chosen = replica
  return chosen
}
