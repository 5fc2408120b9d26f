import { z } from 'zod'
import type { RequestLimits } from '../send-once.ts'
import { answerers, carrierStatuses } from '../voice-carrier.ts'
import type { Answerer, CarrierCall, CarrierStatus } from '../voice-carrier.ts'
import type { ConnectionRules } from '../web/guard/checked-connection.ts'
import { parseRfc2822 } from './rfc-2822-date.ts'

/** The limits of every request to Twilio, and how hosts are reached that somebody gave for its API. */
export interface TwilioAccess extends RequestLimits {
  givenHosts: ConnectionRules
}

/** The form of a call's SID, as Twilio's OpenAPI document has it. */
export const callSidForm = /^CA[0-9a-f]{32}$/i
/** The form of an account's SID. */
export const accountSidForm = /^AC[0-9a-f]{32}$/i

/** Returns whether a call with this status is over. */
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

/**
 * The answer to a request that placed a call; only its SID matters. https://www.twilio.com/docs/voice/api/call-resource
 */
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
  /** Seconds, as a string. */
  duration: z.union([z.string(), z.number()]).nullish(),
  answered_by: z.string().nullish(),
})
export type CallResource = z.infer<typeof CallResource>

/** https://www.twilio.com/docs/voice/api/call-resource#retrieve-a-list-of-calls */
export const CallPage = z.object({ calls: z.array(CallResource), next_page_uri: z.string().nullish() })
export type CallPage = z.infer<typeof CallPage>

/** The requests that Twilio made for a call. https://www.twilio.com/docs/voice/api/call-event-resource */
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

/** `active`, `suspended` or `closed`. https://www.twilio.com/docs/iam/api/account */
export const AccountResource = z.object({ status: z.string().nullish() })

/** The body of a refusal. https://www.twilio.com/docs/usage/twilios-response#response-formats-exceptions */
export const ErrorBody = z.object({
  code: z.int().min(1).max(9_999_999),
  /** Repeats the HTTP status. */
  status: z.unknown().optional(),
})

/**
 * Returns who answered; `unknown` for a word that this version does not know, null for an empty or absent one. A call
 * that is read says `machine` alone.
 */
export function readAnswerer(text: string | null | undefined): Answerer | null {
  if (!text) return null
  if (text === 'machine') return 'machine_start'
  return answerers.find((answerer) => answerer === text) ?? 'unknown'
}

/** Returns a whole number from 0, as Twilio writes seconds and sequence numbers; null for any other text. */
export function readCount(value: string | number | null | undefined): number | null {
  return /^\d{1,9}$/.test(String(value)) ? Number(value) : null
}

/** Returns the call in the form that is common to all carriers. */
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
