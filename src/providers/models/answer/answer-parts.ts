import { storable } from '../../../base/storable-text.ts'
import type { ModelFinished, ModelToolCall } from '../model-client.ts'

/** The most characters of text and tool arguments in one answer; a longer one counts as broken. */
export const answerCharactersMax = 200_000
/** The most tool calls in one answer. */
const toolCallsMax = 32

/** A fault that the provider reports within its stream, or an answer that is too large. */
export interface StreamFault {
  isBusy: boolean
  /** The provider's codes, without sentences. */
  reason: string
}

/** A piece of a tool call, as lenient as servers are. */
export interface ToolPart {
  /** The call's place in the answer; null if the server left it out. */
  index: number | null
  id: string | null
  name: string | null
  arguments: string
  /** What the server wants back with the call, as JSON; null for nothing. */
  extraContent: string | null
}

interface OpenCall {
  index: number | null
  id: string | null
  name: string
  arguments: string
  extraContent: string | null
}

/** Collects an answer from the events of its stream, whatever their protocol. */
export class AnswerParts {
  text = ''
  inputTokens: number | null = null
  outputTokens: number | null = null
  /** Why the model stopped; null until the server has said so. */
  stop: ModelFinished['reason'] | null = null
  /** Whether the server has said that nothing follows. */
  hasEnded = false
  fault: StreamFault | null = null
  readonly #calls: OpenCall[] = []
  readonly #source: string
  readonly #newCallId: () => string
  readonly #onText: (piece: string) => void
  #heldBack = ''
  #argumentCharacters = 0
  #extraCharacters = 0

  /** @param options.source names the server and the model that answer */
  constructor(options: { source: string; newCallId: () => string; onText: (piece: string) => void }) {
    this.#source = options.source
    this.#newCallId = options.newCallId
    this.#onText = options.onText
  }

  /** Whether any text or any part of a tool call has come. */
  get hasBegun(): boolean {
    return this.text !== '' || this.#calls.length > 0
  }

  /** Whether the model has said all, though the server may still report tokens. */
  get isWhole(): boolean {
    return this.stop !== null || this.hasEnded
  }

  /** Characters that the model wrote, tool calls included. */
  get characters(): number {
    return this.text.length + this.#argumentCharacters
  }

  addText(text: string): void {
    const piece = this.#heldBack + text
    // Half of a surrogate pair waits for its other half.
    const cut = /[\uD800-\uDBFF]$/.test(piece) ? piece.length - 1 : piece.length
    this.#heldBack = piece.slice(cut)
    if (cut > 0) this.#take(piece.slice(0, cut))
  }

  addToolPart(part: ToolPart): void {
    const call = this.#callOf(part)
    if (call === null) return
    if (call.name === '' && part.name !== null) call.name = part.name
    if (part.id !== null) call.id ??= part.id
    call.arguments += part.arguments
    this.#argumentCharacters += part.arguments.length
    call.extraContent = part.extraContent ?? call.extraContent
    this.#extraCharacters += part.extraContent?.length ?? 0
    this.#checkSize()
  }

  /** Returns the tool calls in their order; those that never got a name are left out. */
  toolCalls(): ModelToolCall[] {
    const used = new Set<string>()
    return this.#calls
      .filter(({ name }) => name !== '')
      .map((call) => {
        const given = call.id === null ? null : storable(call.id)
        const id = given === null || used.has(given) ? this.#newCallId() : given
        used.add(id)
        const written = storable(call.arguments)
        return {
          id,
          name: storable(call.name),
          arguments: written.trim() === '' ? '{}' : written,
          ...(call.extraContent !== null && {
            extraContent: { source: this.#source, json: storable(call.extraContent) },
          }),
        }
      })
  }

  #take(read: string): void {
    const piece = storable(read)
    if (piece === '') return
    this.text += piece
    this.#checkSize()
    this.#onText(piece)
  }

  /**
   * Returns the call that a part belongs to. Servers leave out the place, or send the place 0 for all calls, or repeat
   * the id or the name with every part. A new call is one with a new place, or with a name and another id. Where a
   * named part has no id, it begins a new call if its name is another one, or if the arguments of the call at its place
   * are whole.
   */
  #callOf({ index, id, name }: ToolPart): OpenCall | null {
    const last = this.#calls.at(-1)
    const known =
      index === null
        ? (this.#calls.find((call) => id !== null && call.id === id) ?? (id === null ? last : undefined))
        : this.#calls.findLast((call) => call.index === index)
    const isOther =
      known !== undefined &&
      name !== null &&
      known.name !== '' &&
      (id === null ? name !== known.name || isWholeObject(known.arguments) : id !== known.id)
    const startsAnew = index === null && id === null && name !== null && last?.name !== ''
    if (known !== undefined && !isOther && !startsAnew) return known
    if (this.#calls.length >= toolCallsMax) {
      this.fault ??= { isBusy: false, reason: `more than ${toolCallsMax} tool calls` }
      return null
    }
    const call = { index, id, name: name ?? '', arguments: '', extraContent: null }
    this.#calls.push(call)
    return call
  }

  #checkSize(): void {
    if (this.characters + this.#extraCharacters > answerCharactersMax)
      this.fault ??= { isBusy: false, reason: `more than ${answerCharactersMax} characters` }
  }
}

function isWholeObject(text: string): boolean {
  // Most texts are not whole; parsing each of them would take time that grows with the square of their length.
  if (!text.trimEnd().endsWith('}')) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
