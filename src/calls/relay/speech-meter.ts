import type { HeardReport } from '../../agents/turn/finish-reply.ts'

/** How fast carriers speak, in characters a second, where they do not say when they are done, or what was heard. */
const charactersPerSecond = 15
/** How much longer than that it may take to begin and to speak. */
const marginMs = 1_000
/** How long the carrier's word that it still speaks is believed after that. */
const speakingMsMax = 30_000

/**
 * Follows what the carrier speaks of the texts that it got. It says itself when its voice begins and ends; where it
 * does not, their length says when it is done.
 */
export class SpeechMeter {
  readonly #onQuiet: () => void
  #isQuiet = true
  #isTalkOpen = false
  /** Whether the carrier's voice ended after the latest text. */
  #hasEnded = true
  #isSpeaking = false
  /** When everything should have been spoken, by `performance.now()`. */
  #spokenAt = 0
  #timer: NodeJS.Timeout | undefined

  /** @param onQuiet called each time that everything was spoken. */
  constructor(onQuiet: () => void) {
    this.#onQuiet = onQuiet
  }

  /** Whether everything that the carrier got was spoken. */
  get isQuiet(): boolean {
    return this.#isQuiet
  }

  /** Counts a text that the carrier gets; `isLast` closes its talk. */
  sent(text: string, isLast: boolean): void {
    if (text !== '') {
      this.#isQuiet = false
      this.#hasEnded = false
      const from = Math.max(performance.now(), this.#spokenAt)
      this.#spokenAt = from + (text.length / charactersPerSecond) * 1_000
    }
    this.#isTalkOpen = !isLast
    this.#await()
  }

  /** Takes the carrier's word that its voice begins or ends. */
  speaking(isOn: boolean): void {
    this.#isSpeaking = isOn
    if (isOn) this.#isQuiet = false
    else this.#hasEnded = true
    this.#await()
  }

  /** Takes that the customer interrupted: nothing more of the earlier texts is spoken. */
  cut(): void {
    this.#spokenAt = performance.now()
    this.#hasEnded = true
    this.#isSpeaking = false
    this.#await()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #await(): void {
    clearTimeout(this.#timer)
    if (this.#isQuiet || this.#isTalkOpen) return
    if (this.#hasEnded && !this.#isSpeaking) return this.#rest()
    const waitMs = Math.max(0, this.#spokenAt - performance.now()) + marginMs
    this.#timer = setTimeout(() => this.#rest(), waitMs + (this.#isSpeaking ? speakingMsMax : 0))
  }

  #rest(): void {
    this.#isQuiet = true
    this.#isSpeaking = false
    this.#hasEnded = true
    this.#onQuiet()
  }
}

/**
 * Returns what the customer heard until an interruption: the carrier's words, and the characters of that time of
 * speech.
 */
export function heardUntil(text: string, ms: number | null): Omit<HeardReport, 'turn'> {
  const characters = ms === null ? null : Math.round((ms / 1_000) * charactersPerSecond)
  return { heard: text === '' && characters !== null ? null : text, characters }
}
