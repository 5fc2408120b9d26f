import type { Customer } from './customer.ts'

/** A request for a call. */
export interface CallRequest {
  organization_id: string
  project_id: string
  campaign_id: string
  customer: Customer & { phone_number: string }
  /** From the caller; null: each request is a new call. */
  idempotencyKey: string | null
}

/** The endpoint: `trigger-call` or `calls`. */
export type PlacedBy = 'trigger' | 'queue'

/** A call that was accepted. */
export interface PlacedCall {
  callId: string
  /** E.164. */
  phoneNumber: string
  /** Set if a request with the same key is still running, or its outcome is unknown. */
  pending: 'processing' | 'unresolved' | null
  /** True if the same answer was given before. */
  replayed: boolean
  /** False: the carrier has the call. True: the call waits. */
  scheduled: boolean
  /** The next opening if the call waits for calling hours. Null otherwise. */
  scheduledFor: Date | null
}
