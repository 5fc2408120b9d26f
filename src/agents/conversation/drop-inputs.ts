import type { Clock } from '../../base/clock.ts'
import type { Transaction } from '../../db/queryable.ts'
import type { ConversationKey } from './conversation.ts'
import { updateInputsAnswered, updateNothingDue, updateOpenTurnTakenOver } from './queries.ts'

/**
 * Leaves what waits unanswered, as when the customer wants to get nothing more. A turn in hand loses the conversation, so that
 * nothing of it is written or sent any more. Does nothing where no agent leads the conversation.
 */
export async function dropInputs(
  { clock }: { clock: Clock },
  transaction: Transaction,
  key: ConversationKey,
): Promise<void> {
  if (!(await updateNothingDue(transaction, key))) return
  await updateOpenTurnTakenOver(transaction, key, clock.now())
  await updateInputsAnswered(transaction, key)
}
