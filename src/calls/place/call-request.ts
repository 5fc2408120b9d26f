import type { Customer } from './customer.ts'

export interface CallRequest {
  organization_id: string
  project_id: string
  campaign_id: string
  customer: Customer & { phone_number: string }
  /** From the caller; null: a repeated request is another call. */
  idempotencyKey: string | null
}

export type PlacedBy = 'trigger' | 'queue'

/** A call that was accepted. */
export interface PlacedCall {
  callId: string
  /** E.164. */
  phoneNumber: string
  /** Set where a request with the same key is still under way, or its outcome is not known. */
  pending: 'processing' | 'unresolved' | null
  /** The answer is one that was given before. */
  replayed: boolean
  /** False: the carrier has it. True: it waits. */
  scheduled: boolean
  /** When it waits for calling hours: their next opening. Null otherwise. */
  scheduledFor: Date | null
}
