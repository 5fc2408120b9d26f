import { z } from 'zod'
import { relayMessageBytesMax } from './relay-messages.ts'
import { twilioLanguage } from './twilio-language.ts'

/**
 * A message to Twilio over the websocket of a ConversationRelay session. Twilio does not process a message that breaks
 * this form, and reports it with error 64107. https://www.twilio.com/docs/voice/conversationrelay/websocket-messages
 */
export const RelayReply = z.discriminatedUnion('type', [
  /**
   * A part of what is spoken. Twilio joins parts as they are, so blanks belong to `token`. `last` ends the talk; its
   * `token` may be empty.
   */
  z.strictObject({
    type: z.literal('text'),
    token: z.string(),
    last: z.boolean(),
    /** A BCP 47 tag among the session's languages; absent is the present one. */
    lang: z.string().min(1).optional(),
    /** Whether input of the customer stops it; absent is what the document says. */
    interruptible: z.boolean().optional(),
    /** Whether a later text stops it. */
    preemptible: z.boolean().optional(),
  }),
  z.strictObject({
    type: z.literal('play'),
    source: z.url({ protocol: /^https?$/ }),
    /** 0 repeats it up to 1,000 times. */
    loop: z.int().min(0).max(1000).optional(),
    interruptible: z.boolean().optional(),
    preemptible: z.boolean().optional(),
  }),
  z.strictObject({
    type: z.literal('sendDigits'),
    /** `w` waits half a second, `W` a second. */
    digits: z.string().regex(/^[0-9*#wW]{1,100}$/),
  }),
  /** Changes the languages of the session, both or one. */
  z.strictObject({
    type: z.literal('language'),
    ttsLanguage: z.string().min(1).optional(),
    transcriptionLanguage: z.string().min(1).optional(),
  }),
  /** Ends the session. Twilio then posts to the action with `handoffData`. */
  z.strictObject({ type: z.literal('end'), handoffData: z.string().max(4_000).optional() }),
])
export type RelayReply = z.infer<typeof RelayReply>

/**
 * Returns the message as it is sent, with languages as the document of the session names them.
 *
 * @throws if the message breaks its form or is larger than `relayMessageBytesMax`, which is a bug of the caller.
 */
export function renderRelayReply(reply: RelayReply): string {
  const text = JSON.stringify(withTwilioLanguages(RelayReply.parse(reply))).toWellFormed()
  if (Buffer.byteLength(text) > relayMessageBytesMax)
    throw new RangeError(`a message to Twilio has at most ${relayMessageBytesMax} bytes`)
  return text
}

function withTwilioLanguages(reply: RelayReply): RelayReply {
  if (reply.type === 'text')
    return { ...reply, ...(reply.lang !== undefined && { lang: twilioLanguage(reply.lang) }) }
  if (reply.type !== 'language') return reply
  const { ttsLanguage, transcriptionLanguage } = reply
  return {
    type: 'language',
    ...(ttsLanguage !== undefined && { ttsLanguage: twilioLanguage(ttsLanguage) }),
    ...(transcriptionLanguage !== undefined && {
      transcriptionLanguage: twilioLanguage(transcriptionLanguage),
    }),
  }
}
