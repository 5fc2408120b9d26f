import { z } from 'zod'
import {
  AnswerFault,
  ArmedFaults,
  CallbackFault,
  ConnectionFault,
  faultNumber,
  faultTimes,
} from '../network/faults.ts'

const SendOrRead = z.strictObject({
  operation: z.enum(['send', 'mark_read', 'phone_number', 'phone_numbers', 'templates']),
  number: faultNumber,
  times: faultTimes,
  fault: AnswerFault,
})
const Webhook = z.strictObject({
  operation: z.literal('webhook'),
  number: faultNumber,
  times: faultTimes,
  fault: CallbackFault,
})
const Connection = z.strictObject({
  operation: z.literal('connection'),
  times: faultTimes,
  fault: ConnectionFault,
})

/**
 * An armed fault. It affects the next `times` requests of its operation; with `number` (a person's, E.164) only those
 * that concern it. For `send`, `placed` says whether the message is accepted nevertheless.
 */
export const WhatsappFaultRule = z.discriminatedUnion('operation', [SendOrRead, Webhook, Connection])
export type WhatsappFaultRule = z.infer<typeof WhatsappFaultRule>
/** A rule as a caller writes it; fields with a default are optional. */
export type WhatsappFaultRuleInput = z.input<typeof WhatsappFaultRule>

type AnswerRule = z.infer<typeof SendOrRead>
export type GraphOperation = AnswerRule['operation']

/** The armed faults of the WhatsApp network. */
export class WhatsappFaults extends ArmedFaults<WhatsappFaultRule> {
  takeForAnswer(operation: GraphOperation, number: string | null): AnswerFault | null {
    const rule = this.take(
      (rule): rule is AnswerRule => rule.operation === operation && concerns(rule, number),
    )
    return rule?.fault ?? null
  }

  takeForWebhook(number: string | null): CallbackFault | null {
    const rule = this.take(
      (rule): rule is z.infer<typeof Webhook> => rule.operation === 'webhook' && concerns(rule, number),
    )
    return rule?.fault ?? null
  }

  takeForConnection(): ConnectionFault | null {
    const rule = this.take((rule): rule is z.infer<typeof Connection> => rule.operation === 'connection')
    return rule?.fault ?? null
  }
}

function concerns(rule: { number: string | null }, number: string | null): boolean {
  return rule.number === null || rule.number === number
}
