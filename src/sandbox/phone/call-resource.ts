import { byName, parseForm } from '../network/form.ts'
import type { FormFields } from '../network/form.ts'
import { apiVersion } from './call-requests.ts'
import { billedMinutes, talkedSeconds } from './leg.ts'
import type { Leg, RequestMade } from './leg.ts'

/** The invented price of a started minute in US dollars. */
const pricePerMinute = 0.014

const subresources = {
  events: 'Events',
  notifications: 'Notifications',
  payments: 'Payments',
  recordings: 'Recordings',
  siprec: 'Siprec',
  streams: 'Streams',
  transcriptions: 'Transcriptions',
  user_defined_messages: 'UserDefinedMessages',
  user_defined_message_subscriptions: 'UserDefinedMessageSubscriptions',
} as const

/**
 * Returns a leg as Twilio's Call resource. It has strings where Twilio has strings (duration in seconds, queue time in
 * milliseconds), dates in RFC 2822, and null for what is unknown or does not apply. Provider: Calls resource.
 */
export function callResource(leg: Leg): Record<string, unknown> {
  const { accountSid, from, to, direction, parentCallSid } = leg.order
  const uri = callUri(accountSid, leg.sid)
  const startedAt = leg.answeredAt ?? leg.dialedAt
  const completed = leg.status === 'completed'
  return {
    sid: leg.sid,
    date_created: rfc2822(leg.placedAt),
    date_updated: rfc2822(leg.updatedAt),
    parent_call_sid: parentCallSid,
    account_sid: accountSid,
    to,
    to_formatted: displayed(to),
    from,
    from_formatted: displayed(from),
    phone_number_sid: leg.phoneNumberSid,
    // The resource has no status for the time between the queue and the first ring.
    status: leg.status === 'initiated' ? 'queued' : leg.status,
    start_time: startedAt === null ? null : rfc2822(startedAt),
    end_time: leg.endedAt === null ? null : rfc2822(leg.endedAt),
    duration: completed ? String(talkedSeconds(leg)) : null,
    price: completed ? (-pricePerMinute * billedMinutes(leg)).toFixed(5) : null,
    price_unit: 'USD',
    direction,
    // Callbacks say more. Provider: Calls resource, AnsweredBy.
    answered_by: leg.answeredBy?.startsWith('machine') === true ? 'machine' : leg.answeredBy,
    api_version: apiVersion,
    forwarded_from: null,
    group_sid: null,
    caller_name: null,
    queue_time: String(leg.dialedAt === null ? 0 : leg.dialedAt.getTime() - leg.placedAt.getTime()),
    trunk_sid: null,
    uri: `${uri}.json`,
    subresource_uris: Object.fromEntries(
      Object.entries(subresources).map(([key, name]) => [key, `${uri}/${name}.json`]),
    ),
  }
}

/** Returns a request about a call as Twilio's Call Event resource, which has parameter names in snake_case. */
export function eventResource(made: RequestMade): Record<string, unknown> {
  return {
    request: { method: made.method, url: made.url, parameters: snakeCased(parseForm(made.form)) },
    response: {
      response_code: made.status,
      request_duration: made.durationMs,
      content_type: made.contentType,
      response_body: made.body,
      date_created: rfc2822(made.at),
    },
  }
}

/** Returns the path of a call's resource, without the extension. */
function callUri(accountSid: string, sid: string): string {
  return `/${apiVersion}/Accounts/${accountSid}/Calls/${sid}`
}

/** Returns a North American number in its usual notation, any other number unchanged. */
function displayed(number: string): string {
  return number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
}

function snakeCased(fields: FormFields): Record<string, string | string[]> {
  return byName(
    fields.map(([name, value]): [string, string] => [
      name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase(),
      value,
    ]),
  )
}

/** Returns the time as Twilio writes it, in UTC and whole seconds: `Tue, 31 Aug 2010 20:36:28 +0000`. */
export function rfc2822(at: Date): string {
  return at.toUTCString().replace('GMT', '+0000')
}
