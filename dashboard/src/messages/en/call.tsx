import type { ReactNode } from 'react'

/** The page of one call: what is, in one sentence, then how it came to that. */
export const call = {
  tab: (number: string) => `Call to ${number}`,
  tabInbound: (number: string) => `Call from ${number}`,
  missing: 'Call',
  titles: {
    live: (who: ReactNode, at: ReactNode) => (
      <>
        Speaking with {who} since {at}.
      </>
    ),
    ringing: (who: ReactNode, at: ReactNode) => (
      <>
        The phone of {who} has been ringing since {at}.
      </>
    ),
    dialling: (who: ReactNode, at: ReactNode) => (
      <>
        Dialed {who} at {at}; the carrier has not answered yet.
      </>
    ),
    unresolved: (who: ReactNode, at: ReactNode) => (
      <>
        Not known since {at} whether the carrier took the call to {who}.
      </>
    ),
    completed: (who: ReactNode, at: ReactNode) => (
      <>
        Spoke with {who}; the talk ended {at}.
      </>
    ),
    voicemail: (who: ReactNode, at: ReactNode) => (
      <>
        A machine answered for {who}, {at}.
      </>
    ),
    no_answer: (who: ReactNode, at: ReactNode) => (
      <>
        Nobody answered at {who}, {at}.
      </>
    ),
    busy: (who: ReactNode, at: ReactNode) => (
      <>
        The line of {who} was busy, {at}.
      </>
    ),
    failed: (who: ReactNode, at: ReactNode) => (
      <>
        The call to {who} failed, {at}.
      </>
    ),
    canceled: (who: ReactNode, at: ReactNode) => (
      <>
        The call to {who} was canceled, {at}.
      </>
    ),
    expired: (who: ReactNode, at: ReactNode) => (
      <>
        The call to {who} was given up, {at}.
      </>
    ),
  } as Record<string, (who: ReactNode, at: ReactNode) => ReactNode>,
  /** Where the person called. */
  inboundTitles: {
    live: (who: ReactNode, at: ReactNode) => (
      <>
        Speaking with {who} since {at}, who called.
      </>
    ),
    ringing: (who: ReactNode, at: ReactNode) => (
      <>
        {who} has been calling since {at}.
      </>
    ),
    completed: (who: ReactNode, at: ReactNode) => (
      <>
        {who} called; the talk ended {at}.
      </>
    ),
    no_answer: (who: ReactNode, at: ReactNode) => (
      <>
        {who} called while nobody could answer, {at}.
      </>
    ),
    busy: (who: ReactNode, at: ReactNode) => (
      <>
        {who} called while all slots were taken, {at}.
      </>
    ),
    failed: (who: ReactNode, at: ReactNode) => (
      <>
        The call from {who} failed, {at}.
      </>
    ),
    canceled: (who: ReactNode, at: ReactNode) => (
      <>
        The call from {who} was ended by us, {at}.
      </>
    ),
  } as Record<string, (who: ReactNode, at: ReactNode) => ReactNode>,
  inboundAdvice: {
    no_answer: 'They heard why. Nobody calls them back by itself.',
    busy: 'They heard that all lines are busy. Nobody calls them back by itself.',
    failed: 'Look at the carrier’s own page for the cause.',
  } as Record<string, string>,
  direction: 'Direction',
  waits: (who: ReactNode, sentence: ReactNode) => (
    <>
      {who}: {sentence}.
    </>
  ),
  advice: {
    unresolved:
      'It is not dialed again meanwhile, so nobody is called twice. The carrier is asked until it says so.',
    no_answer: 'No attempt is left. Place it again, or let the campaign try more often.',
    busy: 'No attempt is left. Place it again, or let the campaign try more often.',
    voicemail: 'No attempt is left. Place it again at another time of day.',
    canceled: 'It is not dialed any more. Place it again if that was a mistake.',
    expired: 'Its campaign ended before its turn. Place it again once the campaign runs longer.',
    failed: 'Place it again once the cause is mended.',
  } as Record<string, string>,
  failedAdvice: {
    number: 'Check the number with whoever gave it; placing it again won’t help.',
    account: 'An admin mends it under Carriers; then place the call again.',
    general: 'Place it again; if it fails again, look at the carrier’s own page.',
    rate: 'Place it again, or lower the calls per second under Carriers.',
    fault: 'The carrier had a fault of its own. Place it again in a few minutes.',
  },
  failedWhy: (reason: ReactNode) => <>The reason: {reason}. </>,
  code: (code: ReactNode) => <>code {code}</>,
  talked: (duration: ReactNode) => <>They spoke for {duration}. </>,
  cancelRequested: (at: ReactNode) => <>Somebody canceled it at {at}; the carrier has to confirm the end. </>,
  placeAgain: 'Place again…',
  placeTitle: (number: string) => `Call ${number} again?`,
  placeBody: (campaign: ReactNode) => (
    <>A new call is placed by the rules of {campaign}, with the same variables. This one stays as it is.</>
  ),
  placeAction: 'Place the call',
  placed: 'The new call is placed. This is its page.',
  attempts: 'Attempts',
  legend: (zone: string) => `${zone} time; ours`,
  legendCarrier: 'carrier’s',
  noAttempts: 'Not dialed yet.',
  attempt: (number: string) => number,
  about: {
    completed: (duration: ReactNode) => <>spoke for {duration}</>,
    live: () => <>speaking</>,
    ringing: () => <>rings</>,
    dialling: () => <>being dialed</>,
    unresolved: () => <>not known yet</>,
    no_answer: () => <>nobody answered</>,
    busy: () => <>busy</>,
    failed: () => <>failed</>,
    canceled: () => <>canceled</>,
    never_placed: () => <>the carrier never placed it</>,
  } as Record<string, (duration: ReactNode) => ReactNode>,
  events: {
    placed: 'Placed',
    dialled: 'Dialed',
    queued: 'Taken by the carrier',
    initiated: 'Dialed by the carrier',
    ringing: 'Rings',
    'in-progress': 'Answered',
    completed: 'Hung up',
    busy: 'Busy',
    'no-answer': 'Not answered',
    failed: 'Failed',
    canceled: 'Canceled',
    human: 'A person, not a machine',
    machine: 'A machine',
    unknownAnswer: 'Not certain whether person or machine',
  } as Record<string, string>,
  sources: {
    created: 'at the request',
    asked: 'when asked',
    instructions: 'by asking for the next step',
    machine_detection: 'machine detection',
    inbound: 'when the call came',
  } as Record<string, string>,
  speakingNow: (duration: ReactNode) => <>Speaking, {duration}</>,
  lag: (seconds: ReactNode) => <>+{seconds} s</>,
  waited: (duration: ReactNode) => <>{duration} until the next attempt.</>,
  retries: (at: ReactNode, duration: ReactNode) => (
    <>
      Tries again at {at}, in {duration}.
    </>
  ),
  fault: (reason: ReactNode) => <>Failed: {reason}</>,
  track: { waits: 'waits', rings: 'rings' },
  trackAttempt: (ordinal: string, state: string) => `${ordinal}, ${state}`,
  transcript: 'Transcript',
  grows: 'grows as it is spoken',
  noTranscript: 'Nothing has been said yet.',
  noTranscriptNext: 'What is said stands here as it is spoken.',
  neverSpoken: 'Nothing was said.',
  speakers: { agent: 'Agent', customer: 'Customer', system: 'Event' } as Record<string, string>,
  wholeConversation: 'The conversation',
  customer: 'Customer',
  noVariables: 'The call was placed without variables.',
  moves: 'What happened',
  moveReasons: {
    placed: 'Accepted, and queued',
    started_at_once: 'Accepted, and started at once',
    caller_connected: 'A person called, and was connected',
    caller_turned_away: 'A person called, and was turned away: closed, held, or no free slot',
    claimed: 'Its turn has come',
    retry: 'Waits for the next attempt, as the campaign says',
    not_placed: 'The carrier did not take it',
    campaign_paused: 'Back to the queue: the campaign is on hold',
    do_not_call: 'Canceled: the number is on the do-not-call list',
    guard: 'A guard does not allow the call',
    hours_closed: 'The calling hours are closed',
    too_late: 'Back to the queue: it was too late to ask the carrier',
    database_held: 'Back to the queue: the service is held',
    account_unusable: 'Back to the queue: the carrier account cannot be opened',
    callee_zone_unknown: 'Nobody knows the time zone of the number',
    carrier_silent: 'The carrier did not say whether it took the call',
    carrier_report: 'The carrier reported a change',
    carrier_rejected: 'The carrier refused it',
    carrier_lost_call: 'The carrier does not know the call any more',
    canceled: 'Canceled by a person or program',
    campaign_ended: 'The campaign has ended',
    campaign_not_ready: 'The campaign was not ready',
  } as Record<string, string>,
  /** What the carrier reported, by the state that the call then had. */
  carrierReports: {
    dialling: 'The carrier reported that it dials',
    ringing: 'The carrier reported that it rings',
    live: 'The carrier reported that the call was answered',
    completed: 'The carrier reported that the call ended',
    voicemail: 'The carrier reported that a machine answered',
    no_answer: 'The carrier reported that nobody answered',
    busy: 'The carrier reported that the number was busy',
    failed: 'The carrier reported that the call failed',
    canceled: 'The carrier reported that the call was canceled',
  } as Record<string, string>,
  ids: 'Ids',
  carrierCall: 'Carrier’s call',
  notFound: 'There is no such call in this project.',
}
