/** What the refusals of calls mean, and what to do. */
export const callRefusals = {
  invalid_phone_number: {
    what: 'This is not a telephone number that can be called.',
    advice: 'Write it with + and the country code, such as +14155550123.',
  },
  campaign_not_ready: {
    what: 'The campaign lacks something that a call needs.',
    advice: 'Edit the campaign and add it.',
    detail: true,
  },
  campaign_paused: {
    what: 'The campaign is on hold.',
    advice: 'Release it, or queue the call: it waits until then.',
  },
  campaign_ended: {
    what: 'The campaign has ended and places no calls.',
    advice: 'Use another campaign, or change the end of this one.',
  },
  campaign_ends_before_opening: {
    what: 'The campaign ends before its calling hours begin again.',
    advice: 'Change its end or its hours, or use another campaign.',
  },
  outside_calling_hours: {
    what: 'The campaign is outside its calling hours.',
    advice: 'Queue the call: it is dialed when the hours begin.',
    detail: true,
  },
  callee_zone_unknown: {
    what: 'Nothing says in which time zone the person who is called may be.',
    advice: 'Give the call a timezone, such as Europe/Berlin, or set the property timezone of the profile.',
    detail: true,
  },
  callee_zone_invalid: {
    what: 'The time zone of the person who is called is not one.',
    advice: 'Give an IANA name such as Europe/Berlin.',
    detail: true,
  },
  callee_never_open: {
    what: 'The calling hours are never open at once in all time zones in which the person who is called may be.',
    advice: 'Give the call a timezone if you know it, or set longer hours.',
    detail: true,
  },
  no_free_slot: {
    what: 'As many calls are under way as the campaign may have at once.',
    advice: 'Queue the call: it goes when a slot is free. Or try again once a call has ended.',
  },
  number_taken: {
    what: 'This number is being called already, or another call to it waits.',
    advice: 'Queue the call: it goes after that one.',
  },
  do_not_call: {
    what: 'This number is on the do-not-call list.',
    advice:
      'Nobody of the organization may call it. End its entry under Do not call if the person wants to be called again.',
  },
  dial_too_late: {
    what: 'The calling hours ended before it was this call’s turn.',
    advice: 'Nothing was dialed. Queue the call: it goes when the hours begin again.',
  },
  carrier_refused_number: {
    what: 'The carrier does not call this number.',
    advice: 'Check the number with whoever gave it; calling it again won’t help.',
    detail: true,
  },
  carrier_busy: {
    what: 'The carrier takes no more calls at this moment.',
    advice: 'Try again shortly, or queue the call.',
  },
  guard_country: {
    what: 'The organization doesn’t call this country.',
    advice: 'An owner widens it under Guards.',
    detail: true,
  },
  guard_number_type: {
    what: 'The organization doesn’t call numbers of this type, such as premium numbers.',
    advice: 'An owner widens it under Guards.',
    detail: true,
  },
  guard_rate: {
    what: 'Spending has a limit, and no rate is set for this number.',
    advice: 'An owner widens it under Guards.',
    detail: true,
  },
  guard_dials_a_day: {
    what: 'The organization has made all its dials of today.',
    advice: 'Try again after midnight UTC, or have an owner widen it under Guards.',
    detail: true,
  },
  guard_minutes_a_day: {
    what: 'Fewer minutes are left of today than the call may last.',
    advice: 'Try again after midnight UTC, or have an owner widen it under Guards.',
    detail: true,
  },
  guard_spend_a_day: {
    what: 'The call could cost more than may be spent today.',
    advice: 'Try again after midnight UTC, or have an owner widen it under Guards.',
    detail: true,
  },
  guard_number_dials_a_day: {
    what: 'This number was called as often today as is allowed.',
    advice: 'Try again after midnight UTC, or have an owner widen it under Guards.',
    detail: true,
  },
  guard_number_dials_a_week: {
    what: 'This number was called as often in seven days as is allowed.',
    advice: 'An owner widens it under Guards.',
    detail: true,
  },
  guard_block_dials_an_hour: {
    what: 'Neighboring numbers were called as often in the last hour as is allowed.',
    advice: 'Queue the call, or have an owner widen the guard under Guards.',
    detail: true,
  },
  dial_failed: {
    what: 'The call could not be placed.',
    advice: 'An admin mends the carrier account under Carriers; then place the call again.',
    detail: true,
  },
  dial_unresolved: {
    what: 'It is not known yet whether the carrier took the call.',
    advice: 'The phone may be ringing, so do not place it again now. The live page shows it.',
  },
  database_held: {
    what: 'The service is held: nothing is dialed, sent or changed.',
    advice: 'Its database was restored or copied, or an operator stopped it. An operator releases it.',
  },
} as Record<string, { what: string; advice: string; detail?: true }>
