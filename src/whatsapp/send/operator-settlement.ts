import type { Clock } from '../../base/clock.ts'
import { isUuid } from '../../base/ids.ts'
import type { NewId } from '../../base/ids.ts'
import type { Db } from '../../db/database.ts'
import { selectMessageOwner, updateSettledBy } from '../operator-queries.ts'
import type { MessageStatus } from './message-status.ts'
import { lockMessage } from './send-queries.ts'
import { settleMessage } from './settle-message.ts'

/** An operator's statement about an unresolved message. */
export interface ManualSettlement {
  as: 'sent' | 'failed'
  /** Who says so, and how they know; stored and shown with the message. */
  by: string
  why: string
}

export type SettledMessage =
  | { kind: 'settled'; status: MessageStatus }
  | { kind: 'not_found' }
  | { kind: 'not_unresolved'; status: MessageStatus }

/**
 * Settles an unresolved message as if the provider had reported it: ends its reservation and saves the answer under its
 * key (Rule 26). Leaves any other message unchanged. Later webhooks still change the status, but not what the send cost.
 */
export async function settleManually(
  { db, clock, newId }: { db: Db; clock: Clock; newId: NewId },
  messageId: string,
  { as, by, why }: ManualSettlement,
): Promise<SettledMessage> {
  const organizationId = isUuid(messageId) ? await selectMessageOwner(db, messageId) : null
  if (organizationId === null) return { kind: 'not_found' }
  return db.transaction(async (transaction): Promise<SettledMessage> => {
    const message = await lockMessage(transaction, organizationId, { _id: messageId })
    if (message === null) return { kind: 'not_found' }
    if (message.status !== 'unresolved') return { kind: 'not_unresolved', status: message.status }
    const now = clock.now()
    const error = as === 'failed' ? { code: null, reason: 'an operator found that out' } : null
    const report = { by: 'operator' as const, status: as, at: now, error, providerMessageId: null }
    const { status } = await settleMessage({ newId }, transaction, message, report, now)
    await updateSettledBy(transaction, message, { by, why })
    return { kind: 'settled', status }
  })
}
