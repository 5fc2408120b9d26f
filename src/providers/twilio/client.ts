import assert from 'node:assert/strict'
import { systemClock } from '../../base/clock.ts'
import type { Clock } from '../../base/clock.ts'
import type { CarrierCredentials, PlaceCallRequest, VoiceCarrier } from '../voice-carrier.ts'
import { askAgain } from './ask-again.ts'
import { findCall } from './find-call.ts'
import { judgeAccount, judgeEnded, judgeFetched, judgeLimited, judgePlaced } from './outcome.ts'
import { createSend } from './sdk.ts'
import { callSidForm } from './types.ts'
import type { TwilioAccess } from './types.ts'

/**
 * Each report costs a request to the service. `initiated` says no more than the answer to the request. `answered` says
 * no more than the request for instructions, which Twilio makes at that moment with `CallStatus=in-progress`.
 */
const statusEvents = ['ringing', 'completed']

/**
 * Returns Twilio for one account.
 *
 * @param clock the clock from which the callers of `findCall` take `placedAfter`.
 * @throws if the account's SID or API address is malformed.
 */
export function createTwilioClient(
  account: CarrierCredentials,
  access: TwilioAccess,
  clock: Clock = systemClock,
): VoiceCarrier {
  const send = createSend(account, access)
  return {
    async placeCall(request, signal, mayBegin) {
      const exchange = await send(
        (twilio) =>
          twilio.calls.create({
            to: request.to,
            from: request.from,
            url: askAgain(request.instructionsUrl),
            method: 'POST',
            statusCallback: askAgain(request.statusCallbackUrl),
            statusCallbackEvent: statusEvents,
            statusCallbackMethod: 'POST',
            timeout: request.ringTimeoutSeconds,
            ...(typeof request.timeLimitSeconds === 'number' ? { timeLimit: request.timeLimitSeconds } : {}),
            ...detectionOf(request),
          }),
        { signal, mayBegin },
      )
      return judgePlaced(exchange)
    },
    findCall: (request, signal) => findCall({ send, clock }, request, signal),
    async fetchCall(sid, signal) {
      assertCallSid(sid)
      return judgeFetched(await send((twilio) => twilio.calls(sid).fetch(), { signal }), sid)
    },
    fetchAccount: async (signal) =>
      judgeAccount(await send((twilio) => twilio.api.v2010.accounts(account.accountSid).fetch(), { signal })),
    async endCall(sid, signal) {
      assertCallSid(sid)
      // Two statuses end calls. `canceled` does not end one that is in progress (Twilio: "Call resource").
      const exchange = await send((twilio) => twilio.calls(sid).update({ status: 'completed' }), { signal })
      return judgeEnded(exchange, sid)
    },
    async limitCall(sid, timeLimitSeconds, signal) {
      assertCallSid(sid)
      const exchange = await send((twilio) => twilio.calls(sid).update({ timeLimit: timeLimitSeconds }), {
        signal,
      })
      return judgeLimited(exchange, sid)
    },
  }
}

/**
 * Returns the parameters of machine detection. `Enable` reports the result as soon as it is known; waiting for the end
 * of a greeting would be too late for a person. Asynchronous, because a synchronous detection leaves the callee in
 * silence.
 */
function detectionOf({ asyncMachineDetectionUrl }: PlaceCallRequest) {
  if (asyncMachineDetectionUrl === null || asyncMachineDetectionUrl === undefined) return {}
  return {
    machineDetection: 'Enable',
    asyncAmd: 'true',
    asyncAmdStatusCallback: askAgain(asyncMachineDetectionUrl),
    asyncAmdStatusCallbackMethod: 'POST',
  }
}

/** Throws for a malformed SID, because a SID becomes part of an address. */
function assertCallSid(sid: string): void {
  assert(callSidForm.test(sid), 'a call SID is CA followed by 32 hexadecimal digits')
}
