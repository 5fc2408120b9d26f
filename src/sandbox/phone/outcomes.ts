import type { AnswerFault } from '../network/faults.ts'

/**
 * A person's reaction when the instructions wait for input. With both speech and digits, the person speaks if speech is
 * accepted, and presses the keys if only keys are. A reply of a kind that is not accepted has no effect.
 */
export type Reply =
  | {
      speech?: string
      digits?: string
      /** The time before the person begins, in simulated milliseconds; 800 if absent. */
      after_ms?: number
      /** Over ConversationRelay: begins to speak once this many characters of the service's talk were heard. */
      barge_in_after?: number
    }
  | { silence: true }
  | { hang_up: true; after_ms?: number }

/**
 * Returns what a person says next over ConversationRelay, who decides it from what they have heard since they spoke
 * last: one text for each talk of the service.
 */
export type Improvise = (heard: readonly string[], signal: AbortSignal) => Promise<Reply>

/** The behavior of a phone once it is dialed. Simulated milliseconds. */
export type PhoneBehavior =
  | {
      kind: 'answers'
      /** The time from the first ring to the answer. */
      pick_up_after_ms: number
      machine: boolean
      replies: readonly Reply[]
      /** Decides each reply of a call over ConversationRelay instead of `replies`; absent: nobody does. */
      improvise?: Improvise
      /** What happens after the last reply: the person repeats it, or is silent. */
      afterwards: 'repeat_last' | 'silence'
      /** The callee hangs up this long after the answer. */
      hang_up_after_ms: number
    }
  /** Rings until the caller gives up. */
  | { kind: 'rings_out' }
  /** Ends after ringing for `ring_ms`, or without ringing if that is null. */
  | { kind: 'ends'; status: 'busy' | 'failed'; sip_response_code: number; ring_ms: number | null }

/** How the request that creates a call is answered. */
export type CreationBehavior =
  | { kind: 'accepted' }
  | { kind: 'refused'; code: number; times: 'always' | 'first' }
  | { kind: 'fault'; fault: AnswerFault }

/** How status callbacks are sent. */
export type CallbackBehavior = 'in_order' | 'none' | 'final_lost' | 'repeated_and_reordered'

export type Outcome = {
  readonly name: string
  /** One sentence, the same as in the README's table. */
  readonly summary: string
  readonly creation: CreationBehavior
  /** The time in the queue, in simulated milliseconds. */
  readonly queued_ms: number
  /** The time from dialing to the first ring, in simulated milliseconds. */
  readonly ring_after_ms: number
  readonly phone: PhoneBehavior
  readonly callbacks: CallbackBehavior
}

const patientMs = 600_000

type Answering = Extract<PhoneBehavior, { kind: 'answers' }>

/** A person who answers every question and agrees, by speech or keys. */
const talks: Answering = {
  kind: 'answers',
  pick_up_after_ms: 2000,
  machine: false,
  replies: [
    { speech: 'Yes, speaking.', digits: '1' },
    { speech: 'Yes, that suits me well.', digits: '1' },
    { speech: 'Tomorrow at ten would be fine.', digits: '1' },
    { speech: 'No, that is all. Thank you.', digits: '1' },
  ],
  afterwards: 'repeat_last',
  hang_up_after_ms: patientMs,
}

function answering(change: Partial<Omit<Answering, 'kind'>>): Answering {
  return { ...talks, ...change }
}

function outcome(name: string, summary: string, change: Partial<Omit<Outcome, 'name' | 'summary'>>): Outcome {
  return {
    name,
    summary,
    creation: { kind: 'accepted' },
    queued_ms: 200,
    ring_after_ms: 500,
    phone: talks,
    callbacks: 'in_order',
    ...change,
  }
}

const refused = (code: number): CreationBehavior => ({ kind: 'refused', code, times: 'always' })
const misbehaves = (fault: AnswerFault): CreationBehavior => ({ kind: 'fault', fault })
const answeredWith = (status: number, code: number, placed: boolean): CreationBehavior =>
  misbehaves({ kind: 'status', status, code, retry_after_seconds: null, placed })

/**
 * The outcome of a call by the last two digits of the called number. A test compares it with the README's table. Calls
 * to 00 to 09 are answered, those to 10 to 14 are not. 20 to 59 have refusals and faults of the network, and 60 to 63
 * are people that an automated agent finds hard.
 */
export const outcomesByDigits: Readonly<Record<string, Outcome>> = {
  '00': outcome('answers', 'Answers and talks; presses 1 where only keys are accepted.', {}),
  '01': outcome('keys_only', 'Answers and only ever presses 1.', {
    phone: answering({ replies: [{ digits: '1' }] }),
  }),
  '02': outcome('says_no', 'Answers and says no to everything; presses 2 where only keys are accepted.', {
    phone: answering({ replies: [{ speech: 'No.', digits: '2' }] }),
  }),
  '03': outcome('stays_silent', 'Answers, never says or presses anything, and hangs up after two minutes.', {
    phone: answering({ replies: [], afterwards: 'silence', hang_up_after_ms: 120_000 }),
  }),
  '04': outcome('hangs_up_at_once', 'Answers and hangs up half a second later.', {
    phone: answering({ replies: [], afterwards: 'silence', hang_up_after_ms: 500 }),
  }),
  '05': outcome(
    'voicemail',
    'A machine picks up, greets, ignores all questions, and hangs up after 90 seconds.',
    {
      phone: answering({
        pick_up_after_ms: 12_000,
        machine: true,
        replies: [],
        afterwards: 'silence',
        hang_up_after_ms: 90_000,
      }),
    },
  ),
  '06': outcome('speaks_only', 'Answers and talks, but never presses a key.', {
    phone: answering({ replies: [{ speech: 'Yes.' }] }),
  }),
  '07': outcome('hangs_up_midway', 'Answers the first question and hangs up at the second.', {
    phone: answering({ replies: [{ speech: 'Yes?', digits: '1' }, { hang_up: true }] }),
  }),
  '08': outcome('answers_late', 'Answers after ringing for 20 seconds.', {
    phone: answering({ pick_up_after_ms: 20_000 }),
  }),
  '09': outcome('talks_at_length', 'Answers, and every reply takes half a minute.', {
    phone: answering({
      replies: [{ speech: 'Well, as I was going to say, '.repeat(15).trim(), digits: '1' }],
    }),
  }),
  '10': outcome('busy', 'The line is busy: ends `busy` without ringing (SIP 486).', {
    phone: { kind: 'ends', status: 'busy', sip_response_code: 486, ring_ms: null },
  }),
  '11': outcome('no_answer', "Rings until the request's `Timeout` runs out: ends `no-answer` (SIP 487).", {
    phone: { kind: 'rings_out' },
  }),
  '12': outcome('rejects', 'Rings for three seconds and is rejected: ends `busy` (SIP 486).', {
    phone: { kind: 'ends', status: 'busy', sip_response_code: 486, ring_ms: 3000 },
  }),
  '13': outcome('fails', 'Accepted, then cannot be connected: ends `failed` (SIP 404).', {
    phone: { kind: 'ends', status: 'failed', sip_response_code: 404, ring_ms: null },
  }),
  '14': outcome(
    'fails_while_ringing',
    'Rings for two seconds, then the network fails: ends `failed` (SIP 503).',
    {
      phone: { kind: 'ends', status: 'failed', sip_response_code: 503, ring_ms: 2000 },
    },
  ),
  '20': outcome('invalid', 'Creation is refused: 400, code 21211, no such number.', {
    creation: refused(21211),
  }),
  '21': outcome('unreachable', 'Creation is refused: 400, code 21214, cannot be reached.', {
    creation: refused(21214),
  }),
  '22': outcome('geo_permission', 'Creation is refused: 400, code 21215, country not permitted.', {
    creation: refused(21215),
  }),
  '23': outcome('blocked', 'Creation is refused: 400, code 21216, number blocked.', {
    creation: refused(21216),
  }),
  '30': outcome('placed_unanswered', 'The call is placed; the create request is never answered.', {
    creation: misbehaves({ kind: 'stall', after_bytes: 0, placed: true }),
  }),
  '31': outcome('placed_dropped', 'The call is placed; the connection is dropped without an answer.', {
    creation: misbehaves({ kind: 'drop', after_bytes: 0, reset: false, placed: true }),
  }),
  '32': outcome('placed_500', 'The call is placed; the create request is answered 500.', {
    creation: answeredWith(500, 20500, true),
  }),
  '33': outcome('not_placed_503', 'Nothing is placed; the create request is answered 503.', {
    creation: answeredWith(503, 20503, false),
  }),
  '34': outcome('not_placed_dropped', 'Nothing is placed; the connection is dropped without an answer.', {
    creation: misbehaves({ kind: 'drop', after_bytes: 0, reset: true, placed: false }),
  }),
  '35': outcome('placed_cut', 'The call is placed; the answer breaks off after 300 bytes.', {
    creation: misbehaves({ kind: 'drop', after_bytes: 300, reset: false, placed: true }),
  }),
  '40': outcome(
    'rate_limited_once',
    'The first create request is answered 429 (code 20429), later ones are accepted.',
    {
      creation: { kind: 'refused', code: 20429, times: 'first' },
    },
  ),
  '41': outcome('rate_limited', 'Every create request is answered 429 (code 20429).', {
    creation: refused(20429),
  }),
  '50': outcome('no_callbacks', 'Answers and talks, but no status callback is ever sent.', {
    callbacks: 'none',
  }),
  '51': outcome('callbacks_shuffled', 'Answers and talks; status callbacks come twice and out of order.', {
    callbacks: 'repeated_and_reordered',
  }),
  '52': outcome('slow_to_ring', 'Starts to ring only after 30 seconds, then answers.', {
    ring_after_ms: 30_000,
  }),
  '53': outcome('queued_for_long', 'Stays queued for two minutes, then answers.', { queued_ms: 120_000 }),
  '54': outcome('final_callback_lost', 'Answers and talks; the last status callback is never sent.', {
    callbacks: 'final_lost',
  }),
  '60': outcome(
    'interrupts',
    'Answers, and interrupts every talk of a relayed service after 20 characters.',
    {
      phone: answering({
        replies: [{ speech: 'Wait, I have another question.', digits: '1', barge_in_after: 20 }],
      }),
    },
  ),
  '61': outcome('asks_for_person', 'Answers, and asks for a person each time.', {
    phone: answering({ replies: [{ speech: 'Can I speak to a real person, please?', digits: '0' }] }),
  }),
  '62': outcome('stop_calling', 'Answers, says "stop calling me" once, and is silent from then on.', {
    phone: answering({ replies: [{ speech: 'Stop calling me.' }], afterwards: 'silence' }),
  }),
  '63': outcome('another_machine', 'Another machine answers and repeats itself, whatever it is asked.', {
    phone: answering({ replies: [{ speech: 'Your call is important to us. Please hold the line.' }] }),
  }),
}

/** Returns the outcome of a number (E.164) by its last two digits; `answers` if the table has none. */
export function outcomeOfNumber(number: string): Outcome {
  return outcomesByDigits[number.slice(-2)] ?? defaultOutcome
}

/** Returns the outcome with this name, or null. */
export function outcomeNamed(name: string): Outcome | null {
  return Object.values(outcomesByDigits).find((outcome) => outcome.name === name) ?? null
}

const defaultOutcome = outcomesByDigits['00']!
