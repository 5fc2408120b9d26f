import type { Breach, Finding } from '../evidence.ts'
import { indexOf, isAccepted } from './evidence.ts'
import type { Evidence } from './evidence.ts'

const settleMs = 60_000
const deliveries = ['sent', 'delivered', 'read']

/** After the faults: no message is in flight, and none that WhatsApp has reported on is `unresolved`. */
export function checkSettled(evidence: Evidence): Finding {
  const { requestsOf, acknowledgedOf } = indexOf(evidence)
  const breaches: Breach[] = []
  let open = 0
  for (const { _id, status, recipient: number, created_at: at } of evidence.rows.messages) {
    if (status === 'processing') breaches.push({ what: 'still in flight', number, at })
    if (status !== 'unresolved') continue
    open++
    const taken = (requestsOf.get(_id) ?? []).find(isAccepted)
    const acknowledged = [...(acknowledgedOf.get(taken?.message_id ?? '') ?? [])]
    // A failure without our data can't be matched if the service never got the message's id.
    const isNamed =
      acknowledged.some((what) => what !== 'failed') || (acknowledged.length > 0 && !isNameless(taken?.to))
    if (isNamed)
      breaches.push({ what: `unresolved, and WhatsApp has reported ${acknowledged.join()}`, number, at })
  }
  const late = Math.max(...evidence.rows.events.map(({ processed_at }) => processed_at ?? 0))
  const tookMs = Math.max(0, late - evidence.lastFaultAt)
  if (tookMs > settleMs) breaches.push({ what: `settled only ${tookMs / 1000} s after the last fault` })
  const figure = `${(tookMs / 1000).toFixed(1)} s at most, ${open} that WhatsApp did not report on`
  const judged = evidence.rows.messages.length
  return { bar: 'B1', what: 'settled by webhooks', figure, must: '≤ 60 s', judged, least: 100, breaches }
}

/** Returns whether messages to this number end in a failure whose webhook lacks our data. */
function isNameless(number: string | undefined): boolean {
  return number?.endsWith('53') ?? false
}

/** The statuses that may follow each status. A second copy, which is not imported from the program. */
const rises: Record<string, readonly string[]> = {
  processing: ['unresolved', 'sent', 'delivered', 'read', 'failed'],
  unresolved: ['sent', 'delivered', 'read', 'failed'],
  sent: ['delivered', 'read', 'failed'],
  delivered: ['read'],
  read: [],
  failed: ['delivered', 'read'],
}

/**
 * Promise 26: the status only rises, and is the result of all reported statuses, in whatever order. A webhook that was
 * not acknowledged may have been processed or not.
 */
export function checkStatuses(evidence: Evidence): Finding {
  const { requestsOf, acknowledgedOf } = indexOf(evidence)
  const breaches = evidence.rows.moves
    .filter(({ from_status, to_status }) => !rises[from_status]?.includes(to_status))
    .map(({ message_id, from_status, to_status }): Breach => ({
      what: `message ${message_id} went from ${from_status} to ${to_status}`,
    }))
  let settled = 0
  for (const { _id, status, statuses, recipient: number, created_at: at } of evidence.rows.messages) {
    const taken = (requestsOf.get(_id) ?? []).find(isAccepted)
    const acknowledged = [...(acknowledgedOf.get(taken?.message_id ?? '') ?? [])]
    if (acknowledged.length === 0 || (isNameless(number) && !statuses.includes('sent'))) continue
    settled++
    const expected = ['read', 'delivered', 'failed', 'sent'].find((each) => statuses.includes(each))
    if (status !== expected) breaches.push({ what: `is ${status}, has ${statuses.join()}`, number, at })
    const made = taken?.statuses.map((each) => each.status) ?? []
    const invented = statuses.find((each) => ['delivered', 'read'].includes(each) && !made.includes(each))
    if (invented !== undefined) breaches.push({ what: `has ${invented}, which never was`, number, at })
    const missing = acknowledged.find((what) => !statuses.includes(what))
    if (missing !== undefined) breaches.push({ what: `lacks ${missing}`, number, at })
  }
  const figure = `${evidence.rows.moves.length} moves, ${settled} messages with statuses`
  return { bar: 'B7', what: 'statuses only rise', figure, must: 'the highest', judged: settled, breaches }
}

/** Promise 30: every acknowledged update is stored once and processed. Forged webhooks were refused, and no others. */
export function checkWebhooks(evidence: Evidence): Finding {
  const breaches: Breach[] = []
  const stored = Map.groupBy(evidence.rows.events, ({ wamid, kind, status }) =>
    kind === 'status' ? `${wamid} ${status}` : `${wamid}`,
  )
  let acknowledged = 0
  const times: number[] = []
  for (const { updates, status, isForged, at, answeredAt } of evidence.webhooks) {
    if (isForged && status === 200) breaches.push({ what: 'a forged webhook was believed', at })
    if (!isForged && status !== null && status >= 400 && status < 500)
      breaches.push({ what: `a webhook of WhatsApp’s was refused with ${status}`, at })
    if (isForged || status !== 200) continue
    acknowledged++
    times.push(answeredAt - at)
    for (const { what, message_id } of updates) {
      const isStatus = what === 'failed' || deliveries.includes(what)
      const events = stored.get(isStatus ? `${message_id} ${what}` : `${message_id}`) ?? []
      if (events.length !== 1)
        breaches.push({ what: `${what}: acknowledged, stored ${events.length} times`, at })
      else if (!events[0]!.is_processed) breaches.push({ what: `${what}: not processed`, at })
    }
  }
  const repeated = evidence.webhooks.length - acknowledged
  const figure = `${acknowledged} acknowledged, ${repeated} not; ${evidence.rows.events.length} events`
  return { bar: 'B7', what: 'webhooks lost', figure, must: '0', judged: acknowledged, least: 100, breaches }
}

/** Promise 39: each person has one profile, each message is in one chat, and every kept count equals its rows. */
export function checkPeople({ rows, inboundIds, requests, webhooks, recount }: Evidence): Finding {
  const breaches: Breach[] = []
  const counts = new Map(rows.chatMessages.map(({ wamid, count }) => [wamid, count]))
  const acknowledged = new Set(
    webhooks
      .filter(({ status, isForged }) => status === 200 && !isForged)
      .flatMap(({ updates }) => updates.map(({ message_id }) => message_id)),
  )
  for (const id of inboundIds)
    if (acknowledged.has(id) && counts.get(id) !== 1)
      breaches.push({ what: `a person’s message stands ${counts.get(id) ?? 0} times in a chat` })
  const takenIds = new Set(requests.flatMap(({ message_id }) => message_id ?? []))
  for (const { provider_message_id: id, quota, conversation_id, recipient: number } of rows.messages) {
    if (quota !== 'consumed' || id === null) continue
    if (counts.get(id) !== 1 || conversation_id === null)
      breaches.push({ what: `a sent message stands ${counts.get(id) ?? 0} times in a chat`, number })
    if (!takenIds.has(id)) breaches.push({ what: 'bears an id that WhatsApp never gave', number })
  }
  if (rows.doubleChats > 0) breaches.push({ what: `${rows.doubleChats} people have two open chats` })
  if (rows.doubleProfiles > 0) breaches.push({ what: `${rows.doubleProfiles} numbers have two profiles` })
  if (rows.keysWithoutMessage > 0) breaches.push({ what: `${rows.keysWithoutMessage} keys of no message` })
  const { differences } = JSON.parse(recount) as { differences: Record<string, number> }
  for (const [name, count] of Object.entries(differences))
    if (count > 0) breaches.push({ what: `recount: ${count} ${name} differ` })
  const figure = `${rows.chatMessages.length} messages in chats, ${Object.keys(differences).length} counts compared`
  return {
    bar: 'B3',
    what: 'people, chats and counts',
    figure,
    must: 'equal',
    judged: rows.chatMessages.length,
    breaches,
  }
}
