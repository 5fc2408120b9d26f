import { z } from 'zod'

/** The largest message of the service, in bytes. */
export const messageBytesMax = 65_536

const optionalFlag = z.boolean().optional()

/** A message of the service, as Twilio validates it. Provider: ConversationRelay websocket messages. */
const ServiceMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('text'),
    token: z.string(),
    last: z.boolean().default(false),
    lang: z.string().optional(),
    interruptible: optionalFlag,
    preemptible: optionalFlag,
  }),
  z.object({
    type: z.literal('play'),
    source: z.url({ protocol: /^https?$/ }),
    loop: z.number().int().min(0).max(1000).default(1),
    interruptible: optionalFlag,
    preemptible: optionalFlag,
  }),
  z.object({ type: z.literal('sendDigits'), digits: z.string().regex(/^[0-9*#wW]+$/) }),
  z.object({
    type: z.literal('language'),
    ttsLanguage: z.string().min(1).optional(),
    transcriptionLanguage: z.string().min(1).optional(),
  }),
  z.object({ type: z.literal('end'), handoffData: z.string().optional() }),
])
export type ServiceMessage = z.infer<typeof ServiceMessage>

/** Returns the message, or null for anything that Twilio would refuse with error 64107. */
export function readServiceMessage(text: string): ServiceMessage | null {
  try {
    const read = ServiceMessage.safeParse(JSON.parse(text))
    return read.success ? read.data : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
