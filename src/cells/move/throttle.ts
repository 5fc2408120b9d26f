import { setTimeout as delay } from 'node:timers/promises'

/** The usual share of its time in which a move works. The others have the machine for themselves in the rest of it. */
export const usualShare = 0.2
/**
 * A rest comes after so much work. A piece of work should take about as long: a request beside it waits for no longer.
 */
const workMs = 10
/** The longest rest: a move that had to wait for a moment goes on soon. */
const restMsMax = 1_000

/** Work in short pieces with rests between them, so that a move does not slow others down. */
export class Throttle {
  /** How long the work took so far; rests are not counted. */
  workedMs = 0
  readonly #share: number
  readonly #rest: (ms: number) => Promise<unknown>
  #restedAtMs = 0

  /**
   * @param share of the time in which to work, above 0; 1 is without rests.
   * @param rest waits for some milliseconds.
   */
  constructor(share: number, rest: (ms: number) => Promise<unknown> = delay) {
    if (!(share > 0 && share <= 1)) throw new RangeError('the share must be above 0 and at most 1')
    this.#share = share
    this.#rest = rest
  }

  /** Does one piece of work, and rests behind it if enough was done since the last rest. */
  async work<Result>(run: () => Promise<Result>): Promise<Result> {
    const begunAt = performance.now()
    const result = await run()
    this.workedMs += performance.now() - begunAt
    const sinceRestMs = this.workedMs - this.#restedAtMs
    if (sinceRestMs < workMs) return result
    this.#restedAtMs = this.workedMs
    const restMs = Math.min(sinceRestMs * (1 / this.#share - 1), restMsMax)
    if (restMs > 0) await this.#rest(restMs)
    return result
  }
}

/** Returns a throttle without rests. */
export function fullSpeed(): Throttle {
  return new Throttle(1)
}

const rowsMin = 10
const rowsMax = 5_000

/** How many rows a piece of work takes, so that it lasts about as long as a throttle wants it to. */
export class PieceSize {
  rows = 100

  /** Learns from a piece of as many rows. */
  learn(ms: number): void {
    const factor = Math.min(2, Math.max(0.25, workMs / Math.max(ms, 1)))
    this.rows = Math.min(rowsMax, Math.max(rowsMin, Math.round(this.rows * factor)))
  }
}
