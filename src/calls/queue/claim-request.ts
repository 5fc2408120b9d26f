import { shared } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import type { LimitGuard } from '../../guards/guard.ts'
import type { MovedCall } from '../call-events.ts'
import type { NewAttempt } from '../queries.ts'
import type { CampaignKey } from './queue-queries.ts'

/** The longest that a queued call waits for the carrier's rate limit, whether it has just been placed or has waited. */
export const queuedRateWaitMaxMs = 2_000

/** The calls to claim: the first ones of a campaign's queue, or one call that has just been accepted. */
export interface ClaimRequest extends CampaignKey {
  voice_carrier_id: string
  /** Whether somebody wants the project's events; absent: not known. */
  events_wanted?: boolean
  /** False: whoever claims rolls the transaction back at once if no call is claimed. */
  hasSavepoint?: false
  /**
   * Claims only this call; with `inOrder`, only if no eligible call is before it. `after`: the call as it is once it is
   * claimed, if this transaction has written it. Null: claims the first ones.
   */
  only: { callId: string; inOrder: boolean; after?: MovedCall } | null
  /**
   * Claims only calls whose hours are open beyond this instant where their callees are; null: the campaign's hours
   * don't hold there.
   */
  calleesOpenBeyond: Date | null
  /** The most calls; there must be as many ids for their attempts and moves. */
  callsMax: number
  attemptIds: readonly string[]
  moveIds: readonly string[]
  /**
   * The longest time for which a claimed call may wait for the carrier's rate limit; it has its slot and number
   * meanwhile.
   */
  rateWaitMaxMs: number
  attempt: Omit<NewAttempt, '_id' | 'phone_number' | 'voice_carrier_id'>
  /** For the call's history. */
  reason: string
  leaseMs: number
  now: Date
}

/** What stands at many places of a claim's statement, each bound once. */
interface SharedKeys {
  organization_id: Sql
  project_id: Sql
  campaign_id: Sql
  voice_carrier_id: Sql
  /** `now` as a parameter. */
  at: Sql
}

/** The same request for the parts of the statement. */
export interface BoundClaim extends Omit<ClaimRequest, keyof SharedKeys>, SharedKeys {}

/** Returns a request for the parts of one statement. */
export function bindClaim(request: ClaimRequest): BoundClaim {
  return {
    ...request,
    organization_id: shared(request.organization_id, 'uuid'),
    project_id: shared(request.project_id, 'uuid'),
    campaign_id: shared(request.campaign_id, 'uuid'),
    voice_carrier_id: shared(request.voice_carrier_id, 'uuid'),
    at: shared(request.now, 'timestamptz'),
  }
}

/** A call that is dialed now: it is `dialling` and has a slot, its number and a place in the carrier's rate. */
export interface ClaimedCall {
  attempt_id: string
  call_id: string
  phone_number: string
  attempt_number: number
  /** What its number costs a minute; null where the organization declares no rate for it. */
  rate_per_minute: number | null
  /** The time until its place in the carrier's rate. */
  delay_ms: number
  /** Whether the carrier has refused calls to the number before. */
  number_was_refused: boolean
}

/** What kept the claim from getting more calls. */
export interface ClaimLimits {
  /** The campaign is on hold, so no call was claimed. */
  is_paused: boolean
  /** Free slots, including those that another transaction is about to take; at most `callsMax`. */
  free_slots: number
  /** How many of these this transaction locked for eligible calls. */
  locked_slots: number
  /** Calls at the head whose numbers may be called now. */
  eligible: number
  /** Eligible calls that this transaction locked; only the carrier's rate can still delay them. */
  candidates: number
  /** Candidates that the carrier's rate admits. */
  within_rate: number
  /**
   * The guard that holds the call that was asked for, else one that holds all calls of the organization; null if none.
   */
  guard: LimitGuard | null
  /** How often in a row the carrier took no calls; null if its row was not read. */
  carrier_failures: number | null
  /** The time until the carrier's rate admits a call within `rateWaitMaxMs`; 0 if it does now. */
  rate_wait_ms: number
}

/** What a claim did. */
export interface Claim {
  limits: ClaimLimits
  claimed: ClaimedCall[]
}
