import { z } from 'zod'
import { parseRfc2822 } from './rfc-2822-date.ts'

/** A Twilio account, with which its calls are placed. */
export interface TwilioAccount {
  /** `AC` and 32 hexadecimal digits. */
  accountSid: string
  authToken: string
  /** Where Twilio's HTTP is spoken instead, a path prefix included; null is Twilio's public address. */
  apiUrl: string | null
}

/** What one request to Twilio may take. */
export interface TwilioLimits {
  /** Until a connection stands: name look-up, TCP and TLS together. */
  connectTimeoutMs: number
  /** From the first step to the last byte of the answer, the connection included. */
  requestTimeoutMs: number
  /** The longest body of an answer. */
  answerBytesMax: number
}

/** The form of a call's SID, as Twilio's OpenAPI document has it. */
export const callSidForm = /^CA[0-9a-f]{32}$/i
/** The form of an account's SID. */
export const accountSidForm = /^AC[0-9a-f]{32}$/i

/** Where a call can stand. `initiated` occurs in callbacks only. Twilio: "Call resource", "Call Status Values". */
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

/** Whether a call that stands there is over. */
export function isFinal(status: CarrierStatus): boolean {
  return finalStatuses.has(status)
}

const finalStatuses: ReadonlySet<CarrierStatus> = new Set([
  'completed',
  'busy',
  'no-answer',
  'failed',
  'canceled',
])

/** Who picked up, as far as the carrier can tell. Twilio: "Answering Machine Detection". */
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

/** A call as the carrier shows it when it is asked. Times are to the second. */
export interface CarrierCall {
  sid: string
  status: CarrierStatus
  /** Null where the carrier leaves it out, which Twilio does for a moment after the call was placed. */
  created_at: Date | null
  /** Null before the call is dialled. */
  started_at: Date | null
  /** Null before the end. */
  ended_at: Date | null
  /** Null before the end. */
  duration_seconds: number | null
  /** Null where no detection ran. */
  answered_by: Answerer | null
}

/** A call to be placed. */
export interface PlaceCallRequest {
  /** E.164. */
  to: string
  /** E.164, a number that the account owns or has verified. */
  from: string
  /** Asked by POST for TwiML once the call is answered. Bears the attempt's id, as `statusCallbackUrl` does. */
  instructionsUrl: string
  /** Told by POST of all four events: initiated, ringing, answered, completed. */
  statusCallbackUrl: string
  /** Whole seconds from 1 to 600; some networks ring up to 5 s longer. */
  ringTimeoutSeconds: number
  /**
   * Told by POST, once, who answered (`parseMachineDetection`), some seconds after the instructions were asked for and
   * without holding them up. Bears the attempt's id. Null or absent: no detection, which Twilio bills apart.
   */
  asyncMachineDetectionUrl?: string | null
}

/** A call that may have been placed, by what is known of it. */
export interface FindCallRequest {
  /** E.164, as it was dialled. */
  to: string
  /** E.164, as it was dialled. */
  from: string
  /** Before the request to place it was sent, by the client's clock; the carrier's own is allowed for. */
  placedAfter: Date
  /** The attempt's id, a UUID, which is part of every callback address that the carrier was given for it. */
  mark: string
  /** Calls that are known to be other attempts'. */
  notSids: readonly string[]
}

/** The answer to a placed call, of which the SID alone matters. https://www.twilio.com/docs/voice/api/call-resource */
export const CreatedCall = z.object({ sid: z.string().regex(callSidForm) })

const Time = z
  .string()
  .nullish()
  .transform((text) => (text ? parseRfc2822(text) : null))

/** A call, alone or in a list. https://www.twilio.com/docs/voice/api/call-resource#call-properties */
export const CallResource = CreatedCall.extend({
  status: z.enum(carrierStatuses),
  to: z.string().nullish(),
  from: z.string().nullish(),
  parent_call_sid: z.string().nullish(),
  date_created: Time,
  start_time: Time,
  end_time: Time,
  /** Seconds, in a string. */
  duration: z.union([z.string(), z.number()]).nullish(),
  answered_by: z.string().nullish(),
})
export type CallResource = z.infer<typeof CallResource>

/** https://www.twilio.com/docs/voice/api/call-resource#retrieve-a-list-of-calls */
export const CallPage = z.object({ calls: z.array(CallResource), next_page_uri: z.string().nullish() })
export type CallPage = z.infer<typeof CallPage>

/** Requests that Twilio made for a call. https://www.twilio.com/docs/voice/api/call-event-resource */
export const EventPage = z.object({
  events: z.array(
    z.object({
      request: z
        .object({
          url: z.string().nullish().catch(null),
          parameters: z.record(z.string(), z.unknown()).nullish().catch(null),
        })
        .nullish(),
    }),
  ),
  next_page_uri: z.string().nullish(),
})
export type EventPage = z.infer<typeof EventPage>

/** The body of a refusal. https://www.twilio.com/docs/usage/twilios-response#response-formats-exceptions */
export const ErrorBody = z.object({
  code: z.int().min(1).max(9_999_999),
  /** The HTTP status once more. */
  status: z.unknown().optional(),
})

/** The carrier's own word for who answered; a word that is not known counts as `unknown`. Empty or absent is null. */
export function readAnswerer(text: string | null | undefined): Answerer | null {
  if (!text) return null
  return answerers.find((answerer) => answerer === text) ?? 'unknown'
}

/** A whole number from 0, as Twilio writes seconds and sequences, or null for what is no such number. */
export function readCount(value: string | number | null | undefined): number | null {
  return /^\d{1,9}$/.test(String(value)) ? Number(value) : null
}

/** A call in the carrier-neutral words that the rest of the program uses. */
export function carrierCall(resource: CallResource): CarrierCall {
  return {
    sid: resource.sid,
    status: resource.status,
    created_at: resource.date_created,
    started_at: resource.start_time,
    ended_at: resource.end_time,
    duration_seconds: readCount(resource.duration),
    answered_by: readAnswerer(resource.answered_by),
  }
}
