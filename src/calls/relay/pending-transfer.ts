import type { AgentConversation } from '../../agents/conversation/conversation.ts'
import { firstDestination } from '../../agents/tools/hand-over.ts'
import type { AgentTurn } from '../../agents/turn/turn-state.ts'

/** A transfer that an agent's turn asks for. */
export interface AskedTransfer {
  turn: number
  /** The declared name of the number. */
  to: string
  /** E.164. */
  number: string
}

/** Returns the transfer that the last turn asks for; null where it asks for none, or there is no turn. */
export function askedTransfer(
  { definition }: Pick<AgentConversation, 'definition'>,
  last: AgentTurn | null,
): AskedTransfer | null {
  if (last === null) return null
  if (last.outcome === 'model_refused') {
    const destination = firstDestination(definition)
    return destination === null ? null : { turn: last.turn, ...destination }
  }
  if (last.outcome !== 'transferred') return null
  for (const step of last.steps) {
    const after = step.kind === 'tool' ? step.content.effects?.after : undefined
    if (after?.kind === 'transfer') return { turn: last.turn, to: after.to, number: after.number }
  }
  return null
}
