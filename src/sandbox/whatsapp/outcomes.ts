import type { AnswerFault } from '../network/faults.ts'

/** How the request that sends a message is answered. */
export type SendBehavior =
  | { kind: 'accepted' }
  | { kind: 'refused'; code: number; times: 'always' | 'first' }
  | { kind: 'fault'; fault: AnswerFault }

/** A step of an accepted message, `after_ms` of simulated time after the step before. */
export type DeliveryStep =
  | { status: 'sent' | 'delivered' | 'read'; after_ms: number }
  | { status: 'failed'; after_ms: number; code: number }

/** How status webhooks are sent: one by one, not at all, twice and out of order, or all in one request. */
export type WebhookBehavior = 'in_order' | 'none' | 'repeated_and_reordered' | 'one_batch'

export type WhatsappOutcome = {
  readonly name: string
  /** One sentence, the same as in the README's table. */
  readonly summary: string
  readonly answer: SendBehavior
  /** Whether the message is accepted but held until the quality of its template is assessed. */
  readonly held: boolean
  readonly course: readonly DeliveryStep[]
  readonly webhooks: WebhookBehavior
  /** Whether a `failed` status repeats the opaque data of the send; all other statuses do. */
  readonly failedEchoes: boolean
  /** Whether the person's `wa_id` differs from the requested number, as in Brazil and Mexico. */
  readonly otherWaId: boolean
  /** The person's reply once they have read the message, or null. */
  readonly answersWith: string | null
}

const sent: DeliveryStep = { status: 'sent', after_ms: 500 }
const delivered: DeliveryStep = { status: 'delivered', after_ms: 1000 }
const read: DeliveryStep = { status: 'read', after_ms: 3000 }
const failed = (code: number): DeliveryStep => ({ status: 'failed', after_ms: 500, code })

type Change = Partial<Omit<WhatsappOutcome, 'name' | 'summary'>>

function outcome(name: string, summary: string, change: Change): WhatsappOutcome {
  return {
    name,
    summary,
    answer: { kind: 'accepted' },
    held: false,
    course: [sent, delivered, read],
    webhooks: 'in_order',
    failedEchoes: true,
    otherWaId: false,
    answersWith: null,
    ...change,
  }
}

const fails = (name: string, summary: string, code: number) =>
  outcome(name, summary, { course: [failed(code)] })
const refuses = (name: string, summary: string, code: number, times: 'always' | 'first' = 'always') =>
  outcome(name, summary, { answer: { kind: 'refused', code, times } })
const spoils = (name: string, summary: string, fault: AnswerFault) =>
  outcome(name, summary, { answer: { kind: 'fault', fault } })
const status = (status: number, code: number, placed: boolean): AnswerFault => ({
  kind: 'status',
  status,
  code,
  retry_after_seconds: null,
  placed,
})
const answer = (status: number, type: string, body: string): AnswerFault => ({
  kind: 'answer',
  status,
  headers: { 'content-type': type },
  body,
  encoding: 'utf8',
  repeat: 1,
  placed: true,
})

/**
 * The outcome of a message by the last two digits of its recipient. A test compares it with the README's table. 00 to
 * 09 are delivered, 10 to 19 fail after acceptance, 20 to 49 get a refusal or a faulty answer, 50 to 59 have faulty
 * webhooks.
 */
export const whatsappOutcomesByDigits: Readonly<Record<string, WhatsappOutcome>> = {
  '00': outcome('delivered_and_read', 'Delivered after a second and read three seconds later.', {}),
  '01': outcome('delivered_only', 'Delivered, never read.', { course: [sent, delivered] }),
  '02': outcome('sent_only', 'Sent; the phone is off and nothing is ever delivered.', { course: [sent] }),
  '03': outcome('read_at_once', 'Read with the chat open: `read` follows `sent`, `delivered` never comes.', {
    course: [sent, read],
  }),
  '04': outcome('replies', 'Reads and writes back "Yes, please."', { answersWith: 'Yes, please.' }),
  '05': outcome('replies_stop', 'Reads and writes back "STOP".', { answersWith: 'STOP' }),
  '06': outcome('other_wa_id', 'Delivered and read under a `wa_id` that lacks the fifth digit.', {
    otherWaId: true,
  }),
  '07': outcome('delivered_late', 'Sent, and delivered only an hour later.', {
    course: [sent, { ...delivered, after_ms: 3_600_000 }],
  }),
  '10': fails('no_whatsapp', 'Accepted, then `failed` with 131026: cannot be delivered.', 131026),
  '11': fails('opted_out', 'Accepted, then `failed` with 131050: wants no marketing.', 131050),
  '12': fails('window_closed', 'Accepted, then `failed` with 131047: the window is closed.', 131047),
  '13': fails('not_delivered', 'Accepted, then `failed` with 131049: not delivered for health.', 131049),
  '14': outcome('held', 'Accepted as held for quality; released and delivered an hour later.', {
    held: true,
    course: [{ ...sent, after_ms: 3_600_000 }, delivered],
  }),
  '15': outcome('held_and_dropped', 'Accepted as held for quality; `failed` with 132015 an hour later.', {
    held: true,
    course: [{ ...failed(132015), after_ms: 3_600_000 }],
  }),
  '16': fails('media_failed', 'Accepted, then `failed` with 131053: the media cannot be fetched.', 131053),
  '17': outcome('failed_and_delivered', '`failed` with 131026 on one device, then `delivered` on another.', {
    course: [failed(131026), delivered],
  }),
  '20': refuses('undeliverable', 'Refused: 400, code 131026, cannot be delivered.', 131026),
  '21': refuses('window_refused', 'Refused: 400, code 131047, the window is closed.', 131047),
  '22': refuses('country_refused', 'Refused: 403, code 130497, country not permitted.', 130497),
  '23': refuses('template_missing', 'Refused: 404, code 132001, no such template.', 132001),
  '24': refuses('template_paused', 'Refused: 400, code 132015, template paused.', 132015),
  '25': refuses('parameter_mismatch', 'Refused: 400, code 132000, wrong number of parameters.', 132000),
  '26': refuses('payment_fault', 'Refused: 400, code 131042, payment of the account.', 131042),
  '27': refuses('token_refused', 'Refused: 401, code 190, access token not valid.', 190),
  '28': refuses('account_locked', 'Refused: 403, code 131031, account locked.', 131031),
  '30': spoils('accepted_unanswered', 'The message is accepted; the request is never answered.', {
    kind: 'stall',
    after_bytes: 0,
    placed: true,
  }),
  '31': spoils('accepted_dropped', 'The message is accepted; the connection is dropped without an answer.', {
    kind: 'drop',
    after_bytes: 0,
    reset: false,
    placed: true,
  }),
  '32': spoils(
    'accepted_500',
    'The message is accepted; answered 500, code 131000.',
    status(500, 131000, true),
  ),
  '33': spoils('unavailable', 'Nothing is accepted; answered 503, code 2.', status(503, 2, false)),
  '34': spoils('lost', 'Nothing is accepted; the connection is dropped without an answer.', {
    kind: 'drop',
    after_bytes: 0,
    reset: true,
    placed: false,
  }),
  '35': spoils('accepted_cut', 'The message is accepted; the answer breaks off after 200 bytes.', {
    kind: 'drop',
    after_bytes: 200,
    reset: false,
    placed: true,
  }),
  '36': spoils('server_error', 'Nothing is accepted; answered 500, code 131000.', status(500, 131000, false)),
  '37': spoils('slow', 'The message is accepted; the answer takes three seconds.', {
    kind: 'delay',
    ms: 3000,
  }),
  '38': spoils(
    'accepted_html',
    'The message is accepted; a proxy answers 502 with a page of HTML.',
    answer(502, 'text/html', '<html><body><h1>502 Bad Gateway</h1></body></html>'),
  ),
  '39': spoils(
    'accepted_without_id',
    'The message is accepted; the answer is 200 without its id.',
    answer(200, 'application/json', '{"messaging_product":"whatsapp","contacts":[],"messages":[]}'),
  ),
  '40': refuses(
    'rate_limited_once',
    'The first is refused (400, code 130429), later ones go.',
    130429,
    'first',
  ),
  '41': refuses('rate_limited', 'Every one is refused: 400, code 130429.', 130429),
  '42': refuses('pair_limited', 'Refused: 400, code 131056, too many to this person.', 131056),
  '43': refuses('spam_limited', 'Refused: 400, code 131048, held back for spam.', 131048),
  '44': refuses('maintenance', 'Refused: 500, code 131057, number under maintenance.', 131057),
  '50': outcome('no_webhooks', 'Delivered and read, but no status is ever sent.', { webhooks: 'none' }),
  '51': outcome('webhooks_shuffled', 'Delivered and read; statuses come twice and out of order.', {
    webhooks: 'repeated_and_reordered',
  }),
  '52': outcome('slow_to_send', 'Sent only after two minutes, then delivered and read.', {
    course: [{ ...sent, after_ms: 120_000 }, delivered, read],
  }),
  '53': outcome('failed_without_data', '`failed` with 131026; that status lacks the opaque data.', {
    course: [failed(131026)],
    failedEchoes: false,
  }),
  '54': outcome('webhooks_in_one', 'Delivered and read; all statuses come in one request.', {
    webhooks: 'one_batch',
  }),
}

/** Returns the outcome of a number (E.164) by its last two digits; `delivered_and_read` if the table has none. */
export function whatsappOutcomeOfNumber(number: string): WhatsappOutcome {
  return whatsappOutcomesByDigits[number.slice(-2)] ?? defaultOutcome
}

/** Returns the outcome with this name, or null. */
export function whatsappOutcomeNamed(name: string): WhatsappOutcome | null {
  return Object.values(whatsappOutcomesByDigits).find((outcome) => outcome.name === name) ?? null
}

const defaultOutcome = whatsappOutcomesByDigits['00']!
