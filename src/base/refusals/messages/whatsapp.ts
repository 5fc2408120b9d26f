import { Refusal } from '../refusal.ts'

/** Refusals about broadcasts and WhatsApp messages. */
export const whatsappRefusals = {
  broadcastNotFound: () => new Refusal('broadcast_not_found', 'The project has no broadcast with this id'),
  senderUnavailable: () =>
    new Refusal('sender_unavailable', 'The WhatsApp sender of the broadcast is not connected'),
  noTemplate: () =>
    new Refusal(
      'template_unavailable',
      'The broadcast has no template; attach one, or send a typed message with type and payload',
    ),
  templateNotApproved: (status: string) =>
    new Refusal(
      'template_unavailable',
      `The template of the broadcast is ${status}; only an approved one is sent`,
    ),
  windowClosed: (lastInboundAt: string | null) =>
    new Refusal(
      'window_closed',
      (lastInboundAt === null
        ? 'The recipient has not written to this sender'
        : `The recipient wrote to this sender last at ${lastInboundAt}, more than 24 hours ago`) +
        '; a typed message needs an open window, a template does not',
    ),
  optedOut: () => new Refusal('opted_out', 'The recipient has opted out of these messages'),
  quotaExhausted: () =>
    new Refusal('quota_exhausted', 'The WhatsApp sends of the plan are used up; the operator can raise them'),
  messageRejected: (reason: string, code: string | null) =>
    new Refusal(
      'message_rejected',
      `WhatsApp refused the message: ${reason}${code === null ? '' : ` (code ${code})`}`,
    ),
  /** For an operator's finding, when the provider has reported nothing. */
  messageNotSent: (reason: string) => new Refusal('message_rejected', `The message was not sent: ${reason}`),
  senderBusy: () =>
    new Refusal(
      'sender_busy',
      'Too many messages are under way from this sender or to this person; try again shortly',
    ),
  /** `retryAfterMs` is the pause that the provider asks for; null when it names none. */
  providerBusy: (reason: string, retryAfterMs: number | null) =>
    new Refusal('sender_busy', `Nothing was sent: ${reason}; try again ${pauseOf(retryAfterMs)}`),
  sendUnresolved: (messageId: string) =>
    new Refusal(
      'send_unresolved',
      `Whether WhatsApp has the message is not known yet; it is kept as ${messageId}. Repeat with the same ` +
        'Idempotency-Key, or look at the history of the broadcast; without a key a repetition may send it twice',
    ),
  messageNotFound: () => new Refusal('message_not_found', 'The broadcast has no message with this id'),
  messageNotFailed: (status: string) =>
    new Refusal('message_not_failed', `Only a message that failed is sent again; this one is ${status}`),
  messageSentAgain: (messageId: string) =>
    new Refusal(
      'message_sent_again',
      `The message was sent again already, as ${messageId}; look at that one`,
    ),
  messageNotUnresolved: (status: string) =>
    new Refusal(
      'message_not_unresolved',
      `Only a message whose outcome is not known is settled; this one is ${status}`,
    ),
} as const

function pauseOf(ms: number | null): string {
  if (ms === null || ms < 60_000) return 'shortly'
  const minutes = Math.round(ms / 60_000)
  return minutes === 1 ? 'in a minute or later' : `in ${minutes} minutes or later`
}
