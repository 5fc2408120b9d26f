import { updateOpeningHeard } from '../../agents/conversation/call-queries.ts'
import type { AgentConversation, Hold } from '../../agents/conversation/conversation.ts'
import { cutToHeard, heardPart } from '../../agents/turn/finish-reply.ts'
import type { HeardReport } from '../../agents/turn/finish-reply.ts'
import type { RelayContext } from './relay-context.ts'

type Heard = Omit<HeardReport, 'turn'>

/** Words that the service itself has the carrier speak. */
interface ServiceLine {
  text: string
  /** Whether they are the greeting or, after a greeting that was cut, the disclosure. */
  isOpening: boolean
}

/**
 * Follows which words a session has the carrier speak, and cuts from the conversation what the customer did not hear.
 */
export class SpokenWords {
  readonly #context: Pick<RelayContext, 'db'>
  readonly #conversation: AgentConversation
  readonly #hold: Hold
  /** The turn whose text was spoken last; null for a turn that has not ended, and for a line of the service. */
  #turn: number | null = null
  /** What was heard of the turn under way when it was interrupted. */
  #heard: Heard | null = null
  /** The lines since the carrier was quiet last, which it speaks before the text of a turn. */
  #lines: ServiceLine[] = []
  /** Characters that the carrier has spoken since it was quiet last; null where it never says so. */
  #played: number | null = null
  #reportsPlayed = false
  /** What was heard of the opening before the line of it that is spoken now. */
  #openingBefore = ''

  constructor(context: Pick<RelayContext, 'db'>, conversation: AgentConversation, hold: Hold) {
    this.#context = context
    this.#conversation = conversation
    this.#hold = hold
  }

  /** The disclosure, where the customer of a call has not heard it with the greeting; else null. */
  get owedDisclosure(): string | null {
    const { opening_heard, ...lines } = this.#conversation.lines
    const disclosure = (lines.disclosure ?? '').trim()
    return opening_heard === undefined || opening_heard.includes(disclosure) ? null : disclosure
  }

  /** Begins to count anew: the carrier was quiet, and is about to speak. */
  begins(): void {
    this.#turn = null
    this.#lines = []
    this.#played = this.#reportsPlayed ? 0 : null
  }

  /** Notes that the carrier speaks a line of the service next. */
  said(line: ServiceLine): void {
    this.#turn = null
    this.#lines.push(line)
  }

  /** Notes that the carrier speaks the owed disclosure next. Returns the work that keeps it as heard. */
  disclosed(disclosure: string): () => Promise<void> {
    this.#openingBefore = this.#conversation.lines.opening_heard ?? ''
    this.said({ text: disclosure, isOpening: true })
    return this.#keepOpening(disclosure, disclosure)
  }

  played(text: string): void {
    this.#reportsPlayed = true
    this.#played = (this.#played ?? 0) + text.length
  }

  turnBegins(): void {
    this.#heard = null
  }

  async turnEnded(turn: number, text: string): Promise<void> {
    if (text !== '') this.#turn = turn
    if (this.#heard !== null) await this.#cutTurn({ turn, ...this.#heard })
  }

  /**
   * Cuts at what the customer heard before they interrupted. Returns the work that cuts what was not heard of it.
   *
   * @param isTurnSpoken whether the carrier has words of the turn under way, which is cut when it ends.
   */
  interrupted(heard: Heard, isTurnSpoken: boolean): () => Promise<void> {
    let at = this.#lines.findIndex(({ text }) => isWithin(text, heard))
    const isLineAlone = !isTurnSpoken && this.#turn === null
    if (at === -1 && isLineAlone) at = this.#lines.length - 1
    const ofTurn = at === -1 ? heard : { heard: '', characters: 0 }
    if (isTurnSpoken) this.#heard = ofTurn
    return this.#cut(at, heard, isTurnSpoken ? null : this.#turn, ofTurn)
  }

  /**
   * Returns the work that cuts what the carrier has not spoken yet, where it speaks no more. A turn under way stays
   * whole, for the next session goes on with it. Where the carrier has not said what it spoke, the opening counts as
   * unheard, all else as heard.
   */
  brokeOff(isTurnUnderWay: boolean): () => Promise<void> {
    if (this.#played === null) {
      const at = this.#lines.findIndex(({ isOpening }) => isOpening)
      return this.#cut(at, { heard: '', characters: 0 }, null, { heard: '', characters: 0 })
    }
    let left = this.#played
    let at = 0
    for (; at < this.#lines.length && left >= this.#lines[at]!.text.length; at++)
      left -= this.#lines[at]!.text.length
    const heard = { heard: null, characters: left }
    if (at === this.#lines.length) return this.#cut(-1, heard, isTurnUnderWay ? null : this.#turn, heard)
    return this.#cut(at, heard, isTurnUnderWay ? null : this.#turn, { heard: '', characters: 0 })
  }

  /** @param at the line in which the speech ended; -1: none. */
  #cut(at: number, heard: Heard, turn: number | null, ofTurn: Heard): () => Promise<void> {
    const unheard = at === -1 ? [] : this.#lines.slice(at)
    // The session may end before this is written, and then cuts no second time.
    this.#turn = null
    this.#lines = []
    this.#played = null
    const opening = unheard.find(({ isOpening }) => isOpening)
    return async () => {
      if (opening !== undefined)
        await this.#keepOpening(opening.text, opening === unheard[0] ? heardPart(opening.text, heard) : '')()
      if (turn !== null) await this.#cutTurn({ turn, ...ofTurn })
    }
  }

  async #cutTurn(report: HeardReport): Promise<void> {
    await cutToHeard(this.#context, this.#conversation, this.#hold, report)
  }

  #keepOpening(line: string, part: string): () => Promise<void> {
    const heard = `${this.#openingBefore} ${part}`.trim()
    this.#conversation.lines.opening_heard = heard
    return async () => {
      await updateOpeningHeard(this.#context.db, this.#conversation, this.#hold, { heard, line, part })
    }
  }
}

/** Returns whether speech of which so much was heard ended within the line. */
function isWithin(line: string, { heard, characters }: Heard): boolean {
  return heard === null ? (characters ?? 0) < line.length : line.startsWith(heard.trim())
}
