/**
 * The status of a message (Rule 29). `processing`: the request to the provider is under way; `unresolved`: it is
 * unknown whether the provider accepted the message.
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
 * Returns the status of a message from all reported statuses, whatever their order and repetitions. The status only
 * rises. `failed` is final unless a delivery is reported too, since one of a person's devices may have the message.
 * `sent` together with `failed` means that the message failed after it was sent (Promise 26).
 */
export function statusOf(reported: readonly MessageStatus[]): MessageStatus {
  const highest = reported.reduce((best, each) => (rank[each] > rank[best] ? each : best), 'processing')
  return highest === 'sent' && reported.includes('failed') ? 'failed' : highest
}

/** Returns whether the reported statuses show that the provider accepted the message, even if it failed later. */
export function wasAccepted(reported: readonly MessageStatus[]): boolean {
  return reported.some((status) => status === 'sent' || status === 'delivered' || status === 'read')
}
