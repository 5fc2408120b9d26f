import { addInput } from '../../agents/conversation/add-input.ts'
import { appendServiceLine, updateClosing, updateLanguage } from '../../agents/conversation/call-queries.ts'
import { renewLease } from '../../agents/conversation/lease-queries.ts'
import type { HeardReport } from '../../agents/turn/finish-reply.ts'
import { runTurn } from '../../agents/turn/run-turn.ts'
import type { TurnOutcome } from '../../agents/turn/speech-output.ts'
import type { RelayMessage } from '../../providers/twilio/relay-messages.ts'
import { renderRelayReply } from '../../providers/twilio/relay-replies.ts'
import type { RelayReply } from '../../providers/twilio/relay-replies.ts'
import { greetingOf } from './connect-agent.ts'
import { KeyGatherer } from './key-gatherer.ts'
import { NamedTimers } from './named-timers.ts'
import type { RelayContext } from './relay-context.ts'
import { RelayOutput } from './relay-output.ts'
import { updateSessionMoved } from './relay-queries.ts'
import { SpeechMeter, heardUntil } from './speech-meter.ts'
import { SpokenWords } from './spoken-words.ts'
import type { TakenSession } from './take-session.ts'

/** After a farewell the line stays open for this long, in case the customer speaks. */
const farewellMs = 2_000
/** A stopping process waits at most this long for the sentence that is being spoken. */
export const movingMsMax = 5_000
/** How long the carrier may take to close a session that the service has ended. */
const closingMs = 2_000
/**
 * Whoever interrupts the wait line may be about to object. The agent goes on where nothing was said for this long,
 * which leaves time for the carrier to write down what was said.
 */
const objectionMs = 4_000
/** After so many lines about the silence the agent says goodbye. */
const silenceLinesMax = 2
/** The carrier's word that the customer speaks is believed for so long. */
const customerSpeaksMsMax = 30_000
/** The most characters of one input. */
const inputCharsMax = 4_000
/** Messages of the carrier that wait for the database. */
const waitingMax = 100

/** Why a session ends; the carrier repeats it to people who look at the call. */
type EndOfSession = 'goodbye' | 'transfer' | 'moved' | 'fault'

/** The socket of a session, as far as the session uses it. */
export interface SessionSocket {
  send: (text: string) => void
  /** Closes it with a code of the websocket protocol. */
  close: (code: number) => void
}

/** Closes a socket whose call another session leads. */
const supersededCode = 4000

/**
 * One session of a call with its agent. Everything that the customer says is committed before the agent is asked; what
 * the agent does stands in the rows of the conversation. So the session may be lost at any moment: the next one goes on
 * (Promise 115). Rule 114 says what follows from silence.
 */
export class RelaySession {
  readonly #context: RelayContext
  readonly #taken: TakenSession
  readonly #socket: SessionSocket
  readonly #output: RelayOutput
  readonly #meter: SpeechMeter
  readonly #words: SpokenWords
  readonly #keys: KeyGatherer
  #inbox: Promise<void> = Promise.resolve()
  #waiting = 0
  /** The turn that is under way. */
  #turn: AbortController | null = null
  /** Whether inputs came while a turn was under way. */
  #hasMore = false
  /** Whether a question waits whose turn a noise or the customer has interrupted before it said anything. */
  #isUnanswered = false
  /** Set once the session is to end when everything was spoken. */
  #ending: EndOfSession | null = null
  #isClosing: boolean
  /** Whether nothing more is sent or done. */
  #isOver = false
  #customerSpeaks = false
  #silences = 0
  readonly #timers = new NamedTimers<'settle' | 'customer' | 'limit'>()

  constructor(context: RelayContext, taken: TakenSession, socket: SessionSocket) {
    this.#context = context
    this.#taken = taken
    this.#socket = socket
    this.#isClosing = taken.conversation.closing_since !== null
    this.#meter = new SpeechMeter(() => this.#settle())
    this.#words = new SpokenWords(context, taken.conversation, taken.hold)
    this.#output = new RelayOutput(
      (reply) => this.#send(reply),
      (language) =>
        this.#inOrder(async () => void (await updateLanguage(this.#db, this.#key, this.#hold, language))),
    )
    this.#keys = new KeyGatherer((digits) => this.#inOrder(() => this.#keepInput('digits', digits)))
  }

  get attemptId(): string {
    return this.#taken.attempt._id
  }

  get organizationId(): string {
    return this.#taken.attempt.organization_id
  }

  get #db() {
    return this.#context.db
  }

  get #key() {
    return this.#taken.conversation
  }

  get #hold() {
    return this.#taken.hold
  }

  /**
   * Begins: goes on with what an earlier session has left open.
   *
   * @param early what the carrier has sent since the session's first message.
   */
  start(early: readonly RelayMessage[] = []): void {
    const { isFirst, resumes, conversation } = this.#taken
    const greeting = isFirst ? greetingOf(conversation) : null
    if (greeting !== null) {
      this.#meter.sent(greeting, true)
      this.#words.said({ text: greeting, isOpening: true })
    }
    if (resumes) this.#inOrder(() => this.#sayLine(conversation.lines.resume))
    for (const message of early) this.receive(message)
    this.#inOrder(async () => {
      // A turn under way has what was left open, too.
      if (this.#turn === null) this.#answer()
    })
  }

  /** Takes a message of the carrier. Messages are handled one after the other. */
  receive(message: RelayMessage): void {
    if (this.#isOver) return
    switch (message.kind) {
      case 'prompt':
        if (!message.last || message.text === '') return
        this.#customer(false)
        this.#inOrder(() => this.#keepInput('speech', message.text))
        return
      case 'interrupt':
        this.#interrupt(heardUntil(message.heard_text, message.heard_ms))
        return
      case 'dtmf':
        this.#quitSilence()
        this.#keys.press(message.digit)
        return
      case 'speaking':
        if (message.who === 'customer') this.#customer(message.speaking)
        else this.#meter.speaking(message.speaking)
        return
      case 'tokens_played':
        this.#words.played(message.text)
        return
      case 'setup':
      case 'error':
      case 'unknown':
      // The caller counts it.
    }
  }

  /** Ends the session once its sentence is out, so that another process goes on. */
  move(): void {
    if (this.#isOver || this.#ending === 'moved') return
    this.#ending = 'moved'
    this.#turn?.abort('leave')
    this.#timers.set('limit', movingMsMax, () => this.#end())
    if (this.#turn === null) this.#settle()
  }

  /** Ends the session because another one leads the call. */
  supersede(): void {
    if (this.#isOver) return
    this.#stop()
    this.#socket.close(supersededCode)
  }

  /**
   * Takes that the socket is closed. What was not spoken any more is cut from the conversation. Keys that were pressed
   * are kept for the next session.
   */
  closed(): void {
    if (this.#isOver) return this.#clearTimers()
    this.#keys.flush()
    const cut = this.#meter.isQuiet ? null : this.#words.brokeOff(this.#turn !== null)
    this.#stop()
    if (cut !== null) this.#inOrder(cut)
  }

  /** Keeps the conversation for this session. Ends it where another session leads the call. */
  async renew(): Promise<void> {
    if (this.#isOver) return
    if (!(await renewLease(this.#db, this.#key, this.#hold, this.#context.clock.now()))) this.supersede()
  }

  /** Resolves once everything that came is handled and no turn is under way. */
  async idle(): Promise<void> {
    while (this.#waiting > 0 || this.#turn !== null) {
      await this.#inbox
      await this.#answering
    }
  }

  #answering: Promise<void> = Promise.resolve()

  async #keepInput(kind: 'speech' | 'digits', text: string): Promise<void> {
    this.#quitSilence()
    const added = await addInput(this.#context, this.#db, this.#key, {
      kind,
      text: text.slice(0, inputCharsMax).toWellFormed(),
      sent_at: this.#context.clock.now(),
    })
    if (added === null) return this.supersede()
    if (this.#ending === 'goodbye') this.#ending = null
    this.#answer()
  }

  /** Has the agent reply to what waits. An input during a turn stops it, and the next turn answers both. */
  #answer(): void {
    if (this.#isOver || this.#ending !== null) return
    if (this.#turn !== null) {
      this.#hasMore = true
      this.#turn.abort('interrupted')
      return
    }
    this.#answering = this.#answerAll().catch((error: unknown) => this.#fail(error))
  }

  async #answerAll(): Promise<void> {
    this.#timers.clear('settle')
    try {
      do {
        this.#hasMore = false
        this.#isUnanswered = false
        this.#turn = new AbortController()
        this.#output.turnBegins()
        this.#words.turnBegins()
        await this.#disclose()
        const outcome = await runTurn(this.#context, this.#key, this.#hold, this.#output, this.#turn.signal)
        this.#output.closeTalk()
        await this.#follow(outcome)
      } while (this.#hasMore && !this.#isOver && this.#ending === null)
    } finally {
      this.#turn = null
      this.#output.closeTalk()
    }
    this.#settle()
  }

  async #follow(outcome: TurnOutcome): Promise<void> {
    switch (outcome.kind) {
      case 'answered':
      case 'failed': {
        await this.#words.turnEnded(outcome.turn, outcome.text)
        this.#output.pressKeys()
        const asked = this.#output.asked.map(({ kind }) => kind)
        if (asked.includes('end')) this.#isClosing = true
        // A word of theirs meanwhile does not stop a transfer that the agent has announced.
        if (asked.includes('transfer')) this.#ending ??= 'transfer'
        else if (this.#isClosing && !this.#hasMore) this.#ending ??= 'goodbye'
        return
      }
      case 'superseded':
        this.#output.pressKeys()
        this.#isUnanswered = true
        return
      case 'nothing':
        if (this.#isClosing) this.#ending ??= 'goodbye'
        return
      case 'lost':
        return this.supersede()
      case 'held':
      case 'left':
    }
  }

  /** Says the broken line and ends the session after an error, such as a lost database. The next session goes on. */
  #fail(error: unknown): void {
    const { log } = this.#context
    log.error({ err: error, attempt_id: this.attemptId }, 'a session with an agent failed')
    if (this.#isOver) return
    this.#ending = 'fault'
    this.#output.sayAlone(this.#key.lines.broken)
    this.#timers.set('limit', movingMsMax, () => this.#end())
    this.#settle()
  }

  #interrupt(heard: Omit<HeardReport, 'turn'>): void {
    this.#quitSilence()
    const isTurnSpoken = this.#turn !== null && this.#output.hasSpoken
    this.#inOrder(this.#words.interrupted(heard, isTurnSpoken))
    if (isTurnSpoken) this.#turn?.abort('interrupted')
    this.#meter.cut()
    // Where everything counted as spoken, the cut reports nothing.
    this.#settle()
  }

  #customer(speaks: boolean): void {
    this.#customerSpeaks = speaks
    this.#timers.clear('customer')
    if (speaks) this.#timers.set('customer', customerSpeaksMsMax, () => this.#customer(false))
    this.#settle()
  }

  #quitSilence(): void {
    this.#silences = 0
    this.#timers.clear('settle')
  }

  /**
   * Decides what follows a silence: the session's end, the answer to a question that was interrupted, or a line about
   * the silence.
   */
  #settle(): void {
    this.#timers.clear('settle')
    if (this.#isOver || this.#turn !== null || !this.#meter.isQuiet) return
    if (this.#ending !== null && this.#ending !== 'goodbye') return this.#end()
    if (this.#customerSpeaks) return
    if (this.#ending === 'goodbye') return this.#timers.set('settle', farewellMs, () => this.#end())
    if (this.#isUnanswered)
      return this.#timers.set('settle', objectionMs, () =>
        this.#inOrder(async () => {
          if (this.#turn === null && !this.#customerSpeaks) this.#answer()
        }),
      )
    const { silence_seconds } = this.#key.definition.limits
    this.#timers.set('settle', silence_seconds * 1_000, () => this.#inOrder(() => this.#breakSilence()))
  }

  async #breakSilence(): Promise<void> {
    if (this.#isOver || this.#turn !== null || this.#ending !== null || this.#customerSpeaks) return
    await this.#disclose()
    const { lines } = this.#key
    this.#silences++
    if (this.#silences <= silenceLinesMax) return this.#sayLine(lines.silence)
    this.#isClosing = true
    if (!(await updateClosing(this.#db, this.#key, this.#hold, this.#context.clock.now())))
      return this.supersede()
    this.#ending = 'goodbye'
    await this.#sayLine(lines.goodbye)
  }

  /** Says a line of the service, which the transcript has first: what follows a broken session comes after it. */
  async #sayLine(line: string, isDisclosure = false): Promise<void> {
    if (!this.#isOver) await appendServiceLine(this.#db, this.#key, line, this.#context.clock.now())
    if (this.#isOver) return
    this.#output.sayAlone(line)
    if (isDisclosure) this.#inOrder(this.#words.disclosed(line))
    else this.#words.said({ text: line, isOpening: false })
  }

  /** Says the disclosure where it is owed. */
  async #disclose(): Promise<void> {
    const disclosure = this.#words.owedDisclosure
    if (disclosure !== null) await this.#sayLine(disclosure, true)
  }

  #send(reply: RelayReply): void {
    if (this.#isOver) return
    if (reply.type === 'text') {
      if (this.#meter.isQuiet) this.#words.begins()
      this.#meter.sent(reply.token, reply.last)
    }
    this.#socket.send(renderRelayReply(reply))
  }

  /** Ends the session at the carrier, which then asks what the call does. */
  #end(): void {
    if (this.#isOver) return
    const why = this.#ending ?? 'fault'
    // After the goodbye nobody waits for an answer to them.
    if (why !== 'goodbye') this.#keys.flush()
    this.#inOrder(async () => {
      if (this.#isOver) return
      const cut = this.#meter.isQuiet ? null : this.#words.brokeOff(this.#turn !== null)
      if (why === 'moved') await this.#keepMoved(cut).catch(() => undefined)
      this.#send({ type: 'end', handoffData: JSON.stringify({ why }) })
      this.#stop()
      this.#timers.set('limit', closingMs, () => this.#socket.close(1000))
      // After an error the database may be away, for which the call does not wait.
      if (why !== 'moved' && cut !== null) this.#inOrder(cut)
    })
  }

  /** Keeps what the next session goes on from. */
  async #keepMoved(cut: (() => Promise<void>) | null): Promise<void> {
    await cut?.().catch(() => undefined)
    await updateSessionMoved(this.#db, this.#taken.attempt, this.#hold.token, this.#context.clock.now())
  }

  #stop(): void {
    this.#isOver = true
    this.#turn?.abort('leave')
    this.#clearTimers()
  }

  #clearTimers(): void {
    this.#meter.stop()
    this.#keys.stop()
    this.#timers.clearAll()
  }

  /** Runs the work after everything that came before it. */
  #inOrder(work: () => Promise<void>): void {
    if (this.#waiting >= waitingMax) return this.supersede()
    this.#waiting++
    this.#inbox = this.#inbox
      .then(work)
      .catch((error: unknown) => this.#fail(error))
      .finally(() => this.#waiting--)
  }
}
