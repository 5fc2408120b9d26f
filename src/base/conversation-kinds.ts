/** Channels over which people are contacted. */
export const channelTypes = ['voice', 'whatsapp', 'web', 'telegram'] as const
export type ChannelType = (typeof channelTypes)[number]

export const conversationTypes = ['outbound', 'inbound'] as const
export type ConversationType = (typeof conversationTypes)[number]

/** Who says a line of a transcript; `system` is an event of the conversation. */
export const speakerRoles = ['agent', 'customer', 'system'] as const
export type SpeakerRole = (typeof speakerRoles)[number]

/** Statuses of a conversation (Rule 20). A chat is `live` until it is `completed`. */
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

/** The statuses of a conversation that goes on. */
export const openStatuses = ['initiated', 'ringing', 'live'] as const satisfies ConversationStatus[]
