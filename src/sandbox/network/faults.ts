import { z } from 'zod'

/** Most times that one fault strikes. */
const timesMax = 1_000_000

const placed = z.boolean().default(false)
const byteCount = z.number().int().min(0).max(1_000_000)

/**
 * How an answer to a REST request goes wrong. `placed` says whether the request takes effect all the same (for `create`:
 * whether the call exists); without it the request has no effect. Milliseconds are real ones.
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
  /** The first `after_bytes` bytes of the whole answer (status line included), then the end or a reset. */
  z.strictObject({
    kind: z.literal('drop'),
    after_bytes: byteCount.default(0),
    reset: z.boolean().default(false),
    placed,
  }),
  /** The first `after_bytes` bytes, then silence for as long as the client holds on. */
  z.strictObject({ kind: z.literal('stall'), after_bytes: byteCount.default(0), placed }),
  z.strictObject({ kind: z.literal('drip'), bytes_per_second: z.number().positive().max(1000), placed }),
  z.strictObject({ kind: z.literal('delay'), ms: z.number().int().min(0).max(600_000) }),
  /** Any other answer: `body`, `repeat` times over (a hundred megabytes are 1 MB a hundred times). */
  z.strictObject({
    kind: z.literal('answer'),
    status: z.number().int().min(200).max(599),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.string().max(1_000_000).default(''),
    encoding: z.enum(['utf8', 'base64']).default('utf8'),
    repeat: z.number().int().min(1).max(1_000_000).default(1),
    placed,
  }),
  /** For `list` and `fetch`: as if the call were not there yet. Twilio's reads are eventually consistent. */
  z.strictObject({ kind: z.literal('omit') }),
])
export type AnswerFault = z.infer<typeof AnswerFault>

/** How a request that the network itself sends goes wrong. */
export const CallbackFault = z.discriminatedUnion('kind', [
  /** Never sent; for instructions, as if the connection had failed. */
  z.strictObject({ kind: z.literal('drop') }),
  z.strictObject({ kind: z.literal('delay'), ms: z.number().int().min(0).max(600_000) }),
  /** Sent twice, one after the other. */
  z.strictObject({ kind: z.literal('duplicate') }),
  /** Sent after the one that should follow it. The last status of a call, and what is no status, are sent in place. */
  z.strictObject({ kind: z.literal('reorder') }),
  /** A copy signed with a wrong token goes before the true one. */
  z.strictObject({ kind: z.literal('forge') }),
])
export type CallbackFault = z.infer<typeof CallbackFault>

/** The connection is reset once that many bytes of the request have arrived; what was asked has no effect. */
export const ConnectionFault = z.strictObject({ kind: z.literal('cut_request'), after_bytes: byteCount })
export type ConnectionFault = z.infer<typeof ConnectionFault>

/** Whose occasions a fault strikes (E.164); everybody's when null. */
export const faultNumber = z
  .string()
  .regex(/^\+\d{1,15}$/)
  .nullable()
  .default(null)
/** How many occasions a fault strikes. */
export const faultTimes = z.number().int().min(1).max(timesMax).default(1)

/** Whether a request that meets this fault has no effect. */
export function preventsEffect(fault: AnswerFault): boolean {
  return 'placed' in fault && !fault.placed
}

/** Most faults armed at once. */
export const faultsMax = 10_000

/** The armed faults of a network, oldest first. An occasion uses up one strike of the first rule that fits it. */
export class ArmedFaults<Rule extends { times: number }> {
  #rules: Rule[] = []

  /** @throws RangeError when `faultsMax` are armed. */
  arm(rule: Rule): void {
    if (this.#rules.length >= faultsMax)
      throw new RangeError(`at most ${faultsMax} faults can be armed at once`)
    this.#rules.push({ ...rule })
  }

  clear(): void {
    this.#rules = []
  }

  /** What is still armed, with the strikes left. */
  armed(): readonly Rule[] {
    return this.#rules.map((rule) => ({ ...rule }))
  }

  /** The first rule that fits, one strike of it used up; null when none does. */
  take<Fitting extends Rule>(fits: (rule: Rule) => rule is Fitting): Fitting | null {
    const rule = this.#rules.find(fits)
    if (rule === undefined) return null
    rule.times--
    if (rule.times === 0) this.#rules = this.#rules.filter((other) => other !== rule)
    return rule
  }
}
