import { AsyncLocalStorage } from 'node:async_hooks'
import type RequestClient from 'twilio/lib/base/RequestClient.js'
import type Twilio from 'twilio/lib/rest/Twilio.js'
import { sendOnce } from '../send-once.ts'
import type { Exchange, OutgoingRequest, RequestControl } from '../send-once.ts'
import type { CarrierCredentials } from '../voice-carrier.ts'
import { accountSidForm } from './types.ts'
import type { TwilioAccess } from './types.ts'

/**
 * Makes one request with Twilio's SDK and returns the raw answer.
 *
 * The SDK knows addresses, parameters and authentication. It does not interpret the answer: for the SDK every 2xx with
 * JSON is a success and the rest an exception. Whether a call was placed depends on more cases than these two.
 *
 * @param request calls one method of the SDK that makes one request.
 */
export type SendToTwilio = (
  request: (twilio: Twilio) => Promise<unknown>,
  control: RequestControl,
) => Promise<Exchange>

const publicAddress = 'https://api.twilio.com'

/** One request of `SendToTwilio`, and its answer once that is there. */
interface SentRequest {
  control: RequestControl
  exchange?: Exchange
}

/** @throws if the account's SID, token or address is malformed, which is a fault of the configuration. */
export function createSend(account: CarrierCredentials, access: TwilioAccess): SendToTwilio {
  if (!accountSidForm.test(account.accountSid))
    throw new Error('a Twilio account SID is AC followed by 32 hexadecimal digits')
  if (account.authToken === '') throw new Error('a Twilio account has an auth token')
  const base = parseApiUrl(account.apiUrl ?? publicAddress)
  const givenHosts = account.apiUrl === null ? null : access.givenHosts
  /** The request for which the SDK calls the client: requests run at the same time, and share the object of the SDK. */
  const within = new AsyncLocalStorage<SentRequest>()
  const httpClient = {
    request: async (options: RequestClient.RequestOptions): Promise<never> => {
      const sent = within.getStore()
      if (sent === undefined) throw new Error('the SDK makes a request that nobody has asked for')
      const outgoing = { ...outgoingRequest(options, base), givenHosts, givenBy: account.apiUrlGivenBy }
      sent.exchange = await sendOnce(outgoing, access, sent.control)
      throw new AnswerTaken()
    },
  }
  /** Made once, which costs more than a request of it. */
  let twilio: Twilio | null = null
  return async (request, control) => {
    twilio ??= await createSdk(account, httpClient)
    const sdk = twilio
    const sent: SentRequest = { control }
    try {
      await within.run(sent, () => request(sdk))
    } catch (error) {
      if (!(error instanceof AnswerTaken)) throw error
    }
    if (sent.exchange === undefined) throw new Error('the SDK made no request')
    return sent.exchange
  }
}

/** Returns an object of the SDK for the account, which keeps nothing of a request. */
async function createSdk(
  { accountSid, authToken }: CarrierCredentials,
  httpClient: { request: (options: RequestClient.RequestOptions) => Promise<never> },
): Promise<Twilio> {
  // Loaded on first use, and only this part: 83 ms instead of 105 for the whole package (Node 26).
  const { default: TwilioSdk } = await import('twilio/lib/rest/Twilio.js')
  // Edge and region are empty, because the SDK reads absent ones from the environment.
  return new TwilioSdk(accountSid, authToken, {
    edge: '',
    region: '',
    logLevel: '',
    // The SDK calls only `request`. The cast is needed because its class has private members.
    httpClient: httpClient as unknown as RequestClient,
  })
}

/** Ends the SDK's work on a request once the answer is there. */
class AnswerTaken extends Error {
  override name = 'AnswerTaken'
}

function parseApiUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.username ||
    url.password ||
    url.search ||
    url.hash
  )
    throw new Error('the API address of a Twilio account is an http or https address without user and query')
  return url
}

function outgoingRequest(
  options: RequestClient.RequestOptions,
  base: URL,
): Omit<OutgoingRequest, 'givenHosts' | 'givenBy'> {
  const url = new URL(base.origin)
  url.pathname = base.pathname.replace(/\/+$/, '') + new URL(options.uri).pathname
  url.search = formEncode(options.params).toString()
  const credentials = Buffer.from(`${options.username}:${options.password}`).toString('base64')
  const isPost = options.method === 'post'
  return {
    providerName: 'the carrier',
    method: isPost ? 'POST' : 'GET',
    url,
    headers: { ...options.headers, Authorization: `Basic ${credentials}` },
    body: isPost ? formEncode(options.data).toString() : null,
  }
}

/** Encodes parameters as a form; Twilio expects lists as repeated parameters. */
function formEncode(parameters: object | undefined): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters ?? {}))
    for (const item of [value].flat()) if (item !== undefined) form.append(name, String(item))
  return form
}
