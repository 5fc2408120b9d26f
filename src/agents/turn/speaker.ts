/** The conversation has another leader: nothing more may be said or written. */
export class TurnLost extends Error {
  override name = 'TurnLost'
}

interface SpeakerOptions {
  /** What was handed over before, by a process that died. */
  text: string
  /** The most characters of one answer; a sentence that passes it is not said. */
  charactersMax: number
  /** Hands a sentence over; null: all text is handed over when the turn ends. */
  say: ((sentence: string) => void) | null
  /** Keeps a sentence. Returns false where another process leads the conversation. */
  keep: (sentence: string) => Promise<boolean>
  /** Called once, when a sentence could not be kept. */
  onFault: () => void
}

/** Hands sentences over and keeps them in the same order, without waiting for the database. */
export class Speaker {
  text: string
  readonly #options: SpeakerOptions
  #kept: Promise<void> = Promise.resolve()
  #fault: { error: unknown } | null = null

  constructor(options: SpeakerOptions) {
    this.text = options.text
    this.#options = options
  }

  /** Says a sentence. Does nothing with an empty one, past the bound of an answer, and after a fault. */
  say(sentence: string): void {
    const { say, keep, charactersMax } = this.#options
    const text = sentence.trim()
    if (text === '' || this.#fault !== null) return
    if (this.text !== '' && this.text.length + 1 + text.length > charactersMax) return
    this.text = this.text === '' ? text : `${this.text} ${text}`
    if (say === null) return
    say(text)
    this.#kept = this.#kept.then(async () => {
      if (this.#fault !== null) return
      try {
        if (!(await keep(text))) throw new TurnLost('another process leads the conversation')
      } catch (error) {
        this.#fault = { error }
        this.#options.onFault()
      }
    })
  }

  /**
   * Waits until everything that was said is kept.
   *
   * @throws {TurnLost} where another process leads the conversation, else the database's error.
   */
  async flush(): Promise<void> {
    await this.#kept
    if (this.#fault !== null) throw this.#fault.error
  }
}
