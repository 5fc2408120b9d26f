import type { CallbackBehavior, Outcome } from './outcomes.ts'
import type { LifeClock } from './life-clock.ts'
import { newSid } from './sids.ts'

/** A call's states on the line. REST shows `initiated` as `queued`. */
export type LegStatus = 'queued' | 'initiated' | 'ringing' | 'in-progress' | FinalStatus
export type FinalStatus = 'completed' | 'busy' | 'no-answer' | 'failed' | 'canceled'

/** Who or what ended a leg. */
export type EndedBy = 'callee' | 'instructions' | 'api' | 'time_limit' | 'network' | 'parent'

export type Direction = 'outbound-api' | 'outbound-dial'
export type CallbackEvent = 'initiated' | 'ringing' | 'answered' | 'completed'
export const callbackEvents: readonly CallbackEvent[] = ['initiated', 'ringing', 'answered', 'completed']

/** Where instructions are, or the instructions themselves. */
export type Instructions =
  | { kind: 'address'; url: string; method: 'GET' | 'POST' }
  | { kind: 'inline'; twiml: string }

/** Where the network is to report something. */
export type Address = { url: string; method: 'GET' | 'POST' }

/** What was asked of machine detection. */
export type Detection = {
  mode: 'Enable' | 'DetectMessageEnd'
  /** The instructions run at once; the result goes to `report`. */
  async: boolean
  report: Address | null
}

/** What was asked for, once validated. */
export type CallOrder = {
  accountSid: string
  from: string
  to: string
  direction: Direction
  parentCallSid: string | null
  /** Null for a transferred leg, which is bridged instead. */
  instructions: Instructions | null
  fallback: Address | null
  statusCallback: Address | null
  statusCallbackEvents: readonly CallbackEvent[]
  /** Seconds of ringing. */
  timeoutSeconds: number
  timeLimitSeconds: number
  detection: Detection | null
}

/** An HTTP request that was made for a call, as the Events sub-resource shows it. */
export type RequestMade = {
  readonly method: string
  readonly url: string
  /** The parameters as form text: thousands of legs are kept, and text takes the least room. */
  readonly form: string
  readonly at: Date
  readonly status: number | null
  readonly contentType: string | null
  readonly body: string
  readonly durationMs: number
}

/** How many requests each leg remembers, and how much of each answer. */
const requestsMadeMax = 200
const answerCharactersMax = 4096

/** How many instruction documents one call may ask for. */
export const documentsMax = 1000

/** One leg of the phone network: a call to one number, from the moment it is placed. */
export class Leg {
  readonly sid = newSid('CA')
  readonly phoneNumberSid = newSid('PN')
  readonly order: CallOrder
  readonly outcome: Outcome
  readonly callbacks: CallbackBehavior
  readonly placedAt: Date
  readonly requestsMade: RequestMade[] = []
  status: LegStatus = 'queued'
  statusCallback: Address | null
  fallback: Address | null
  timeLimitSeconds: number
  dialedAt: Date | null = null
  ringingAt: Date | null = null
  answeredAt: Date | null = null
  endedAt: Date | null = null
  updatedAt: Date
  endedBy: EndedBy | null = null
  answeredBy: string | null = null
  sipResponseCode: number | null = null
  documentsFetched = 0
  /** Runs from the answer on; null before. */
  life: LifeClock | null = null
  /** Told of each event that a status callback may report; set by whoever places the leg. */
  report: (event: CallbackEvent) => void = () => undefined
  readonly #ended = new AbortController()
  #script = new AbortController()
  #replacement: Instructions | null = null

  constructor(order: CallOrder, outcome: Outcome, placedAt: Date) {
    this.order = order
    this.outcome = outcome
    this.callbacks = outcome.callbacks
    this.placedAt = placedAt
    this.updatedAt = placedAt
    this.statusCallback = order.statusCallback
    this.fallback = order.fallback
    this.timeLimitSeconds = order.timeLimitSeconds
  }

  /** Aborts when the leg has ended, for whatever reason. */
  get ended(): AbortSignal {
    return this.#ended.signal
  }

  get over(): boolean {
    return this.#ended.signal.aborted
  }

  /** Enters a final state. False, and nothing happens, when it has ended already. */
  end(status: FinalStatus, sipResponseCode: number, by: EndedBy, at: Date): boolean {
    if (this.over) return false
    this.status = status
    this.sipResponseCode = sipResponseCode
    this.endedBy = by
    this.endedAt = at
    this.updatedAt = at
    this.drop()
    return true
  }

  /** Stops everything that waits on this leg without any trace: the network is closing. */
  drop(): void {
    this.#ended.abort()
    this.#script.abort()
  }

  /** Breaks off the running instructions in favour of others. */
  replaceInstructions(instructions: Instructions): void {
    this.#replacement = instructions
    this.#script.abort()
  }

  /** The signal for a run of instructions: aborts when the leg ends or the instructions are replaced. */
  startScript(): AbortSignal {
    this.#script = new AbortController()
    if (this.over) this.#script.abort()
    return this.#script.signal
  }

  takeReplacement(): Instructions | null {
    const replacement = this.#replacement
    this.#replacement = null
    return replacement
  }

  rememberRequest(request: RequestMade): void {
    if (this.requestsMade.length >= requestsMadeMax) return
    this.requestsMade.push({ ...request, body: request.body.slice(0, answerCharactersMax) })
  }
}

/** Where a leg asks and reports, as its records show it. Null: nowhere. */
export type LegAddresses = {
  /** Null also where the instructions came with the request. */
  instructions_url: string | null
  status_callback: string | null
  machine_detection_callback: string | null
}

/** The addresses in force. The instructions' one is that of the order, wherever they have led since. */
export function addressesOf(leg: Leg): LegAddresses {
  const { instructions, detection } = leg.order
  return {
    instructions_url: instructions?.kind === 'address' ? instructions.url : null,
    status_callback: leg.statusCallback?.url ?? null,
    machine_detection_callback: detection?.report?.url ?? null,
  }
}

/** Seconds from answer to end by the network's clock, rounded; 0 for a leg that nobody answered. */
export function talkedSeconds(leg: Leg): number {
  if (leg.answeredAt === null || leg.endedAt === null) return 0
  return Math.max(0, Math.round((leg.endedAt.getTime() - leg.answeredAt.getTime()) / 1000))
}

/** Billed minutes: begun ones count. */
export function billedMinutes(leg: Leg): number {
  return leg.answeredAt === null ? 0 : Math.max(1, Math.ceil(talkedSeconds(leg) / 60))
}
