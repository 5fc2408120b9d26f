import type { LifeClock } from './life-clock.ts'
import type { CallbackBehavior, Outcome } from './outcomes.ts'
import { newSid } from './sids.ts'

/** The states of a leg. REST shows `initiated` as `queued`. */
export type LegStatus = 'queued' | 'initiated' | 'ringing' | 'in-progress' | FinalStatus
export type FinalStatus = 'completed' | 'busy' | 'no-answer' | 'failed' | 'canceled'

/** Who or what ended a leg. */
export type EndedBy = 'callee' | 'instructions' | 'api' | 'time_limit' | 'network' | 'parent'

export type Direction = 'inbound' | 'outbound-api' | 'outbound-dial'
export type CallbackEvent = 'initiated' | 'ringing' | 'answered' | 'completed'
export const callbackEvents: readonly CallbackEvent[] = ['initiated', 'ringing', 'answered', 'completed']

/** The address of the instructions, or the instructions themselves. */
export type Instructions =
  | { kind: 'address'; url: string; method: 'GET' | 'POST' }
  | { kind: 'inline'; twiml: string }

/** An address to which the network sends requests. */
export type Address = { url: string; method: 'GET' | 'POST' }

/** The parameters of machine detection. */
export type Detection = {
  mode: 'Enable' | 'DetectMessageEnd'
  /** Whether the instructions run at once and the result is sent to `report`. */
  async: boolean
  report: Address | null
}

/** The validated parameters of a call. */
export type CallOrder = {
  accountSid: string
  from: string
  to: string
  direction: Direction
  parentCallSid: string | null
  /** Null for a transferred leg, which is connected to its parent instead. */
  instructions: Instructions | null
  fallback: Address | null
  statusCallback: Address | null
  statusCallbackEvents: readonly CallbackEvent[]
  /** Seconds of ringing. */
  timeoutSeconds: number
  timeLimitSeconds: number
  detection: Detection | null
}

/** An HTTP request about a call, which the Events subresource shows. */
export type RequestMade = {
  readonly method: string
  readonly url: string
  /** The parameters as form text, which takes the least memory: thousands of legs are kept. */
  readonly form: string
  readonly at: Date
  readonly status: number | null
  readonly contentType: string | null
  readonly body: string
  readonly durationMs: number
}

/** The most requests that a leg keeps, and the most characters of each answer. */
const requestsMadeMax = 200
const answerCharactersMax = 4096

/** The most instruction documents of one call. */
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
  /** The simulated time since the answer; null before. */
  life: LifeClock | null = null
  /** Called for each event that a status callback may report; `placeLeg` sets it. */
  report: (event: CallbackEvent) => void = () => undefined
  /** Picks up an inbound call, at its first verb; `placeLeg` sets it. */
  answer: () => void = () => undefined
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

  /** A signal that aborts when the leg has ended, for whatever reason. */
  get ended(): AbortSignal {
    return this.#ended.signal
  }

  get over(): boolean {
    return this.#ended.signal.aborted
  }

  /** Enters a final state. Does nothing and returns false if the leg has ended already. */
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

  /** Aborts everything that waits for this leg, without a trace in the log, because the network closes. */
  drop(): void {
    this.#ended.abort()
    this.#script.abort()
  }

  /** Aborts the running instructions and sets others to run instead. */
  replaceInstructions(instructions: Instructions): void {
    this.#replacement = instructions
    this.#script.abort()
  }

  /** Returns the signal for a run of instructions, which aborts when the leg ends or the instructions are replaced. */
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

/** The addresses of a leg's requests, as its records show them; null if there is none. */
export type LegAddresses = {
  /** Also null for inline instructions. */
  instructions_url: string | null
  status_callback: string | null
  machine_detection_callback: string | null
}

/** Returns the current addresses. The instructions have their first address, whatever documents followed. */
export function addressesOf(leg: Leg): LegAddresses {
  const { instructions, detection } = leg.order
  return {
    instructions_url: instructions?.kind === 'address' ? instructions.url : null,
    status_callback: leg.statusCallback?.url ?? null,
    machine_detection_callback: detection?.report?.url ?? null,
  }
}

/** Returns the seconds from the answer to the end by the network's clock, rounded; 0 without an answer. */
export function talkedSeconds(leg: Leg): number {
  if (leg.answeredAt === null || leg.endedAt === null) return 0
  return Math.max(0, Math.round((leg.endedAt.getTime() - leg.answeredAt.getTime()) / 1000))
}

/** Returns the billed minutes; a started minute counts. */
export function billedMinutes(leg: Leg): number {
  return leg.answeredAt === null ? 0 : Math.max(1, Math.ceil(talkedSeconds(leg) / 60))
}
