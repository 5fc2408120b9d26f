/** Channels on which a person is met. */
export const channelTypes = ['voice', 'whatsapp', 'web', 'telegram'] as const
export type ChannelType = (typeof channelTypes)[number]

export const conversationTypes = ['outbound', 'inbound'] as const
export type ConversationType = (typeof conversationTypes)[number]

/** Who says a line of a transcript; `system` is an event of the conversation. */
export const speakerRoles = ['agent', 'customer', 'system'] as const
export type SpeakerRole = (typeof speakerRoles)[number]

/** How a conversation stands (Rule 20). Those of a chat are `live` until they are `completed`. */
export const conversationStatuses = [
  'initiated',
  'ringing',
  'live',
  'completed',
  'no_answer',
  'busy',
  'failed',
  'canceled',
] as const
export type ConversationStatus = (typeof conversationStatuses)[number]
