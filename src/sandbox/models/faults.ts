import { z } from 'zod'
import { AnswerFault, ArmedFaults, ConnectionFault, faultTimes } from '../network/faults.ts'

const modelOperations = ['chat_completions', 'messages', 'models'] as const

/** An armed fault. It affects the next `times` requests of its operation; with `model` only those to that model. */
export const FaultRule = z.discriminatedUnion('operation', [
  z.strictObject({
    operation: z.enum(modelOperations),
    model: z.string().nullable().default(null),
    times: faultTimes,
    fault: AnswerFault.refine(({ kind }) => kind !== 'omit', 'models have no fault of the kind omit'),
  }),
  z.strictObject({ operation: z.literal('connection'), times: faultTimes, fault: ConnectionFault }),
])
export type FaultRule = z.infer<typeof FaultRule>
/** A rule as a caller writes it; fields with a default are optional. */
export type FaultRuleInput = z.input<typeof FaultRule>

type AnswerRule = Extract<FaultRule, { fault: AnswerFault }>
type ConnectionRule = Extract<FaultRule, { fault: ConnectionFault }>

/** The armed faults of the model network. */
export class Faults extends ArmedFaults<FaultRule> {
  takeForAnswer(operation: (typeof modelOperations)[number], model: string | null): AnswerFault | null {
    const fits = (rule: FaultRule): rule is AnswerRule =>
      rule.operation === operation && (rule.model === null || rule.model === model)
    return this.take(fits)?.fault ?? null
  }

  takeForConnection(): ConnectionFault | null {
    return this.take((rule): rule is ConnectionRule => rule.operation === 'connection')?.fault ?? null
  }
}
