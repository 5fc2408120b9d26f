import { z } from 'zod'
import { e164 } from '../../network/e164.ts'
import type { Exchange } from '../exchange.ts'
import type { Leg } from '../leg.ts'
import { outcomesByDigits } from '../outcomes.ts'

/** A call of a person to a number of an account. */
export const InboundCall = z.strictObject({ from: z.string().regex(e164), to: z.string().regex(e164) })
export type InboundCall = z.infer<typeof InboundCall>

/**
 * Has a person call a number. The person talks as the number `from` does when it is called; one that would not answer
 * talks as `answers` does.
 *
 * @throws RangeError if no account has the number, or if the account's token is not known, which its first request
 * sets.
 */
export function placeInboundCall(exchange: Exchange, { from, to }: InboundCall): Leg {
  const number = exchange.numbers.find(to)
  if (number === null)
    throw new RangeError(`no account has the number ${to}; register it with POST /sandbox/numbers`)
  if (exchange.tokenOf(number.account_sid) === '')
    throw new RangeError('the account has made no request yet, so no token is known that could sign')
  const own = exchange.people.outcomeOf(from)
  const outcome = own.phone.kind === 'answers' ? own : outcomesByDigits['00']!
  const { voice_fallback_url, status_callback, trunk_sid, voice_application_sid } = number
  const voice_url = trunk_sid === null && voice_application_sid === null ? number.voice_url : null
  return exchange.placeLeg(
    {
      accountSid: number.account_sid,
      from,
      to,
      direction: 'inbound',
      parentCallSid: null,
      instructions:
        voice_url === null
          ? { kind: 'inline', twiml: '<Response><Reject/></Response>' }
          : { kind: 'address', url: voice_url, method: number.voice_method },
      fallback:
        voice_fallback_url === null
          ? null
          : { url: voice_fallback_url, method: number.voice_fallback_method },
      statusCallback:
        status_callback === null ? null : { url: status_callback, method: number.status_callback_method },
      // A number's callback reports the end alone. Provider: IncomingPhoneNumbers, StatusCallback.
      statusCallbackEvents: ['completed'],
      timeoutSeconds: 60,
      timeLimitSeconds: 14_400,
      detection: null,
    },
    outcome,
  )
}
