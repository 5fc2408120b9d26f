import type { Sent } from './clients.ts'
import type { Hold } from './holds.ts'
import type { Listed } from './listed.ts'
import type { SeenLeg, SeenRequest } from './observer-log.ts'
import type { PlannedCampaign, PlannedCarrier } from './plan.ts'
import type { AttemptRow, CallRow, Rows } from './rows.ts'

/** Everything that is known after a run: what the carrier saw, what the clients got, what the database holds. */
export interface Evidence {
  requests: readonly SeenRequest[]
  legs: readonly SeenLeg[]
  history: readonly Sent[]
  rows: Rows
  campaigns: readonly PlannedCampaign[]
  carriers: readonly PlannedCarrier[]
  holds: readonly Hold[]
  listed: readonly Listed[]
  /** The end of the last fault. */
  lastFaultAt: number
}

/** A breach of a rule, and where to look for it. */
export interface Breach {
  what: string
  callId?: string
  attemptId?: string
  number?: string
  campaign?: string
  /** Milliseconds since 1970. */
  at?: number
}

/** The result of one check. */
export interface Finding {
  /** The bar that the check belongs to, such as `B1`. */
  bar: string
  what: string
  /** The measured figure, in words. */
  figure: string
  must: string
  /** How many cases the check has judged: one that judged nothing proves nothing. */
  judged: number
  /** How many a full run must have at least; 1 by default. */
  least?: number
  breaches: Breach[]
}

/** The evidence by its keys. */
export interface Index {
  callOf: Map<string, CallRow>
  attemptOf: Map<string, AttemptRow>
  /** The attempts of a call, in their order. */
  attemptsOf: Map<string, AttemptRow[]>
  campaignOf: Map<string, PlannedCampaign>
  /** The legs of a call, in the order of their beginning. */
  legsOf: Map<string, SeenLeg[]>
}

export function indexOf({ rows, campaigns, legs }: Evidence): Index {
  const attemptOf = new Map(rows.attempts.map((attempt) => [attempt._id, attempt]))
  return {
    callOf: new Map(rows.calls.map((call) => [call._id, call])),
    attemptOf,
    attemptsOf: Map.groupBy(rows.attempts, ({ call_id }) => call_id),
    campaignOf: new Map(campaigns.map((campaign) => [campaign.name, campaign])),
    legsOf: Map.groupBy(legs, ({ attemptId }) => attemptOf.get(attemptId)?.call_id ?? ''),
  }
}

/** Returns the campaign of an attempt. */
export function campaignOfDial(index: Index, leg: Pick<SeenLeg, 'attemptId'>): PlannedCampaign | undefined {
  const call = index.callOf.get(index.attemptOf.get(leg.attemptId)?.call_id ?? '')
  return call && index.campaignOf.get(call.campaign)
}
