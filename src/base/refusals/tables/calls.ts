import type { RefusalTable } from './refusal-table.ts'

/** Refusals about campaigns, calls and files of calls. */
export const callTable = {
  invalid_phone_number: { status: 400, when: 'The number is not a valid telephone number.' },
  campaign_not_found: { status: 404, when: 'The project has no campaign with this id.' },
  campaign_not_ready: {
    status: 400,
    when: 'The campaign lacks what a call needs: outbound direction, a caller ID, and a workflow, an agent, or a script with a voice.',
  },
  campaign_paused: { status: 400, when: 'A triggered call of a campaign that is on hold (`paused`).' },
  campaign_ended: { status: 400, when: 'The campaign has ended, or its end date is past.' },
  campaign_ends_before_opening: {
    status: 400,
    when: 'The campaign ends before its calling hours begin again.',
  },
  outside_calling_hours: {
    status: 400,
    when: 'A call was triggered outside of its calling hours; the message gives the next opening.',
  },
  callee_zone_unknown: {
    status: 400,
    when: 'The campaign calls by the clock of the callee, and nothing shows in which time zone the callee may be.',
  },
  callee_zone_invalid: {
    status: 400,
    when: 'The time zone that the request or the profile gives for the callee is not an IANA name.',
  },
  callee_never_open: {
    status: 400,
    when: 'The calling hours are never open at once in all time zones in which the callee may be.',
  },
  no_free_slot: {
    status: 400,
    when: 'A call was triggered while every calling slot of its campaign was in use.',
  },
  number_taken: {
    status: 400,
    when: 'A call was triggered to a number that the project is calling already, or that another call waits for.',
  },
  do_not_call: {
    status: 400,
    when: 'The number is on the do-not-call list of the organization, so that nobody may call it.',
  },
  dial_too_late: {
    status: 400,
    when: 'A triggered call could not be dialed in time: its calling hours ended first, or the service stood still.',
  },
  carrier_refused_number: { status: 400, when: 'The carrier refuses to call this number.' },
  carrier_busy: {
    status: 400,
    isRetryable: true,
    when: 'The carrier took no further call within the 5 seconds that a triggered call waits.',
  },
  dial_failed: { status: 500, when: 'The call could not be placed, for a reason other than the number.' },
  dial_unresolved: {
    status: 500,
    when: 'The carrier did not answer in time, so whether the call was placed is not known yet.',
  },
  call_not_found: { status: 404, when: 'The campaign has no call with this id.' },
  call_file_unusable: {
    status: 400,
    when: 'A file of calls can not be read as a whole, or no row of it would become a call.',
  },
  too_many_call_files: {
    status: 429,
    isRetryable: true,
    when: 'This process is checking as many files of calls as it may, of all organizations or of this one.',
  },
  call_batch_not_found: { status: 404, when: 'The campaign has no batch of calls with this id.' },
  call_batch_not_stopped: { status: 409, when: 'The batch of calls is not stopped, so it can not go on.' },
} as const satisfies RefusalTable
