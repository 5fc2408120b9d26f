import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../../src/db/database.ts'
import { sql } from '../../../src/db/sql.ts'
import type { WhatsappNetwork } from '../../../src/sandbox/whatsapp/whatsapp-network.ts'
import type { Program } from '../program.ts'
import { createRandom } from '../random.ts'
import type { Random } from '../random.ts'
import { agentsPlan } from './plan.ts'

/** What must not be answered, since the agent may not write any more. */
export type Silence = 'take_over' | 'opt_out' | 'window'

/** Messages that a person sends one after the other, without waiting for an answer. */
export interface Burst {
  number: string
  texts: string[]
  /** The words that stand in its answer and in no other. */
  answer: string
  sentAt: number
  /** Why it gets no answer; null: it is answered. */
  after: Silence | null
}

/** From when on nobody but a person may write to a number. */
export interface Silenced {
  number: string
  why: Silence
  /** As the database has it, in ms since 1970. */
  since: number
}

/** A text message of the agent that WhatsApp has accepted. */
export interface AcceptedText {
  to: string
  text: string
}

export interface WhatsappChats {
  bursts: readonly Burst[]
  silenced: readonly Silenced[]
  /** Lets so many people write at once until the time is over. */
  run: (people: number, untilMs: number) => Promise<void>
  accepted: () => AcceptedText[]
}

export interface WhatsappChatOptions {
  program: Program
  network: WhatsappNetwork
  db: Db
  projectPath: string
  key: string
  seed: string
  say: (id: string, texts: number) => { texts: string[]; answer: string }
}

const lookMs = 150
/** How long a person waits for an answer: the next of them goes on, and the checks look for it at the end. */
const answerMsMax = 20_000
const requestTimeoutMs = 5_000
/** How long after a burst was gathered its answer may be on its way. */
const answeringMs = 1_500
const burstsOfPerson = 2

export function createWhatsappChats(options: WhatsappChatOptions): WhatsappChats {
  const { program, network, db, projectPath, key, seed, say } = options
  const bursts: Burst[] = []
  const silenced: Silenced[] = []
  let people = 0

  const accepted = (): AcceptedText[] =>
    network.messages().flatMap(({ message_id, to, body }) => {
      const text = (body as { text?: { body?: string } }).text?.body
      return message_id === null || text === undefined ? [] : [{ to, text }]
    })

  /** Sends a burst, each message in a webhook of its own. */
  const write = async (number: string, id: string, after: Silence | null, random: Random): Promise<Burst> => {
    const { texts, answer } = say(id, after === 'window' ? 1 : random.integer(1, 4))
    const burst: Burst = { number, texts, answer, sentAt: Date.now(), after }
    bursts.push(burst)
    for (const text of texts) {
      receive(network, number, text)
      await delay(random.integer(10, 200))
    }
    return burst
  }

  const untilAnswered = ({ number, answer }: Burst): Promise<boolean> =>
    untilSo(async () => network.messages(number).some(({ body }) => JSON.stringify(body).includes(answer)))

  /**
   * Ends the agent's part of a chat. Returns false where it could not be ended in time, so that nothing is expected of
   * it.
   */
  const silence = async ({ number, texts }: Burst, why: Silence): Promise<boolean> => {
    if (why === 'opt_out') receive(network, number, 'STOP')
    return untilSo(async () => {
      if (why === 'take_over') await takeOver(number)
      if (why === 'window') await endWindow(db, number, texts[0]!)
      const [row] = await db.query<{ since: number }>(sinceWhen(number, why))
      if (row === undefined) return false
      silenced.push({ number, why, since: row.since })
      return true
    })
  }

  const takeOver = async (number: string): Promise<void> => {
    const [chat] = await db.query<{ _id: string }>(sql`
      select c.conversation_id as _id from agent_conversations c
      join conversations v on v.organization_id = c.organization_id and v._id = c.conversation_id
      where v.phone_number = ${number}`)
    const [url] = program.servingUrls()
    if (chat === undefined || url === undefined) return
    const response = await fetch(`${url}${projectPath}/conversations/${chat._id}/mode`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ mode: 'person' }),
      signal: AbortSignal.timeout(requestTimeoutMs),
    })
    await response.text()
  }

  /** One person after the other: two bursts, then one after which the agent may not write, at a moment of its turn. */
  const lane = async (index: number, untilMs: number): Promise<void> => {
    const random = createRandom(`${seed} whatsapp ${index}`)
    const endings: Silence[] = ['take_over', 'opt_out', 'window']
    // The first person writes to the end, however slow the machine is.
    for (let turn = 0; turn === 0 || Date.now() < untilMs; turn++) {
      // Its last digits let each message be delivered, and the person says nothing by itself.
      const number = `+1212${2_000_000 + 100 * ++people}`
      let isAnswered = true
      const mayGoOn = () => turn === 0 || Date.now() < untilMs
      for (let count = 0; count < burstsOfPerson && isAnswered; count++)
        isAnswered =
          mayGoOn() && (await untilAnswered(await write(number, `m${index}-${turn}-${count}`, null, random)))
      if (!isAnswered) continue
      const why = endings[(index + turn) % endings.length]!
      const id = `m${index}-${turn}-last`
      // In the midst of an answer: what was sent before stays sent.
      const burst = await write(number, why === 'window' ? id : `${id}-before`, why, random)
      await delay(random.integer(0, 1_000 * agentsPlan.gatherSeconds + answeringMs))
      // What comes now is not answered. After the window, a message would open it again.
      if ((await silence(burst, why)) && why !== 'window') await write(number, id, why, random)
    }
  }

  return {
    bursts,
    silenced,
    accepted,
    run: async (count, untilMs) => {
      await Promise.all(Array.from({ length: count }, (_, index) => lane(index, untilMs)))
    },
  }
}

function receive(network: WhatsappNetwork, from: string, body: string): void {
  const { phoneNumberId: phone_number_id } = agentsPlan
  network.receive({ phone_number_id, messages: [{ from, content: { type: 'text', text: { body } } }] })
}

/**
 * Returns the statement that has a row once the agent may write no more: the instant of a moment at which everybody
 * sees that. What was about to be sent in the moment before is on its way.
 */
function sinceWhen(number: string, why: Silence) {
  const now = sql`extract(epoch from clock_timestamp())::float8 * 1000 as since`
  switch (why) {
    case 'take_over':
      return sql`
        select ${now} from agent_conversations c
        join conversations v on v.organization_id = c.organization_id and v._id = c.conversation_id
        where v.phone_number = ${number} and c.mode = 'person'`
    case 'opt_out':
      return sql`select ${now} from whatsapp_opt_outs where recipient = ${number} and scope = 'all'`
    case 'window':
      return sql`
        select ${now} from whatsapp_windows
        where recipient = ${number} and last_inbound_at < now() - interval '24 hours'`
  }
}

/** Ends the window, once the agent has the message that would open it again. */
async function endWindow(db: Db, number: string, text: string): Promise<void> {
  await db.query(sql`
    update whatsapp_windows set last_inbound_at = last_inbound_at - interval '25 hours'
    where recipient = ${number} and last_inbound_at > now() - interval '24 hours' and exists (
      select from agent_inputs i join conversations v on v.organization_id = i.organization_id and v._id = i.conversation_id
      where v.phone_number = ${number} and i.text = ${text})
    returning recipient`)
}

/** Asks until it is so, at most as long as a person waits. A database that was just killed is asked again. */
async function untilSo(isSo: () => Promise<boolean>): Promise<boolean> {
  for (const until = Date.now() + answerMsMax; Date.now() < until; await delay(lookMs))
    if (await isSo().catch(() => false)) return true
  return false
}
