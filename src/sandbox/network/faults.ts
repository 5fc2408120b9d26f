import { z } from 'zod'

/** The most requests that one fault affects. */
const timesMax = 1_000_000

const placed = z.boolean().default(false)
const byteCount = z.number().int().min(0).max(1_000_000)

/**
 * A fault of the answer to a REST request. `placed` says whether the request takes effect nevertheless (for `create`:
 * whether the call exists). Milliseconds are real time, whatever the speed.
 */
export const AnswerFault = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('status'),
    status: z.number().int().min(300).max(599),
    code: z.number().int().nullable().default(null),
    /** Sent as `Retry-After`. */
    retry_after_seconds: z.number().int().min(0).max(1_000_000).nullable().default(null),
    placed,
  }),
  /**
   * Sends the first `after_bytes` bytes of the answer (including the status line), then closes or resets the
   * connection.
   */
  z.strictObject({
    kind: z.literal('drop'),
    after_bytes: byteCount.default(0),
    reset: z.boolean().default(false),
    placed,
  }),
  /** Sends the first `after_bytes` bytes, then nothing until the client closes the connection. */
  z.strictObject({ kind: z.literal('stall'), after_bytes: byteCount.default(0), placed }),
  z.strictObject({ kind: z.literal('drip'), bytes_per_second: z.number().positive().max(1000), placed }),
  z.strictObject({ kind: z.literal('delay'), ms: z.number().int().min(0).max(600_000) }),
  /** Sends this answer, with `body` repeated `repeat` times (100 MB are 1 MB a hundred times). */
  z.strictObject({
    kind: z.literal('answer'),
    status: z.number().int().min(200).max(599),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.string().max(1_000_000).default(''),
    encoding: z.enum(['utf8', 'base64']).default('utf8'),
    repeat: z.number().int().min(1).max(1_000_000).default(1),
    placed,
  }),
  /** For reads: answers as if the object did not exist yet. Twilio's reads are eventually consistent. */
  z.strictObject({ kind: z.literal('omit') }),
])
export type AnswerFault = z.infer<typeof AnswerFault>

/** A fault of a request that the network itself sends. */
export const CallbackFault = z.discriminatedUnion('kind', [
  /** Never sent; a request for instructions fails as if there were no connection. */
  z.strictObject({ kind: z.literal('drop') }),
  z.strictObject({ kind: z.literal('delay'), ms: z.number().int().min(0).max(600_000) }),
  /** Sent twice, one after the other. */
  z.strictObject({ kind: z.literal('duplicate') }),
  /** Sent after the next one. Does not affect the last status of a call, and requests that report no status. */
  z.strictObject({ kind: z.literal('reorder') }),
  /** A copy that is signed with a wrong token is sent first. */
  z.strictObject({ kind: z.literal('forge') }),
])
export type CallbackFault = z.infer<typeof CallbackFault>

/** Resets the connection once this many bytes of the request have arrived; the request has no effect. */
export const ConnectionFault = z.strictObject({ kind: z.literal('cut_request'), after_bytes: byteCount })
export type ConnectionFault = z.infer<typeof ConnectionFault>

/** The number whose requests a fault affects (E.164); null for all numbers. */
export const faultNumber = z
  .string()
  .regex(/^\+\d{1,15}$/)
  .nullable()
  .default(null)
/** How many requests a fault affects. */
export const faultTimes = z.number().int().min(1).max(timesMax).default(1)

/** Returns whether a request with this fault has no effect. */
export function preventsEffect(fault: AnswerFault): boolean {
  return 'placed' in fault && !fault.placed
}

/** The most faults that can be armed at once. */
export const faultsMax = 10_000

/**
 * The armed faults of a network, oldest first. A request is affected by the first fault that fits it, and lowers the
 * fault's `times` by one.
 */
export class ArmedFaults<Rule extends { times: number }> {
  #rules: Rule[] = []

  /** @throws RangeError if `faultsMax` are armed. */
  arm(rule: Rule): void {
    if (this.#rules.length >= faultsMax)
      throw new RangeError(`at most ${faultsMax} faults can be armed at once`)
    this.#rules.push({ ...rule })
  }

  clear(): void {
    this.#rules = []
  }

  /** Returns the faults that are still armed; `times` is how many requests each still affects. */
  armed(): readonly Rule[] {
    return this.#rules.map((rule) => ({ ...rule }))
  }

  /** Returns the first fault that fits and lowers its `times`; returns null if none fits. */
  take<Fitting extends Rule>(fits: (rule: Rule) => rule is Fitting): Fitting | null {
    const rule = this.#rules.find(fits)
    if (rule === undefined) return null
    rule.times--
    if (rule.times === 0) this.#rules = this.#rules.filter((other) => other !== rule)
    return rule
  }
}
