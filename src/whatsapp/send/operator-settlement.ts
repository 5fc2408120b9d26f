import { recordChange } from '../../audit/record-change.ts'
import type { Actor } from '../../audit/record-change.ts'
import type { Clock } from '../../base/clock.ts'
import { isUuid } from '../../base/ids.ts'
import type { NewId } from '../../base/ids.ts'
import type { Db } from '../../db/database.ts'
import { selectMessageOwner, updateSettledBy } from '../operator-queries.ts'
import type { MessageStatus } from './message-status.ts'
import { lockMessage } from './send-queries.ts'
import { operatorsReason, settleMessage } from './settle-message.ts'

/** An operator's statement about an unresolved message. */
export interface ManualSettlement {
  as: 'sent' | 'failed'
  /** Who says so, and how they know; stored and shown with the message. */
  by: string
  why: string
  /** Who is in the audit. */
  actor: Actor
}

export type SettledMessage =
  | { kind: 'settled'; status: MessageStatus }
  | { kind: 'not_found' }
  | { kind: 'not_unresolved'; status: MessageStatus }

interface SettlementContext {
  db: Db
  clock: Clock
  newId: NewId
}

/** Settles an unresolved message of any tenant; for the operator's command. */
export async function settleManually(
  context: SettlementContext,
  messageId: string,
  settlement: ManualSettlement,
): Promise<SettledMessage> {
  const organizationId = isUuid(messageId) ? await selectMessageOwner(context.db, messageId) : null
  if (organizationId === null) return { kind: 'not_found' }
  return settleInOrganization(context, { organization_id: organizationId, _id: messageId }, settlement)
}

/**
 * Settles an unresolved message as if the provider had reported it: ends its reservation, saves the answer under its
 * key (Rule 26), and stores who did so. Leaves any other message unchanged. Later webhooks still change the status, but
 * not what the send cost.
 *
 * @param message.project_id the only project in which it is looked for; absent: the whole organization.
 */
export async function settleInOrganization(
  { db, clock, newId }: SettlementContext,
  { organization_id, project_id, _id }: { organization_id: string; project_id?: string; _id: string },
  { as, by, why, actor }: ManualSettlement,
): Promise<SettledMessage> {
  if (!isUuid(_id)) return { kind: 'not_found' }
  return db.transaction(async (transaction): Promise<SettledMessage> => {
    const message = await lockMessage(transaction, organization_id, { _id })
    if (message === null || (project_id !== undefined && message.project_id !== project_id))
      return { kind: 'not_found' }
    if (message.status !== 'unresolved') return { kind: 'not_unresolved', status: message.status }
    const now = clock.now()
    const error = as === 'failed' ? { code: null, reason: operatorsReason } : null
    const report = { by: 'operator' as const, status: as, at: now, error, providerMessageId: null }
    const { status, quota } = await settleMessage({ newId }, transaction, message, report, now)
    await updateSettledBy(transaction, message, { by, why })
    const change = {
      organization_id,
      project_id: message.project_id,
      kind: 'whatsapp_message',
      record_id: _id,
      record_name: message.recipient,
      action: 'settled',
      revision: null,
      fields: [
        { path: 'status', before: message.status, after: status },
        { path: 'sends', before: message.quota, after: quota },
        { path: 'settled.by', before: null, after: by },
        { path: 'settled.why', before: null, after: why },
      ],
    } as const
    await recordChange(transaction, { now, newId, actor }, change)
    return { kind: 'settled', status }
  })
}
