/** The conversation has another leader: nothing more may be said or written. */
export class TurnLost extends Error {
  override name = 'TurnLost'
}

/** Returns sentences as one text: what does not begin with a line break is joined by a blank. */
export function joinSentences(sentences: readonly string[]): string {
  return sentences.reduce((text, each) =>
    text === '' || each.startsWith('\n') ? text + each : `${text} ${each}`,
  )
}

interface SpeakerOptions {
  /** What was handed over before, by a process that died. */
  text: string
  /**
   * The most characters of one answer. A sentence of the model that passes it is not said, nor what follows it in its
   * step once something of the step was said.
   */
  charactersMax: number
  /** Hands a sentence over; null: all text is handed over when the turn ends. */
  say: ((sentence: string) => void) | null
  /**
   * Keeps sentences, one or more, as `joinSentences` joins them. Returns false where another process leads the
   * conversation.
   */
  keep: (sentences: readonly string[]) => Promise<boolean>
  /** Called once, when a sentence could not be kept. */
  onFault: () => void
}

/**
 * Hands sentences over and keeps them in the same order, without waiting for the database. Sentences that come while
 * others are being kept are kept together. The last ones are left to the statement that commits the answer
 * (`leaveRest`, `takeRest`). Sentences of one step that line breaks part keep them, two at most.
 */
export class Speaker {
  text: string
  /** The line breaks before the next sentence; empty: it is joined by a blank. */
  #breaks = ''
  /** A sentence of this step was said. */
  #hasSaid = false
  /** A sentence of this step did not fit after one that was said. */
  #isFull = false
  readonly #options: SpeakerOptions
  #unkept: string[] = []
  #leavesRest = false
  /** Resolves once nothing is being kept; null where nothing is. */
  #keeping: Promise<void> | null = null
  #fault: { error: unknown } | null = null

  constructor(options: SpeakerOptions) {
    this.text = options.text
    this.#options = options
  }

  /**
   * Begins an answer of the model. A blank joins it to what was said before, so that its place in the text is known.
   */
  beginStep(): void {
    this.#breaks = ''
    this.#hasSaid = false
    this.#isFull = false
  }

  /**
   * Says a sentence of the model. Keeps no more than the line breaks of an empty one, and does nothing past the bound
   * of an answer and after a fault. Nothing is left out of the middle, since a sentence may hold only with the one
   * before it.
   */
  say(sentence: string): void {
    const text = sentence.trim()
    const breaks = /\s*$/.exec(sentence)![0].replace(/[^\n]/g, '')
    if (text === '') {
      // Before the first sentence they would shift where the step begins in the text.
      if (this.#hasSaid) this.#breaks = (this.#breaks + breaks).slice(0, 2)
      return
    }
    if (this.#isFull) return
    const whole = joinSentences([this.text, this.#breaks + text])
    if (this.text !== '' && whole.length > this.#options.charactersMax) {
      this.#isFull = this.#hasSaid
      return
    }
    this.#hand(text)
    this.#hasSaid = true
    this.#breaks = breaks.slice(0, 2)
  }

  /**
   * Says a line that has to be said, however long the answer is: a fixed line, a farewell, the question before a write.
   */
  sayLine(line: string): void {
    this.#breaks = ''
    this.#hand(line.trim())
  }

  #hand(text: string): void {
    const { say } = this.#options
    if (text === '' || this.#fault !== null) return
    const joined = this.#breaks + text
    this.text = joinSentences([this.text, joined])
    if (say === null) return
    say(text)
    this.#unkept.push(joined)
    if (!this.#leavesRest) this.#keeping ??= this.#keep()
  }

  async #keep(): Promise<void> {
    try {
      while (this.#unkept.length > 0 && !this.#leavesRest)
        if (!(await this.#options.keep(this.#unkept.splice(0))))
          throw new TurnLost('another process leads the conversation')
    } catch (error) {
      this.#fault = { error }
      this.#options.onFault()
    } finally {
      this.#keeping = null
    }
  }

  /** Leaves what is said from here on to `takeRest`, which follows soon. */
  leaveRest(): void {
    this.#leavesRest = true
  }

  /**
   * Waits until nothing is being kept. Returns the sentences that are not kept, for the caller to commit.
   *
   * @throws {TurnLost} where another process leads the conversation, else the database's error.
   */
  async takeRest(): Promise<string[]> {
    this.#leavesRest = true
    await this.#keeping
    if (this.#fault !== null) throw this.#fault.error
    this.#leavesRest = false
    return this.#unkept.splice(0)
  }

  /**
   * Waits until everything that was said is kept.
   *
   * @throws {TurnLost} where another process leads the conversation, else the database's error.
   */
  async flush(): Promise<void> {
    this.#leavesRest = false
    if (this.#unkept.length > 0) this.#keeping ??= this.#keep()
    await this.#keeping
    if (this.#fault !== null) throw this.#fault.error
  }
}
