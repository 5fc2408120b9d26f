/**
 * How far a message got (Rule 29). `processing`: the provider is being asked; `unresolved`: whether it took the
 * message is not known.
 */
export const messageStatuses = ['processing', 'unresolved', 'sent', 'delivered', 'read', 'failed'] as const
export type MessageStatus = (typeof messageStatuses)[number]

const rank: Record<MessageStatus, number> = {
  processing: 0,
  unresolved: 1,
  failed: 2,
  sent: 3,
  delivered: 4,
  read: 5,
}

/**
 * The status of a message of which all these were told, in any order and however often. It only rises; `failed` is the
 * end unless a delivery is told of all the same, since one of a person's devices may have it. A `sent` beside `failed`
 * means that the failure came after (Promise 26).
 */
export function statusOf(told: readonly MessageStatus[]): MessageStatus {
  const highest = told.reduce((best, each) => (rank[each] > rank[best] ? each : best), 'processing')
  return highest === 'sent' && told.includes('failed') ? 'failed' : highest
}

/** Whether the provider is known to have taken the message, at least for a while. */
export function wasAccepted(told: readonly MessageStatus[]): boolean {
  return told.some((status) => status === 'sent' || status === 'delivered' || status === 'read')
}
