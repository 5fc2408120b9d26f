import { endLeg } from '../exchange.ts'
import type { Improvise, Reply } from '../outcomes.ts'
import { keyMs, reactionOf } from '../twiml/gather.ts'
import type { Run } from '../twiml/load-instructions.ts'
import { speakingMs } from '../twiml/prompt.ts'
import { untilAborted } from './agent-speech.ts'
import type { AgentSpeech } from './agent-speech.ts'
import { includesInput } from './relay-attributes.ts'
import type { RelaySettings } from './relay-attributes.ts'

/**
 * How long a person waits for a first word if there is no greeting, and for the rest of a talk that was not ended. In
 * real milliseconds, because the service is not any faster at a higher speed.
 */
const firstWordMs = 4000
const unfinishedTalkMs = 5000

/** The messages that a person causes. */
export type PersonMessages = {
  speaking: (on: boolean) => void
  prompt: (text: string, last: boolean) => Promise<void>
  dtmf: (digit: string) => void
  /** Interrupts the service if such input does; returns whether it did. */
  interrupt: (input: 'speech' | 'dtmf') => boolean
}

/**
 * Lets the person talk with the service until the signal aborts. The person replies once to each talk of the service,
 * when it is over or, with `barge_in_after`, in the midst of it.
 */
export async function talkOverRelay(
  run: Run,
  speech: AgentSpeech,
  settings: RelaySettings,
  messages: PersonMessages,
  signal: AbortSignal,
): Promise<void> {
  const { exchange, leg, conversation } = run
  const did = (what: string) => exchange.log.append({ kind: 'person', call_sid: leg.sid, did: what })
  let quietMsMax = settings.greeting === null ? firstWordMs : null
  let talksBefore = 0
  for (;;) {
    // Used up only once it is the person's turn: a reply that a lost session did not get belongs to the next one.
    const planned = conversation.peek()
    const hasInterrupted = await waitForFloor(run, speech, planned, messages, {
      talksBefore,
      quietMsMax,
      signal,
    })
    const { improvise } = conversation
    const reply =
      improvise === null
        ? conversation.next()
        : await improviseReply(run, improvise, speech.heard.slice(talksBefore), messages, signal)
    quietMsMax = null
    talksBefore = speech.talksOver
    if ('silence' in reply) {
      did('stays silent')
      continue
    }
    if (!hasInterrupted) await exchange.speed.wait(reactionOf(reply), signal)
    if ('hang_up' in reply) {
      did('hangs up')
      endLeg(exchange, leg, { status: 'completed', sip: 200, by: 'callee' })
      signal.throwIfAborted()
      return
    }
    if (reply.speech !== undefined) {
      did(`says: ${reply.speech}`)
      await speak(run, speech, settings, messages, { text: reply.speech, hasInterrupted, signal })
    } else if (reply.digits !== undefined) {
      did(`presses: ${reply.digits}`)
      for (const digit of reply.digits) {
        await exchange.speed.wait(keyMs, signal)
        if (!settings.dtmf) continue
        messages.interrupt('dtmf')
        messages.dtmf(digit)
      }
    }
    // A talk that ended meanwhile is no answer to this.
    talksBefore = speech.talksOver
  }
}

/**
 * Asks for the reply of a person who decides it during the call. Meanwhile they count as speaking, so that the real
 * time of the decision is no silence.
 */
async function improviseReply(
  run: Run,
  improvise: Improvise,
  heard: readonly string[],
  messages: PersonMessages,
  signal: AbortSignal,
): Promise<Reply> {
  messages.speaking(true)
  const decide = () => improvise(heard, signal)
  const reply = await (run.leg.life === null ? decide() : run.leg.life.outside(decide))
  signal.throwIfAborted()
  if (!('speech' in reply)) messages.speaking(false)
  return reply
}

/** Waits until it is the person's turn. Returns whether the person has interrupted for it. */
async function waitForFloor(
  run: Run,
  speech: AgentSpeech,
  reply: Reply,
  messages: PersonMessages,
  wait: { talksBefore: number; quietMsMax: number | null; signal: AbortSignal },
): Promise<boolean> {
  const { signal } = wait
  const floor = { hasInterrupted: false }
  speech.bargeInAfter = 'speech' in reply ? (reply.barge_in_after ?? null) : null
  speech.onBargeIn = () => {
    speech.bargeInAfter = null
    floor.hasInterrupted = messages.interrupt('speech')
    return floor.hasInterrupted
  }
  let hasHeard = speech.talksOver > wait.talksBefore
  try {
    while (!floor.hasInterrupted && (speech.isSpeaking || speech.talksOver === wait.talksBefore)) {
      if (speech.isSpeaking) {
        hasHeard = true
        await untilAborted(speech.changed(), signal)
        continue
      }
      const quietMsMax = hasHeard ? unfinishedTalkMs : wait.quietMsMax
      if (await isQuietFor(run, speech, quietMsMax, signal)) return false
    }
    return floor.hasInterrupted
  } finally {
    speech.bargeInAfter = null
  }
}

/** Waits for the service, in real time. Returns whether nothing has come in all that time; null waits without end. */
async function isQuietFor(
  run: Run,
  speech: AgentSpeech,
  quietMsMax: number | null,
  signal: AbortSignal,
): Promise<boolean> {
  const outside = <T>(work: () => Promise<T>) => (run.leg.life === null ? work() : run.leg.life.outside(work))
  return outside(async () => {
    const timeout = Promise.withResolvers<void>()
    let isOver = false
    const timer =
      quietMsMax === null
        ? undefined
        : setTimeout(() => {
            isOver = true
            timeout.resolve()
          }, quietMsMax)
    try {
      await untilAborted(Promise.race([speech.changed(), timeout.promise]), signal)
      return isOver
    } finally {
      clearTimeout(timer)
    }
  })
}

/** Says a text, which takes its time, and reports it. */
async function speak(
  run: Run,
  speech: AgentSpeech,
  settings: RelaySettings,
  messages: PersonMessages,
  { text, hasInterrupted, signal }: { text: string; hasInterrupted: boolean; signal: AbortSignal },
): Promise<void> {
  messages.speaking(true)
  const isOver = speech.isSpeaking && !hasInterrupted && !messages.interrupt('speech')
  const half = Math.ceil(text.length / 2)
  await run.exchange.speed.wait(speakingMs(text.slice(0, half)), signal)
  const isReported = !isOver || includesInput(settings.reportedInput, 'speech')
  if (isReported && settings.partialPrompts) await messages.prompt(text.slice(0, half), false)
  await run.exchange.speed.wait(speakingMs(text.slice(half)), signal)
  messages.speaking(false)
  if (isReported) await messages.prompt(text, true)
}
