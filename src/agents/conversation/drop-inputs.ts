import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import type { Transaction } from '../../db/queryable.ts'
import type { ConversationKey } from './conversation.ts'
import { updateInputsAnswered, updateOpenTurnTakenOver } from './input-queries.ts'
import { updateDueOfRest, updateNotLed } from './queries.ts'
import { recordUnreadOptOut } from './record-unread-opt-out.ts'
import type { RecordOptOut } from './record-unread-opt-out.ts'

/**
 * Leaves what was said until `until` unanswered, as when the customer wants to get nothing more. A turn under way loses
 * the conversation, so that nothing of it is written or sent any more. An opt-out in it is recorded. Does nothing where
 * no agent leads the conversation.
 */
export async function dropInputs(
  { clock, newId, recordOptOut }: { clock: Clock; newId: NewId; recordOptOut: RecordOptOut },
  transaction: Transaction,
  key: ConversationKey,
  until: Date,
): Promise<void> {
  if (!(await updateNotLed(transaction, key))) return
  const now = clock.now()
  await recordUnreadOptOut({ now, newId, recordOptOut }, transaction, key)
  await updateOpenTurnTakenOver(transaction, key, now)
  await updateInputsAnswered(transaction, key, until)
  await updateDueOfRest(transaction, key, now)
}
