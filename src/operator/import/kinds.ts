/** What can be imported, one kind a file. */
export const importKinds = ['profiles', 'conversations', 'messages', 'tickets'] as const
export type ImportKind = (typeof importKinds)[number]

export const directions = ['inbound', 'outbound'] as const
export const roles = ['agent', 'customer', 'system'] as const
