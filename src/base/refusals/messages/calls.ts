import type { Fault } from '../../faults.ts'
import { Refusal } from '../refusal.ts'

/** Refusals about campaigns, calls and files of calls. */
export const callRefusals = {
  invalidPhoneNumber: () =>
    new Refusal(
      'invalid_phone_number',
      'phone_number is not a valid telephone number; give it in E.164, such as +14155550123',
    ),
  campaignNotFound: () => new Refusal('campaign_not_found', 'The project has no campaign with this id'),
  campaignNotReady: (lacks: string) =>
    new Refusal('campaign_not_ready', `The campaign is not ready for calls: ${lacks}`),
  campaignPaused: () =>
    new Refusal(
      'campaign_paused',
      'The campaign is paused and dials nothing; release it, or use the calls endpoint, which queues a call until then',
    ),
  campaignEnded: () => new Refusal('campaign_ended', 'The campaign has ended and places no more calls'),
  campaignEndsBeforeOpening: () =>
    new Refusal(
      'campaign_ends_before_opening',
      'The campaign is outside its calling hours and ends before they begin again',
    ),
  outsideCallingHours: (opensAt: Date, timezone: string) =>
    new Refusal(
      'outside_calling_hours',
      `The campaign is outside its calling hours, which begin again at ${opensAt.toISOString()} (${timezone}); ` +
        'the calls endpoint queues a call until then',
    ),
  calleeZoneUnknown: () =>
    new Refusal(
      'callee_zone_unknown',
      'The campaign calls by the clock of the callee, and this phone_number has no time zone; give customer.timezone, ' +
        'such as Europe/Berlin',
    ),
  calleeZoneInvalid: (source: 'request' | 'profile') =>
    new Refusal(
      'callee_zone_invalid',
      `${source === 'request' ? 'timezone' : 'The property timezone of the profile of this phone_number'} ` +
        'must be an IANA time zone such as Europe/Berlin',
    ),
  calleeNeverOpen: (timezone: string) =>
    new Refusal(
      'callee_never_open',
      `Within 14 days the calling hours are never open at once in all time zones in which the callee may be, ${timezone} ` +
        'among them; give customer.timezone if you know it',
    ),
  noFreeSlot: () =>
    new Refusal(
      'no_free_slot',
      'Every calling slot of the campaign is in use; try again shortly, or use the calls endpoint, which queues',
    ),
  numberTaken: () =>
    new Refusal(
      'number_taken',
      'A call to this phone_number is under way or waiting; the calls endpoint queues a further one behind it',
    ),
  doNotCall: () =>
    new Refusal(
      'do_not_call',
      'This phone_number is on the do-not-call list of the organization; it can be called again once its entry has ended',
    ),
  /** @param cause `too_late`: the process stood still, or its clock can not be relied on. */
  dialTooLate: (cause: 'hours_closed' | 'too_late') =>
    new Refusal(
      'dial_too_late',
      cause === 'hours_closed'
        ? 'The calling hours of the campaign ended before the call could be dialed; the calls endpoint queues it'
        : 'The call could not be dialed in time; the calls endpoint queues it',
    ),
  carrierRefusedNumber: (reason: string, code: string) =>
    new Refusal(
      'carrier_refused_number',
      `The carrier refuses to call this phone_number: ${reason} (code ${code})`,
    ),
  carrierBusy: () =>
    new Refusal(
      'carrier_busy',
      'The carrier takes no further call at the moment; try again shortly, or use the calls endpoint, which queues',
    ),
  dialFailed: (reason: string) => new Refusal('dial_failed', `The call could not be placed: ${reason}`),
  dialUnresolved: (callId: string) =>
    new Refusal(
      'dial_unresolved',
      `The carrier has not confirmed the call, and it may have been placed. It will not be dialed again ` +
        `before that is known; campaign_queue_id ${callId}`,
    ),
  callNotFound: () => new Refusal('call_not_found', 'The campaign has no call with this id'),
  callFileUnusable: (message: string, faults: readonly Fault[] = []) =>
    new Refusal('call_file_unusable', message, {}, faults),
  tooManyCallFiles: () =>
    new Refusal(
      'too_many_call_files',
      'Other files of calls are being checked; give this one again shortly',
      {
        'retry-after': '5',
      },
    ),
  callBatchNotFound: () =>
    new Refusal('call_batch_not_found', 'The campaign has no batch of calls with this id'),
  callBatchNotStopped: () =>
    new Refusal('call_batch_not_stopped', 'The batch of calls is not stopped, so it can not go on'),
} as const
