import { charactersPerSecond, speakingMs } from '../twiml/prompt.ts'

/** One talk of the service: its texts up to the one with `last`. */
export type Talk = {
  /** What has been spoken of it. */
  heard: string
  /** Whether it has a text that is not empty, or a recording. */
  hasContent: boolean
  /** Whether its last text has arrived. */
  closed: boolean
}

export type SpeechOptions = {
  /** What of the customer's input stops it. */
  stoppedBy: (input: 'speech' | 'dtmf') => boolean
  preemptible: boolean
}

type Piece = { kind: 'text'; talk: Talk; text: string; options: SpeechOptions }
type Recording = { kind: 'recording'; talk: Talk; ms: number; options: SpeechOptions }
type Queued = Piece | Recording | { kind: 'end'; talk: Talk }

export type SpeechEvents = {
  speaking: (on: boolean) => void
  /** A part has been spoken. */
  played: (text: string) => void
  /** A talk with content is over: spoken to its end, or cut. */
  talkOver: (talk: Talk) => void
}

/**
 * Speaks what the service sends, 15 characters a second of simulated time, one talk after the other. Once a talk is
 * interrupted, the rest of it is dropped, also what arrives later, up to its last text.
 */
export class AgentSpeech {
  readonly #wait: (simulatedMs: number, signal: AbortSignal) => Promise<void>
  readonly #speed: number
  readonly #on: SpeechEvents
  #queue: Queued[] = []
  /** The talk that the next text belongs to. */
  #open: Talk | null = null
  #isDropping = false
  #isSpeaking = false
  /** `startedAt` is null for a piece of which nothing has been spoken. */
  #playing: { piece: Piece | Recording; startedAt: number | null; cut: AbortController } | null = null
  #changed = Promise.withResolvers<void>()
  /** What was heard of each talk with content that is over, oldest first. */
  readonly heard: string[] = []
  /**
   * The person interrupts after this many characters of a talk; null lets it end. Set back to null by the interruption.
   */
  bargeInAfter: number | null = null
  /** Called when that many characters were heard; returns whether the talk was interrupted. */
  onBargeIn: () => boolean = () => false

  constructor(
    speed: { speed: number; wait: (simulatedMs: number, signal: AbortSignal) => Promise<void> },
    on: SpeechEvents,
  ) {
    this.#speed = speed.speed
    this.#wait = (ms, signal) => speed.wait(ms, signal)
    this.#on = on
  }

  /** How many talks with content are over. */
  get talksOver(): number {
    return this.heard.length
  }

  get isSpeaking(): boolean {
    return this.#isSpeaking
  }

  /** Resolves at the next change: speech begins or pauses, or a talk ends. */
  changed(): Promise<void> {
    return this.#changed.promise
  }

  /** Adds a text to the present talk, or a recording of this length. */
  add(content: { text: string } | { ms: number }, last: boolean, options: SpeechOptions): void {
    if (this.#isDropping) {
      if (last) this.#isDropping = false
      return
    }
    const isEmpty = 'text' in content && content.text === ''
    if (this.#open === null) {
      if (!isEmpty && this.#playing?.piece.options.preemptible === true) this.#cut()
      this.#open = { heard: '', hasContent: false, closed: false }
    }
    const talk = this.#open
    if (!isEmpty) {
      talk.hasContent = true
      this.#queue.push(
        'text' in content
          ? { kind: 'text', talk, text: content.text, options }
          : { kind: 'recording', talk, ms: content.ms, options },
      )
    }
    if (last) {
      talk.closed = true
      this.#open = null
      this.#queue.push({ kind: 'end', talk })
    }
    this.#change()
  }

  /**
   * Returns the interrupted talk with what was heard of it; null if nothing is spoken, or if such input does not stop
   * it.
   */
  interrupt(input: 'speech' | 'dtmf'): Talk | null {
    if (this.#playing === null || !this.#playing.piece.options.stoppedBy(input)) return null
    return this.#cut()
  }

  /** Speaks until the signal aborts; rejects then with an `AbortError`. */
  async run(signal: AbortSignal): Promise<never> {
    for (;;) {
      const next = this.#queue.shift()
      if (next === undefined) {
        this.#setSpeaking(false)
        await untilAborted(this.changed(), signal)
      } else if (next.kind === 'end') {
        this.#finish(next.talk)
      } else {
        this.#setSpeaking(true)
        await this.#speak(next, signal)
      }
    }
  }

  async #speak(piece: Piece | Recording, signal: AbortSignal): Promise<void> {
    if (piece.kind === 'recording') {
      await this.#play(piece, piece.ms, signal)
      return
    }
    const at = this.#bargeInAt(piece)
    if (at === null) {
      await this.#play(piece, speakingMs(piece.text), signal)
      return
    }
    const before = { ...piece, text: piece.text.slice(0, at) }
    const after = { ...piece, text: piece.text.slice(at) }
    if (!(await this.#play(before, speakingMs(before.text), signal))) return
    this.#playing = { piece: after, startedAt: null, cut: new AbortController() }
    if (!this.onBargeIn()) await this.#play(after, speakingMs(after.text), signal)
  }

  /**
   * Returns the character of the text at which the person interrupts, at the end of a word; null if they let it end.
   */
  #bargeInAt({ talk, text }: Piece): number | null {
    if (this.bargeInAfter === null) return null
    const characters = Math.max(0, this.bargeInAfter - talk.heard.length)
    const at = characters === 0 ? 0 : characters + /^\S*/.exec(text.slice(characters))![0].length
    return at < text.length ? at : null
  }

  /** Returns whether it was played to its end. */
  async #play(piece: Piece | Recording, ms: number, signal: AbortSignal): Promise<boolean> {
    const cut = new AbortController()
    this.#playing = { piece, startedAt: performance.now(), cut }
    try {
      await this.#wait(ms, AbortSignal.any([signal, cut.signal]))
    } catch (error) {
      signal.throwIfAborted()
      if (cut.signal.aborted) return false
      throw error
    }
    this.#playing = null
    if (piece.kind === 'text') this.#heard(piece, piece.text)
    return true
  }

  /** Ends the talk that is being spoken, with what was heard of it until now, and drops what follows. */
  #cut(): Talk {
    const { piece, startedAt, cut } = this.#playing!
    this.#playing = null
    const { talk } = piece
    if (piece.kind === 'text' && startedAt !== null) {
      const seconds = ((performance.now() - startedAt) * this.#speed) / 1000
      this.#heard(piece, wholeWords(piece.text, Math.floor(seconds * charactersPerSecond)))
    }
    this.#queue = []
    if (this.#open !== null) {
      this.#isDropping = true
      this.#open = null
    }
    cut.abort()
    this.#setSpeaking(false)
    this.#finish(talk)
    return talk
  }

  #heard(piece: Piece, text: string): void {
    if (text === '') return
    piece.talk.heard += text
    this.#on.played(text)
  }

  #finish(talk: Talk): void {
    if (!talk.hasContent) return
    this.heard.push(talk.heard)
    this.#on.talkOver(talk)
    this.#change()
  }

  #setSpeaking(on: boolean): void {
    if (this.#isSpeaking === on) return
    this.#isSpeaking = on
    this.#on.speaking(on)
    this.#change()
  }

  #change(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }
}

/** Resolves with the promise; rejects with an `AbortError` if the signal aborts first. */
export async function untilAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<void>()
  const abort = () => aborted.resolve()
  signal.addEventListener('abort', abort)
  await Promise.race([promise, aborted.promise])
  signal.removeEventListener('abort', abort)
  signal.throwIfAborted()
}

/** Returns the first characters of a text without a word that is cut in the middle. */
function wholeWords(text: string, characters: number): string {
  if (characters >= text.length) return text
  const start = text.slice(0, characters)
  return /\s$/.test(start) || /^\s/.test(text.slice(characters)) ? start : start.replace(/\S+$/, '')
}
