import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Clock } from '../../../base/clock.ts'
import { AnswerParts } from '../answer/answer-parts.ts'
import { createAnswerReader } from '../answer/answer-reader.ts'
import { outcomeOfStatus } from '../answer/fault-reason.ts'
import type { ModelProtocol } from '../answer/protocol.ts'
import { TextPieces } from '../answer/text-pieces.ts'
import { usageOf } from '../answer/usage.ts'
import type { ModelAnswer, ModelOutcome, ModelRequest, ModelUsage } from '../model-client.ts'
import { ConnectionFault } from './connections.ts'
import type { Connections } from './connections.ts'

export interface RunContext {
  connections: Connections
  clock: Clock
  /** Returns an id for a tool call that came without one. */
  newCallId: () => string
}

/** The most time for a whole answer, however steadily it drips. */
export const answerMsMax = 180_000
/** After the model said all, the server may still report tokens; nobody waits for that longer. */
const usageWaitMs = 300
/** The rest of a finished response is read for this long, so that its connection can be used again. */
const drainMsMax = 1_000
const faultBodyBytesMax = 16_384
const faultBodyMsMax = 500

const freeOfCharge: ModelUsage = { inputTokens: 0, outputTokens: 0, isEstimated: false }

/** Makes one request and reads its answer; see `ModelClient.ask`. */
export function runRequest(
  request: ModelRequest,
  protocol: ModelProtocol,
  { connections, clock, newCallId }: RunContext,
): ModelAnswer {
  const { promise: outcome, resolve } = Promise.withResolvers<ModelOutcome>()
  const timers = new Map<string, NodeJS.Timeout>()
  let outgoing: ClientRequest | null = null
  let isOver = false
  let isSent = false
  let hasResponse = false

  const pieces = new TextPieces(() => abort())
  const parts = new AnswerParts({ newCallId, onText: (piece) => pieces.push(piece) })
  const usage = (): ModelUsage => (isSent ? usageOf(request, parts) : freeOfCharge)
  const characters = (): number => parts.text.length

  const settle = (settled: ModelOutcome): void => {
    if (isOver) return
    isOver = true
    for (const timer of timers.values()) clearTimeout(timer)
    request.signal.removeEventListener('abort', abort)
    pieces.end()
    resolve(settled)
    if (settled.kind !== 'finished') outgoing?.destroy()
  }
  const abort = (): void => settle({ kind: 'aborted', characters: characters(), usage: usage() })
  const breakOff = (reason: string): void =>
    settle({ kind: 'broken', characters: characters(), reason, usage: usage() })
  const fallSilent = (wait: 'firstTextMs' | 'nextByteMs'): void =>
    parts.isWhole ? finish() : settle({ kind: 'silent', wait, characters: characters(), usage: usage() })
  const finish = (): void => settle({ kind: 'finished', ...answerOf(parts), usage: usage() })
  const wait = (name: string, ms: number, act: () => void): void => {
    if (!isOver && !timers.has(name)) timers.set(name, setTimeout(act, ms))
  }

  /** Looks at the answer after each piece of it. */
  const advance = (): void => {
    if (isOver) return
    if (parts.fault !== null) {
      if (parts.fault.isBusy && !parts.hasBegun) settle({ kind: 'busy', retryAfterMs: null })
      else breakOff(parts.fault.reason)
      return
    }
    if (parts.hasBegun || parts.isWhole) clearTimeout(timers.get('firstText'))
    const isCounted = parts.inputTokens !== null && parts.outputTokens !== null
    if (parts.hasEnded || (parts.stop !== null && isCounted)) finish()
    else if (parts.stop !== null) wait('usage', usageWaitMs, finish)
  }

  const receiveFault = (response: IncomingMessage): void => {
    const status = response.statusCode ?? 0
    const kept: Buffer[] = []
    let size = 0
    const conclude = (): void => {
      const body = Buffer.concat(kept).toString('utf8')
      const meant = outcomeOfStatus(status, { headers: response.headers, body, now: clock.now() })
      settle(meant.kind === 'broken' ? { ...meant, usage: freeOfCharge } : meant)
    }
    wait('faultBody', faultBodyMsMax, conclude)
    response.on('data', (chunk: Buffer) => {
      kept.push(chunk)
      size += chunk.length
      if (size > faultBodyBytesMax) conclude()
    })
    response.on('end', conclude)
    response.on('error', conclude)
    response.on('close', conclude)
  }

  const receive = (response: IncomingMessage): void => {
    const { statusCode = 0, headers } = response
    if (statusCode < 200 || statusCode > 299) return receiveFault(response)
    if (!/^\s*(identity)?\s*$/i.test(headers['content-encoding'] ?? ''))
      return breakOff('the answer has a content coding that was not asked for')
    const isStream = !/\bjson\b/i.test(headers['content-type'] ?? '')
    const reader = createAnswerReader(protocol, { parts, isStream })
    wait('nextByte', request.waits.nextByteMs, () => fallSilent('nextByteMs'))
    const end = (reason: string): void => {
      if (isOver) return
      reader.end()
      advance()
      if (parts.isWhole) finish()
      else breakOff(reason)
    }
    response.on('data', (chunk: Buffer) => {
      if (isOver) return
      timers.get('nextByte')?.refresh()
      reader.feed(chunk)
      advance()
      if (isOver) drain(response)
    })
    response.on('end', () => end('the answer ended early'))
    response.on('error', () => end('the connection broke within the answer'))
    response.on('close', () => end('the connection broke within the answer'))
  }

  const fail = (error: Error): void => {
    if (!(error instanceof ConnectionFault)) return breakOff('the connection broke before the answer')
    if (error.outcome.kind === 'failed') return breakOff(error.outcome.detail)
    settle(refusedBy(error.outcome))
  }

  const start = (): void => {
    if (request.signal.aborted) return abort()
    request.signal.addEventListener('abort', abort)
    wait('firstText', request.waits.firstTextMs, () => fallSilent('firstTextMs'))
    wait('answer', answerMsMax, () => breakOff(`the answer took longer than ${answerMsMax / 1_000} s`))
    const { path, headers, body } = protocol.write(request)
    const text = JSON.stringify(body)
    const address = `${request.account.baseUrl.replace(/\/+$/, '')}${path}`
    const posted = beginPost(connections, address, {
      ...headers,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
      accept: 'text/event-stream',
      'accept-encoding': 'identity',
      'user-agent': 'switchboard',
    })
    if ('kind' in posted) return settle(refusedBy(posted))
    outgoing = posted
    outgoing.on('error', fail)
    outgoing.on('response', (response) => {
      hasResponse = true
      receive(response)
    })
    // Once there is a response, its own events tell how it ended.
    outgoing.on('close', () => hasResponse || breakOff('the connection broke before the answer'))
    outgoing.on('finish', () => (isSent = true))
    outgoing.end(text)
  }
  start()
  return { text: pieces, outcome }
}

function beginPost(connections: Connections, address: string, headers: Record<string, string>) {
  try {
    return connections.post(address, headers)
  } catch (error) {
    const isHeader = error instanceof TypeError && 'code' in error && error.code === 'ERR_INVALID_CHAR'
    if (!isHeader) throw error
    return { kind: 'refused', reason: 'key', detail: 'the key has a sign that no header may have' } as const
  }
}

function refusedBy({ reason, detail }: { reason: string; detail: string }): ModelOutcome {
  return { kind: 'refused', status: null, reason: `${reason}: ${detail}` }
}

/** Reads and discards the rest of a response, for a while. */
function drain(response: IncomingMessage): void {
  if (response.destroyed) return
  const timer = setTimeout(() => response.destroy(), drainMsMax)
  response.once('close', () => clearTimeout(timer))
}

function answerOf(parts: AnswerParts) {
  const { text, stop } = parts
  if (stop === 'filtered') return { reason: stop, text, toolCalls: [] }
  const toolCalls = parts.toolCalls()
  if (stop === 'length') return { reason: stop, text, toolCalls }
  // Some servers say `stop` beside tool calls, or `tool_calls` beside none.
  return { reason: toolCalls.length > 0 ? ('tools' as const) : ('stop' as const), text, toolCalls }
}
