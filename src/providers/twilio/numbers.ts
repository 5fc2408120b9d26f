import { z } from 'zod'
import type { CarrierCredentials } from '../voice-carrier.ts'
import { judgeAccount, readBody, whyUnknown } from './outcome.ts'
import { createSend } from './sdk.ts'
import type { TwilioAccess } from './types.ts'

/** A number of an account, and where calls to it go. */
export interface AccountNumber {
  sid: string
  /** The address that is asked what to do with a call; empty where none is set. */
  voiceUrl: string
  /** The HTTP method by which it is asked. */
  voiceMethod: string
  /** What gets its calls instead of that address; null: nothing. */
  insteadTo: 'an Elastic SIP trunk' | 'a TwiML app' | null
}

/**
 * The outcome of a search for a number. `absent`: the account does not have it. `refused`: the credentials are wrong.
 */
export type FindNumberOutcome =
  | { kind: 'found'; number: AccountNumber }
  | { kind: 'absent' }
  | { kind: 'refused'; reason: string }
  | { kind: 'unknown'; reason: string }

export type PointNumberOutcome = { kind: 'pointed' } | { kind: 'failed'; reason: string }

/** https://www.twilio.com/docs/phone-numbers/api/incomingphonenumber-resource */
const NumberResource = z.object({
  sid: z.string().regex(/^PN[0-9a-f]{32}$/i),
  phone_number: z.string(),
  voice_url: z.string().nullish(),
  voice_method: z.string().nullish(),
  voice_application_sid: z.string().nullish(),
  trunk_sid: z.string().nullish(),
})
const NumberPage = z.object({ incoming_phone_numbers: z.array(NumberResource) })

/** Twilio's filter finds parts of numbers too, such as a longer number that begins with this one. */
const matchesMax = 50

/** Looks a number of an account up. Makes one request. @param number E.164. */
export async function findNumber(
  account: CarrierCredentials,
  access: TwilioAccess,
  number: string,
): Promise<FindNumberOutcome> {
  const exchange = await createSend(account, access)(
    (twilio) => twilio.incomingPhoneNumbers.page({ phoneNumber: number, pageSize: matchesMax }),
    {},
  )
  if (exchange.kind !== 'answered') return { kind: 'unknown', reason: exchange.reason }
  if (exchange.status !== 200) {
    const judged = judgeAccount(exchange)
    return judged.kind === 'refused' ? judged : { kind: 'unknown', reason: whyUnknown(exchange) }
  }
  const page = readBody(exchange, NumberPage)
  if (page === null) return { kind: 'unknown', reason: whyUnknown(exchange) }
  const found = page.incoming_phone_numbers.find(({ phone_number }) => phone_number === number)
  if (found === undefined) return { kind: 'absent' }
  return {
    kind: 'found',
    number: {
      sid: found.sid,
      voiceUrl: found.voice_url ?? '',
      voiceMethod: found.voice_method ?? 'POST',
      insteadTo: insteadTo(found),
    },
  }
}

function insteadTo({
  trunk_sid,
  voice_application_sid,
}: z.infer<typeof NumberResource>): AccountNumber['insteadTo'] {
  if (trunk_sid) return 'an Elastic SIP trunk'
  return voice_application_sid ? 'a TwiML app' : null
}

/** Sets where calls to a number go, and where their end is reported. Makes one request; repeating it is harmless. */
export async function pointNumber(
  account: CarrierCredentials,
  access: TwilioAccess,
  sid: string,
  { voice, status }: { voice: string; status: string },
): Promise<PointNumberOutcome> {
  const exchange = await createSend(account, access)(
    (twilio) =>
      twilio.incomingPhoneNumbers(sid).update({
        voiceUrl: voice,
        voiceMethod: 'POST',
        statusCallback: status,
        statusCallbackMethod: 'POST',
      }),
    {},
  )
  if (exchange.kind !== 'answered') return { kind: 'failed', reason: exchange.reason }
  return exchange.status === 200 ? { kind: 'pointed' } : { kind: 'failed', reason: whyUnknown(exchange) }
}
