import type { Breach, Finding } from '../evidence.ts'
import type { PlannedCall } from './calls.ts'
import type { ChatMessage } from './chats.ts'
import { checkWhatsapp } from './check-whatsapp.ts'
import type { WhatsappEvidence } from './check-whatsapp.ts'
import type { AgentRows, TurnRow } from './rows.ts'
import type { SeenWrite } from './tool-endpoint.ts'

/** What is known after a run: what clients, the operator's endpoint and the carrier saw, and the service's rows. */
export interface AgentEvidence extends WhatsappEvidence {
  chats: readonly ChatMessage[]
  calls: readonly PlannedCall[]
  writes: readonly SeenWrite[]
  /** What the carrier was given to speak, by the called number. */
  spoken: ReadonlyMap<string, readonly string[]>
}

export function checkAll(evidence: AgentEvidence): Finding[] {
  return [
    checkAnswered(evidence),
    checkSaidOnce(evidence),
    checkReplays(evidence),
    checkMessages(evidence),
    checkWrites(evidence),
    checkCallInputs(evidence),
    checkSpoken(evidence),
    checkUnexpected(evidence),
    ...checkWhatsapp(evidence),
  ]
}

/** Every message that a client wrote is answered, by one turn. */
function checkAnswered({ chats, rows }: AgentEvidence): Finding {
  const breaches: Breach[] = []
  const inputsOf = Map.groupBy(
    rows.inputs.filter(({ channel }) => channel === 'web'),
    ({ conversation_id, text }) => `${conversation_id} ${text}`,
  )
  const turnOf = turnsByKey(rows)
  for (const { conversationId, text, answers, sentAt } of chats) {
    const inputs = inputsOf.get(`${conversationId} ${text}`) ?? []
    const where = { number: text, at: sentAt }
    if (answers.length === 0) breaches.push({ what: 'never answered', ...where })
    if (inputs.length !== 1) breaches.push({ what: `kept ${inputs.length} times`, ...where })
    const turn = turnOf.get(`${conversationId} ${inputs[0]?.turn}`)
    if (turn?.state !== 'done')
      breaches.push({
        what: `its turn is ${turn?.state ?? 'missing'} (${turn?.outcome ?? 'no outcome'})`,
        ...where,
      })
  }
  const figure = `${chats.length - new Set(breaches.map(({ number }) => number)).size} of ${chats.length} messages`
  return {
    bar: 'A1',
    what: 'chat messages answered once',
    figure,
    must: 'all',
    judged: chats.length,
    least: 50,
    breaches,
  }
}

/** The answer to a message stands in its turn, once. */
function checkSaidOnce({ chats, rows }: AgentEvidence): Finding {
  const breaches: Breach[] = []
  const byConversation = Map.groupBy(rows.turns, ({ conversation_id }) => conversation_id)
  for (const { conversationId, text, answer, sentAt } of chats) {
    const turns = byConversation.get(conversationId) ?? []
    const times = turns.reduce((sum, turn) => sum + timesIn(turn.text, answer), 0)
    if (times !== 1) breaches.push({ what: `its answer was said ${times} times`, number: text, at: sentAt })
  }
  const figure = `${breaches.length} of ${chats.length} otherwise`
  return {
    bar: 'A1',
    what: 'the words of a chat answer',
    figure,
    must: 'once',
    judged: chats.length,
    least: 50,
    breaches,
  }
}

/** All requests with one key get one answer, which is that of the turn. */
function checkReplays({ chats, rows }: AgentEvidence): Finding {
  const breaches: Breach[] = []
  const turnOf = turnsByKey(rows)
  let compared = 0
  for (const { conversationId, text, answers, sentAt } of chats)
    for (const { turn, text: said } of answers) {
      compared++
      const kept = turnOf.get(`${conversationId} ${turn}`)
      if (kept?.text !== said)
        breaches.push({ what: 'a client got another answer than the turn has', number: text, at: sentAt })
    }
  const figure = `${breaches.length} of ${compared} answers`
  return { bar: 'A2', what: 'answers to one key that differ', figure, must: '0', judged: compared, breaches }
}

/** The transcript of a chat has each message and each answer once. */
function checkMessages({ rows }: AgentEvidence): Finding {
  const breaches: Breach[] = []
  const turns = Map.groupBy(
    rows.turns.filter(({ channel, text }) => channel === 'web' && text !== ''),
    ({ conversation_id }) => conversation_id,
  )
  const byConversation = Map.groupBy(rows.messages, ({ conversation_id }) => conversation_id)
  for (const [conversation, messages] of byConversation) {
    const out = messages.filter(({ direction }) => direction === 'outbound').length
    // The disclosure comes first.
    const expected = (turns.get(conversation)?.length ?? 0) + 1
    if (out !== expected)
      breaches.push({ what: `${out} messages of the agent, ${expected} answers`, number: conversation })
    const texts = messages.filter(({ direction }) => direction === 'inbound').map(({ text }) => text)
    if (new Set(texts).size !== texts.length)
      breaches.push({ what: 'a message of the customer stands twice', number: conversation })
  }
  const figure = `${breaches.length} of ${byConversation.size} chats`
  const judged = byConversation.size
  return { bar: 'A2', what: 'transcripts with a doubled message', figure, must: '0', judged, breaches }
}

/** The operator's endpoint is asked at most once for an order, and at most once with a key. */
function checkWrites({ writes }: AgentEvidence): Finding {
  const breaches: Breach[] = []
  for (const nameOf of [(write: SeenWrite) => write.key, (write: SeenWrite) => write.order])
    for (const [name, seen] of Map.groupBy(writes, nameOf))
      if (seen.length > 1)
        breaches.push({ what: `${seen.length} requests`, number: name, at: seen.at(-1)?.at ?? 0 })
  const figure = `${writes.length} writes, ${breaches.length} repeated`
  return {
    bar: 'A3',
    what: 'writes at the observer',
    figure,
    must: '≤ 1 a key',
    judged: writes.length,
    breaches,
  }
}

/** What was committed of a call is answered by one turn, unless the call ended first. */
function checkCallInputs({ rows }: AgentEvidence): Finding {
  const inputs = rows.inputs.filter(({ channel }) => channel === 'voice')
  const turnOf = turnsByKey(rows)
  const breaches: Breach[] = []
  let unreceived = 0
  for (const { conversation_id, text, turn, has_ended } of inputs) {
    const answered = turnOf.get(`${conversation_id} ${turn}`)
    if (answered?.state === 'done') continue
    if (has_ended) unreceived++
    else
      breaches.push({
        what: `its turn is ${answered?.state ?? 'missing'} in a call that goes on (${answered?.outcome ?? 'no outcome'})`,
        number: text,
      })
  }
  const twice = Map.groupBy(inputs, ({ text, conversation_id }) => `${conversation_id} ${text}`)
  for (const [what, kept] of twice)
    if (kept.length > 1) breaches.push({ what: `kept ${kept.length} times`, number: what })
  const figure = `${inputs.length} inputs, ${unreceived} of calls that ended first`
  return {
    bar: 'A4',
    what: 'inputs of calls answered once',
    figure,
    must: 'all',
    judged: inputs.length,
    breaches,
  }
}

/** What an ended turn of a call says, the carrier was given. */
function checkSpoken({ rows, spoken }: AgentEvidence): Finding {
  const breaches: Breach[] = []
  let repeated = 0
  const turns = rows.turns.filter(
    ({ channel, text, state }) => channel === 'voice' && state === 'done' && text !== '',
  )
  for (const { number, text, turn } of turns) {
    const given = number === null ? [] : (spoken.get(number) ?? []).map((token) => token.trim())
    for (const sentence of sentencesOf(text)) {
      const times = given.filter((token) => token.includes(sentence)).length
      if (times === 0)
        breaches.push({
          what: `turn ${turn} has a sentence that the carrier never got`,
          number: number ?? '',
        })
      if (times > 1 && isOwn(sentence)) repeated++
    }
  }
  const figure = `${turns.length} turns, ${repeated} sentences given again to a new session`
  return {
    bar: 'A4',
    what: 'what was said reached the carrier',
    figure,
    must: 'all',
    judged: turns.length,
    breaches,
  }
}

/** No client got a refusal: each of its requests was right. */
function checkUnexpected({ chats }: AgentEvidence): Finding {
  const breaches = chats.flatMap(({ refusals, text, sentAt }) =>
    refusals.map((status): Breach => ({ what: `was refused with ${status}`, number: text, at: sentAt })),
  )
  return {
    bar: 'A2',
    what: 'requests refused',
    figure: String(breaches.length),
    must: '0',
    judged: chats.length,
    breaches,
  }
}

const turnsByKey = ({ turns }: AgentRows): Map<string, TurnRow> =>
  new Map(turns.map((turn) => [`${turn.conversation_id} ${turn.turn}`, turn]))

const timesIn = (text: string, part: string): number => text.split(part).length - 1

const sentencesOf = (text: string): string[] => text.match(/[^.!?]+[.!?]/g)?.map((each) => each.trim()) ?? []

/** Whether a sentence belongs to one message alone. */
const isOwn = (sentence: string): boolean => /\bc\d+-\d+-\d\b/.test(sentence)
