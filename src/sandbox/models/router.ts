import type { AnswerFault } from '../network/faults.ts'
import { datedHeaders, jsonAnswer } from '../network/http-server.ts'
import type { Answer, Handled, Incoming } from '../network/http-server.ts'
import { changeAnswer } from './apply-fault.ts'
import { behave, modelKinds } from './behavior/models.ts'
import { textOf } from './behavior/reply.ts'
import type { Behavior } from './behavior/reply.ts'
import { answerControl } from './control.ts'
import type { Exchange } from './exchange.ts'
import type { AskedFacts, ModelFacts } from './log.ts'
import { inputOf, stepOf, turnOf } from './protocol/asked.ts'
import type { Asked, Malformed, ModelOperation } from './protocol/asked.ts'
import { readChatCompletions } from './protocol/read-chat-completions.ts'
import { readMessages } from './protocol/read-messages.ts'
import { errorAnswer, writeAnswer } from './write-answer.ts'

type Result = { answer: Answer; fault: AnswerFault | null; said: Said; asked: AskedFacts | null }
type Said = Extract<ModelFacts, { kind: 'answer' }>['said']

const operations: Readonly<Record<string, ModelOperation>> = {
  'POST /v1/chat/completions': 'chat_completions',
  'POST /v1/messages': 'messages',
}
const readers: Readonly<Record<ModelOperation, (body: unknown) => Asked | Malformed>> = {
  chat_completions: readChatCompletions,
  messages: readMessages,
}
const loggedInputCharactersMax = 2_000

/** Routes each request to its handler, and logs the request and the answer. */
export class Router {
  readonly #exchange: Exchange
  #count = 0

  constructor(exchange: Exchange) {
    this.#exchange = exchange
  }

  handle(request: Incoming): Handled {
    const { log, clock } = this.#exchange
    const isControl = request.path.startsWith('/sandbox/')
    // Reads of the log are not logged: a client that polls would fill it.
    const isSilent = isControl && request.method === 'GET'
    const request_id = ++this.#count
    const { method, path } = request
    const { answer, fault, said, asked } = isControl
      ? { answer: answerControl(this.#exchange, request), fault: null, said: null, asked: null }
      : this.#answerModel(request, request_id)
    if (!isSilent) log.append({ kind: 'request', request_id, method, path, key: keyHeader(request), asked })
    return {
      answer: { ...answer, headers: datedHeaders(clock, answer.headers) },
      fault,
      delivered: (delivery) => {
        if (isSilent) return
        const { status } = answer
        log.append({ kind: 'answer', request_id, status, delivery, said, fault: fault?.kind ?? null })
      },
    }
  }

  #answerModel(request: Incoming, requestId: number): Result {
    const { faults, state, speed, requests } = this.#exchange
    const operation = operations[`${request.method} ${request.path}`]
    if (`${request.method} ${request.path}` === 'GET /v1/models') {
      const data = modelKinds.map(({ name }) => ({ id: name, object: 'model', owned_by: 'sandbox' }))
      const fault = faults.takeForAnswer('models', null)
      const answer = jsonAnswer(200, { object: 'list', data })
      return { ...changeAnswer(answer, fault, 'chat_completions'), said: null, asked: null }
    }
    if (operation === undefined) {
      const message = `There is no ${request.method} ${request.path}`
      return refused('chat_completions', 404, { code: 'unknown_url', message })
    }
    const body = parsed(request)
    requests.add({ request_id: requestId, path: request.path, body })
    const asked = readers[operation](body)
    if ('malformed' in asked)
      return refused(operation, 400, { code: 'invalid_body', message: asked.malformed })
    const facts = factsOf(asked)
    const fault = faults.takeForAnswer(operation, asked.model)
    // A request that a fault keeps from the model uses up no script.
    const isKept = fault?.kind === 'status' || fault?.kind === 'answer'
    const behavior = isKept ? null : behave(asked, state)
    if (behavior === null && !isKept) {
      const message = `There is no model ${asked.model}; GET /v1/models lists them`
      return { ...refused(operation, 404, { code: 'model_not_found', message }), asked: facts }
    }
    const answer =
      behavior === null ? jsonAnswer(200, {}) : writeAnswer(asked, behavior, { requestId, speed })
    return { ...changeAnswer(answer, fault, operation), said: saidBy(behavior), asked: facts }
  }
}

function refused(
  operation: ModelOperation,
  status: number,
  { code, message }: { code: string; message: string },
): Result {
  const answer = errorAnswer(operation, { status, code, message, retryAfterSeconds: null })
  return { answer, fault: null, said: null, asked: null }
}

function parsed(request: Incoming): unknown {
  try {
    return JSON.parse(request.body.toString('utf8'))
  } catch {
    return null
  }
}

function keyHeader({ headers }: Incoming): string | null {
  return ['authorization', 'x-api-key'].find((name) => headers[name] !== undefined) ?? null
}

function factsOf(asked: Asked): AskedFacts {
  return {
    model: asked.model,
    input: inputOf(asked).slice(0, loggedInputCharactersMax),
    turn: turnOf(asked),
    step: stepOf(asked),
    messages: asked.messages.length,
    tools: asked.tools.map(({ name }) => name),
    may_call: asked.mayCall,
    max_tokens: asked.maxTokens,
  }
}

function saidBy(behavior: Behavior | null): Said {
  if (behavior?.kind !== 'reply') return null
  const called = behavior.parts.flatMap((part) =>
    part.kind === 'call' ? [{ tool: part.name, arguments: part.arguments }] : [],
  )
  return { text: textOf(behavior), calls: called, stop: behavior.stop }
}
