import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { RawData } from 'ws'
import { isAbort } from '../../network/background.ts'
import { notice } from '../exchange.ts'
import { newSid } from '../sids.ts'
import type { Run } from '../twiml/load-instructions.ts'
import { recordingMs, speakingMs } from '../twiml/prompt.ts'
import { AgentSpeech } from './agent-speech.ts'
import type { Talk } from './agent-speech.ts'
import { includesInput } from './relay-attributes.ts'
import type { Interruption, RelaySettings } from './relay-attributes.ts'
import type { RelayFault } from './relay-faults.ts'
import { talkOverRelay } from './relay-person.ts'
import { openSocket } from './relay-socket.ts'
import { messageBytesMax, readServiceMessage } from './service-message.ts'
import type { ServiceMessage } from './service-message.ts'

/** How a session ended, as the action reports it. */
export type SessionEnd =
  /** By a message of the service. */
  | { status: 'ended'; handoffData: string | null }
  /** With the call. */
  | { status: 'completed' }
  | { status: 'failed'; code: number; reason: string }

/** One ConversationRelay session: a websocket to the service, and a person who talks over it. */
export class RelaySession {
  readonly sid = newSid('VX')
  readonly #run: Run
  readonly #settings: RelaySettings
  readonly #fault: RelayFault | null
  readonly #speech: AgentSpeech
  readonly #over = new AbortController()
  readonly #signal: AbortSignal
  readonly #replays: WebSocket[] = []
  #end: SessionEnd | null = null
  #socket: WebSocket | null = null
  #transcriptionLanguage: string
  #framesSent = 0
  #isStalled = false

  constructor(run: Run, settings: RelaySettings) {
    this.#run = run
    this.#settings = settings
    this.#fault = run.exchange.faults.takeForRelay(run.leg.order.to)
    this.#signal = AbortSignal.any([run.signal, this.#over.signal])
    this.#transcriptionLanguage = settings.transcriptionLanguage
    this.#speech = new AgentSpeech(run.exchange.speed, {
      speaking: (on) => this.#info('agentSpeaking', on),
      played: (text) => {
        if (settings.tokensPlayed) this.#send({ type: 'info', name: 'tokensPlayed', value: text })
      },
      talkOver: (talk) => this.#step('Say', talk.heard),
    })
  }

  /** Runs the session to its end. Rejects only for a bug. */
  async run(): Promise<SessionEnd> {
    try {
      await this.#connect()
      if (this.#end === null) await this.#talk()
    } catch (error) {
      if (!this.#signal.aborted || !isAbort(error)) throw error
    } finally {
      this.#socket?.close(1000)
      for (const replay of this.#replays) replay.terminate()
    }
    return this.#end ?? { status: 'completed' }
  }

  async #connect(): Promise<void> {
    if (this.#fault?.kind === 'refuse') {
      this.#finish({ status: 'failed', code: 64102, reason: 'the websocket could not be connected' })
      return
    }
    const { life } = this.#run.leg
    const forge = this.#fault?.kind === 'forge'
    const open = async () => {
      if (forge) await this.#open(true)
      return this.#open(false)
    }
    const opened = await (life === null ? open() : life.outside(open))
    this.#socket = opened
    if (opened === null) {
      this.#finish({ status: 'failed', code: 64102, reason: 'the websocket could not be connected' })
      return
    }
    opened.on('ping', (data) => {
      if (!this.#isStalled) opened.pong(data)
    })
    opened.on('message', (data, isBinary) => this.#receive(data, isBinary))
    opened.on('close', (code) =>
      this.#finish({ status: 'failed', code: 64105, reason: `the service closed the websocket (${code})` }),
    )
    if (opened.readyState !== WebSocket.OPEN)
      this.#finish({ status: 'failed', code: 64105, reason: 'the service closed the websocket' })
  }

  async #open(isForged: boolean): Promise<WebSocket | null> {
    const { exchange, leg } = this.#run
    const opened = await openSocket(exchange, leg, {
      url: this.#settings.url,
      sessionSid: this.sid,
      isForged,
    })
    if (opened.kind === 'refused') return null
    if (!isForged) return opened.socket
    opened.socket.terminate()
    return null
  }

  async #talk(): Promise<void> {
    const { greeting, greetingInterruption, preemptible } = this.#settings
    const setup = this.#setup()
    this.#send(setup)
    if (this.#fault?.kind === 'duplicate_setup') this.#send(setup)
    if (this.#fault?.kind === 'replay') await this.#replay(setup)
    this.#sendUnknown()
    if (greeting !== null)
      this.#speech.add({ text: greeting }, true, {
        stoppedBy: (input) => includesInput(greetingInterruption, input),
        preemptible,
      })
    // The person first: a person who will barge in must be ready before the greeting begins.
    await Promise.all([this.#converse(), this.#speech.run(this.#signal)])
  }

  #converse(): Promise<void> {
    return talkOverRelay(
      this.#run,
      this.#speech,
      this.#settings,
      {
        speaking: (on) => this.#info('clientSpeaking', on),
        prompt: (text, last) => this.#prompt(text, last),
        dtmf: (digit) => this.#send({ type: 'dtmf', digit }),
        interrupt: (input) => this.#interrupt(input),
      },
      this.#signal,
    )
  }

  #setup(): object {
    const { leg } = this.#run
    const { accountSid, from, to, direction, parentCallSid } = leg.order
    return {
      type: 'setup',
      sessionId: this.sid,
      accountSid,
      parentCallSid: parentCallSid ?? '',
      callSid: leg.sid,
      from,
      to,
      forwardedFrom: '',
      callType: 'PSTN',
      callerName: '',
      direction,
      callStatus: 'IN-PROGRESS',
      customParameters: this.#settings.parameters,
    }
  }

  async #prompt(text: string, last: boolean): Promise<void> {
    if (this.#fault?.kind === 'late_prompt') await sleep(this.#fault.ms, undefined, { signal: this.#signal })
    this.#send({ type: 'prompt', voicePrompt: text, lang: this.#transcriptionLanguage, last })
    this.#sendUnknown()
  }

  #interrupt(input: 'speech' | 'dtmf'): boolean {
    const talk: Talk | null = this.#speech.interrupt(input)
    if (talk === null) return false
    const heardMs = Math.round(speakingMs(talk.heard))
    const { exchange, leg } = this.#run
    exchange.log.append({ kind: 'person', call_sid: leg.sid, did: `interrupts after: ${talk.heard}` })
    this.#send({
      type: 'interrupt',
      utteranceUntilInterrupt: talk.heard,
      durationUntilInterruptMs: this.#fault?.kind === 'text_numbers' ? String(heardMs) : heardMs,
    })
    return true
  }

  #info(name: 'agentSpeaking' | 'clientSpeaking', on: boolean): void {
    if (!this.#settings.speakerEvents) return
    const ts = this.#run.exchange.clock.now().getTime()
    this.#send({ type: 'info', name, value: on ? 'on' : 'off', ts })
  }

  #sendUnknown(): void {
    if (this.#fault?.kind !== 'unknown_frame') return
    this.#send({ type: 'sandbox', value: { nested: [1, null] } })
    this.#send({ type: 'info', name: 'sandbox', value: 7 })
  }

  /** Makes the handshake once more and sends the same `setup`. */
  async #replay(setup: object): Promise<void> {
    const socket = await this.#open(false)
    if (socket === null) return
    this.#replays.push(socket)
    socket.on('close', (code) => this.#step('replay closed', String(code)))
    socket.send(JSON.stringify(setup))
  }

  #send(message: object): void {
    if (this.#socket?.readyState !== WebSocket.OPEN || this.#isStalled) return
    const text = JSON.stringify(message)
    this.#log('sent', text)
    this.#socket.send(text)
    this.#framesSent++
    const fault = this.#fault
    if (fault === null || !('after_frames' in fault) || this.#framesSent < fault.after_frames) return
    switch (fault.kind) {
      case 'drop':
        this.#socket.terminate()
        return
      case 'speech_provider':
        this.#finish({
          status: 'failed',
          code: 64114,
          reason: 'the provider of transcription is not connected',
        })
        return
      case 'stall':
        this.#isStalled = true
    }
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#isStalled || this.#end !== null) return
    const text = Buffer.isBuffer(data) ? data.toString('utf8') : ''
    this.#log('received', text)
    const message = isBinary ? null : readServiceMessage(text)
    if (message !== null) return this.#follow(message)
    const { exchange, leg } = this.#run
    notice(exchange, leg, 64107, 'a message of the service is not valid')
    this.#send({
      type: 'error',
      description: `Invalid message received: ${text.slice(0, messageBytesMax / 64)}`,
    })
  }

  #follow(message: ServiceMessage): void {
    switch (message.type) {
      case 'text':
        this.#speech.add({ text: message.token }, message.last, this.#optionsOf(message))
        return
      case 'play':
        this.#step('Play', message.source)
        this.#speech.add(
          { ms: recordingMs * (message.loop === 0 ? 1000 : message.loop) },
          true,
          this.#optionsOf(message),
        )
        return
      case 'sendDigits':
        this.#step('sendDigits', message.digits)
        return
      case 'language':
        this.#transcriptionLanguage = message.transcriptionLanguage ?? this.#transcriptionLanguage
        this.#step('language', `${message.ttsLanguage ?? ''} ${message.transcriptionLanguage ?? ''}`.trim())
        return
      case 'end':
        this.#step('end', message.handoffData ?? '')
        this.#finish({ status: 'ended', handoffData: message.handoffData ?? null })
        return
    }
  }

  #optionsOf(message: { interruptible?: boolean | undefined; preemptible?: boolean | undefined }) {
    const { interruption, preemptible } = this.#settings
    const among: Interruption = message.interruptible === false ? 'none' : interruption
    return {
      stoppedBy: (input: 'speech' | 'dtmf') => includesInput(among, input),
      preemptible: message.preemptible ?? preemptible,
    }
  }

  #finish(end: SessionEnd): void {
    if (this.#end !== null) return
    this.#end = end
    this.#over.abort()
  }

  #step(verb: string, detail: string): void {
    const { exchange, leg } = this.#run
    exchange.log.append({ kind: 'step', call_sid: leg.sid, verb, detail })
  }

  #log(direction: 'sent' | 'received', text: string): void {
    const { exchange, leg } = this.#run
    exchange.log.append({
      kind: 'relay_message',
      call_sid: leg.sid,
      session_sid: this.sid,
      direction,
      text,
    })
  }
}
