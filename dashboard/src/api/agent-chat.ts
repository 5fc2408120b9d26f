import { EventSourceParserStream } from 'eventsource-parser/stream'
import { ApiError, readError, unreachable } from './errors.ts'
import { wireRequest } from './request.ts'

/** What comes while an agent answers. */
export type ChatEvent =
  | { kind: 'sentence'; text: string }
  | { kind: 'tool'; name: string; outcome: string }
  | {
      kind: 'done'
      outcome: string
      text: string
      citations: { id: string; title: string; url: string | null }[]
      mode: 'agent' | 'person'
      is_closing: boolean
    }

export interface ChatMessage {
  ids: { organization_id: string; project_id: string }
  conversationId: string
  text: string
  /** With the same key, the same message is answered once. */
  idempotencyKey: string
}

/** Longer than the service waits for an answer. */
const answerMaxMs = 130_000

/**
 * Writes to an agent, and reads its answer as it comes.
 *
 * @throws {ApiError} where the message is refused, and where the stream breaks before the answer is whole.
 */
export async function* sendChatMessage(
  { ids, conversationId, text, idempotencyKey }: ChatMessage,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent, void> {
  const params = { ...ids, conversation_id: conversationId, body: { text } }
  const { method, address, body } = wireRequest('sendAgentMessage', params)
  let answer: Response
  try {
    answer = await fetch(address, {
      method,
      headers: {
        accept: 'text/event-stream, application/json',
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify(body),
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerMaxMs)]),
    })
  } catch (error) {
    signal.throwIfAborted()
    throw unreachable(error)
  }
  try {
    if (!answer.ok || answer.body === null) throw await readError(answer)
    yield* eventsOf(answer.body)
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof ApiError ? error : unreachable(error)
  }
}

async function* eventsOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ChatEvent, void> {
  const reader = stream
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) throw unreachable(new Error('the stream ended before the answer was whole'))
      const event = { kind: value.event, ...(JSON.parse(value.data) as object) } as
        | ChatEvent
        | { kind: 'error' }
      if (event.kind === 'error') throw unreachable(new Error('the answer is not ready'))
      yield event
      if (event.kind === 'done') return
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
