import { burstMs } from '../../../src/agents/conversation/conversation.ts'
import type { Breach, Finding } from '../evidence.ts'
import { agentsPlan } from './plan.ts'
import type { AgentRows, TurnRow } from './rows.ts'
import type { AcceptedText, Burst, Silenced } from './whatsapp-chats.ts'

/** What is known of the chats on WhatsApp: what people wrote, what WhatsApp accepted, and the service's rows. */
export interface WhatsappEvidence {
  bursts: readonly Burst[]
  silenced: readonly Silenced[]
  accepted: readonly AcceptedText[]
  rows: AgentRows
}

/** How far the clocks of two processes may be apart. */
const clocksMs = 250
/** A turn may begin in the same moment in which a message is committed. */
const momentMs = 1_000

export function checkWhatsapp(evidence: WhatsappEvidence): Finding[] {
  return [checkBursts(evidence), checkGathered(evidence), checkReceived(evidence), checkSilence(evidence)]
}

/**
 * Each burst is answered once. A message that a fault held up for longer than messages are gathered has an answer of
 * its own, or the one of the next burst, with which it was gathered; then that burst may have no words of its own. A
 * burst whose answer may or may not have been sent has none, and its turn says so.
 */
function checkBursts({ bursts, accepted, rows }: WhatsappEvidence): Finding {
  const breaches: Breach[] = []
  const turnsOf = Map.groupBy(rows.turns, ({ number }) => number)
  const textsTo = Map.groupBy(accepted, ({ to }) => to)
  let split = 0
  let unknown = 0
  let together = 0
  for (const { number, answer, after, sentAt, texts } of bursts) {
    const where = { number: texts[0] ?? number, at: sentAt }
    const sent = (textsTo.get(number) ?? []).reduce((sum, { text }) => sum + timesIn(text, answer), 0)
    const turns = (turnsOf.get(number) ?? []).filter((turn) => turn.text.includes(answer))
    const ended = turns.filter(({ state }) => state === 'done' || state === 'failed')
    if (sent > ended.length) breaches.push({ what: `${sent} answers of ${ended.length} turns`, ...where })
    if (after !== null) continue
    if (ended.some(({ state, outcome }) => state === 'failed' && outcome === 'unresolved')) unknown++
    else if (sent === 0 && isAnsweredWithAnother({ number, texts }, rows, textsTo.get(number) ?? []))
      together++
    else if (sent === 0)
      breaches.push({ what: `never answered: ${turns.map(describe).join(', ')}`, ...where })
    if (ended.length > 1) split++
    for (const later of ended.slice(1)) {
      const early = rows.inputs.some(
        ({ conversation_id, turn, received_at }) =>
          conversation_id === later.conversation_id &&
          turn === later.turn &&
          received_at < ended[0]!.created_at - momentMs,
      )
      if (early) breaches.push({ what: 'a turn left out a message that had arrived', ...where })
    }
  }
  const expected = bursts.filter(({ after }) => after === null).length
  const figure = `${expected} bursts, ${split} with a late message, ${together} answered with a late one, ${unknown} not known to be sent`
  return {
    bar: 'A5',
    what: 'bursts on WhatsApp answered once',
    figure,
    must: 'all',
    judged: expected,
    least: 50,
    breaches,
  }
}

/**
 * Whether each message of a burst is in a turn that another burst is in too, and whose answer was sent, or may have
 * been.
 */
function isAnsweredWithAnother(
  { number, texts }: Pick<Burst, 'number' | 'texts'>,
  rows: AgentRows,
  sent: readonly AcceptedText[],
): boolean {
  const own = rows.inputs.filter((input) => input.number === number)
  return texts.every((text) => {
    const turn = own.find((input) => input.text === text)?.turn ?? null
    const answer = rows.turns.find((row) => row.number === number && row.turn === turn)
    const isShared = own.some((input) => input.turn === turn && !texts.includes(input.text))
    if (answer === undefined || !isShared) return false
    if (answer.outcome === 'unresolved') return true
    return answer.state === 'done' && sent.some((message) => message.text.includes(answer.text))
  })
}

/** No turn begins before the messages of its burst were gathered, from the first of them on. */
function checkGathered({ rows }: WhatsappEvidence): Finding {
  const breaches: Breach[] = []
  const first = new Map<string, number>()
  for (const { conversation_id, turn, received_at, channel } of rows.inputs) {
    const key = `${conversation_id} ${turn}`
    if (channel === 'whatsapp') first.set(key, Math.min(first.get(key) ?? Infinity, received_at))
  }
  const turns = rows.turns.filter(({ channel }) => channel === 'whatsapp')
  let judged = 0
  for (const { conversation_id, turn, created_at, number } of turns) {
    // A superseded turn has left its messages to the next one.
    const since = first.get(`${conversation_id} ${turn}`)
    if (since === undefined) continue
    judged++
    const waitedMs = created_at - since
    if (waitedMs < agentsPlan.gatherSeconds * 1_000 - clocksMs)
      breaches.push({
        what: `turn ${turn} began ${waitedMs} ms after a message`,
        number: number ?? '',
        at: created_at,
      })
  }
  return {
    bar: 'A5',
    what: 'turns before a burst was gathered',
    figure: `${breaches.length} of ${judged}`,
    must: '0',
    judged,
    breaches,
  }
}

/** Each message of a person stands in the transcript once, and no turn or one has it. */
function checkReceived({ bursts, silenced, rows }: WhatsappEvidence): Finding {
  const breaches: Breach[] = []
  const messages = Map.groupBy(rows.received, ({ number, text }) => `${number} ${text}`)
  const inputs = Map.groupBy(rows.inputs, ({ number, text }) => `${number} ${text}`)
  const all = bursts.flatMap(({ number, texts, after, sentAt }) =>
    texts.map((text) => ({ number, text, after, sentAt })),
  )
  for (const { number, text, after, sentAt } of all) {
    const where = { number: text, at: sentAt }
    const kept = messages.get(`${number} ${text}`)?.length ?? 0
    const taken = inputs.get(`${number} ${text}`) ?? []
    if (kept !== 1) breaches.push({ what: `kept ${kept} times`, ...where })
    if (taken.length > 1 || (after === null && taken.length === 0))
      breaches.push({ what: `given to the agent ${taken.length} times`, ...where })
    // After a take-over it waits for a person, also where a fault held it up until then.
    const isLeft = taken.some(({ turn }) => turn === null) && !isLeftToPerson(number, silenced, rows)
    if (after !== 'take_over' && isLeft) breaches.push({ what: 'has no turn', ...where })
  }
  const figure = `${all.length} messages`
  return {
    bar: 'A5',
    what: 'messages on WhatsApp kept once',
    figure,
    must: 'all',
    judged: all.length,
    breaches,
  }
}

/** Whether somebody took over from the agent before the messages that no turn has were gathered. */
function isLeftToPerson(number: string, silenced: readonly Silenced[], rows: AgentRows): boolean {
  const takenOverAt = silenced.find((end) => end.number === number && end.why === 'take_over')?.since
  if (takenOverAt === undefined) return false
  const left = rows.inputs.filter((input) => input.number === number && input.turn === null)
  const times = left.map(({ received_at }) => received_at).filter((at) => at <= takenOverAt)
  const gathered = Math.min(
    Math.max(...times) + agentsPlan.gatherSeconds * 1_000,
    Math.min(...times) + burstMs,
  )
  return times.length === 0 || takenOverAt < gathered + momentMs
}

/** After a take-over, an opt-out or the end of the window, no message of the agent is committed or reaches WhatsApp. */
function checkSilence({ bursts, silenced, accepted, rows }: WhatsappEvidence): Finding {
  const breaches: Breach[] = []
  // A message that a fault held up opens the window again.
  const isOpenAgain = ({ number, since }: Silenced): boolean =>
    rows.inputs.some((input) => input.number === number && input.received_at > since)
  const ended = silenced.filter((end) => end.why !== 'window' || !isOpenAgain(end))
  const sentTo = Map.groupBy(rows.sent, ({ recipient }) => recipient)
  for (const { number, why, since } of ended)
    for (const { created_at } of sentTo.get(number) ?? [])
      if (created_at > since) breaches.push({ what: `committed after ${why}`, number, at: created_at })
  const ends = new Set(ended.map(({ number }) => number))
  // Its whole burst was written afterwards.
  const late = bursts.filter(
    ({ after, number, sentAt }) =>
      after !== null && ends.has(number) && ended.some((end) => end.number === number && sentAt > end.since),
  )
  for (const { number, answer, after, sentAt } of late)
    if (accepted.some(({ to, text }) => to === number && text.includes(answer)))
      breaches.push({ what: `answered after ${after}`, number, at: sentAt })
  const figure = `${ended.length} ends, ${late.length} bursts after one`
  return {
    bar: 'A6',
    what: 'messages of agents that may not write',
    figure,
    must: '0',
    judged: late.length,
    breaches,
  }
}

const describe = ({ state, outcome }: TurnRow): string => `${state} (${outcome ?? 'no outcome'})`

const timesIn = (text: string, part: string): number => text.split(part).length - 1
