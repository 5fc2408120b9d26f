import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { updateKeyAnswer } from '../../idempotency/queries.ts'
import { leaseMs } from '../conversation/conversation.ts'
import type { AgentMode, ConversationKey, Hold } from '../conversation/conversation.ts'
import { claimConversation, releaseConversation, renewLease } from '../conversation/lease-queries.ts'
import { selectAgentConversation, selectTurnOfInput } from '../conversation/queries.ts'
import type { SpeechOutput, TurnOutcome } from '../turn/speech-output.ts'
import { runTurn } from '../turn/run-turn.ts'
import type { AgentContext } from '../turn/turn-context.ts'
import { selectTurn } from '../turn/turn-queries.ts'
import { isOpen } from '../turn/turn-state.ts'
import type { Citation } from '../turn/turn-state.ts'

/** How long a request waits for the answer to its message, longer than any turn takes. */
const answerMs = 120_000
/** How often it looks whether another process has answered. */
const lookEveryMs = 150

/** How a message was answered. */
export interface WebAnswer {
  /** Null where no turn answers it. */
  turn: number | null
  /** Why the turn ended; `held` where a person answers, `waiting` where the answer takes too long. */
  outcome: string
  text: string
  citations: Citation[]
  mode: AgentMode
  /** Whether the agent has said goodbye. */
  is_closing: boolean
}

/**
 * Replies to an input, or waits for the process that does. The turn goes on when its reader goes away.
 *
 * @param input `isNew`: whether it was committed just now, so that nobody can have answered it.
 * @param output gets the sentences of a turn that is taken here; the text of one that another process took comes with the answer.
 * @returns the answer, and whether its sentences went to `output`.
 */
export async function answerInput(
  context: AgentContext,
  key: ConversationKey,
  { inputId, isNew }: { inputId: string; isNew: boolean },
  output: SpeechOutput,
): Promise<{ answer: WebAnswer; isSaid: boolean }> {
  const until = performance.now() + answerMs
  let saidTurn: number | null = null
  let mayBeAnswered = !isNew
  for (;;) {
    const answer = mayBeAnswered ? await readAnswer(context, key, inputId) : null
    mayBeAnswered = true
    if (answer !== null) return { answer, isSaid: saidTurn !== null && saidTurn === answer.turn }
    if (performance.now() > until)
      return { answer: { ...(await standingOf(context, key)), outcome: 'waiting' }, isSaid: false }
    const outcome = await leadTurn(context, key, output)
    if (outcome === null) await delay(lookEveryMs)
    else if ('turn' in outcome) saidTurn = outcome.turn
  }
}

/**
 * Takes one turn of a conversation that nobody leads, and lets it go again. Returns null where somebody leads it.
 */
export async function leadTurn(
  context: AgentContext,
  key: ConversationKey,
  output: SpeechOutput,
  claimed: Hold | null = null,
): Promise<TurnOutcome | null> {
  const { db, clock } = context
  const hold = claimed ?? { token: randomUUID() }
  if (claimed === null && !(await claimConversation(db, key, hold, clock.now()))) return null
  const signal = new AbortController()
  const renewal = setInterval(() => {
    renewLease(db, key, hold, clock.now()).catch((error: unknown) =>
      context.log.warn(
        { err: error, conversation_id: key.conversation_id },
        'a lease of a conversation could not be renewed',
      ),
    )
  }, leaseMs / 3)
  try {
    return await runTurn(context, key, hold, output, signal.signal)
  } finally {
    clearInterval(renewal)
    await releaseConversation(db, key, hold, null, clock.now())
  }
}

/** Returns how the input was answered; null while nothing has. */
async function readAnswer(
  context: AgentContext,
  key: ConversationKey,
  inputId: string,
): Promise<WebAnswer | null> {
  const number = await selectTurnOfInput(context.db, key, inputId)
  const turn = number ? await selectTurn(context.db, { ...key, turn: number }) : null
  const standing = await standingOf(context, key)
  const isLeft = standing.mode === 'person' || standing.outcome === 'ended' || number === 0
  if (turn === null) return isLeft ? standing : null
  if (isOpen(turn)) return standing.mode === 'person' ? standing : null
  const answer = {
    ...standing,
    turn: turn.turn,
    outcome: turn.outcome ?? turn.state,
    text: turn.heard ?? turn.text,
    citations: turn.citations,
  }
  await updateKeyAnswer(context.db, key.organization_id, inputId, { turn: turn.turn }, context.clock.now())
  return answer
}

async function standingOf({ db }: AgentContext, key: ConversationKey): Promise<WebAnswer> {
  const conversation = await selectAgentConversation(db, key)
  return {
    turn: null,
    outcome: conversation?.ended_at ? 'ended' : 'held',
    text: '',
    citations: [],
    mode: conversation?.mode ?? 'person',
    is_closing: conversation?.closing_since != null,
  }
}
