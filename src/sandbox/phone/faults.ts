import { z } from 'zod'
import {
  AnswerFault,
  ArmedFaults,
  CallbackFault,
  ConnectionFault,
  faultNumber,
  faultTimes,
} from '../network/faults.ts'
import { RelayFault } from './relay/relay-faults.ts'

/**
 * An armed fault. It affects the next `times` requests of its operation; with `number` (the called number, E.164) only
 * those that concern it.
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
  z.strictObject({
    operation: z.literal('relay'),
    number: faultNumber,
    times: faultTimes,
    fault: RelayFault,
  }),
  z.strictObject({ operation: z.literal('connection'), times: faultTimes, fault: ConnectionFault }),
])
export type FaultRule = z.infer<typeof FaultRule>
/** A rule as a caller writes it; fields with a default are optional. */
export type FaultRuleInput = z.input<typeof FaultRule>

export type RestOperation = AnswerRule['operation']
export type CallbackOperation = Extract<FaultRule, { fault: CallbackFault }>['operation']

type AnswerRule = Extract<FaultRule, { fault: AnswerFault }>
type CallbackRule = Extract<FaultRule, { fault: CallbackFault }>
type RelayRule = Extract<FaultRule, { operation: 'relay' }>
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

  takeForRelay(number: string): RelayFault | null {
    const rule = this.take((rule): rule is RelayRule => rule.operation === 'relay' && fits(rule, number))
    return rule?.fault ?? null
  }

  takeForConnection(): ConnectionFault | null {
    return this.take((rule): rule is ConnectionRule => rule.operation === 'connection')?.fault ?? null
  }
}

function fits(rule: FaultRule, number: string | null): boolean {
  return rule.operation === 'connection' || rule.number === null || rule.number === number
}
