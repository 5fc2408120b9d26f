import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Program } from '../program.ts'
import { createRandom } from '../random.ts'
import type { Random } from '../random.ts'
import type { Said } from './plan.ts'

/** An answer as a client got it. */
export interface ChatAnswer {
  turn: number | null
  outcome: string
  text: string
}

/** A message of a chat, and all that its client knows of it. */
export interface ChatMessage extends Said {
  conversationId: string
  key: string
  sentAt: number
  /** One for each request that was answered to its end. */
  answers: ChatAnswer[]
  /** Statuses that are neither an answer nor a fault of the service. */
  refusals: number[]
}

export interface ChatClients {
  messages: readonly ChatMessage[]
  /** Writes in so many chats at once until the time is over; each message is sent again until it is answered. */
  run: (chats: number, untilMs: number, giveUpMs: number) => Promise<void>
  /** Sends every message once more with its key. */
  replay: () => Promise<void>
}

export interface ChatOptions {
  program: Program
  projectPath: string
  key: string
  agentId: string
  seed: string
  say: (id: string, isOrder: boolean) => Said
}

const answerTimeoutMs = 12_000
/**
 * A client without an answer for so long asks again beside its first request: another process may take the chat over.
 */
const askAgainMs = 1_200
const messagesOfChat = 8

export function createChatClients({
  program,
  projectPath,
  key: apiKey,
  agentId,
  seed,
  say,
}: ChatOptions): ChatClients {
  const messages: ChatMessage[] = []

  const post = async (
    path: string,
    body: object,
    key: string,
    random: Random,
  ): Promise<{ status: number; text: string } | null> => {
    const urls = program.servingUrls()
    if (urls.length === 0) return null
    try {
      const response = await fetch(random.pick(urls) + projectPath + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': apiKey, 'idempotency-key': key },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(answerTimeoutMs),
      })
      return { status: response.status, text: await response.text() }
    } catch {
      return null
    }
  }

  const begin = async (random: Random, giveUpMs: number): Promise<string | null> => {
    const key = randomUUID()
    while (Date.now() < giveUpMs) {
      const answer = await post(`/agents/${agentId}/conversations`, { customer: {} }, key, random)
      if (answer?.status === 201)
        return (JSON.parse(answer.text) as { data: { conversation_id: string } }).data.conversation_id
      await delay(random.integer(100, 500))
    }
    return null
  }

  const send = async (message: ChatMessage, random: Random): Promise<boolean> => {
    const path = `/conversations/${message.conversationId}/messages`
    const answer = await post(path, { text: message.text }, message.key, random)
    if (answer === null || answer.status >= 500) return false
    if (answer.status !== 200) {
      message.refusals.push(answer.status)
      return false
    }
    const done = doneOf(answer.text)
    if (done === null || done.turn === null) return false
    message.answers.push(done)
    return true
  }

  /**
   * Sends a message, and once more beside it where no answer comes. Resolves once one request is answered, or both
   * failed.
   */
  const sendTwice = async (message: ChatMessage, random: Random): Promise<boolean> => {
    const first = send(message, random)
    const late = delay(askAgainMs, 'late' as const)
    if ((await Promise.race([first, late])) !== 'late') return first
    const second = send(message, random)
    const one = await Promise.race([first, second])
    return one || (await first) || second
  }

  const chat = async (number: number, untilMs: number, giveUpMs: number): Promise<void> => {
    const random = createRandom(`${seed} chat ${number}`)
    for (let count = 0, conversationId: string | null = null; Date.now() < untilMs; count++) {
      if (count % messagesOfChat === 0) conversationId = await begin(random, giveUpMs)
      if (conversationId === null) return
      const id = `w${number}-${count}`
      const said = say(id, random.chance(0.4))
      const message: ChatMessage = {
        ...said,
        conversationId,
        key: `chat-${seed}-${id}`,
        sentAt: Date.now(),
        answers: [],
        refusals: [],
      }
      messages.push(message)
      // Some clients send twice at once, as after a time-out that came too early.
      if (random.chance(0.15)) void send(message, random)
      while (!(await sendTwice(message, random)) && Date.now() < giveUpMs)
        await delay(random.integer(100, 600))
      await delay(random.integer(50, 500))
    }
  }

  return {
    messages,
    run: async (chats, untilMs, giveUpMs) => {
      await Promise.all(Array.from({ length: chats }, (_, number) => chat(number, untilMs, giveUpMs)))
    },
    replay: async () => {
      const random = createRandom(`${seed} replay`)
      const waiting = [...messages]
      const client = async (): Promise<void> => {
        for (let message = waiting.shift(); message !== undefined; message = waiting.shift())
          await send(message, random)
      }
      await Promise.all(Array.from({ length: 8 }, client))
    },
  }
}

/** Returns what the stream says at its end; null where it broke off before. */
export function doneOf(stream: string): ChatAnswer | null {
  const data = /^event: done\ndata: (.*)$/m.exec(stream)?.[1]
  if (data === undefined) return null
  const { turn, outcome, text } = JSON.parse(data) as ChatAnswer
  return { turn, outcome, text }
}
