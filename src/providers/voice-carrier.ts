import type { VoiceInstruction } from './voice-instructions.ts'

/**
 * A kind of voice carrier, such as Twilio. `app/context.ts` picks the implementation; `calls` knows this interface
 * alone, apart from its webhooks, which read what the carrier itself sends.
 */
export interface VoiceProvider {
  /** The provider's name in the addresses of its webhooks, such as `twilio`. */
  name: string
  /**
   * Returns the client of one account. Cheap: clients are cached.
   *
   * @throws if the account's SID or API address is malformed.
   */
  connect: (account: CarrierCredentials) => VoiceCarrier
  /**
   * Returns the instructions as a document in the carrier's own language. `continueUrl` is where the carrier reports
   * what happened in the last instruction and asks for the next ones; null for a list that waits for nothing.
   */
  renderInstructions: (instructions: VoiceInstruction[], options: { continueUrl: string | null }) => string
  /** Returns what a code of the carrier is about; null if the provider does not list it. */
  subjectOfCode: (code: string) => CodeSubject | null
}

/**
 * What a carrier's error code is about, which decides who mends it. `rate`: the carrier accepts no more calls at the
 * moment. `fault`: an error of the carrier itself.
 */
export const codeSubjects = ['number', 'account', 'rate', 'fault'] as const
export type CodeSubject = (typeof codeSubjects)[number]

/** The credentials of a carrier account. */
export interface CarrierCredentials {
  accountSid: string
  authToken: string
  /** The address of the carrier's API, a path prefix included; null is the carrier's public address. */
  apiUrl: string | null
  /** The organization that gave the address, which must be public then; null: an operator gave it, or nobody. */
  apiUrlGivenBy: string | null
}

/**
 * A carrier, for one account. Every method makes each of its requests once. Every answer and every failure of the
 * network is returned as an outcome; only a bug throws. If `signal` aborts, the method ends early and returns what is
 * known by then.
 */
export interface VoiceCarrier {
  /**
   * Makes one request. Calls `mayBegin` once, when the connection stands and just before the first byte is written. If
   * it returns false, nothing is sent, and the outcome is `not_done` with the cause `too_late`.
   */
  placeCall(
    request: PlaceCallRequest,
    signal?: AbortSignal,
    mayBegin?: () => boolean,
  ): Promise<PlaceCallOutcome>
  /** Searches for a call without a known SID. Makes several requests, one after the other, up to a fixed number. */
  findCall(request: FindCallRequest, signal?: AbortSignal): Promise<FindCallOutcome>
  /** Makes one request. */
  fetchCall(sid: string, signal?: AbortSignal): Promise<FetchCallOutcome>
  /** Makes one request. Ends the call wherever it stands: queued, ringing or live. Repeating it is harmless. */
  endCall(sid: string, signal?: AbortSignal): Promise<EndCallOutcome>
  /**
   * Makes one request. Changes after how many seconds, from its answer on, the carrier ends a call by itself. Repeating
   * it is harmless.
   */
  limitCall(sid: string, timeLimitSeconds: number, signal?: AbortSignal): Promise<LimitCallOutcome>
  /** Makes one request, to find out whether the carrier accepts the credentials. */
  fetchAccount(signal?: AbortSignal): Promise<FetchAccountOutcome>
}

/** A call to be placed. */
export interface PlaceCallRequest {
  /** E.164. */
  to: string
  /** E.164, a number that the account owns or has verified. */
  from: string
  /**
   * The carrier posts here for instructions once the call is answered, by which the service learns of the answer.
   * Contains the attempt's id.
   */
  instructionsUrl: string
  /** The carrier reports here that the call is ringing and completed. Contains the attempt's id. */
  statusCallbackUrl: string
  /** Whole seconds from 1 to 600; some networks ring up to 5 s longer. */
  ringTimeoutSeconds: number
  /** Whole seconds after which the carrier ends the call by itself. Null or absent: the carrier's own limit, hours. */
  timeLimitSeconds?: number | null
  /**
   * The carrier reports here once, some seconds after it asked for instructions, whether a machine answered. Contains
   * the attempt's id. Null or absent: no detection, which carriers bill separately.
   */
  asyncMachineDetectionUrl?: string | null
}

/** What is known of a call that may have been placed. */
export interface FindCallRequest {
  /** E.164, as it was dialed. */
  to: string
  /** E.164, as it was dialed. */
  from: string
  /** An instant before the request to place it was sent, by our clock. The carrier's clock may differ. */
  placedAfter: Date
  /** The attempt's id, a UUID, which every callback address of the call contains. */
  mark: string
  /** SIDs of calls that belong to other attempts. */
  notSids: readonly string[]
}

/**
 * The status of a call at the carrier, in Twilio's words, which the database stores; an adapter translates into them.
 * `initiated` occurs in callbacks only. Twilio: "Call resource", "Call Status Values".
 */
export const carrierStatuses = [
  'queued',
  'initiated',
  'ringing',
  'in-progress',
  'completed',
  'busy',
  'no-answer',
  'failed',
  'canceled',
] as const
export type CarrierStatus = (typeof carrierStatuses)[number]

/** Who picked up, as far as the carrier knows, in Twilio's words. Twilio: "Answering Machine Detection". */
export const answerers = [
  'human',
  'machine_start',
  'machine_end_beep',
  'machine_end_silence',
  'machine_end_other',
  'fax',
  'unknown',
] as const
export type Answerer = (typeof answerers)[number]

/** A call as the carrier's API shows it. Times are to the second. */
export interface CarrierCall {
  sid: string
  status: CarrierStatus
  /** Null if the carrier leaves it out, which Twilio does for a moment after the call was placed. */
  created_at: Date | null
  /** Null before the call is dialed. */
  started_at: Date | null
  /** Null before the end. */
  ended_at: Date | null
  /** Null before the end. */
  duration_seconds: number | null
  /** Null if no detection ran. */
  answered_by: Answerer | null
}

/**
 * The outcome of a request to place a call. Only `not_done` may ever be tried again (Rules 18 and 42 to 46).
 * Reasons are our own words: they contain no number, no token and no text of the carrier. They can follow a colon.
 */
export type PlaceCallOutcome =
  | { kind: 'accepted'; carrierCallSid: string }
  /** Certainly not placed, and final. `about` is what the carrier refused: the called number, or the account. */
  | { kind: 'rejected'; code: string; reason: string; about: 'number' | 'account' }
  /**
   * Certainly not placed; may be tried again. `retryAfterMs` is the pause that the carrier asked for, null if it named
   * none. `too_late`: the request was not sent because another process may have taken the attempt over.
   */
  | {
      kind: 'not_done'
      cause: 'rate_limit' | 'unreachable' | 'too_late'
      reason: string
      retryAfterMs: number | null
    }
  /** May have been placed. */
  | { kind: 'unknown'; reason: string }

export type NotDoneOutcome = Extract<PlaceCallOutcome, { kind: 'not_done' }>

/** The result of a search for a call whose SID is not known. */
export type FindCallOutcome =
  /** `confirmed`: a request of the call contains the mark. Otherwise it is the only call that fits. */
  | { kind: 'found'; call: CarrierCall; confirmed: boolean }
  /**
   * The whole list was read and no call in it fits. Lists lag behind, so the result gets more certain with time (Rule
   * 46).
   */
  | { kind: 'absent' }
  | { kind: 'unknown'; reason: string }

/** The result of reading a call whose SID is known. */
export type FetchCallOutcome =
  | { kind: 'found'; call: CarrierCall }
  /** The carrier itself says that it has no such call. Reads lag behind, so the result gets more certain with time. */
  | { kind: 'absent' }
  | { kind: 'unknown'; reason: string }

/** Whether the carrier shows the account to these credentials, and it is active. */
export type FetchAccountOutcome =
  | { kind: 'accepted' }
  /** Repeating the request would change nothing. */
  | { kind: 'refused'; reason: string }
  | { kind: 'unknown'; reason: string }

/** The outcome of a request to change how long a call may last. */
export type LimitCallOutcome =
  | { kind: 'limited' }
  /** The call may still have the limit that it had, or may be over. */
  | { kind: 'unknown'; reason: string }

/** The outcome of a request to end a call, live or not yet dialed. */
export type EndCallOutcome =
  | { kind: 'ended' }
  /** The call had ended before. `fetchCall` returns how. */
  | { kind: 'already_over' }
  /** The call may go on. Try again, after `retryAfterMs` if the carrier asked for a pause. */
  | { kind: 'unknown'; reason: string; retryAfterMs: number | null }
  /** The call goes on, and repeating the request would change nothing: somebody must fix the account. */
  | { kind: 'refused'; code: string; reason: string }
