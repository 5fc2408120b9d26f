import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import type { Queryable } from '../../db/queryable.ts'
import type { ConversationKey, Hold } from './conversation.ts'
import { insertInput } from './queries.ts'
import type { AddedInput, NewInput } from './queries.ts'

/**
 * Keeps what the customer wrote, said or keyed until a turn answers it. For a chat it also sets when a worker answers.
 * Runs in the channel's transaction, so that what the channel has stored is answered, whatever dies.
 *
 * @param hold leads the conversation with this token where nobody leads it; null leaves its leader alone.
 * @returns null, with nothing written, where no agent leads the conversation or it has ended.
 */
export async function addInput(
  { clock, newId }: { clock: Clock; newId: NewId },
  db: Queryable,
  key: ConversationKey,
  input: NewInput,
  hold: Hold | null = null,
): Promise<AddedInput | null> {
  const _id = input._id ?? newId()
  const added = await insertInput(db, key, { ...input, _id }, hold, clock.now())
  return added && { _id, ...added }
}
