import type { Breach, Finding } from '../evidence.ts'
import type { AnswerKind } from './answers.ts'
import { indexOf, isAccepted, keyUsesOf } from './evidence.ts'
import type { Evidence } from './evidence.ts'

/** Codes with which WhatsApp says that it did not send the message, and that the request may be repeated. */
const sureLimits = new Set([4, 80007, 130429, 131048, 131056, 131057, 131064, 133016])

/** Promise 1: WhatsApp accepted at most one message for each key, and one for each request without a key. */
export function checkSendsPerKey(evidence: Evidence): Finding {
  const { requestsTo } = indexOf(evidence)
  const breaches: Breach[] = []
  const own = evidence.history.filter(({ isOwnNumber }) => isOwnNumber)
  let most = 0
  let repeated = 0
  const uses = keyUsesOf(own)
  for (const { key, sends } of uses) {
    if (key !== null && sends.length > 1) repeated++
    const numbers = new Set(sends.map(({ to }) => to))
    const taken = [...numbers].flatMap((number) => (requestsTo.get(number) ?? []).filter(isAccepted))
    most = Math.max(most, taken.length)
    if (taken.length <= 1) continue
    const { to, sentAt } = sends[0]!
    breaches.push({ what: `${taken.length} messages of ${key ?? 'one request'}`, number: to, at: sentAt })
  }
  const figure = `${most} at most, ${uses.length} keys and single requests, ${repeated} keys sent again`
  return { bar: 'B2', what: 'messages per key', figure, must: '≤ 1', judged: repeated, breaches }
}

/** Rules 24 to 27: a message is requested once, unless WhatsApp clearly refused; and it was committed before. */
export function checkAskedAgain(evidence: Evidence): Finding {
  const { requestsOf, messageOf } = indexOf(evidence)
  const breaches: Breach[] = []
  let again = 0
  for (const [id, requests] of requestsOf) {
    const where = { number: requests[0]!.to, at: Date.parse(requests[0]!.received_at) }
    if (!messageOf.has(id))
      breaches.push({ what: 'asked for a message that is not in the database', ...where })
    again += requests.length - 1
    const unsure = requests.slice(0, -1).find(({ code }) => code === null || !sureLimits.has(code))
    if (unsure !== undefined)
      breaches.push({ what: `asked again after an answer that is not sure (${unsure.code})`, ...where })
  }
  const figure = `${evidence.requests.length} requests, ${again} of them after a limit`
  const judged = evidence.requests.length
  return { bar: 'B2', what: 'requests per message', figure, must: 'sure', judged, least: 100, breaches }
}

/** Checks that the answers to clients agree with what WhatsApp saw. */
export function checkAnswers(evidence: Evidence): Finding {
  const { requestsOf, requestsTo } = indexOf(evidence)
  const breaches: Breach[] = []
  let reported = 0
  for (const { kind, result, to, sentAt, isOwnNumber, key } of evidence.history) {
    const where = { number: to, at: sentAt }
    if (kind === 'sent') {
      reported++
      const accepted = (requestsOf.get(result?.message_id ?? '') ?? []).find(isAccepted)
      if (accepted === undefined)
        breaches.push({ what: 'answered 200, and WhatsApp has no message', ...where })
      else if (accepted.message_id !== result?.provider_message_id || accepted.to !== result?.to)
        breaches.push({ what: 'answered 200 with another message than WhatsApp has', ...where })
    }
    if (!isOwnNumber || key !== null) continue
    const taken = (requestsTo.get(to) ?? []).filter(isAccepted)
    const failed = taken.some(({ statuses }) => statuses.some(({ status }) => status === 'failed'))
    if (kind === 'busy' && taken.length > 0)
      breaches.push({ what: 'answered that nothing was sent, and WhatsApp has it', ...where })
    if (kind === 'rejected' && taken.length > 0 && !failed)
      breaches.push({ what: 'answered that WhatsApp refused it, and it has it', ...where })
    if (['quota', 'conflict', 'refused'].includes(kind) && (requestsTo.get(to) ?? []).length > 0)
      breaches.push({ what: `refused with ${kind}, and WhatsApp was asked`, ...where })
  }
  return {
    bar: 'B2',
    what: 'answers as WhatsApp saw it',
    figure: `${reported} sent`,
    must: 'equal',
    judged: reported,
    least: 100,
    breaches,
  }
}

/** How long a request is on its way to WhatsApp at most, after the last look at what the person has written. */
const arrivalMs = 1_000
/** The answers after which WhatsApp was asked. */
const asked = new Set<AnswerKind>(['sent', 'rejected', 'unresolved'])

/**
 * Promise 28: no free-form message outside the window; no message to a person once the webhook of their STOP is
 * answered, whether a worker has processed it or not.
 */
export function checkPermission(evidence: Evidence): Finding {
  const { requests, history, rows } = evidence
  const breaches = requests
    .filter(
      ({ type, code, outcome }) => type !== 'template' && code === 131047 && !outcome.startsWith('window'),
    )
    .map(({ to, received_at }): Breach => ({
      what: 'free-form outside the window',
      number: to,
      at: Date.parse(received_at),
    }))
  const stops = acknowledgedStops(evidence)
  const optedOut = new Set(rows.optOuts.map(({ recipient }) => recipient))
  for (const [number, { answeredAt: at }] of stops)
    if (!optedOut.has(number)) breaches.push({ what: 'a STOP has had no effect', number, at })
  const refused = { all: 0, unprocessed: 0 }
  for (const { to, sentAt, kind } of history) {
    const stop = stops.get(to)
    if (stop === undefined || sentAt < stop.answeredAt) continue
    if (asked.has(kind)) breaches.push({ what: 'sent to somebody who had opted out', number: to, at: sentAt })
    if (kind !== 'refused') continue
    refused.all++
    if (sentAt < stop.processedAt) refused.unprocessed++
  }
  for (const { to, received_at } of requests) {
    const at = Date.parse(received_at)
    const lateMs = at - (stops.get(to)?.answeredAt ?? at)
    if (lateMs > arrivalMs)
      breaches.push({ what: `WhatsApp was asked ${lateMs} ms after a STOP was answered`, number: to, at })
  }
  const figure = `${stops.size} people opted out, ${refused.all} sends to them refused, ${refused.unprocessed} of them before it was processed`
  return {
    bar: 'B2',
    what: 'sends without permission',
    figure,
    must: '0',
    judged: refused.unprocessed,
    breaches,
  }
}

interface AcknowledgedStop {
  answeredAt: number
  /** When a worker began to process it; infinite if none did. */
  processedAt: number
}

/** Returns the first STOP of each number whose webhook the service has answered. */
function acknowledgedStops({ stops, webhooks, rows }: Evidence): Map<string, AcknowledgedStop> {
  const numberOf = new Map(stops.map(({ messageId, number }) => [messageId, number]))
  const processedAt = new Map(rows.events.map(({ wamid, processed_at }) => [wamid, processed_at]))
  const found = new Map<string, AcknowledgedStop>()
  for (const { updates, status, isForged, answeredAt } of webhooks) {
    if (isForged || status !== 200) continue
    for (const { message_id } of updates) {
      const number = numberOf.get(message_id ?? '')
      if (number === undefined || answeredAt >= (found.get(number)?.answeredAt ?? Infinity)) continue
      found.set(number, { answeredAt, processedAt: processedAt.get(message_id) ?? Infinity })
    }
  }
  return found
}
