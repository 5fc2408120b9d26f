import assert from 'node:assert/strict'
import { findCall } from './find-call.ts'
import { judgeEnded, judgeFetched, judgePlaced } from './outcome.ts'
import type { EndCallOutcome, FetchCallOutcome, FindCallOutcome, PlaceCallOutcome } from './outcome.ts'
import { createAsk } from './sdk.ts'
import { callSidForm } from './types.ts'
import type { FindCallRequest, PlaceCallRequest, TwilioAccount, TwilioLimits } from './types.ts'

/**
 * Twilio for one account. Every method makes its requests once each, within the limits, and tells every answer and
 * every failure of the network as an outcome; a throw is a bug. An aborted `signal` ends a method early with what is
 * known then.
 */
export interface TwilioClient {
  /** One request. */
  placeCall(request: PlaceCallRequest, signal?: AbortSignal): Promise<PlaceCallOutcome>
  /** Several requests, one after the other; the bounds stand in `find-call.ts`. */
  findCall(request: FindCallRequest, signal?: AbortSignal): Promise<FindCallOutcome>
  /** One request. */
  fetchCall(sid: string, signal?: AbortSignal): Promise<FetchCallOutcome>
  /** One request. Ends the call wherever it stands: queued, ringing or live. */
  endCall(sid: string, signal?: AbortSignal): Promise<EndCallOutcome>
}

const machineDetections = { detect: 'Enable', detect_message_end: 'DetectMessageEnd' } as const
const statusEvents = ['initiated', 'ringing', 'answered', 'completed']

/** @throws where the account's SID or API address is malformed. */
export function createTwilioClient(account: TwilioAccount, limits: TwilioLimits): TwilioClient {
  const ask = createAsk(account, limits)
  return {
    async placeCall(request, signal) {
      const { machineDetection } = request
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
            ...(machineDetection && { machineDetection: machineDetections[machineDetection] }),
          }),
        signal,
      )
      return judgePlaced(exchange)
    },
    findCall: (request, signal) => findCall(ask, request, signal),
    async fetchCall(sid, signal) {
      assertCallSid(sid)
      return judgeFetched(await ask((twilio) => twilio.calls(sid).fetch(), signal), sid)
    },
    async endCall(sid, signal) {
      assertCallSid(sid)
      return judgeEnded(await ask((twilio) => twilio.calls(sid).update({ status: 'completed' }), signal), sid)
    },
  }
}

/** A SID becomes part of an address, so one that is not of the form must never get there. */
function assertCallSid(sid: string): void {
  assert(callSidForm.test(sid), 'a call SID is CA followed by 32 hexadecimal digits')
}
