import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import type { Transaction } from '../../db/queryable.ts'
import type { AgentMode, ConversationKey } from './conversation.ts'
import { insertInput } from './queries.ts'
import type { NewInput } from './queries.ts'

/** An input that is committed with its transaction. */
export interface AddedInput {
  _id: string
  mode: AgentMode
  /** When a worker answers, ISO 8601 UTC; null on calls, and while a person answers. */
  due_at: string | null
}

/**
 * Keeps what the customer wrote, said or keyed until a turn answers it. For a chat it also sets when a worker answers.
 * Runs in the channel's transaction, so that what the channel has stored is answered, whatever dies.
 *
 * @returns null, with nothing written, where no agent leads the conversation or it has ended.
 */
export async function addInput(
  { clock, newId }: { clock: Clock; newId: NewId },
  transaction: Transaction,
  key: ConversationKey,
  input: NewInput,
): Promise<AddedInput | null> {
  const _id = newId()
  const added = await insertInput(transaction, key, { ...input, _id }, clock.now())
  return added && { _id, ...added }
}
