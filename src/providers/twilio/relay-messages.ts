import { z } from 'zod'
import { speakable } from '../voice-instructions.ts'
import { accountSidForm, callSidForm } from './types.ts'

/**
 * The largest message in either direction, in bytes of UTF-8. Twilio documents none; a prompt of an hour of speech is
 * about 60 KB.
 */
export const relayMessageBytesMax = 64 * 1024

/** The longest `type` of a message that this version does not know; the rest is cut. */
const unknownTypeCharsMax = 40

/**
 * A message that Twilio sends over the websocket of a ConversationRelay session.
 * https://www.twilio.com/docs/voice/conversationrelay/websocket-messages
 */
export type RelayMessage =
  /** The first message of a session. Fields that Twilio leaves out are null. */
  | {
      kind: 'setup'
      session_id: string
      account_sid: string
      call_sid: string
      from: string | null
      to: string | null
      /** Such as `inbound` and `outbound-api`. */
      direction: string | null
      /** The values of the document's `<Parameter>` elements; a value that is no text is left out. */
      parameters: Record<string, string>
    }
  /** What the customer said, on one line. `last` is false for a guess while the customer still speaks. */
  | { kind: 'prompt'; text: string; language: string | null; last: boolean }
  /**
   * The customer spoke, or pressed a key, while a text was spoken. `heard_text` is what was spoken of it, and
   * `heard_ms` for how long; null if Twilio does not say.
   */
  | { kind: 'interrupt'; heard_text: string; heard_ms: number | null }
  | { kind: 'dtmf'; digit: string }
  /** A speaker begins or ends. Needs `speaker-events`. Twilio names this message, but does not document its fields. */
  | { kind: 'speaking'; who: 'agent' | 'customer'; speaking: boolean }
  /** The part of a text that was just spoken. Needs `tokens-played`. */
  | { kind: 'tokens_played'; text: string }
  /**
   * Twilio could not use a message, or a speech provider failed. The session goes on unless Twilio closes the socket.
   */
  | { kind: 'error'; description: string }
  /** A type, or an `info`, that this version does not know. `type` is cut to 40 characters. */
  | { kind: 'unknown'; type: string }

/** `fault` says what is wrong with the message, without its text. */
export type ParsedRelayMessage = { ok: true; message: RelayMessage } | { ok: false; fault: string }

const Text = z.string().transform(withoutControls)
const OptionalText = z
  .string()
  .nullish()
  .catch(null)
  .transform((text) => text || null)

/** A number of milliseconds; older sessions have it as text. */
const Milliseconds = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,9}(?:\.\d{1,6})?$/)
      .transform(Number),
  ])
  .pipe(z.number().min(0).max(86_400_000))
  .transform(Math.round)
  .nullish()
  .catch(null)
  .transform((ms) => ms ?? null)

const Setup = z
  .object({
    sessionId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
    accountSid: z.string().regex(accountSidForm),
    callSid: z.string().regex(callSidForm),
    from: OptionalText,
    to: OptionalText,
    direction: OptionalText,
    customParameters: z.record(z.string(), z.unknown()).nullish().catch(null),
  })
  .transform((setup): RelayMessage => ({
    kind: 'setup',
    session_id: setup.sessionId,
    account_sid: setup.accountSid,
    call_sid: setup.callSid,
    from: setup.from,
    to: setup.to,
    direction: setup.direction,
    parameters: Object.fromEntries(
      Object.entries(setup.customParameters ?? {}).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    ),
  }))

const Prompt = z
  .object({
    voicePrompt: z.string().transform(speakable),
    lang: OptionalText,
    last: z.boolean().nullish(),
  })
  .transform(({ voicePrompt, lang, last }): RelayMessage => ({
    kind: 'prompt',
    text: voicePrompt,
    language: lang,
    last: last ?? true,
  }))

const Interrupt = z
  .object({
    utteranceUntilInterrupt: Text.nullish().catch(null),
    durationUntilInterruptMs: Milliseconds,
  })
  .transform((interrupt): RelayMessage => ({
    kind: 'interrupt',
    heard_text: interrupt.utteranceUntilInterrupt ?? '',
    heard_ms: interrupt.durationUntilInterruptMs,
  }))

const Dtmf = z
  .object({ digit: z.string().regex(/^[0-9*#A-D]$/) })
  .transform(({ digit }): RelayMessage => ({ kind: 'dtmf', digit }))

const Speaking = z
  .object({ name: z.enum(['agentSpeaking', 'clientSpeaking']), value: z.enum(['on', 'off']) })
  .transform(({ name, value }): RelayMessage => ({
    kind: 'speaking',
    who: name === 'agentSpeaking' ? 'agent' : 'customer',
    speaking: value === 'on',
  }))

const TokensPlayed = z
  .object({ name: z.literal('tokensPlayed'), value: Text })
  .transform(({ value }): RelayMessage => ({ kind: 'tokens_played', text: value }))

const OtherInfo = z.object({}).transform((): RelayMessage => ({ kind: 'unknown', type: 'info' }))

const Failure = z
  .object({ description: z.string().transform(speakable).nullish().catch(null) })
  .transform(({ description }): RelayMessage => ({ kind: 'error', description: description ?? '' }))

const messageSchemas: Readonly<Record<string, z.ZodType<RelayMessage>>> = {
  setup: Setup,
  prompt: Prompt,
  interrupt: Interrupt,
  dtmf: Dtmf,
  // The fields of an info are not documented, so any that are not as expected make it an unknown one.
  info: z.union([Speaking, TokensPlayed, OtherInfo]),
  error: Failure,
}

/**
 * Reads a message of Twilio. Unknown fields are ignored, and an unknown type is a message of its own kind, because
 * Twilio adds both over time. A message of a known type without a field that it can't do without is a fault.
 */
export function parseRelayMessage(text: string): ParsedRelayMessage {
  if (Buffer.byteLength(text) > relayMessageBytesMax)
    return fault(`a message has at most ${relayMessageBytesMax} bytes`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return fault('a message is JSON')
  }
  const typed = z.object({ type: z.string() }).loose().safeParse(value)
  if (!typed.success) return fault('a message is an object with the text `type`')
  const { type } = typed.data
  const schema = Object.hasOwn(messageSchemas, type) ? messageSchemas[type] : undefined
  if (schema === undefined)
    return { ok: true, message: { kind: 'unknown', type: speakable(type.slice(0, unknownTypeCharsMax)) } }
  const parsed = schema.safeParse(value)
  if (parsed.success) return { ok: true, message: parsed.data }
  const field = parsed.error.issues[0]?.path.join('.') ?? ''
  return fault(`${field} of a ${type} message is missing or malformed`)
}

function fault(text: string): ParsedRelayMessage {
  return { ok: false, fault: text }
}

/**
 * Replaces what PostgreSQL's `text` and a line of a transcript can't hold; blanks at the ends stay, unlike in
 * `speakable`.
 */
function withoutControls(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
}
