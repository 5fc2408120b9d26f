import { z } from 'zod'

/** Most faults armed at once, and most times that one of them strikes. */
export const faultsMax = 10_000
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

const number = z
  .string()
  .regex(/^\+\d{1,15}$/)
  .nullable()
  .default(null)
const times = z.number().int().min(1).max(timesMax).default(1)

/**
 * An armed fault: strikes the next `times` occasions of its operation, those that concern `number` (the called number,
 * E.164) when one is given.
 */
export const FaultRule = z.discriminatedUnion('operation', [
  z.strictObject({
    operation: z.enum(['create', 'fetch', 'list', 'update', 'events']),
    number,
    times,
    fault: AnswerFault,
  }),
  z.strictObject({
    operation: z.enum(['callback', 'instructions', 'machine_detection']),
    number,
    times,
    fault: CallbackFault,
  }),
  z.strictObject({ operation: z.literal('connection'), times, fault: ConnectionFault }),
])
export type FaultRule = z.infer<typeof FaultRule>
/** A rule as a caller writes it, defaults left out. */
export type FaultRuleInput = z.input<typeof FaultRule>

export type RestOperation = Extract<FaultRule, { fault: AnswerFault }>['operation']
export type CallbackOperation = Extract<FaultRule, { fault: CallbackFault }>['operation']

/** The armed faults, oldest first. An occasion uses up one strike of the first rule that fits it. */
export class Faults {
  #rules: FaultRule[] = []

  /** @throws RangeError when `faultsMax` are armed. */
  arm(rule: FaultRule): void {
    if (this.#rules.length >= faultsMax)
      throw new RangeError(`at most ${faultsMax} faults can be armed at once`)
    this.#rules.push({ ...rule })
  }

  clear(): void {
    this.#rules = []
  }

  /** What is still armed, with the strikes left. */
  armed(): readonly FaultRule[] {
    return this.#rules.map((rule) => ({ ...rule }))
  }

  takeForAnswer(operation: RestOperation, number: string | null): AnswerFault | null {
    const rule = this.#rules.find((rule) => rule.operation === operation && fits(rule, number))
    if (rule === undefined || rule.operation !== operation) return null
    this.#strike(rule)
    return rule.fault
  }

  takeForCallback(operation: CallbackOperation, number: string): CallbackFault | null {
    const rule = this.#rules.find((rule) => rule.operation === operation && fits(rule, number))
    if (rule === undefined || rule.operation !== operation) return null
    this.#strike(rule)
    return rule.fault
  }

  takeForConnection(): ConnectionFault | null {
    const rule = this.#rules.find((rule) => rule.operation === 'connection')
    if (rule === undefined || rule.operation !== 'connection') return null
    this.#strike(rule)
    return rule.fault
  }

  #strike(rule: FaultRule): void {
    rule.times--
    if (rule.times === 0) this.#rules = this.#rules.filter((other) => other !== rule)
  }
}

function fits(rule: FaultRule, number: string | null): boolean {
  return rule.operation === 'connection' || rule.number === null || rule.number === number
}
