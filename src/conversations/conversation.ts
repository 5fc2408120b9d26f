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

export const conversationTypes = ['outbound', 'inbound'] as const
export type ConversationType = (typeof conversationTypes)[number]
