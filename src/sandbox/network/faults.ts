import { z } from 'zod'
import { ArmedFaults } from './armed-faults.ts'

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

/**
 * An armed fault: strikes the next `times` occasions of its operation, those that concern `number` (the called number,
 * E.164) when one is given.
 */
export const FaultRule = z.discriminatedUnion('operation', [
  z.strictObject({
    operation: z.enum(['create', 'fetch', 'list', 'update', 'events']),
    number: faultNumber,
    times: faultTimes,
    fault: AnswerFault,
  }),
  z.strictObject({
    operation: z.enum(['callback', 'instructions', 'machine_detection']),
    number: faultNumber,
    times: faultTimes,
    fault: CallbackFault,
  }),
  z.strictObject({ operation: z.literal('connection'), times: faultTimes, fault: ConnectionFault }),
])
export type FaultRule = z.infer<typeof FaultRule>
/** A rule as a caller writes it, defaults left out. */
export type FaultRuleInput = z.input<typeof FaultRule>

export type RestOperation = Extract<FaultRule, { fault: AnswerFault }>['operation']
export type CallbackOperation = Extract<FaultRule, { fault: CallbackFault }>['operation']

type AnswerRule = Extract<FaultRule, { fault: AnswerFault }>
type CallbackRule = Extract<FaultRule, { fault: CallbackFault }>
type ConnectionRule = Extract<FaultRule, { fault: ConnectionFault }>

/** The armed faults of the phone network. */
export class Faults extends ArmedFaults<FaultRule> {
  takeForAnswer(operation: RestOperation, number: string | null): AnswerFault | null {
    const rule = this.take((rule): rule is AnswerRule => rule.operation === operation && fits(rule, number))
    return rule?.fault ?? null
  }

  takeForCallback(operation: CallbackOperation, number: string): CallbackFault | null {
    const rule = this.take((rule): rule is CallbackRule => rule.operation === operation && fits(rule, number))
    return rule?.fault ?? null
  }

  takeForConnection(): ConnectionFault | null {
    return this.take((rule): rule is ConnectionRule => rule.operation === 'connection')?.fault ?? null
  }
}

function fits(rule: FaultRule, number: string | null): boolean {
  return rule.operation === 'connection' || rule.number === null || rule.number === number
}

/** Whether a request that meets this fault has no effect. */
export function preventsEffect(fault: AnswerFault): boolean {
  return 'placed' in fault && !fault.placed
}
