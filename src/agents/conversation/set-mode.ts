import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import { addWebMessage } from '../../conversations/web-chat-queries.ts'
import type { Transaction } from '../../db/queryable.ts'
import type { AgentMode, ConversationKey } from './conversation.ts'
import { updateOpenTurnTakenOver } from './input-queries.ts'
import { updateMode, updatePersonWrote } from './queries.ts'
import { recordUnreadOptOut } from './record-unread-opt-out.ts'
import type { RecordOptOut } from './record-unread-opt-out.ts'

/** Who is to answer from now on. */
export interface ModeChange {
  mode: AgentMode
  /** The name of the user who asks for it; null: the agent. */
  by: string | null
  /** What the agent says of the conversation; null keeps what is stored. */
  summary: string | null
  /** Gives the conversation back only from a person who has not written for 12 hours. */
  onlyIfSilent?: boolean
}

/**
 * Sets who answers (Rule 93). A turn under way loses the conversation, so that nothing more of it is written or sent.
 * What a customer on the web has read of it stays, as a message. When the agent answers again, what nobody has answered
 * becomes due at once. Where a person answers from here on, an opt-out that waits for the agent is recorded.
 *
 * @returns whether the mode is another one now; null where no agent leads the conversation or it has ended.
 */
export async function setMode(
  { clock, newId, recordOptOut }: { clock: Clock; newId: NewId; recordOptOut: RecordOptOut },
  transaction: Transaction,
  key: ConversationKey,
  change: ModeChange,
): Promise<boolean | null> {
  const now = clock.now()
  const changed = await updateMode(transaction, key, change, now)
  if (changed !== true) return changed
  const read = await updateOpenTurnTakenOver(transaction, key, now)
  if (read !== null) {
    const message = { direction: 'outbound', text: read.text, at: new Date(read.at) } as const
    await addWebMessage({ newId }, transaction, { ...key, project_id: read.project_id }, message)
  }
  if (change.mode === 'person') await recordUnreadOptOut({ now, newId, recordOptOut }, transaction, key)
  return true
}

/**
 * Records that a person wrote to the customer: the agent does not answer what came before.
 *
 * @param by the name of the person.
 * @returns false, with nothing written, where no person answers the conversation.
 */
export async function recordPersonWrote(
  { clock }: { clock: Clock },
  transaction: Transaction,
  key: ConversationKey,
  by: string | null,
): Promise<boolean> {
  return updatePersonWrote(transaction, key, by, clock.now())
}
