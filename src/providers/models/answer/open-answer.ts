import type { ModelAnswer, ModelFinished, ModelOutcome, ModelRequest, ModelUsage } from '../model-client.ts'
import { AnswerParts } from './answer-parts.ts'
import { sourceOf } from './extra-content.ts'
import { TextPieces } from './text-pieces.ts'
import { usageOf } from './usage.ts'

/** The most time for a whole answer, however steadily it drips. */
export const answerMsMax = 180_000
/** After the model said all, the server may still report tokens; nobody waits for that longer. */
const usageWaitMs = 300

/** A wait that ends so much later than it was due shows that this process stood still. */
const lateMs = 250
/** How long a process that stood still reads what came meanwhile, before it calls a model silent. */
const readMs = 500

type SilentWait = keyof ModelRequest['waits']

/** Nothing reached a model. */
export const freeOfCharge: ModelUsage = { inputTokens: 0, outputTokens: 0, isEstimated: false }

/** An answer in progress: its parts, its waits, and its one outcome. Everything after the outcome is without effect. */
export class OpenAnswer {
  readonly parts: AnswerParts
  isOver = false
  /** Whether the request was sent in full, so that it may have cost tokens. */
  isSent = false
  readonly #request: ModelRequest
  readonly #pieces: TextPieces
  readonly #outcome = Promise.withResolvers<ModelOutcome>()
  readonly #timers = new Map<string, NodeJS.Timeout>()
  readonly #onOutcome: (outcome: ModelOutcome) => void

  /** @param onOutcome called once, when the answer is over */
  constructor(
    request: ModelRequest,
    options: { newCallId: () => string; onOutcome: (outcome: ModelOutcome) => void },
  ) {
    this.#request = request
    this.#onOutcome = options.onOutcome
    this.#pieces = new TextPieces(this.#abort)
    const onText = (piece: string): void => this.#pieces.push(piece)
    const source = sourceOf(request.account)
    this.parts = new AnswerParts({ source, newCallId: options.newCallId, onText })
    this.wait('answer', answerMsMax, () =>
      this.breakOff(`the answer took longer than ${answerMsMax / 1_000} s`),
    )
    this.#listen('firstTextMs', request.waits.firstTextMs)
    if (request.signal.aborted) this.#abort()
    else request.signal.addEventListener('abort', this.#abort)
  }

  /** What the caller gets. */
  get answer(): ModelAnswer {
    return { text: this.#pieces, outcome: this.#outcome.promise }
  }

  /** Ends the answer. Only the first outcome counts. */
  settle(outcome: ModelOutcome): void {
    if (this.isOver) return
    this.isOver = true
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#request.signal.removeEventListener('abort', this.#abort)
    this.#pieces.end()
    this.#outcome.resolve(outcome)
    this.#onOutcome(outcome)
  }

  breakOff(reason: string): void {
    this.settle({ kind: 'broken', reason, ...this.#soFar() })
  }

  /** Returns what the request has cost so far. */
  usage(): ModelUsage {
    return this.isSent ? usageOf(this.#request, this.parts) : freeOfCharge
  }

  /** Calls `act` after a while, unless the answer is over by then. A wait of the same name goes on. */
  wait(name: string, ms: number, act: () => void): void {
    if (!this.isOver && !this.#timers.has(name)) this.#timers.set(name, setTimeout(act, ms))
  }

  /** Begins to measure the waits between pieces of the response, or begins anew. */
  noteBytes(): void {
    this.#listen('nextByteMs', this.#request.waits.nextByteMs)
  }

  #listen(wait: SilentWait, ms: number): void {
    if (this.isOver) return
    const due = performance.now() + ms
    clearTimeout(this.#timers.get(wait))
    this.#timers.set(
      wait,
      setTimeout(() => this.#fallSilent(wait, due), ms),
    )
  }

  /** Looks at the parts after some were added. */
  advance(): void {
    const { fault, hasBegun, isWhole, inputTokens, outputTokens, hasEnded } = this.parts
    if (this.isOver) return
    if (fault !== null && fault.isBusy && !hasBegun) return this.settle({ kind: 'busy', retryAfterMs: null })
    if (fault !== null) return this.breakOff(fault.reason)
    if (hasBegun || isWhole) clearTimeout(this.#timers.get('firstTextMs'))
    const isCounted = inputTokens !== null && outputTokens !== null
    if (hasEnded || (isWhole && isCounted)) this.#finish()
    else if (isWhole) this.wait('usage', usageWaitMs, () => this.#finish())
  }

  /** Ends the answer where the response ends: finished if the model had said all, else broken. */
  close(reason: string): void {
    this.advance()
    if (this.parts.isWhole) this.#finish()
    else this.breakOff(reason)
  }

  #abort = (): void => this.settle({ kind: 'aborted', ...this.#soFar() })

  /** A model is not silent because this process stood still: what came meanwhile is read first. */
  #fallSilent(wait: SilentWait, due: number): void {
    if (performance.now() - due > lateMs) return this.#listen(wait, readMs)
    if (this.parts.isWhole) this.#finish()
    else this.settle({ kind: 'silent', wait, ...this.#soFar() })
  }

  #finish(): void {
    const { text, stop } = this.parts
    const toolCalls = stop === 'filtered' ? [] : this.parts.toolCalls()
    const reason = reasonOf(stop, toolCalls.length > 0)
    this.settle({ kind: 'finished', reason, text, toolCalls, usage: this.usage() })
  }

  #soFar(): { characters: number; usage: ModelUsage } {
    return { characters: this.parts.text.length, usage: this.usage() }
  }
}

/** Returns why the answer ended. Some servers say `stop` beside tool calls, or `tool_calls` beside none. */
function reasonOf(stop: ModelFinished['reason'] | null, hasCalls: boolean): ModelFinished['reason'] {
  if (stop === 'filtered' || stop === 'length') return stop
  return hasCalls ? 'tools' : 'stop'
}
