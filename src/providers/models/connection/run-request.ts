import type { ClientRequest, IncomingMessage } from 'node:http'
import { ByteCollector } from '../../../base/byte-collector.ts'
import type { Clock } from '../../../base/clock.ts'
import { createAnswerReader } from '../answer/answer-reader.ts'
import { outcomeOfStatus } from '../answer/fault-reason.ts'
import { freeOfCharge, OpenAnswer } from '../answer/open-answer.ts'
import type { ModelProtocol } from '../answer/protocol.ts'
import type { ModelAnswer, ModelOutcome, ModelRequest } from '../model-client.ts'
import { ConnectionFault } from './connections.ts'
import type { Connections } from './connections.ts'

export interface RunContext {
  connections: Connections
  clock: Clock
  /** Returns an id for a tool call that came without one. */
  newCallId: () => string
}

/** The rest of a finished response is read for this long, so that its connection can be used again. */
const drainMsMax = 1_000
const faultBodyBytesMax = 16_384
const faultBodyMsMax = 500

/** Makes one request and reads its answer; see `ModelClient.ask`. */
export function runRequest(
  request: ModelRequest,
  protocol: ModelProtocol,
  { connections, clock, newCallId }: RunContext,
): ModelAnswer {
  let outgoing: ClientRequest | null = null
  const onOutcome = ({ kind }: ModelOutcome): void => {
    if (kind !== 'finished') outgoing?.destroy()
  }
  const open = new OpenAnswer(request, { newCallId, onOutcome })
  if (open.isOver) return open.answer
  const posted = beginPost(request, protocol, connections)
  if (posted.kind === 'refused') {
    open.settle(refusedBy(posted))
    return open.answer
  }
  let hasResponse = false
  outgoing = posted.outgoing
  outgoing.on('error', (error) => open.settle(outcomeOfError(error, open)))
  outgoing.on('finish', () => (open.isSent = true))
  outgoing.on('response', (response) => {
    hasResponse = true
    const { statusCode = 0 } = response
    if (statusCode >= 200 && statusCode <= 299) receiveAnswer(response, { protocol, open })
    else receiveFault(response, { clock, open })
  })
  // Once there is a response, its own events say how it ended.
  outgoing.on('close', () => hasResponse || open.breakOff('the connection broke before the answer'))
  outgoing.end(posted.text)
  return open.answer
}

interface Posted {
  kind: 'posted'
  outgoing: ClientRequest
  /** The body, still to be sent. */
  text: string
}

function beginPost(request: ModelRequest, protocol: ModelProtocol, connections: Connections) {
  const { path, headers, body } = protocol.write(request)
  const text = JSON.stringify(body)
  try {
    const outgoing = connections.post(`${request.account.baseUrl.replace(/\/+$/, '')}${path}`, {
      ...headers,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
      accept: 'text/event-stream',
      'accept-encoding': 'identity',
      'user-agent': 'switchboard',
    })
    return 'kind' in outgoing ? outgoing : ({ kind: 'posted', outgoing, text } satisfies Posted)
  } catch (error) {
    const isHeader = error instanceof TypeError && 'code' in error && error.code === 'ERR_INVALID_CHAR'
    if (!isHeader) throw error
    return { kind: 'refused', reason: 'key', detail: 'the key has a sign that no header may have' } as const
  }
}

function refusedBy({ reason, detail }: { reason: string; detail: string }): ModelOutcome {
  return { kind: 'refused', status: null, reason: `${reason}: ${detail}` }
}

function outcomeOfError(error: Error, open: OpenAnswer): ModelOutcome {
  if (error instanceof ConnectionFault && error.outcome.kind === 'refused') return refusedBy(error.outcome)
  const reason = error instanceof ConnectionFault ? error.message : 'the connection broke before the answer'
  return { kind: 'broken', characters: 0, reason, usage: open.usage() }
}

function receiveAnswer(
  response: IncomingMessage,
  { protocol, open }: { protocol: ModelProtocol; open: OpenAnswer },
): void {
  const { headers } = response
  if (!/^\s*(identity)?\s*$/i.test(headers['content-encoding'] ?? ''))
    return open.breakOff('the answer has a content coding that was not asked for')
  const isStream = !/\bjson\b/i.test(headers['content-type'] ?? '')
  const reader = createAnswerReader(protocol, { parts: open.parts, isStream })
  open.isSent = true
  open.noteBytes()
  response.on('data', (chunk: Buffer) => {
    if (open.isOver) return
    open.noteBytes()
    reader.feed(chunk)
    open.advance()
    if (open.isOver) drain(response)
  })
  const end = (reason: string): void => {
    if (open.isOver) return
    reader.end()
    open.close(reason)
  }
  response.on('end', () => end('the answer ended early'))
  response.on('error', () => end('the connection broke within the answer'))
  response.on('close', () => end('the connection broke within the answer'))
}

/** Reads the beginning of a response that is no answer, for its codes. */
function receiveFault(response: IncomingMessage, { clock, open }: { clock: Clock; open: OpenAnswer }): void {
  const kept = new ByteCollector()
  const conclude = (): void => {
    const body = kept.bytes().toString('utf8')
    const { statusCode = 0, headers } = response
    const outcome = outcomeOfStatus(statusCode, { headers, body, now: clock.now() })
    open.settle(outcome.kind === 'broken' ? { ...outcome, usage: freeOfCharge } : outcome)
  }
  open.wait('faultBody', faultBodyMsMax, conclude)
  response.on('data', (chunk: Buffer) => {
    kept.add(chunk)
    if (kept.length > faultBodyBytesMax) conclude()
  })
  response.on('end', conclude)
  response.on('error', conclude)
  response.on('close', conclude)
}

/** Reads and discards the rest of a response, for a while. */
function drain(response: IncomingMessage): void {
  if (response.destroyed) return
  const timer = setTimeout(() => response.destroy(), drainMsMax)
  response.once('close', () => clearTimeout(timer))
}
