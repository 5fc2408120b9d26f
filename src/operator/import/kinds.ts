/** What can be imported, one kind a file. */
export const importKinds = ['profiles', 'conversations', 'messages', 'tickets'] as const
export type ImportKind = (typeof importKinds)[number]

export const channelTypes = ['voice', 'whatsapp', 'web', 'telegram'] as const
export const conversationTypes = ['outbound', 'inbound'] as const
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
export const directions = ['inbound', 'outbound'] as const
export const roles = ['agent', 'customer', 'system'] as const
