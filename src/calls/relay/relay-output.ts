import type { AfterSpeech, SpeechOutput } from '../../agents/turn/speech-output.ts'
import type { RelayReply } from '../../providers/twilio/relay-replies.ts'

/** What an ended session still has to do: what a tool asked of the call. */
export type AskedOfCall = Extract<AfterSpeech, { kind: 'end' | 'transfer' }>

/** Turns an agent's words into messages to the carrier. A talk is what the carrier speaks up to its `last` text. */
export class RelayOutput implements SpeechOutput {
  readonly #send: (reply: RelayReply) => void
  readonly #onLanguage: (language: string) => void
  /** What a turn asks of the call once it was spoken. */
  asked: AskedOfCall[] = []
  /** Keys to press once the talk is out. */
  #digits: string[] = []
  /** Whether the carrier waits for more of the present talk. */
  #isTalkOpen = false
  /** Whether the carrier has words of the present turn. */
  hasSpoken = false

  constructor(send: (reply: RelayReply) => void, onLanguage: (language: string) => void) {
    this.#send = send
    this.#onLanguage = onLanguage
  }

  turnBegins(): void {
    this.asked = []
    this.hasSpoken = false
  }

  say(sentence: string): void {
    this.hasSpoken = true
    this.#isTalkOpen = true
    this.#send({ type: 'text', token: `${sentence} `, last: false, preemptible: false })
  }

  afterwards(after: AfterSpeech): void {
    switch (after.kind) {
      case 'switch_language':
        this.closeTalk()
        this.#send({ type: 'language', ttsLanguage: after.language, transcriptionLanguage: after.language })
        this.#onLanguage(after.language)
        return
      case 'press_keys':
        this.#digits.push(after.digits)
        return
      case 'end':
      case 'transfer':
        this.asked.push(after)
    }
  }

  /** Says one sentence as a whole talk. */
  sayAlone(sentence: string): void {
    this.closeTalk()
    this.#send({ type: 'text', token: sentence, last: true, preemptible: false })
  }

  /** Ends the present talk, and presses the keys that the turn asked for. */
  closeTalk(): void {
    if (this.#isTalkOpen) this.#send({ type: 'text', token: '', last: true })
    this.#isTalkOpen = false
  }

  pressKeys(): void {
    for (const digits of this.#digits.splice(0)) this.#send({ type: 'sendDigits', digits })
  }
}
