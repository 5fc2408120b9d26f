import type { ConversationKey, Hold } from '../conversation/conversation.ts'
import { handsOver } from './end-turn.ts'
import type { AgentContext } from './turn-context.ts'
import { nothingLeft, selectHasWaiting, selectTurn, updateTurnEnd } from './turn-queries.ts'

/**
 * Gives up a reply of which nothing was sent, where the customer has written on meanwhile: its inputs are answered
 * together with the newer ones. What its tools have done stays done. A reply that hands over is kept, as a person reads
 * the rest.
 *
 * @returns whether the reply was given up.
 */
export async function supersedeReply(
  { db, clock }: Pick<AgentContext, 'db' | 'clock'>,
  key: ConversationKey,
  hold: Hold,
  number: number,
): Promise<boolean> {
  if (!(await selectHasWaiting(db, key, hold))) return false
  const turn = await selectTurn(db, { ...key, turn: number })
  if (turn?.state !== 'replying' || handsOver(turn)) return false
  const end = {
    state: 'superseded' as const,
    outcome: 'superseded',
    citations: turn.citations,
    text: null,
    heard: '',
    isClosing: false,
  }
  return updateTurnEnd(db, { ...key, turn: number }, hold, end, nothingLeft, clock.now())
}
