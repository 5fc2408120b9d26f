import type { Customer } from '../place/customer.ts'

/**
 * Why a row is left out, in the order in which it is looked at.
 *
 * - `invalid`: it can't be read, or a value is not allowed;
 * - `number`: it has no telephone number, or one that can't be called;
 * - `do_not_call`: nobody of the organization may call the number;
 * - `repeated`: the number stands in an earlier row that is not left out;
 * - `waiting`: a call of the campaign to the number waits or is under way;
 * - `incomplete`: it lacks a value that the campaign speaks.
 */
export const faultKinds = ['invalid', 'number', 'do_not_call', 'repeated', 'waiting', 'incomplete'] as const
export type FaultKind = (typeof faultKinds)[number]

/** What a request for a call would be accepted with, so that a person may want it. */
export const includableKinds = ['repeated', 'waiting', 'incomplete'] as const
export type IncludableKind = (typeof includableKinds)[number]

export interface RowFault {
  /** 0: the file as a whole. */
  line: number
  kind: FaultKind
  /** The name of the value; null: the row as a whole. */
  field: string | null
  message: string
}

/** A row that becomes a call. */
export interface AcceptedRow {
  line: number
  /** E.164. */
  phone_number: string
  given_number: string
  customer: Customer
}
