import type { ConversationKey, Hold } from '../../agents/conversation/conversation.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { Queryable } from '../../db/queryable.ts'
import { agentKeyPrefix } from '../../idempotency/idempotency-key.ts'
import type { TypedRequest } from '../message/send-body.ts'
import type { Address } from '../people/user-id-queries.ts'
import type { SendCondition } from '../send/send-context.ts'
import { isStillHeld } from './chat-queries.ts'

/** Returns the idempotency key of a message of an agent's turn. Only agents have keys of this form (Rule 94). */
export function agentKey(conversationId: string, turn: number, part: 1 | 'after_window'): string {
  return `${agentKeyPrefix}${conversationId}:${turn}:${part}`
}

/** Returns the turn of an agent whose message has the idempotency key; null for any other key. */
export function turnOfKey(key: string): number | null {
  return key.startsWith(agentKeyPrefix) ? Number(key.split(':')[2]) : null
}

/** Returns the request for a text message. */
export function textRequest(to: Address, text: string): TypedRequest {
  const payload = { body: text, preview_url: true }
  return { kind: 'typed', to, type: 'text', payload, given: { to, type: 'text', payload } }
}

/** Lets a message be sent only while the caller leads the chat (Rule 93). */
export function whileHeld(db: Db, key: ConversationKey, hold: Hold): SendCondition {
  const check = async (queryable: Queryable): Promise<void> => {
    if (!(await isStillHeld(queryable, key, hold))) throw refusals.conversationTakenOver()
  }
  return { inTransaction: check, again: () => check(db) }
}
