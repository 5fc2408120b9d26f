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

/** The next opening of calling hours, and the zone that opens last. */
export interface Schedule {
  opensAt: Date
  /** IANA name. */
  timezone: string
}

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
  /** What the call waits for if that is calling hours. Null otherwise. */
  scheduledFor: Schedule | null
}
