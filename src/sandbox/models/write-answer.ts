import type { Answer, Timing } from '../network/http-server.ts'
import { jsonAnswer } from '../network/http-server.ts'
import type { Behavior, Reply, ReplyCall, ReplyPart } from './behavior/reply.ts'
import type { Asked, ModelOperation } from './protocol/asked.ts'
import { chatCompletions } from './protocol/chat-completions.ts'
import type { Encoding } from './protocol/encoding.ts'
import { messages } from './protocol/messages.ts'

const charactersPerToken = 4
const argumentPieceCharacters = 12

type Numbers = {
  /** Numbers the answer. */
  requestId: number
  /** How many times faster than real time models speak. */
  speed: number
}

/** Returns what is sent for a model's behavior. */
export function writeAnswer(asked: Asked, behavior: Behavior, { requestId, speed }: Numbers): Answer {
  switch (behavior.kind) {
    case 'silent':
      return { ...jsonAnswer(200, undefined), timing: { pieces: [], ending: 'hold' } }
    case 'refused':
      return errorAnswer(asked.operation, behavior)
    case 'reply': {
      const reply = limitLength(behavior, asked.maxTokens)
      const facts = {
        id: `answer-${requestId}`,
        model: asked.model,
        usage: {
          input: tokensOf(charactersAsked(asked)),
          output: reply.reasoningTokens + tokensOf(charactersOf(reply.parts)),
        },
        leavesOut: reply.leavesOut,
      }
      const encoding =
        asked.operation === 'messages'
          ? messages(facts)
          : chatCompletions({ ...facts, wantsUsage: asked.wantsUsage })
      const ids = reply.parts.map((_, at) => `call_${requestId}_${at}`)
      if (!asked.isStream) return jsonAnswer(200, encoding.whole(reply, ids))
      return streamAnswer(reply, { encoding, ids, speed })
    }
  }
}

/** Returns an error as the provider writes it. */
export function errorAnswer(
  operation: ModelOperation,
  error: { status: number; code: string | null; message: string; retryAfterSeconds: number | null },
): Answer {
  const { status, code, message, retryAfterSeconds } = error
  const headers: Record<string, string> =
    retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) }
  const type = errorTypes.get(status) ?? (status < 500 ? 'invalid_request_error' : 'api_error')
  return operation === 'messages'
    ? jsonAnswer(status, { type: 'error', error: { type, message } }, headers)
    : jsonAnswer(status, { error: { type, code, param: null, message } }, headers)
}

const errorTypes: ReadonlyMap<number, string> = new Map([
  [401, 'authentication_error'],
  [404, 'not_found_error'],
  [429, 'rate_limit_error'],
  [529, 'overloaded_error'],
])

/** Cuts an answer at the bound of its request, as models do. What they think counts first. */
function limitLength(reply: Reply, maxTokens: number | null): Reply {
  const tokensMax = maxTokens ?? Number.MAX_SAFE_INTEGER
  const reasoningTokens = Math.min(reply.reasoningTokens, tokensMax)
  let left = (tokensMax - reasoningTokens) * charactersPerToken
  if (charactersOf(reply.parts) <= left) return reply
  const parts: ReplyPart[] = []
  for (const part of reply.parts) {
    if (left <= 0) break
    const cut =
      part.kind === 'text'
        ? { ...part, text: part.text.slice(0, left) }
        : { ...part, arguments: part.arguments.slice(0, left) }
    left -= charactersOf([cut])
    parts.push(cut)
  }
  return { ...reply, reasoningTokens, parts, stop: 'length' }
}

type StreamContext = { encoding: Encoding; ids: readonly string[]; speed: number }

/** One write to the connection. */
type Piece = { afterMs: number; text: string }

function streamAnswer(reply: Reply, { encoding, ids, speed }: StreamContext): Answer {
  const wordMs = reply.wordsPerSecond === null ? 0 : 1_000 / reply.wordsPerSecond / speed
  const pieces: Piece[] = [{ afterMs: reply.firstAfterMs / speed, text: encoding.start() }]
  const add = (text: string): void => void pieces.push({ afterMs: pieces.length === 1 ? 0 : wordMs, text })
  const { fault } = reply
  let left = fault === null ? Number.MAX_SAFE_INTEGER : fault.afterCharacters
  for (const [at, part] of reply.parts.entries()) {
    if (left <= 0) break
    if (part.kind === 'call') {
      for (const event of callEvents(part, { encoding, id: ids[at]!, index: callsBefore(reply, at) }))
        add(event)
      continue
    }
    for (const word of part.text.match(/\s*\S+\s*|\s+$/g) ?? []) {
      if (left <= 0) break
      add(encoding.text(word.slice(0, left)))
      left -= Math.min(left, word.length)
    }
  }
  if (fault === null) add(encoding.end(reply.stop))
  if (fault?.kind === 'error') add(encoding.error())
  return timed(pieces, fault?.kind === 'cut' ? 'cut' : fault?.kind === 'stall' ? 'hold' : 'end')
}

function* callEvents(
  call: ReplyCall,
  { encoding, id, index }: { encoding: Encoding; id: string; index: number },
): Iterable<string> {
  const pieces = call.arguments.match(new RegExp(`[\\s\\S]{1,${argumentPieceCharacters}}`, 'g')) ?? []
  for (const [at, text] of ['', ...pieces].entries())
    yield encoding.call({ ...call, id, arguments: text }, { index, isFirst: at === 0 })
}

function callsBefore({ parts }: Reply, at: number): number {
  return parts.slice(0, at).filter(({ kind }) => kind === 'call').length
}

/** Pieces without a wait between them are written together, as providers do under load. */
function timed(pieces: readonly Piece[], ending: Timing['ending']): Answer {
  const joined: { afterMs: number; bytes: number }[] = []
  const body = Buffer.from(pieces.map(({ text }) => text).join(''))
  for (const { afterMs, text } of pieces) {
    const bytes = Buffer.byteLength(text)
    const last = joined.at(-1)
    if (last === undefined || afterMs > 0) joined.push({ afterMs, bytes })
    else last.bytes += bytes
  }
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' }
  return { status: 200, headers, body, repeat: 1, timing: { pieces: joined, ending } }
}

function charactersOf(parts: readonly ReplyPart[]): number {
  return parts.reduce(
    (sum, part) => sum + (part.kind === 'text' ? part.text : part.arguments + part.name).length,
    0,
  )
}

function charactersAsked({ system, messages: list, tools }: Asked): number {
  const said = list.reduce((sum, { text }) => sum + text.length, system.length)
  return tools.length === 0 ? said : said + JSON.stringify(tools).length
}

function tokensOf(characters: number): number {
  return Math.ceil(characters / charactersPerToken)
}
