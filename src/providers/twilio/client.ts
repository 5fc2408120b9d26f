import assert from 'node:assert/strict'
import { systemClock } from '../../base/clock.ts'
import type { Clock } from '../../base/clock.ts'
import { findCall } from './find-call.ts'
import { judgeAccount, judgeEnded, judgeFetched, judgePlaced } from './outcome.ts'
import type {
  EndCallOutcome,
  FetchAccountOutcome,
  FetchCallOutcome,
  FindCallOutcome,
  PlaceCallOutcome,
} from './outcome.ts'
import { createAsk } from './sdk.ts'
import { callSidForm } from './types.ts'
import type { FindCallRequest, PlaceCallRequest, TwilioAccount, TwilioLimits } from './types.ts'

/**
 * Twilio for one account. Every method makes its requests once each, within the limits, and tells every answer and
 * every failure of the network as an outcome; a throw is a bug. An aborted `signal` ends a method early with what is
 * known then.
 */
export interface TwilioClient {
  /**
   * One request. `mayBegin` is asked once, when the connection stands and just before the first byte is written; where
   * it says no, nothing is sent and the outcome is `not_done` for being `too_late`.
   */
  placeCall(
    request: PlaceCallRequest,
    signal?: AbortSignal,
    mayBegin?: () => boolean,
  ): Promise<PlaceCallOutcome>
  /** Several requests, one after the other; the bounds stand in `find-call.ts`. */
  findCall(request: FindCallRequest, signal?: AbortSignal): Promise<FindCallOutcome>
  /** One request. */
  fetchCall(sid: string, signal?: AbortSignal): Promise<FetchCallOutcome>
  /** One request. Ends the call wherever it stands: queued, ringing or live. Asking twice is harmless. */
  endCall(sid: string, signal?: AbortSignal): Promise<EndCallOutcome>
  /** One request. Learns whether the carrier accepts the credentials. */
  fetchAccount(signal?: AbortSignal): Promise<FetchAccountOutcome>
}

const statusEvents = ['initiated', 'ringing', 'answered', 'completed']

/**
 * @param clock by which the callers of `findCall` say when they dialled.
 * @throws where the account's SID or API address is malformed.
 */
export function createTwilioClient(
  account: TwilioAccount,
  limits: TwilioLimits,
  clock: Clock = systemClock,
): TwilioClient {
  const ask = createAsk(account, limits)
  return {
    async placeCall(request, signal, mayBegin) {
      const exchange = await ask(
        (twilio) =>
          twilio.calls.create({
            to: request.to,
            from: request.from,
            url: request.instructionsUrl,
            method: 'POST',
            statusCallback: request.statusCallbackUrl,
            statusCallbackEvent: statusEvents,
            statusCallbackMethod: 'POST',
            timeout: request.ringTimeoutSeconds,
            ...detectionOf(request),
          }),
        { signal, mayBegin },
      )
      return judgePlaced(exchange)
    },
    findCall: (request, signal) => findCall({ ask, clock }, request, signal),
    async fetchCall(sid, signal) {
      assertCallSid(sid)
      return judgeFetched(await ask((twilio) => twilio.calls(sid).fetch(), { signal }), sid)
    },
    fetchAccount: async (signal) =>
      judgeAccount(await ask((twilio) => twilio.api.v2010.accounts(account.accountSid).fetch(), { signal })),
    async endCall(sid, signal) {
      assertCallSid(sid)
      // Of the two statuses that end calls, `canceled` leaves one in progress alone (Twilio: "Call resource").
      const exchange = await ask((twilio) => twilio.calls(sid).update({ status: 'completed' }), { signal })
      return judgeEnded(exchange, sid)
    },
  }
}

/**
 * `Enable` tells who it is as soon as it is known; waiting for the end of a greeting would tell it too late for a person.
 * Asynchronous, because the callee of a synchronous detection hears silence until it is done.
 */
function detectionOf({ asyncMachineDetectionUrl }: PlaceCallRequest) {
  if (asyncMachineDetectionUrl === null || asyncMachineDetectionUrl === undefined) return {}
  return {
    machineDetection: 'Enable',
    asyncAmd: 'true',
    asyncAmdStatusCallback: asyncMachineDetectionUrl,
    asyncAmdStatusCallbackMethod: 'POST',
  }
}

/** A SID becomes part of an address, so one that is not of the form must never get there. */
function assertCallSid(sid: string): void {
  assert(callSidForm.test(sid), 'a call SID is CA followed by 32 hexadecimal digits')
}
