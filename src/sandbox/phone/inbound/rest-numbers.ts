import { z } from 'zod'
import { isE164 } from '../../network/e164.ts'
import { fieldOf } from '../../network/form.ts'
import type { FormFields } from '../../network/form.ts'
import { jsonAnswer } from '../../network/http-server.ts'
import { rfc2822 } from '../call-resource.ts'
import type { Exchange } from '../exchange.ts'
import { pageOf } from '../paging.ts'
import type { RestResult } from '../rest-calls.ts'
import { twilioError } from '../twilio-errors.ts'
import { AccountNumber } from './numbers.ts'
import type { OwnedNumber } from './numbers.ts'

/** The parameters of an update and the members that they set. Provider: IncomingPhoneNumbers resource. */
const parameters = {
  VoiceUrl: 'voice_url',
  VoiceMethod: 'voice_method',
  VoiceFallbackUrl: 'voice_fallback_url',
  VoiceFallbackMethod: 'voice_fallback_method',
  StatusCallback: 'status_callback',
  StatusCallbackMethod: 'status_callback_method',
} as const

/**
 * The IncomingPhoneNumbers resource: read, list and update. A list for one number that nobody has gives it to the
 * account.
 */
export class RestNumbers {
  readonly #exchange: Exchange

  constructor(exchange: Exchange) {
    this.#exchange = exchange
  }

  list(accountSid: string, path: string, query: FormFields): RestResult {
    const { numbers } = this.#exchange
    const wanted = fieldOf(query, 'PhoneNumber')
    if (wanted !== null && isE164(wanted) && numbers.find(wanted) === null)
      numbers.put(AccountNumber.parse({ account_sid: accountSid, number: wanted }))
    const found = numbers.all(accountSid).filter(({ number }) => wanted === null || number === wanted)
    const page = pageOf(found, ({ sid }) => sid, path, query)
    if (page.kind === 'malformed')
      return refused(twilioError(20001, { message: `${page.parameter} is not valid` }))
    const incoming_phone_numbers = page.items.map((number) => this.#resource(number))
    return answered({ ...page.frame, incoming_phone_numbers })
  }

  fetch(accountSid: string, sid: string): RestResult {
    const number = this.#find(accountSid, sid)
    return number === null ? refused(twilioError(20404)) : answered(this.#resource(number))
  }

  /** Changes the addresses that are given; an empty one removes it. */
  update(accountSid: string, sid: string, form: FormFields): RestResult {
    const number = this.#find(accountSid, sid)
    if (number === null) return refused(twilioError(20404))
    const { sid: _, ...before } = number
    const changes = form.flatMap(([name, value]) =>
      Object.hasOwn(parameters, name)
        ? [[parameters[name as keyof typeof parameters], value === '' ? undefined : value] as const]
        : [],
    )
    const read = AccountNumber.safeParse({ ...before, ...Object.fromEntries(changes) })
    if (!read.success) return refused(twilioError(20001, { message: z.prettifyError(read.error) }))
    return answered(this.#resource(this.#exchange.numbers.put(read.data)))
  }

  #find(accountSid: string, sid: string): OwnedNumber | null {
    return this.#exchange.numbers.all(accountSid).find((number) => number.sid === sid) ?? null
  }

  #resource({ sid, account_sid, number, ...rest }: OwnedNumber): Record<string, unknown> {
    return {
      sid,
      account_sid,
      phone_number: number,
      friendly_name: number,
      ...rest,
      voice_url: rest.voice_url ?? '',
      voice_fallback_url: rest.voice_fallback_url ?? '',
      status_callback: rest.status_callback ?? '',
      capabilities: { voice: true, sms: false, mms: false, fax: false },
      status: 'in-use',
      api_version: '2010-04-01',
      date_updated: rfc2822(this.#exchange.clock.now()),
      uri: `/2010-04-01/Accounts/${account_sid}/IncomingPhoneNumbers/${sid}.json`,
    }
  }
}

function answered(value: unknown): RestResult {
  return { answer: jsonAnswer(200, value), fault: null, callSid: null, code: null }
}

function refused(error: ReturnType<typeof twilioError>): RestResult {
  return { answer: jsonAnswer(error.status, error), fault: null, callSid: null, code: error.code }
}
